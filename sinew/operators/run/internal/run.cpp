#include "sinew/operators/run/internal/run.hpp"

#include <algorithm>

#include "sinew/operators/compare/internal/dense_inverse.hpp"
#include "sinew/operators/run/internal/change.hpp"
#include "sinew/operators/run/internal/reached.hpp"
#include "sinew/operators/run/internal/sweeper.hpp"
#include "sinew/scalar/simd/pack.hpp"

namespace sinew::operators {
namespace {

using Values = Configuration::Values;

constexpr int at_once = detail::register_size<double>;  // columns that are swept together
using Packed = detail::Pack<double, at_once>;

}  // namespace

// An inverse that no identity resolves: the LU factors of its matrix, computed once for every position.
struct DenseInverse {
  DenseInverse(const Expression& argument_, const Configuration& at)
      : argument(argument_), runner(argument_, at) {
    const int n = runner.rows();
    solver.matrix().reset(n, n);
    right_side.resize(std::size_t(n));
    thirds.reset(n, n);
    for (int i = 0; i < n; ++i) thirds(i, i) = 1.0 / 3;
    again.reset(n, n);
  }
  void make_for(unsigned long position) {
    if (position == made_at) return;
    runner.matrix(solver.matrix().data());
    if (made_at == 0) {  // an operator that is zero by structure is zero at every position
      runner.apply(thirds.data(), thirds.cols(), again.data());
      check_more_than_rounding(solver.matrix(), again, argument);
    }
    operators::factorise(solver, argument);
    made_at = position;
  }

  Expression argument;
  Runner runner;
  GeneralSolver<double> solver;
  std::vector<double> right_side;
  Matrix<double> thirds, again;  // a third of the identity, and the matrix computed from it
  unsigned long made_at = 0;
};

struct Runner::Memory {
  Memory(const Expression& x, const Configuration& at)
      : values(at.values()),
        code(encode(lower(x, Form::run), at)),
        rows(at.size_of(x.to())),
        cols(at.size_of(x.from())),
        reached(reached_by_columns(x, code)),
        is_symmetric(is_self_adjoint(x)),
        numbers(code.size),
        packs(code.size) {
    for (const Expression& argument : code.inverses) inverses.emplace_back(argument, at);
  }

  void prepare() {
    if (code.needs_filter) values.need_filter();
    if (code.needs_composite_inertias) values.need_composite_inertias();
    if (code.needs_costate_covariances) values.need_costate_covariances();
    if (code.needs_bias) values.need_bias();
    if (code.needs_roots) values.need_roots();
    for (const NeededChange& needed : code.changes) {
      Change& change = *values.changes[std::size_t(needed.index)];
      if (needed.axes) change.need_axes();
      if (needed.filter) change.need_filter();
      if (needed.composite_inertias) change.need_composite_inertias();
      if (needed.costate_covariances) change.need_costate_covariances();
    }
    for (const int motion : code.motions) values.motions[std::size_t(motion)]->need();
    for (DenseInverse& inverse : inverses) inverse.make_for(values.count);
  }

  template <class S>
  void run(std::vector<S>& memory, const LinkRange& links) {
    Sweeper<S> sweeper(values, memory.data());
    for (const CodeSweep& sweep : code.sweeps) {
      if (sweep.is_whole)
        run_whole(sweep, memory.data());
      else
        sweeper.run(sweep, links);
    }
  }

  // Computes one value from complete operands.
  template <class S>
  void run_whole(const CodeSweep& sweep, S* memory) {
    const CodeInstruction& made = sweep.instructions.front();
    S* const to = memory + made.to;
    if (made.size == 0) return;  // a robot without DOFs
    std::fill_n(to, made.size, S{});
    for (const Step& step : sweep.steps) add_whole(step, memory + step.from, made.size, to);
  }
  template <class S>
  void add_whole(const Step& step, const S* from, int size, S* to) {
    const double c = step.coefficient;
    switch (step.op) {
      case Op::same:
        for (int i = 0; i < size; ++i) to[i] = to[i] + c * from[i];
        return;
      case Op::given:
      case Op::given_adjoint: {
        const std::vector<double>& a = code.given[std::size_t(step.extra)].symbol().value;
        const int other = int(a.size()) / size;
        for (int j = 0; j < other; ++j) {
          for (int i = 0; i < size; ++i) {
            const double entry =
                step.op == Op::given ? a[std::size_t(size * j + i)] : a[std::size_t(other * i + j)];
            to[i] = to[i] + c * entry * from[j];
          }
        }
        return;
      }
      case Op::solve: {
        DenseInverse& inverse = inverses[std::size_t(step.extra)];
        const int width = int(sizeof(S) / sizeof(double));
        for (int column = 0; column < width; ++column) {
          for (int i = 0; i < size; ++i) inverse.right_side[std::size_t(i)] = number_of(from[i], column);
          inverse.solver.solve(inverse.right_side);
          for (int i = 0; i < size; ++i) set_number(to[i], column, c * inverse.right_side[std::size_t(i)]);
        }
        return;
      }
      default:
        add_dot(Op(step.extra), c, from, to);
    }
  }
  template <class S>
  void add_dot(Op vector, double c, const S* from, S* to) {
    const auto add = [&](const double* with, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) to[0] = to[0] + c * with[i] * *from++;
    };
    if (vector == Op::torques) return add(values.T.data(), values.T.size());
    if (vector == Op::velocities) return add(values.v.data(), values.v.size());
    for (std::size_t k = 1; k < values.a.size(); ++k)
      add(vector == Op::bias_force ? values.b[k].data()
          : vector == Op::weights  ? values.work.acceleration[k].data()
                                   : values.a[k].data(),
          6);
  }

  static double number_of(const double& x, int) { return x; }
  static double number_of(const Packed& x, int column) { return x[column]; }
  static void set_number(double& x, int, double value) { x = value; }
  static void set_number(Packed& x, int column, double value) { x[column] = value; }

  // Evaluates `count` columns. put(column, i) returns entry i of a column of the input; take(column, i, y) receives
  // entry i of the result.
  template <class Put, class Take>
  void run_columns(int count, Reached how_far, const Put& put, const Take& take) {
    prepare();
    const auto block = [&](auto& memory, int first, int width) {
      const auto [links, begin, end] = region_of(how_far, values, first, first + width);
      for (int i = begin; i < std::min(end, cols); ++i) {
        for (int column = 0; column < width; ++column)
          set_number(memory[code.input + std::size_t(i)], column, put(first + column, i));
      }
      run(memory, links);
      for (int i = begin; i < std::min(end, rows); ++i) {
        for (int column = 0; column < width; ++column)
          take(first + column, i, number_of(memory[code.result + std::size_t(i)], column));
      }
    };
    for (int j = 0; j < count; j += at_once) {
      const int width = std::min(at_once, count - j);
      if (width > 1)
        block(packs, j, width);
      else
        block(numbers, j, 1);
    }
  }

  Values& values;
  const Code code;
  const int rows, cols;
  const Reached reached;  // links reached by the columns of the identity
  const bool is_symmetric;
  std::vector<double> numbers;
  std::vector<Packed> packs;
  std::vector<DenseInverse> inverses;
};

Runner::Runner(const Expression& x, const Configuration& at) : memory_(std::make_unique<Memory>(x, at)) {}
Runner::~Runner() = default;
Runner::Runner(Runner&&) noexcept = default;

int Runner::rows() const {
  return memory_->rows;
}
int Runner::cols() const {
  return memory_->cols;
}

void Runner::apply(const double* x, int count, double* y) {
  const int rows = memory_->rows, cols = memory_->cols;
  memory_->run_columns(
      count, Reached::all, [=](int column, int i) { return x[column * cols + i]; },
      [=](int column, int i, double value) { y[column * rows + i] = value; });
}

void Runner::matrix(double* out, bool transposed) {
  const int rows = memory_->rows, cols = memory_->cols;
  const Reached reached = memory_->reached;
  const bool is_half = reached != Reached::all && memory_->is_symmetric;
  if (reached != Reached::all && !is_half) std::fill_n(out, rows * cols, 0.0);
  memory_->run_columns(
      cols, reached, [](int column, int i) { return column == i ? 1.0 : 0.0; },
      [=](int column, int i, double value) {
        out[transposed ? i * cols + column : column * rows + i] = value;
      });
  if (!is_half) return;
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < j; ++i) {
      double &upper = out[j * rows + i], &lower = out[i * rows + j];
      if (reached == Reached::own_and_before)
        lower = upper;
      else
        upper = lower;
    }
  }
}

}  // namespace sinew::operators
