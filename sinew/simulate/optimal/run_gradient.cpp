#include "sinew/simulate/optimal/run_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "sinew/base/check_number.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/simulate/optimal/checkpoints.hpp"

namespace sinew {
namespace {

using Numbers = std::vector<double>;

long step_count(const RunGradientPlan& plan) {
  edge::check_positive("the duration", plan.duration);
  edge::check_positive("the step", plan.step);
  if (plan.stored_states < 1)
    throw std::invalid_argument("stored_states: got " + std::to_string(plan.stored_states) +
                                "; expected 1 or more");
  const double count = std::ceil(plan.duration / plan.step * (1 - 1e-9));
  if (count > 1e8)
    throw std::invalid_argument("the run has " + number_text(count) + " steps; expected at most 1e8");
  return std::max(1L, long(count));
}

Numbers knots_of(const RunGradientPlan& plan, long steps) {
  if (!plan.knots.empty()) return plan.knots;
  Numbers times;
  for (long k = 0; k < steps; ++k) times.push_back(plan.duration * double(k) / double(steps));
  return times;
}

}  // namespace

struct RunGradient::Parts {
  Parts(const Model& robot, RunGradientPlan given)
      : model(robot),
        plan(std::move(given)),
        steps(step_count(plan)),
        h(plan.duration / double(steps)),
        step(model, plan.integrator, h, plan.forces),
        torques(model, plan.joints, knots_of(plan, steps), plan.interpolation),
        q(std::size_t(model.position_size())),
        v(std::size_t(model.velocity_size())),
        unused_q(v),
        unused_v(v) {}

  double time(long k) const { return k == steps ? plan.duration : h * double(k); }

  void start(In<double> from_q, In<double> from_v, MatrixIn<double> controls) {
    edge::check_input("q", from_q, model.position_size());
    edge::check_input("v", from_v, model.velocity_size());
    std::copy_n(from_q.data(), from_q.size(), q.begin());
    std::copy_n(from_v.data(), from_v.size(), v.begin());
    const Matrix<double> zeros(torques.knots(), torques.motors());
    torques.start(controls.data() == nullptr ? MatrixIn<double>(zeros) : controls);
  }

  // One step from the state before step k.
  void make_step(long k, bool recorded) {
    torques.start_step(time(k), h, q, v);
    if (recorded)
      step.record(time(k), q, v, torques, q, v);
    else
      step.advance(time(k), q, v, torques, q, v);
  }

  double cost_of(const StateFunction& function, long k, Out<double> by_q, Out<double> by_v) const {
    return function ? function(time(k), q, v, by_q, by_v) : 0;
  }
  double running_cost(long k, Out<double> by_q, Out<double> by_v) {
    std::ranges::fill(unused_q, 0.0);
    std::ranges::fill(unused_v, 0.0);
    const double value = cost_of(plan.running, k, unused_q, unused_v);
    for (std::size_t i = 0; i < v.size(); ++i) by_q[i] += h * unused_q[i], by_v[i] += h * unused_v[i];
    return h * value;
  }

  Model model;
  RunGradientPlan plan;
  long steps;
  double h;
  DifferentiableStep step;
  detail::RunTorques torques;
  Numbers q, v;  // the current state
  Numbers unused_q, unused_v;
};

namespace {

// The current state, those stored, and the weights that are carried back; for detail::visit_in_reverse.
template <class Parts>
class Backward {
 public:
  Backward(Parts& parts, RunGradientResult& out) : parts_(parts), out_(out) { store(); }

  void store() { stored_.emplace_back(parts_.q, parts_.v); }
  void restore() { std::tie(parts_.q, parts_.v) = stored_.back(); }
  void drop() { stored_.pop_back(); }
  void advance(long from, long to) {
    for (long k = from; k < to; ++k) parts_.make_step(k, false);
    out_.advanced += to - from;
  }
  void visit(long k) {
    const Numbers q = parts_.q, v = parts_.v;
    parts_.make_step(k, true);
    ++out_.recorded;
    if (k + 1 == parts_.steps)
      out_.cost += parts_.cost_of(parts_.plan.final, parts_.steps, out_.by_q, out_.by_v);
    parts_.step.pull_back(parts_.torques, out_.by_q, out_.by_v, out_.by_parameters);
    parts_.torques.finish_step(out_.by_q, out_.by_v);
    parts_.q = q;
    parts_.v = v;
    out_.cost += parts_.running_cost(k, out_.by_q, out_.by_v);
  }

 private:
  Parts& parts_;
  RunGradientResult& out_;
  std::vector<std::pair<Numbers, Numbers>> stored_{};
};

}  // namespace

RunGradient::RunGradient(const Model& model, RunGradientPlan plan)
    : parts_(std::make_unique<Parts>(model, std::move(plan))) {}
RunGradient::~RunGradient() = default;
RunGradient::RunGradient(RunGradient&&) noexcept = default;
RunGradient& RunGradient::operator=(RunGradient&&) noexcept = default;

void RunGradient::add(std::unique_ptr<Controller> controller, bool sampled) {
  parts_->torques.add(std::move(controller), sampled);
}

const Model& RunGradient::model() const {
  return parts_->model;
}
int RunGradient::steps() const {
  return int(parts_->steps);
}
double RunGradient::step() const {
  return parts_->h;
}
int RunGradient::knots() const {
  return parts_->torques.knots();
}
int RunGradient::motors() const {
  return parts_->torques.motors();
}
const std::vector<std::string>& RunGradient::left_out() const {
  return parts_->step.dynamics().left_out();
}

void RunGradient::run(In<double> q, In<double> v, MatrixIn<double> controls,
                      const std::function<void(double t, In<double> q, In<double> v)>& visit) {
  parts_->start(q, v, controls);
  for (long k = 0;; ++k) {
    visit(parts_->time(k), parts_->q, parts_->v);
    if (k == parts_->steps) return;
    parts_->make_step(k, false);
  }
}

double RunGradient::cost(In<double> q, In<double> v, MatrixIn<double> controls) {
  double sum = 0;
  long k = 0;
  Numbers by_q(v.size()), by_v(v.size());
  run(q, v, controls, [&](double, In<double>, In<double>) {
    sum += k == parts_->steps ? parts_->cost_of(parts_->plan.final, k, by_q, by_v)
                              : parts_->running_cost(k, by_q, by_v);
    ++k;
  });
  return sum;
}

RunGradientResult RunGradient::gradient(In<double> q, In<double> v, MatrixIn<double> controls) {
  parts_->start(q, v, controls);
  const auto n = std::size_t(parts_->model.velocity_size());
  RunGradientResult out{.by_q = Numbers(n),
                        .by_v = Numbers(n),
                        .by_parameters = Numbers(std::size_t(inertial_parameters_per_body) *
                                                 std::size_t(parts_->step.dynamics().bodies()))};
  Backward backward(*parts_, out);
  detail::visit_in_reverse(backward, 0, parts_->steps, parts_->plan.stored_states);
  out.by_controls = parts_->torques.weights_of_controls();
  return out;
}

}  // namespace sinew
