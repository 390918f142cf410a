// Compares the derivatives that are written for CasADi with differences of the functions and with each other.
#pragma once

#include "sinew/codegen/trace/casadi_functions.hpp"
#include "sinew/codegen/verify.hpp"

namespace sinew {

// Compares rates with central differences of the function, Jacobians times rates with rates, and the two sides of
// <w, J x> = <J^* w, x>, at random states. The quantities themselves are left to `verify`.
Verification verify_derivatives(const Model& model, const CasadiRobot& robot, const CodeUnderTest& code,
                                int states = 16);

}  // namespace sinew
