// Many states of one robot at once, in vector registers and on threads.
#pragma once

#include "sinew/batch/batch.hpp"  // Batch
