#include "sinew/dense/solvers/eigensystem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace sinew {
namespace {

using Complex = std::complex<double>;
constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_steps_per_value = 60;

// A similarity transform T = X^-1 A X, whose X takes eigenvectors of T to those of A.
class Schur {
 public:
  explicit Schur(MatrixIn<double> A) : n_(A.rows()), T_(n_, n_), X_(n_, n_), scale_(std::size_t(n_), 1.0) {
    for (int j = 0; j < n_; ++j) {
      for (int i = 0; i < n_; ++i) T_(i, j) = A(i, j);
      X_(j, j) = 1;
    }
    balance();
    reduce();
    iterate();
  }

  Eigensystem eigensystem();

 private:
  // Scales coordinates by powers of two until each row is about as large as the column of the same number.
  void balance() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int k = 0; k < n_; ++k) {
        double row = 0, column = 0;
        for (int i = 0; i < n_; ++i) {
          if (i == k) continue;
          row += std::abs(T_(k, i));
          column += std::abs(T_(i, k));
        }
        if (!(row > 0) || !(column > 0)) continue;
        const double factor = std::exp2(std::round(0.5 * std::log2(row / column)));
        if (column * factor + row / factor >= 0.95 * (row + column)) continue;
        for (int i = 0; i < n_; ++i) T_(i, k) *= factor;
        for (int i = 0; i < n_; ++i) T_(k, i) /= factor;
        scale_[std::size_t(k)] *= factor;
        changed = true;
      }
    }
  }

  // Makes T upper Hessenberg by the reflections 1 - 2 w w^*.
  void reduce() {
    std::vector<Complex> w(std::size_t(n_), Complex{});
    for (int k = 0; k + 2 < n_; ++k) {
      double square = 0;
      for (int i = k + 1; i < n_; ++i) square += std::norm(w[std::size_t(i)] = T_(i, k));
      const double length = std::sqrt(square);
      if (!(length > 0)) continue;
      Complex& first = w[std::size_t(k + 1)];
      first += std::abs(first) > 0 ? first / std::abs(first) * length : Complex(length);
      double norm = 0;
      for (int i = k + 1; i < n_; ++i) norm += std::norm(w[std::size_t(i)]);
      for (int i = k + 1; i < n_; ++i) w[std::size_t(i)] /= std::sqrt(norm);
      for (int j = 0; j < n_; ++j) {
        Complex sum{};
        for (int i = k + 1; i < n_; ++i) sum += std::conj(w[std::size_t(i)]) * T_(i, j);
        for (int i = k + 1; i < n_; ++i) T_(i, j) -= 2.0 * sum * w[std::size_t(i)];
      }
      for (Matrix<Complex>* M : {&T_, &X_}) {
        for (int i = 0; i < n_; ++i) {
          Complex sum{};
          for (int j = k + 1; j < n_; ++j) sum += (*M)(i, j) * w[std::size_t(j)];
          for (int j = k + 1; j < n_; ++j) (*M)(i, j) -= 2.0 * sum * std::conj(w[std::size_t(j)]);
        }
      }
      for (int i = k + 2; i < n_; ++i) T_(i, k) = Complex{};
    }
  }

  // The eigenvalue of the last 2 x 2 block that is nearer to its last element.
  Complex shift(int last) const {
    const Complex a = T_(last - 1, last - 1), b = T_(last - 1, last), c = T_(last, last - 1),
                  d = T_(last, last);
    const Complex half = 0.5 * (a - d), root = std::sqrt(half * half + b * c);
    const Complex sum = half + (std::real(std::conj(half) * root) >= 0 ? root : -root);
    return sum == Complex{} ? d : d - b * c / sum;
  }

  // One QR step of rows and columns `first` to `last`: T - s = Q R, T <- R Q + s.
  void step(int first, int last, Complex s) {
    std::vector<double> cosines;
    std::vector<Complex> sines;
    for (int k = first; k <= last; ++k) T_(k, k) -= s;
    for (int k = first; k < last; ++k) {
      const double length = std::hypot(std::abs(T_(k, k)), std::abs(T_(k + 1, k)));
      Complex c = length > 0 ? T_(k, k) / length : 1.0, sine = length > 0 ? T_(k + 1, k) / length : 0.0;
      const double cosine = std::abs(c);  // the phase of c goes into the sine
      const Complex phase = cosine > 0 ? c / cosine : 1.0;
      sine = sine * std::conj(phase);
      for (int j = k; j < n_; ++j) {
        const Complex x = T_(k, j), y = T_(k + 1, j);
        T_(k, j) = cosine * x + std::conj(sine) * y;
        T_(k + 1, j) = cosine * y - sine * x;
      }
      cosines.push_back(cosine);
      sines.push_back(sine);
    }
    for (int k = first; k < last; ++k) {
      const double cosine = cosines[std::size_t(k - first)];
      const Complex sine = sines[std::size_t(k - first)];
      const auto rotate = [&](Matrix<Complex>& M, int rows) {
        for (int i = 0; i < rows; ++i) {
          const Complex x = M(i, k), y = M(i, k + 1);
          M(i, k) = cosine * x + sine * y;
          M(i, k + 1) = cosine * y - std::conj(sine) * x;
        }
      };
      rotate(T_, std::min(k + 2, last + 1));
      rotate(X_, n_);
    }
    for (int k = first; k <= last; ++k) T_(k, k) += s;
  }

  void iterate() {
    int steps = 0;
    for (int last = n_ - 1; last > 0;) {
      int first = last;
      while (first > 0) {
        const double size = std::abs(T_(first, first)) + std::abs(T_(first - 1, first - 1));
        if (std::abs(T_(first, first - 1)) <= epsilon * (size > 0 ? size : norm())) break;
        --first;
      }
      if (first > 0) T_(first, first - 1) = Complex{};
      if (first == last) {
        --last;
        steps = 0;
        continue;
      }
      if (++steps > most_steps_per_value)
        throw std::runtime_error(
            "the eigenvalues of a matrix were not found: the QR algorithm did not converge");
      // Every tenth shift differs, in case that the others repeat themselves.
      step(first, last, steps % 10 == 0 ? Complex(std::abs(T_(last, last - 1))) : shift(last));
    }
  }

  double norm() const {
    double most = 0;
    for (int k = 0; k < n_ * n_; ++k) most = std::max(most, std::abs(T_.data()[k]));
    return most;
  }

  int n_;
  Matrix<Complex> T_, X_;
  std::vector<double> scale_;  // of the balanced coordinates
};

Eigensystem Schur::eigensystem() {
  const double smallest = std::max(epsilon * norm(), std::numeric_limits<double>::min());
  std::vector<int> order(static_cast<std::size_t>(n_));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
    const Complex a = T_(i, i), b = T_(j, j);
    const double x = std::abs(a), y = std::abs(b);
    if (std::abs(x - y) > 1e-9 * (x + y)) return x < y;
    if (std::abs(a.real() - b.real()) > 1e-9 * (x + y)) return a.real() < b.real();
    return a.imag() > b.imag();
  });
  Eigensystem out{.values = {}, .vectors = Matrix<Complex>(n_, n_)};
  std::vector<Complex> y(static_cast<std::size_t>(n_));
  for (int at = 0; at < n_; ++at) {
    const int k = order[std::size_t(at)];
    const Complex value = T_(k, k);
    out.values.push_back(value);
    // (T - value) y = 0 with y(k) = 1 and zeros below.
    std::fill(y.begin(), y.end(), Complex{});
    y[std::size_t(k)] = 1;
    for (int i = k - 1; i >= 0; --i) {
      Complex sum{};
      for (int j = i + 1; j <= k; ++j) sum -= T_(i, j) * y[std::size_t(j)];
      const Complex difference = T_(i, i) - value;
      y[std::size_t(i)] = sum / (std::abs(difference) > smallest ? difference : Complex(smallest));
      if (std::abs(y[std::size_t(i)]) > 1e100) {
        for (int j = i; j <= k; ++j) y[std::size_t(j)] *= 1e-100;
      }
    }
    double square = 0;
    for (int i = 0; i < n_; ++i) {
      Complex sum{};
      for (int j = 0; j <= k; ++j) sum += X_(i, j) * y[std::size_t(j)];
      out.vectors(i, at) = scale_[std::size_t(i)] * sum;
      square += std::norm(out.vectors(i, at));
    }
    for (int i = 0; i < n_; ++i) out.vectors(i, at) /= std::sqrt(square);
  }
  return out;
}

}  // namespace

Eigensystem eigensystem(MatrixIn<double> A) {
  edge::check_size("the matrix", A, A.rows(), A.rows());
  edge::check_finite("the matrix", In<double>(A.data(), std::size_t(A.rows()) * std::size_t(A.cols())));
  return Schur(A).eigensystem();
}

}  // namespace sinew
