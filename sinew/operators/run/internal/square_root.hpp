// Computes square roots of symmetric positive matrices with up to six rows, stored by columns: D^(1/2) of a joint with
// several DOFs.
#pragma once

namespace sinew::operators {

// Computes the symmetric positive S with S S = D, and its inverse.
void square_root(const double* D, int n, double* S, double* S_inverse);

// Computes the rate of S from the rate of D: the X with S X + X S = D_rate.
void square_root_rate(const double* D, const double* D_rate, int n, double* X);

}  // namespace sinew::operators
