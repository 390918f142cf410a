// Prepares an expression for repeated evaluation: simplifies it, lowers it to sweeps, and allocates its memory.
//
//   Configuration at(model, {model.frame("tip")});
//   Prepared omega(~B * ~psi * ~H * inv(D) * H * psi * B, at, Purpose::matrix);
//   at.set(q);
//   omega.matrix(out);          // nothing is allocated here
#pragma once

#include <memory>
#include <optional>

#include "sinew/operators/lower/program.hpp"
#include "sinew/operators/run/configuration.hpp"
#include "sinew/operators/simplify/simplify.hpp"

namespace sinew::operators {

class Prepared {
 public:
  // `wanted` decides which form counts as the cheapest; apply() and matrix() work with either. The configuration must
  // outlive this object. Throws std::invalid_argument if a given matrix does not fit the robot, if an operator to be
  // inverted is zero, or if the expression is too long.
  Prepared(const Expression& x, const Configuration& at, Purpose wanted = Purpose::product_with_vector);
  ~Prepared();
  Prepared(Prepared&&) noexcept;

  // These evaluate at the position to which the configuration is set. They throw std::domain_error if an operator to be
  // inverted is singular there, and std::overflow_error if the result overflows. An expression from the space of
  // numbers is a vector: the first apply() then takes an empty x, and the second one multiplies the vector by each
  // number in x.
  void apply(In<double> x, Out<double> y);              // y = X x
  void apply(MatrixIn<double> x, MatrixOut<double> y);  // column by column
  void matrix(MatrixOut<double> out);                   // X itself

  const Derivation& derivation() const;
  const Program& program() const;  // in the papers' form (Form::printed)
  const Configuration& configuration() const;
  Purpose wanted() const;
  // A, if the matrix is computed as ~A W A from the columns of A; empty otherwise.
  std::optional<Expression> half() const;

 private:
  struct Memory;
  Memory& memory() const;

  std::unique_ptr<Memory> memory_;
};

}  // namespace sinew::operators
