// Runs the program of sweeps of an expression on the links of a robot.
#pragma once

#include <memory>

#include "sinew/operators/lower/program.hpp"
#include "sinew/operators/run/configuration.hpp"

namespace sinew::operators {

// Evaluates one expression, without simplifying it, at the position to which its configuration is set. Nothing
// allocates after construction.
class Runner {
 public:
  Runner(const Expression& x, const Configuration& at);
  ~Runner();
  Runner(Runner&&) noexcept;

  int rows() const;
  int cols() const;
  // Y = X x for `count` columns, stored consecutively. For an expression from the space of numbers, a column of x
  // is one number.
  void apply(const double* x, int count, double* y);
  // X itself, by columns. `transposed`: true gives the transpose of X, false gives X.
  void matrix(double* out, bool transposed = false);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace sinew::operators
