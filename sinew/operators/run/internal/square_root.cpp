#include "sinew/operators/run/internal/square_root.hpp"

#include <cmath>

namespace sinew::operators {
namespace {

// D = Q diag(values) Q^*, by Jacobi's cyclic rotations.
struct Eigen {
  double values[6], Q[6][6]{};

  Eigen(const double* D, int n) {
    double d[6][6];
    double scale = 0;
    for (int i = 0; i < n; ++i) {
      Q[i][i] = 1;
      scale += D[i * n + i];
      for (int j = 0; j < n; ++j) d[i][j] = 0.5 * (D[j * n + i] + D[i * n + j]);
    }
    constexpr int sweeps = 30;  // quadratic convergence: a handful suffices
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      double apart = 0;
      for (int p = 0; p < n; ++p) {
        for (int q = p + 1; q < n; ++q) {
          apart += std::abs(d[p][q]);
          eliminate(d, p, q, n);
        }
      }
      if (apart <= 1e-20 * scale) break;
    }
    for (int i = 0; i < n; ++i) values[i] = d[i][i];
  }

 private:
  // Rotates rows and columns p and q so that d(p, q) vanishes.
  void eliminate(double (&d)[6][6], int p, int q, int n) {
    if (d[p][q] == 0) return;
    const double ratio = (d[q][q] - d[p][p]) / (2 * d[p][q]);
    const double t = std::copysign(1 / (std::abs(ratio) + std::hypot(1, ratio)), ratio);
    const double c = 1 / std::hypot(1, t), s = t * c;
    const auto rotate = [&](double& x, double& y) {
      const double old = x;
      x = c * old - s * y;
      y = s * old + c * y;
    };
    for (int k = 0; k < n; ++k) rotate(d[k][p], d[k][q]);
    for (int k = 0; k < n; ++k) rotate(d[p][k], d[q][k]);
    for (int k = 0; k < n; ++k) rotate(Q[k][p], Q[k][q]);
    d[p][q] = d[q][p] = 0;
  }
};

// Q X Q^* with X(i, j) = entry(i, j).
template <class Entry>
void put_together(const Eigen& eigen, int n, const Entry& entry, double* out) {
  double left[6][6];  // Q X
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      left[i][j] = 0;
      for (int k = 0; k < n; ++k) left[i][j] += eigen.Q[i][k] * entry(k, j);
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double& sum = out[j * n + i] = 0;
      for (int k = 0; k < n; ++k) sum += left[i][k] * eigen.Q[j][k];
    }
  }
}

}  // namespace

void square_root(const double* D, int n, double* S, double* S_inverse) {
  const Eigen eigen(D, n);
  const auto root = [&](int i) { return std::sqrt(eigen.values[i]); };
  put_together(
      eigen, n, [&](int i, int j) { return i == j ? root(i) : 0.0; }, S);
  put_together(
      eigen, n, [&](int i, int j) { return i == j ? 1 / root(i) : 0.0; }, S_inverse);
}

void square_root_rate(const double* D, const double* D_rate, int n, double* X) {
  const Eigen eigen(D, n);
  // In the axes of D: (s_i + s_j) X(i, j) = (Q^* D_rate Q)(i, j).
  put_together(
      eigen, n,
      [&](int i, int j) {
        double rotated = 0;
        for (int k = 0; k < n; ++k) {
          for (int l = 0; l < n; ++l) rotated += eigen.Q[k][i] * D_rate[l * n + k] * eigen.Q[l][j];
        }
        return rotated / (std::sqrt(eigen.values[i]) + std::sqrt(eigen.values[j]));
      },
      X);
}

}  // namespace sinew::operators
