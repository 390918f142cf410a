#include "sinew/operators/prepared.hpp"

#include <optional>
#include <stdexcept>

#include "sinew/operators/run.hpp"

namespace sinew::operators {

namespace {

// Simplifying and scheduling take more than linear time; no formula on paper is nearly as long.
constexpr std::size_t most_operators = 2000;

const Expression& checked(const Expression& x) {
  if (x.size() <= most_operators) return x;
  throw std::invalid_argument("an expression of " + std::to_string(x.size()) +
                              " operators is too long: " + std::to_string(most_operators) + " at most");
}

}  // namespace

struct Prepared::Memory {
  Memory(const Expression& x, const Configuration& at_, Wanted wanted)
      : at(at_),
        derivation(simplify(checked(x), at.setting(wanted))),
        program(lower(derivation.result())),
        runner(derivation.result(), at) {
    if (runner.rows() < runner.cols()) adjoint.emplace(~derivation.result(), at);
  }

  const Configuration& at;
  const Derivation derivation;
  const Program program;
  Runner runner;
  std::optional<Runner> adjoint;  // where its matrix has fewer columns
};

Prepared::Prepared(const Expression& x, const Configuration& at, Wanted wanted)
    : memory_(std::make_unique<Memory>(x, at, wanted)) {}
Prepared::~Prepared() = default;
Prepared::Prepared(Prepared&&) noexcept = default;

void Prepared::apply(In<double> x, Out<double> y) {
  Runner& runner = memory_->runner;
  const bool is_vector = memory_->derivation.start.from() == number_space;
  edge::check_input("x", x, is_vector ? 0 : runner.cols());
  edge::check_size("the result y", y, runner.rows());
  runner.apply(x.data(), 1, y.data());
}

void Prepared::apply(MatrixIn<double> x, MatrixOut<double> y) {
  Runner& runner = memory_->runner;
  edge::check_size("x", x, runner.cols(), x.cols());
  edge::check_size("the result y", y, runner.rows(), x.cols());
  runner.apply(x.data(), x.cols(), y.data());
}

void Prepared::matrix(MatrixOut<double> out) {
  edge::check_size("the matrix", out, memory_->runner.rows(), memory_->runner.cols());
  if (memory_->adjoint)
    memory_->adjoint->matrix(out.data(), true);
  else
    memory_->runner.matrix(out.data());
}

const Derivation& Prepared::derivation() const {
  return memory_->derivation;
}
const Program& Prepared::program() const {
  return memory_->program;
}
const Configuration& Prepared::configuration() const {
  return memory_->at;
}

}  // namespace sinew::operators
