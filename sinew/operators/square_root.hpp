// Square roots of symmetric positive matrices of up to six rows, by columns: D^(1/2) of a joint of several freedoms.
#pragma once

namespace sinew::operators {

// The symmetric positive S with S S = D, and its inverse.
void square_root(const double* D, int n, double* S, double* S_inverse);

// How S changes while D changes: the X with S X + X S = D_rate.
void square_root_rate(const double* D, const double* D_rate, int n, double* X);

}  // namespace sinew::operators
