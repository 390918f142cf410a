#include "sinew/simulate/linear/differentiable_step.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "sinew/base/check_number.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/model/joints/configuration_tangents.hpp"

namespace sinew {
namespace {

class ConstantTorques : public StepTorques {
 public:
  explicit ConstantTorques(In<double> tau) : tau_(tau) {}
  void torques(double, In<double>, In<double>, Out<double> tau) override {
    std::copy_n(tau_.data(), tau_.size(), tau.data());
  }
  void vjp(double, In<double>, In<double>, In<double>, Out<double>, Out<double>) override {}

 private:
  In<double> tau_;
};

}  // namespace

DifferentiableStep::DifferentiableStep(const Model& model, IntegratorKind kind, double step,
                                       const SmoothForces& forces)
    : forces_(forces), dynamics_(model, forces), kind_(kind), h_(step) {
  using enum IntegratorKind;
  edge::check_positive("the step of the integrator", step);
  if (kind != semi_implicit_euler && kind != rk4 && kind != rkmk4)
    throw std::invalid_argument("steps of the integrator '" + std::string(name_of(kind)) +
                                "' have no derivatives; expected semi_implicit_euler, rk4 or rkmk4");
  const int n = model.velocity_size();
  for (Matrix<double>* matrix : {&by_q_, &by_v_, &by_tau_}) matrix->reset(n, n);
  const auto resize = [&](Moving& moving, int size) {
    moving.value.resize(std::size_t(size));
    moving.weights.resize(std::size_t(n));
  };
  for (Stage* stage : {&stages_[0], &stages_[1], &stages_[2], &stages_[3], &end_}) {
    resize(stage->q, model.position_size());
    for (Moving* moving : {&stage->v, &stage->a}) resize(*moving, n);
  }
  resize(halfway_, model.position_size());
  for (Moving* moving : {&u_, &rates_[0], &rates_[1], &rates_[2], &rates_[3]}) resize(*moving, n);
  for (auto* numbers : {&tau_, &of_q_, &of_v_, &of_tau_}) numbers->resize(std::size_t(n));
  if (model.is_closed()) projection_ = std::make_unique<DifferentiableProjection>(model);
}

// ---- Parts of a step -----------------------------------------------------------------------------

void DifferentiableStep::evaluate(int index, double fraction) {
  Stage& stage = stages_[index];
  const double t = t_ + fraction * h_;
  torques_->torques(t, stage.q.value, stage.v.value, tau_);
  if (mode_ == Mode::record) {
    std::unique_ptr<SmoothDynamics>& dynamics = recorded_[index];
    if (!dynamics) dynamics = std::make_unique<SmoothDynamics>(dynamics_.model(), forces_);
    dynamics->linearize(stage.q.value, stage.v.value, tau_, stage.a.value);
    Part& part = add_part();
    part.kind = PartKind::acceleration;
    part.stage = index;
    part.t = t;
    return;
  }
  dynamics_.accelerations(stage.q.value, stage.v.value, tau_, stage.a.value);
  if (mode_ != Mode::derivative) return;
  // A = a_q Q + a_v V + [0 0 a_tau]
  dynamics_.derivatives(by_q_, by_v_, by_tau_);
  multiply<double>(by_q_, stage.q.change, stage.a.change);
  multiply<double>(by_v_, stage.v.change, moved_);
  add<double>(moved_, stage.a.change);
  const int n = by_tau_.rows();
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) stage.a.change(i, 2 * n + j) += by_tau_(i, j);
  }
}

void DifferentiableStep::combine(Moving& out, std::initializer_list<Term> terms) {
  const std::size_t n = out.value.size();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (const auto& [factor, vector] : terms) sum += factor * vector->value[i];
    out.value[i] = sum;
  }
  if (mode_ == Mode::record) {
    Part& part = add_part();
    part.kind = PartKind::combination;
    part.out = &out;
    part.terms.assign(terms);
  }
  if (mode_ != Mode::derivative) return;
  const int rows = int(n), cols = 3 * rows;
  moved_.reset(rows, cols);
  for (const auto& [factor, vector] : terms) {
    for (int k = 0; k < rows * cols; ++k) moved_.data()[k] += factor * vector->change.data()[k];
  }
  std::swap(moved_, out.change);
}

void DifferentiableStep::displace(Moving& base, Moving& u, Moving& out) {
  const Model& model = dynamics_.model();
  model.integrate(base.value, u.value, 1, out.value);
  if (mode_ == Mode::record) record_two(PartKind::displacement, base, u, out);
  if (mode_ != Mode::derivative) return;
  moved_ = u.change;
  exponential_tangents(model, u.value, moved_);
  if (&out != &base) out.change = base.change;
  move_tangents(model, u.value, out.change);
  add<double>(moved_, out.change);
}

void DifferentiableStep::rates(Moving& u, Moving& v, Moving& out) {
  coordinate_rates(dynamics_.model(), u.value, v.value, out.value);
  if (mode_ == Mode::record) record_two(PartKind::rate, v, u, out);
  if (mode_ != Mode::derivative) return;
  out.change = v.change;
  rate_tangents(dynamics_.model(), u.value, v.value, u.change, out.change);
}

// ---- The integrators -----------------------------------------------------------------------------

// v1 = v + h a,  q1 = q (+) h v1
void DifferentiableStep::euler_step() {
  Stage& start = stages_[0];
  evaluate(0, 0);
  combine(end_.v, {{1, &start.v}, {h_, &start.a}});
  combine(u_, {{h_, &end_.v}});
  displace(start.q, u_, end_.q);
}

// v1 = v + h/6 (a0 + 2 a1 + 2 a2 + a3)
void DifferentiableStep::finish() {
  auto& [s0, s1, s2, s3] = stages_;
  combine(end_.v, {{1, &s0.v}, {h_ / 6, &s0.a}, {h_ / 3, &s1.a}, {h_ / 3, &s2.a}, {h_ / 6, &s3.a}});
}

void DifferentiableStep::commutator_free_step() {
  Stage &s0 = stages_[0], &s1 = stages_[1], &s2 = stages_[2], &s3 = stages_[3];
  evaluate(0, 0);
  combine(s1.v, {{1, &s0.v}, {h_ / 2, &s0.a}});
  combine(u_, {{h_ / 2, &s0.v}});
  displace(s0.q, u_, s1.q);
  evaluate(1, 0.5);
  combine(s2.v, {{1, &s0.v}, {h_ / 2, &s1.a}});
  combine(u_, {{h_ / 2, &s1.v}});
  displace(s0.q, u_, s2.q);
  evaluate(2, 0.5);
  combine(s3.v, {{1, &s0.v}, {h_, &s2.a}});
  combine(u_, {{h_, &s2.v}, {-h_ / 2, &s0.v}});
  displace(s1.q, u_, s3.q);  // starts from the second stage
  evaluate(3, 1);
  const auto half = [&](double first, double last) {
    combine(u_, {{h_ / 12 * first, &s0.v}, {h_ / 6, &s1.v}, {h_ / 6, &s2.v}, {h_ / 12 * last, &s3.v}});
  };
  half(3, -1);
  displace(s0.q, u_, halfway_);
  half(-1, 3);
  displace(halfway_, u_, end_.q);
  finish();
}

void DifferentiableStep::munthe_kaas_step() {
  combine(rates_[0], {{1, &stages_[0].v}});
  evaluate(0, 0);
  for (int i = 1; i < 4; ++i) {
    Stage& stage = stages_[i];
    const double step = i == 3 ? h_ : h_ / 2;
    combine(stage.v, {{1, &stages_[0].v}, {step, &stages_[i - 1].a}});
    combine(u_, {{step, &rates_[i - 1]}});
    displace(stages_[0].q, u_, stage.q);
    rates(u_, stage.v, rates_[i]);
    evaluate(i, step / h_);
  }
  combine(u_, {{h_ / 6, &rates_[0]}, {h_ / 3, &rates_[1]}, {h_ / 3, &rates_[2]}, {h_ / 6, &rates_[3]}});
  displace(stages_[0].q, u_, end_.q);
  finish();
}

void DifferentiableStep::run(Mode mode, double t, In<double> q, In<double> v, StepTorques& torques) {
  const Model& model = dynamics_.model();
  const int n = model.velocity_size();
  edge::check_input("q", q, model.position_size());
  edge::check_input("v", v, n);
  mode_ = mode;
  t_ = t;
  torques_ = &torques;
  part_count_ = 0;
  Stage& start = stages_[0];
  std::copy_n(q.data(), q.size(), start.q.value.begin());
  std::copy_n(v.data(), v.size(), start.v.value.begin());
  if (mode == Mode::derivative) {
    start.q.change.reset(n, 3 * n);
    start.v.change.reset(n, 3 * n);
    for (int i = 0; i < n; ++i) start.q.change(i, i) = start.v.change(i, n + i) = 1;
  }
  if (kind_ == IntegratorKind::semi_implicit_euler)
    euler_step();
  else if (kind_ == IntegratorKind::rk4)
    commutator_free_step();
  else
    munthe_kaas_step();
  if (projection_) projection_->project(end_.q.value, end_.v.value);
}

void DifferentiableStep::copy_end(Out<double> q1, Out<double> v1) const {
  edge::check_size("the result q1", q1, dynamics_.model().position_size());
  edge::check_size("the result v1", v1, dynamics_.model().velocity_size());
  std::ranges::copy(end_.q.value, q1.data());
  std::ranges::copy(end_.v.value, v1.data());
}

void DifferentiableStep::advance(In<double> q, In<double> v, In<double> tau, Out<double> q1, Out<double> v1) {
  edge::check_input("tau", tau, dynamics_.model().velocity_size());
  ConstantTorques constant(tau);
  advance(0, q, v, constant, q1, v1);
}

void DifferentiableStep::advance(double t, In<double> q, In<double> v, StepTorques& torques, Out<double> q1,
                                 Out<double> v1) {
  run(Mode::value, t, q, v, torques);
  copy_end(q1, v1);
}

void DifferentiableStep::record(double t, In<double> q, In<double> v, StepTorques& torques, Out<double> q1,
                                Out<double> v1) {
  run(Mode::record, t, q, v, torques);
  copy_end(q1, v1);
}

void DifferentiableStep::linearize(In<double> q, In<double> v, In<double> tau, Out<double> q1, Out<double> v1,
                                   MatrixOut<double> A, MatrixOut<double> B) {
  const int n = dynamics_.model().velocity_size();
  edge::check_tree("DifferentiableStep::linearize", dynamics_.model());
  edge::check_size("A", A, 2 * n, 2 * n);
  edge::check_size("B", B, 2 * n, n);
  edge::check_input("tau", tau, n);
  ConstantTorques constant(tau);
  run(Mode::derivative, 0, q, v, constant);
  copy_end(q1, v1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) A(i, j) = end_.q.change(i, j), A(n + i, j) = end_.v.change(i, j);
    for (int j = 0; j < n; ++j)
      B(i, j) = end_.q.change(i, 2 * n + j), B(n + i, j) = end_.v.change(i, 2 * n + j);
  }
}

}  // namespace sinew
