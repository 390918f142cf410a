#include "sinew/sweep/lqr.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>
#include <string>

#include "sinew/base/number_text.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/dense/solvers/eigensystem.hpp"
#include "sinew/dense/solvers/general_solver.hpp"
#include "sinew/dense/solvers/positive_solver.hpp"
#include "sinew/sweep/linear_system.hpp"

namespace sinew::sweep {
namespace {

using Complex = std::complex<double>;

constexpr int most_doublings = 60;
// A relative change of H below which the doubling has converged.
constexpr double converged = 1e-15;
// A product smaller than this fraction of its factors counts as zero, and so does a rate of decay.
constexpr double nothing = 1e-9;

Matrix<double> copy_of(MatrixIn<double> A) {
  Matrix<double> out(A.rows(), A.cols());
  std::copy_n(A.data(), A.rows() * A.cols(), out.data());
  return out;
}

Matrix<double> product(MatrixIn<double> A, MatrixIn<double> B) {
  Matrix<double> out;
  multiply(A, B, out);
  return out;
}

Matrix<double> transposed(MatrixIn<double> A) {
  Matrix<double> out;
  transpose(A, out);
  return out;
}

double size_of(MatrixIn<double> A) {
  double square = 0;
  for (int k = 0; k < A.rows() * A.cols(); ++k) square += A.data()[k] * A.data()[k];
  return std::sqrt(square);
}

void make_symmetric(Matrix<double>& A) {
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < j; ++i) A(i, j) = A(j, i) = 0.5 * (A(i, j) + A(j, i));
  }
}

// Returns A^-1 B. Throws std::domain_error if A is singular.
Matrix<double> solved(MatrixIn<double> A, Matrix<double> B) {
  GeneralSolver<double> solver;
  solver.matrix() = copy_of(A);
  if (!solver.factorise())
    throw std::domain_error("the Riccati equation has no solution: a factor is singular");
  solver.solve_columns(B);
  return B;
}

std::string text_of(const Complex& value) {
  if (value.imag() == 0) return number_text(value.real());
  return number_text(value.real()) + (value.imag() < 0 ? " - " : " + ") +
         number_text(std::abs(value.imag())) + " i";
}

// What discrete and continuous time differ in: which motions decay.
struct Time {
  bool is_discrete;
  bool decays(const Complex& value, double scale) const {
    return is_discrete ? std::abs(value) < 1 - nothing : value.real() < -nothing * scale;
  }
};

// Throws if `map` takes an eigenvector of A, whose motion does not decay, to zero.
void require_seen(const Time& time, MatrixIn<double> A, MatrixIn<double> map, const char* what) {
  const Eigensystem system = eigensystem(A);
  const int n = A.rows();
  const double scale = n == 0 ? 0 : std::abs(system.values.back());
  for (int k = 0; k < n; ++k) {
    const Complex value = system.values[std::size_t(k)];
    if (time.decays(value, scale)) continue;
    double square = 0;
    for (int i = 0; i < map.rows(); ++i) {
      Complex sum{};
      for (int j = 0; j < n; ++j) sum += map(i, j) * system.vectors(j, k);
      square += std::norm(sum);
    }
    if (std::sqrt(square) <= nothing * size_of(map))
      throw std::domain_error("there is no optimal feedback: the motion of A with the eigenvalue " +
                              text_of(value) + " does not decay, and " + what);
  }
}

struct Problem {
  Matrix<double> A, G, H;  // as in the header
};

void check(MatrixIn<double> A, MatrixIn<double> B, MatrixIn<double> M, MatrixIn<double> R) {
  edge::check_size("A", A, A.rows(), A.rows());
  edge::check_matrix("A", copy_of(A), A.rows(), A.rows());
  edge::check_matrix("B", copy_of(B), A.rows(), B.cols());
  edge::check_covariance("M", copy_of(M), A.rows());
  edge::check_covariance("R", copy_of(R), B.cols());
}

// B R^-1 B^T
Matrix<double> effect_of_controls(MatrixIn<double> B, MatrixIn<double> R) {
  PositiveSolver<double> solver(R.rows());
  if (!solver.factorise(R))
    throw std::invalid_argument("R is not positive definite: some control would cost nothing");
  Matrix<double> solution = transposed(B);
  for (int j = 0; j < solution.cols(); ++j)
    solver.solve(VectorView<double>(solution.data() + j * solution.rows(), std::size_t(solution.rows())));
  Matrix<double> G = product(B, solution);
  make_symmetric(G);
  return G;
}

// Doubles until H is S. Returns the number of doublings.
int double_until_converged(Problem& p) {
  const int n = p.A.rows();
  for (int count = 1; count <= most_doublings; ++count) {
    Matrix<double> W = product(p.G, p.H);
    for (int i = 0; i < n; ++i) W(i, i) += 1;
    // X = (1 + G H)^-1 A, Y = (1 + G H)^-1 G
    const Matrix<double> X = solved(W, p.A), Y = solved(W, p.G);
    Matrix<double> more_G = product(product(p.A, Y), transposed(p.A)),
                   more_H = product(transposed(p.A), product(p.H, X));
    p.A = product(p.A, X);
    make_symmetric(more_G);
    make_symmetric(more_H);
    add<double>(more_G, p.G);
    add<double>(more_H, p.H);
    if (!std::isfinite(size_of(p.H)) || !std::isfinite(size_of(p.G))) break;
    if (size_of(more_H) <= converged * size_of(p.H)) return count;
  }
  throw std::domain_error(
      "there is no optimal feedback: the Riccati equation has no solution that makes the system "
      "stable");
}

// Checks that A - B K is stable.
void require_stable(const Time& time, MatrixIn<double> A, MatrixIn<double> B, const Matrix<double>& K) {
  Matrix<double> closed = product(B, K);
  for (int k = 0; k < A.rows() * A.cols(); ++k) closed.data()[k] = A.data()[k] - closed.data()[k];
  for (const Complex& value : eigensystem(closed).values) {
    if (time.is_discrete ? std::abs(value) < 1 : value.real() < 0) continue;
    throw std::domain_error(
        "there is no optimal feedback: with the cost's feedback, a motion with the eigenvalue " +
        text_of(value) + " does not decay");
  }
}

void require_solvable(const Time& time, MatrixIn<double> A, MatrixIn<double> B, MatrixIn<double> M) {
  require_seen(time, transposed(A), transposed(B), "no control moves it");
  require_seen(time, A, M, "costs nothing");
}

// Returns gamma, near which the motions of the optimal system decay: between the slowest and the fastest eigenvalue of
// the Hamiltonian matrix [A -G; -M -A^T], and away from the eigenvalues of A.
double cayley_shift(MatrixIn<double> A, const Matrix<double>& G, MatrixIn<double> M) {
  const int n = A.rows();
  Matrix<double> hamiltonian(2 * n, 2 * n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      hamiltonian(i, j) = A(i, j), hamiltonian(n + i, n + j) = -A(j, i);
      hamiltonian(i, n + j) = -G(i, j), hamiltonian(n + i, j) = -M(i, j);
    }
  }
  const std::vector<Complex> values = eigensystem(hamiltonian).values, open = eigensystem(A).values;
  const double slowest = std::abs(values.front()), fastest = std::abs(values.back());
  double gamma = std::sqrt(std::max(slowest, nothing * fastest) * fastest);
  const auto is_near = [&](const Complex& value) { return std::abs(value - gamma) < 0.05 * gamma; };
  while (std::any_of(open.begin(), open.end(), is_near)) gamma *= 1.1;
  return gamma;
}

}  // namespace

Lqr discrete_lqr(MatrixIn<double> A, MatrixIn<double> B, MatrixIn<double> M, MatrixIn<double> R) {
  check(A, B, M, R);
  Lqr out;
  Problem p{copy_of(A), effect_of_controls(B, R), copy_of(M)};
  if (A.rows() == 0) return {.K = Matrix<double>(B.cols(), 0), .S = Matrix<double>(0, 0)};
  require_solvable({.is_discrete = true}, A, B, M);
  out.doublings = double_until_converged(p);
  out.S = std::move(p.H);
  // K = (R + B^T S B)^-1 B^T S A
  const Matrix<double> SB = product(out.S, B);
  Matrix<double> D = product(transposed(B), SB);
  add<double>(R, D);
  out.K = solved(D, product(transposed(SB), A));
  require_stable({.is_discrete = true}, A, B, out.K);
  return out;
}

Lqr continuous_lqr(MatrixIn<double> A, MatrixIn<double> B, MatrixIn<double> M, MatrixIn<double> R) {
  check(A, B, M, R);
  const int n = A.rows();
  const Matrix<double> G = effect_of_controls(B, R);
  if (n == 0) return {.K = Matrix<double>(B.cols(), 0), .S = Matrix<double>(0, 0)};
  require_solvable({.is_discrete = false}, A, B, M);
  const double gamma = cayley_shift(A, G, M);
  Matrix<double> F = copy_of(A);
  for (int i = 0; i < n; ++i) F(i, i) -= gamma;
  // W = F^T + H F^-1 G
  const Matrix<double> inverse_F = solved(F, identity<double>(n));
  Matrix<double> W = product(M, product(inverse_F, G));
  add<double>(transposed(F), W);
  const Matrix<double> inverse_W = solved(W, identity<double>(n));
  Problem p{transposed(inverse_W), product(product(inverse_F, G), inverse_W),
            product(inverse_W, product(M, inverse_F))};
  for (Matrix<double>* matrix : {&p.A, &p.G, &p.H}) {
    for (int k = 0; k < n * n; ++k) matrix->data()[k] *= 2 * gamma;
  }
  for (int i = 0; i < n; ++i) p.A(i, i) += 1;
  make_symmetric(p.G);
  make_symmetric(p.H);
  Lqr out;
  out.doublings = double_until_converged(p);
  out.S = std::move(p.H);
  out.K = solved(R, product(transposed(B), out.S));
  require_stable({.is_discrete = false}, A, B, out.K);
  return out;
}

}  // namespace sinew::sweep
