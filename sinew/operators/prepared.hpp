// An expression made ready to run at configurations: simplified, lowered to sweeps, its memory set aside.
//
//   Configuration at(model, {model.frame("tip")});
//   Prepared omega(~B * ~psi * ~H * inv(D) * H * psi * B, at, Wanted::matrix);
//   at.set(q);
//   omega.matrix(out);          // nothing is allocated here
#pragma once

#include <memory>

#include "sinew/operators/configuration.hpp"
#include "sinew/operators/program.hpp"
#include "sinew/operators/simplify.hpp"

namespace sinew::operators {

class Prepared {
 public:
  // `columns`: the most vectors that will be multiplied at once.
  Prepared(const Expression& x, const Configuration& at, Wanted wanted = Wanted::product_with_vector,
           int columns = 1);
  ~Prepared();
  Prepared(Prepared&&) noexcept;

  void apply(In<double> x, Out<double> y);                       // y = X x
  void apply(MatrixView<const double> x, MatrixView<double> y);  // column by column
  void matrix(MatrixView<double> out);                           // X itself

  const Derivation& derivation() const;
  const Program& program() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace sinew::operators
