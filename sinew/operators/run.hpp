// Programs of sweeps, run on the lowered links.
#pragma once

#include <memory>

#include "sinew/operators/configuration.hpp"
#include "sinew/operators/program.hpp"

namespace sinew::operators {

// One expression, as it stands, at the positions that its configuration is set to. Nothing allocates after construction.
class Runner {
 public:
  Runner(const Expression& x, const Configuration& at);
  ~Runner();
  Runner(Runner&&) noexcept;

  int rows() const;
  int cols() const;
  // Y = X x for `count` columns, one behind the other; of an expression from the space of numbers a column is one number.
  void apply(const double* x, int count, double* y);
  // X itself, by columns, or its transpose.
  void matrix(double* out, bool transposed = false);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace sinew::operators
