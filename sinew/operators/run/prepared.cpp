#include "sinew/operators/run/prepared.hpp"

#include <stdexcept>

#include "sinew/operators/run/internal/run.hpp"

namespace sinew::operators {

namespace {

// Simplifying and scheduling take more than linear time. No formula in the papers is nearly as long.
constexpr std::size_t most_operators = 2000;

const Expression& checked(const Expression& x) {
  if (x.size() <= most_operators) return x;
  throw std::invalid_argument("an expression of " + std::to_string(x.size()) +
                              " operators is too long: " + std::to_string(most_operators) + " at most");
}

// Computes the matrix of A* W A from the columns of A.
struct Gram {
  Gram(const Halves& x, const Configuration& at)
      : A(x.A),
        half(x.A, at),
        weight(x.W, at),
        columns(half.rows(), half.cols()),
        weighted(half.rows(), half.cols()) {}

  void matrix(MatrixOut<double> out) {
    half.matrix(columns.data());
    weight.apply(columns.data(), columns.cols(), weighted.data());
    for (int j = 0; j < columns.cols(); ++j) {
      for (int i = 0; i <= j; ++i) {
        double sum = 0;
        for (int k = 0; k < columns.rows(); ++k) sum += columns(k, i) * weighted(k, j);
        out(i, j) = out(j, i) = sum;
      }
    }
  }

  Expression A;
  Runner half, weight;
  Matrix<double> columns, weighted;
};

std::optional<Gram> gram(const Expression& x, const Configuration& at) {
  const auto halves = cheaper_by_halves(x, at.setting(Purpose::matrix));
  return halves ? std::optional<Gram>(std::in_place, *halves, at) : std::nullopt;
}

}  // namespace

struct Prepared::Memory {
  Memory(const Expression& x, const Configuration& at_, Purpose wanted_)
      : at(at_),
        wanted(wanted_),
        derivation(simplify(checked(x), at.setting(wanted))),
        program(lower(derivation.result())),
        runner(derivation.result(), at),
        products_of_columns(wanted == Purpose::matrix ? gram(derivation.result(), at) : std::nullopt) {
    if (runner.rows() < runner.cols()) adjoint.emplace(~derivation.result(), at);
  }

  const Configuration& at;
  const Purpose wanted;
  const Derivation derivation;
  const Program program;
  Runner runner;
  std::optional<Gram> products_of_columns;
  std::optional<Runner> adjoint;  // if its matrix has fewer columns
};

Prepared::Prepared(const Expression& x, const Configuration& at, Purpose wanted)
    : memory_(std::make_unique<Memory>(x, at, wanted)) {}
Prepared::~Prepared() = default;
Prepared::Prepared(Prepared&&) noexcept = default;

Prepared::Memory& Prepared::memory() const {
  if (!memory_) edge::moved_from("the prepared expression");
  return *memory_;
}

void Prepared::apply(In<double> x, Out<double> y) {
  Runner& runner = memory().runner;
  const bool is_vector = memory().derivation.start.from() == number_space;
  edge::check_input("x", x, is_vector ? 0 : runner.cols());
  edge::check_size("the result y", y, runner.rows());
  const double one = 1;
  runner.apply(is_vector ? &one : x.data(), 1, y.data());
  edge::check_overflow("the product", y);
}

void Prepared::apply(MatrixIn<double> x, MatrixOut<double> y) {
  Runner& runner = memory().runner;
  edge::check_size("x", x, runner.cols(), x.cols());
  edge::check_finite("x", In<double>(x.data(), std::size_t(x.rows()) * std::size_t(x.cols())));
  edge::check_size("the result y", y, runner.rows(), x.cols());
  runner.apply(x.data(), x.cols(), y.data());
  edge::check_overflow("the product", y);
}

void Prepared::matrix(MatrixOut<double> out) {
  edge::check_size("the matrix", out, memory().runner.rows(), memory().runner.cols());
  if (memory().products_of_columns)
    memory().products_of_columns->matrix(out);
  else if (memory().adjoint)
    memory().adjoint->matrix(out.data(), true);
  else
    memory().runner.matrix(out.data());
  edge::check_overflow("the matrix", out);
}

const Derivation& Prepared::derivation() const {
  return memory().derivation;
}
const Program& Prepared::program() const {
  return memory().program;
}
const Configuration& Prepared::configuration() const {
  return memory().at;
}
Purpose Prepared::wanted() const {
  return memory().wanted;
}
std::optional<Expression> Prepared::half() const {
  if (!memory().products_of_columns) return {};
  return memory().products_of_columns->A;
}

}  // namespace sinew::operators
