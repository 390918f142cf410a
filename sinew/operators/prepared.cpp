#include "sinew/operators/prepared.hpp"

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

// The matrix of X = ~A W A, W at the links: the columns of A are swept, and the way back is left out, for X(i, j) is the
// product of columns i and j with W between them.
struct Gram {
  Gram(const Expression& A_, const Expression& W, const Configuration& at)
      : A(A_),
        half(A, at),
        weight(W, at),
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

// Where X is ~A W A, and multiplying columns takes less than sweeping them back. Columns of joint space are many, and
// sweeps make only half of them (run.cpp).
std::optional<Gram> gram(const Expression& x, const Configuration& at) {
  if (x.kind() != Expression::Kind::product || !is_self_adjoint(x) || x.from() == joint_space) return {};
  const std::vector<Expression>& f = x.factors();
  const auto right = f.end() - std::ptrdiff_t(f.size() / 2);
  const Expression A = product({right, f.end()}, x.from());
  const Expression W = f.size() % 2 == 0 ? Expression::identity(A.to()) : f[f.size() / 2];
  constexpr int flops_of_a_sweep = 80;  // per link and column, about
  const double products = double(at.size_of(x.from())) * at.size_of(A.to());
  if (!is_self_adjoint(W) || takes_all(W) || products > flops_of_a_sweep * at.setting(Purpose::matrix).links)
    return {};
  return Gram(A, W, at);
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
  std::optional<Runner> adjoint;  // where its matrix has fewer columns
};

Prepared::Prepared(const Expression& x, const Configuration& at, Purpose wanted)
    : memory_(std::make_unique<Memory>(x, at, wanted)) {}
Prepared::~Prepared() = default;
Prepared::Prepared(Prepared&&) noexcept = default;

void Prepared::apply(In<double> x, Out<double> y) {
  Runner& runner = memory_->runner;
  const bool is_vector = memory_->derivation.start.from() == number_space;
  edge::check_input("x", x, is_vector ? 0 : runner.cols());
  edge::check_size("the result y", y, runner.rows());
  const double one = 1;
  runner.apply(is_vector ? &one : x.data(), 1, y.data());
}

void Prepared::apply(MatrixIn<double> x, MatrixOut<double> y) {
  Runner& runner = memory_->runner;
  edge::check_size("x", x, runner.cols(), x.cols());
  edge::check_size("the result y", y, runner.rows(), x.cols());
  runner.apply(x.data(), x.cols(), y.data());
}

void Prepared::matrix(MatrixOut<double> out) {
  edge::check_size("the matrix", out, memory_->runner.rows(), memory_->runner.cols());
  if (memory_->products_of_columns)
    memory_->products_of_columns->matrix(out);
  else if (memory_->adjoint)
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
Purpose Prepared::wanted() const {
  return memory_->wanted;
}
std::optional<Expression> Prepared::half() const {
  if (!memory_->products_of_columns) return {};
  return memory_->products_of_columns->A;
}

}  // namespace sinew::operators
