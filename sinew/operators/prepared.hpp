// An expression made ready to run at configurations: simplified, lowered to sweeps, its memory set aside.
//
//   Configuration at(model, {model.frame("tip")});
//   Prepared omega(~B * ~psi * ~H * inv(D) * H * psi * B, at, Purpose::matrix);
//   at.set(q);
//   omega.matrix(out);          // nothing is allocated here
#pragma once

#include <memory>
#include <optional>

#include "sinew/operators/configuration.hpp"
#include "sinew/operators/program.hpp"
#include "sinew/operators/simplify.hpp"

namespace sinew::operators {

class Prepared {
 public:
  // `wanted` decides what is cheapest; both can be asked for. The configuration must outlive what is prepared. Throws
  // std::invalid_argument where a given matrix does not fit the robot, or what is to be inverted is zero.
  Prepared(const Expression& x, const Configuration& at, Purpose wanted = Purpose::product_with_vector);
  ~Prepared();
  Prepared(Prepared&&) noexcept;

  // At the position that the configuration is set to. Throw std::domain_error where something that has to be inverted is
  // singular there, std::overflow_error where numbers are too large. An expression from the space of numbers is a vector, and
  // takes no x; its columns are multiples of it.
  void apply(In<double> x, Out<double> y);              // y = X x
  void apply(MatrixIn<double> x, MatrixOut<double> y);  // column by column
  void matrix(MatrixOut<double> out);                   // X itself

  const Derivation& derivation() const;
  const Program& program() const;  // as the papers write it
  const Configuration& configuration() const;
  Purpose wanted() const;
  // Where the matrix is taken as ~A W A from the columns of A: A.
  std::optional<Expression> half() const;

 private:
  struct Memory;
  Memory& memory() const;

  std::unique_ptr<Memory> memory_;
};

}  // namespace sinew::operators
