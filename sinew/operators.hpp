// Formulas of spatial operators: written as text or in C++, simplified, run as O(n) sweeps, explained and verified.
#pragma once

#include "sinew/operators/compare/dense.hpp"        // dense: the matrix of an expression
#include "sinew/operators/compare/verify.hpp"       // verify: a prepared expression against its matrix
#include "sinew/operators/explain/explain.hpp"      // explain: the steps from formula to sweeps
#include "sinew/operators/formula/derivative.hpp"   // d, rate, cross: derivatives
#include "sinew/operators/formula/expression.hpp"   // Expression
#include "sinew/operators/run/configuration.hpp"    // Configuration: the robot at a position
#include "sinew/operators/run/prepared.hpp"         // Prepared: an expression as sweeps
#include "sinew/operators/simplify/identities.hpp"  // the identities as data
#include "sinew/operators/simplify/simplify.hpp"    // simplify
#include "sinew/operators/text/parse.hpp"           // parse
#include "sinew/operators/text/print.hpp"           // print
