// One link after the other, one instruction after the other, one step after the other; the spatial algebra of a step is
// that of the joint's class (model/joints.hpp), and what a step adds up stays in registers. Several columns of a matrix
// run side by side in packs.
#include "sinew/operators/run.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/dense/general_solver.hpp"
#include "sinew/model/joints.hpp"
#include "sinew/operators/code.hpp"
#include "sinew/operators/print.hpp"
#include "sinew/operators/values.hpp"

namespace sinew::operators {
namespace {

using Values = Configuration::Values;

// Columns side by side: one register of the machine that is compiled for, so that a spatial vector takes six.
#if defined(__AVX512F__)
constexpr int lanes = 8;
#elif defined(__AVX__)
constexpr int lanes = 4;
#else
constexpr int lanes = 2;
#endif
typedef double Lanes __attribute__((vector_size(8 * lanes)));

// Six numbers, a motion or a force: the algebra does not say which.
template <class S>
SINEW_INLINE Force<S> six(const S* p) {
  return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
}
template <class S>
SINEW_INLINE Motion<S> six_motion(const S* p) {
  return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
}
template <class S>
SINEW_INLINE void put(S* p, const Force<S>& f) {
  p[0] = f.angular.x, p[1] = f.angular.y, p[2] = f.angular.z;
  p[3] = f.linear.x, p[4] = f.linear.y, p[5] = f.linear.z;
}
template <class S>
SINEW_INLINE Force<S> as_force(const Motion<S>& m) {
  return {m.angular, m.linear};
}

template <class S>
SINEW_INLINE Force<S> times(const S& s, const Force<double>& f) {
  return {{s * f.angular.x, s * f.angular.y, s * f.angular.z},
          {s * f.linear.x, s * f.linear.y, s * f.linear.z}};
}
template <class S>
SINEW_INLINE S product(const Force<double>& f, const Force<S>& m) {
  return dot(f.angular, m.angular) + dot(f.linear, m.linear);
}
template <class S>
SINEW_INLINE Force<S> times(const ArticulatedInertia<double>& p, const Vector3<S>& w, const Vector3<S>& v) {
  const auto& [a, b, c] = p;
  const Vector3<S> first = a * w, second = c * v;
  return {{first.x + b.xx * v.x + b.xy * v.y + b.xz * v.z, first.y + b.yx * v.x + b.yy * v.y + b.yz * v.z,
           first.z + b.zx * v.x + b.zy * v.y + b.zz * v.z},
          {second.x + b.xx * w.x + b.yx * w.y + b.zx * w.z, second.y + b.xy * w.x + b.yy * w.y + b.zy * w.z,
           second.z + b.xz * w.x + b.yz * w.y + b.zz * w.z}};
}

// phi and phi^* of placements and joints on packs too.
template <class S>
SINEW_INLINE Force<S> to_parent(const Transform<double>& x, Force<S> f) {
  x.force_to_parent_in_place(f);
  return f;
}
template <class S>
SINEW_INLINE Motion<S> to_child(const Transform<double>& x, const Motion<S>& m) {
  const auto& [rx, ry, rz] = x.rotation;
  const Vector3<S> w = m.angular, moved = cross(w, x.translation);
  const Vector3<S> v{m.linear.x + moved.x, m.linear.y + moved.y, m.linear.z + moved.z};
  return {{rx.x * w.x + ry.x * w.y + rz.x * w.z, rx.y * w.x + ry.y * w.y + rz.y * w.z,
           rx.z * w.x + ry.z * w.y + rz.z * w.z},
          {rx.x * v.x + ry.x * v.y + rz.x * v.z, rx.y * v.x + ry.y * v.y + rz.y * v.z,
           rx.z * v.x + ry.z * v.y + rz.z * v.z}};
}
template <class S>
SINEW_INLINE Force<S> to_parent(const StepJoint<double>& joint, Force<S> f) {
  joint.screw.force_to_parent_in_place(f);
  joint.link.normal.force_to_parent_in_place(f);
  if (joint.branch) joint.branch->force_to_parent_in_place(f);
  return f;
}
template <class S>
SINEW_INLINE Motion<S> to_child(const StepJoint<double>& joint, Motion<S> m) {
  if (joint.branch) m = joint.branch->motion_to_child(m);
  return joint.screw.motion_to_child(joint.link.normal.motion_to_child(m));
}
template <class S>
SINEW_INLINE Force<S> to_parent(const PlacedJoint<double>& joint, const Force<S>& f) {
  return to_parent(joint.placement, f);
}
template <class S>
SINEW_INLINE Motion<S> to_child(const PlacedJoint<double>& joint, const Motion<S>& m) {
  return to_child(joint.placement, m);
}

// m += H^* x of one freedom.
template <class S, class Joint>
SINEW_INLINE void advance(const Joint& joint, Force<S>& m, int i, const S& x) {
  if constexpr (requires { joint.row(i); }) {
    const int row = joint.row(i);
    if (row == 0) m.angular.x = m.angular.x + x;
    if (row == 1) m.angular.y = m.angular.y + x;
    if (row == 2) m.angular.z = m.angular.z + x;
    if (row == 3) m.linear.x = m.linear.x + x;
    if (row == 4) m.linear.y = m.linear.y + x;
    if (row == 5) m.linear.z = m.linear.z + x;
  } else {
    const Motion<double> axis = joint.axis(i);
    m += times(x, Force<double>{axis.angular, axis.linear});
  }
}

// The sweeps over one block of memory: of numbers, or of packs of them.
template <class S>
class Sweeper {
 public:
  Sweeper(const Values& values, S* memory) : values_(values), memory_(memory) {}

  void run(const CodeSweep& sweep) {
    const Tree<double>& tree = values_.tree();
    for (const CodeInstruction& made : sweep.instructions) {
      if (made.place == Place::frame) at_frames(sweep, made, 0);
    }
    const std::size_t count = tree.links.size();
    const bool inward = sweep.direction == Direction::inward;
    for (std::size_t i = 1; i < count; ++i) {
      const std::size_t k = inward ? count - i : i;
      at_joint(tree, values_.work.joints, k,
               [&](const auto& joint) SINEW_INLINE_LAMBDA { at_link(sweep, joint, k); });
    }
  }

 private:
  static std::size_t row(std::size_t k) { return 6 * (k - 1); }

  template <class Joint>
  SINEW_INLINE void at_link(const CodeSweep& sweep, const Joint& joint, std::size_t k) {
    for (const CodeInstruction& made : sweep.instructions) {
      const Step *step = sweep.steps.data() + made.first, *const last = sweep.steps.data() + made.last;
      switch (made.place) {
        case Place::body: {
          Force<S> total{};
          for (; step != last; ++step) add_body(*step, joint, k, total);
          if (made.is_kept) put(memory_ + made.to + row(k), total);
          if (made.handed_to != nowhere) hand_in(joint, total, made.handed_to);
          break;
        }
        case Place::joint: {
          S total[6]{};
          for (; step != last; ++step) add_joint(*step, joint, k, total);
          for (int i = 0; i < joint.count(); ++i) memory_[made.to + std::size_t(joint.link.v + i)] = total[i];
          break;
        }
        default:
          at_frames(sweep, made, k);
      }
    }
    for (const auto& [from, to] : sweep.handed) hand_in(joint, six(memory_ + from + row(k)), to);
  }

  // Adds a link's value, seen from its parent, to what the parent's children hand in. The last child comes first: it
  // clears what was there. Of links without children the sum stays zero.
  template <class Joint>
  SINEW_INLINE void hand_in(const Joint& joint, const Force<S>& f, std::size_t to) {
    const auto parent = std::size_t(joint.link.parent);
    if (parent == 0) return;
    Force<S> handed = to_parent(joint, f);
    if (joint.link.v_end != values_.tree().links[parent].v_end) handed += six(memory_ + to + row(parent));
    put(memory_ + to + row(parent), handed);
  }

  template <class Joint>
  SINEW_INLINE void add_body(const Step& step, const Joint& joint, std::size_t k, Force<S>& total) {
    const S* const from = memory_ + step.from;
    const auto& link = joint.link;
    const double c = step.coefficient;
    const auto add = [&](const Force<S>& f) SINEW_INLINE_LAMBDA {
      if (c == 1)
        total += f;
      else
        total += c * f;
    };
    switch (step.op) {
      case Op::same:
        return add(six(from + row(k)));
      case Op::from_parent:
        if (link.parent != 0)
          add(as_force(to_child(joint, six_motion(from + row(std::size_t(link.parent))))));
        return;
      case Op::axes_adjoint:
        for (int i = 0; i < joint.count(); ++i) advance(joint, total, i, S(c * from[link.v + i]));
        return;
      case Op::gain:
        for (int i = 0; i < joint.count(); ++i)
          total += times(S(c * from[link.v + i]), values_.gain[std::size_t(link.v + i)]);
        return;
      case Op::inertia:
        return add(link.inertia * six_motion(from + row(k)));
      case Op::frames:
        if (values_.frames_of(k).empty()) return;
        [[fallthrough]];
      default:
        return add(rare(step, k));
    }
  }

  // Kept out of the loop, which then holds its sum in registers.
  __attribute__((noinline)) Force<S> rare(const Step& step, std::size_t k) const {
    const S* const from = memory_ + step.from;
    switch (step.op) {
      case Op::covariance: {
        const Force<S> x = six(from + row(k));
        return times(values_.work.covariance[k], x.angular, x.linear);
      }
      case Op::composite_inertia:
        return values_.r[k] * six_motion(from + row(k));
      case Op::costate_covariance: {  // stored linear over angular
        const Force<S> x = six(from + row(k));
        const Force<S> turned = times(values_.Upsilon[k].turned, x.linear, x.angular);
        return {turned.linear, turned.angular};
      }
      case Op::frames: {
        Force<S> total{};
        for (const ChosenFrame& frame : values_.frames_of(k))
          total += to_parent(frame.placement, six(from + 6 * frame.index));
        return total;
      }
      case Op::bias_acceleration:
        return times(from[0], Force<double>{values_.a[k].angular, values_.a[k].linear});
      default:
        return times(from[0], values_.b[k]);
    }
  }

  template <class Joint>
  SINEW_INLINE void add_joint(const Step& step, const Joint& joint, std::size_t k, S* total) {
    const S* const from = memory_ + step.from;
    const int v = joint.link.v;
    const double c = step.coefficient;
    const auto each = [&](const auto& of) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count(); ++i) total[i] = total[i] + c * of(i);
    };
    switch (step.op) {
      case Op::same:
        return each([&](int i) SINEW_INLINE_LAMBDA { return from[v + i]; });
      case Op::axes: {
        const Force<S> f = six(from + row(k));
        return each([&](int i) SINEW_INLINE_LAMBDA { return joint.measure(f, i); });
      }
      case Op::gain_adjoint: {
        const Force<S> f = six(from + row(k));
        return each([&](int i) SINEW_INLINE_LAMBDA { return product(values_.gain[std::size_t(v + i)], f); });
      }
      case Op::variance:
        if constexpr (!std::derived_from<Joint, StepJoint<double>>) {
          if (values_.is_block(k))
            return add_block(values_.block(k).D.data(), joint.count(), c, from + v, total);
        }
        return each([&](int i)
                        SINEW_INLINE_LAMBDA { return values_.variance[std::size_t(v + i)] * from[v + i]; });
      case Op::variance_inverse:
        if constexpr (!std::derived_from<Joint, StepJoint<double>>) {
          if (values_.is_block(k))
            return add_block(values_.block(k).inverse.data(), joint.count(), c, from + v, total);
        }
        return each([&](int i) SINEW_INLINE_LAMBDA {
          return values_.work.measurement[std::size_t(v + i)].inverse_variance * from[v + i];
        });
      case Op::armature:
        return each([&](int i) SINEW_INLINE_LAMBDA {
          return values_.tree().armature[std::size_t(v + i)] * from[v + i];
        });
      default:  // moments
        return each([&](int i) SINEW_INLINE_LAMBDA { return values_.T[std::size_t(v + i)] * from[0]; });
    }
  }
  __attribute__((noinline)) static void add_block(const double* block, int n, double c, const S* x,
                                                  S* total) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) total[i] = total[i] + c * block[n * j + i] * x[j];
    }
  }

  // A frame-space value at the frames of a link; on the ground nothing moves.
  void at_frames(const CodeSweep& sweep, const CodeInstruction& made, std::size_t k) {
    for (const ChosenFrame& frame : values_.frames_of(k)) {
      Force<S> total{};
      for (std::size_t s = made.first; s < made.last; ++s) {
        const auto& [op, coefficient, start, extra] = sweep.steps[s];
        if (op == Op::same)
          total += coefficient * six(memory_ + start + 6 * frame.index);
        else if (k != 0)
          total += coefficient * as_force(to_child(frame.placement, six_motion(memory_ + start + row(k))));
      }
      put(memory_ + made.to + 6 * frame.index, total);
    }
  }

  const Values& values_;
  S* const memory_;
};

}  // namespace

// An inverse that no identity resolves: LU of its matrix, made once for every position.
struct DenseInverse {
  DenseInverse(const Expression& argument_, const Configuration& at)
      : argument(argument_), runner(argument_, at) {
    solver.matrix().reset(runner.rows(), runner.rows());
    right_side.resize(std::size_t(runner.rows()));
  }
  void factorise(unsigned long position) {
    if (position == made_at) return;
    runner.matrix(solver.matrix().data());
    if (!solver.factorise())
      throw std::domain_error(to_text(argument) + " is singular at this configuration");
    made_at = position;
  }

  Expression argument;
  Runner runner;
  GeneralSolver<double> solver;
  std::vector<double> right_side;
  unsigned long made_at = 0;
};

struct Runner::Memory {
  Memory(const Expression& x, const Configuration& at)
      : values(at.values()),
        code(encode(lower(x, Form::run), at)),
        rows(at.size_of(x.to())),
        cols(at.size_of(x.from())),
        numbers(code.size),
        packs(code.size) {
    if (x.from() == number_space) {
      numbers[code.input] = 1;
      packs[code.input] = Lanes{} + 1.0;
    }
    takes_numbers = x.from() == number_space;
    for (const Expression& argument : code.inverses) inverses.emplace_back(argument, at);
  }

  void prepare() {
    if (code.needs_filter) values.need_filter();
    if (code.needs_composite_inertias) values.need_composite_inertias();
    if (code.needs_costate_covariances) values.need_costate_covariances();
    if (code.needs_bias) values.need_bias();
    for (DenseInverse& inverse : inverses) inverse.factorise(values.count);
  }

  template <class S>
  void run(std::vector<S>& memory) {
    Sweeper<S> sweeper(values, memory.data());
    for (const CodeSweep& sweep : code.sweeps) {
      if (sweep.is_whole)
        run_whole(sweep, memory.data());
      else
        sweeper.run(sweep);
    }
  }

  // One value from whole operands.
  template <class S>
  void run_whole(const CodeSweep& sweep, S* memory) {
    const CodeInstruction& made = sweep.instructions.front();
    S* const to = memory + made.to;
    if (made.size == 0) return;  // a robot that cannot move
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
        for (int lane = 0; lane < width; ++lane) {
          for (int i = 0; i < size; ++i) inverse.right_side[std::size_t(i)] = lane_of(from[i], lane);
          inverse.solver.solve(inverse.right_side);
          for (int i = 0; i < size; ++i) set_lane(to[i], lane, c * inverse.right_side[std::size_t(i)]);
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
    if (vector == Op::moments) return add(values.T.data(), values.T.size());
    for (std::size_t k = 1; k < values.a.size(); ++k)
      add(vector == Op::bias_force ? &values.b[k].angular.x : &values.a[k].angular.x, 6);
  }

  static double& lane_of(double& x, int) { return x; }
  static double lane_of(const double& x, int) { return x; }
  static double lane_of(const Lanes& x, int lane) { return x[lane]; }
  static void set_lane(double& x, int, double value) { x = value; }
  static void set_lane(Lanes& x, int lane, double value) { x[lane] = value; }

  // Runs `count` columns: put(column, i) gives number i of a column of the input, take(column, i, y) gets the result's.
  template <class Put, class Take>
  void run_columns(int count, const Put& put, const Take& take) {
    prepare();
    const auto block = [&](auto& memory, int first, int width) {
      for (int i = 0; i < cols && !takes_numbers; ++i) {
        for (int lane = 0; lane < width; ++lane)
          set_lane(memory[code.input + std::size_t(i)], lane, put(first + lane, i));
      }
      run(memory);
      for (int i = 0; i < rows; ++i) {
        for (int lane = 0; lane < width; ++lane)
          take(first + lane, i, lane_of(memory[code.result + std::size_t(i)], lane));
      }
    };
    int j = 0;
    while (j < count) {
      const int width = std::min(lanes, count - j);
      if (width > 1)
        block(packs, j, width), j += width;
      else
        block(numbers, j++, 1);
    }
  }

  Values& values;
  const Code code;
  const int rows, cols;
  bool takes_numbers = false;
  std::vector<double> numbers;
  std::vector<Lanes> packs;
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
      count, [=](int column, int i) { return x[column * cols + i]; },
      [=](int column, int i, double value) { y[column * rows + i] = value; });
}

void Runner::matrix(double* out, bool transposed) {
  const int rows = memory_->rows, cols = memory_->cols;
  memory_->run_columns(
      cols, [](int column, int i) { return column == i ? 1.0 : 0.0; },
      [=](int column, int i, double value) {
        out[transposed ? i * cols + column : column * rows + i] = value;
      });
}

}  // namespace sinew::operators
