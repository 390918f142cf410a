// Forward and inverse dynamics of one long chain on several threads.
#pragma once

#include "sinew/batch/long_chain/long_chain.hpp"  // LongChain
