// Compiled robots: the recursions of one robot as straight-line code, loaded at run time or written as source.
#pragma once

#include "sinew/codegen/compile.hpp"               // compile, CompiledRobot
#include "sinew/codegen/compiled_batch.hpp"        // CompiledBatch
#include "sinew/codegen/source/casadi_source.hpp"  // write_casadi_source: C for CasADi
#include "sinew/codegen/source/source.hpp"         // write_source: C or C++ text
