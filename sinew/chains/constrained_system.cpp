#include "sinew/chains/constrained_system.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sinew/chains/arms/multi_arm_dynamics.hpp"
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"
#include "sinew/chains/followers/independent_dynamics.hpp"
#include "sinew/chains/loops/closed_inverse_dynamics.hpp"
#include "sinew/chains/loops/not_solved.hpp"

namespace sinew {
namespace {

// Returns whether only grasps connect the arms.
bool suits_arms(const Model& whole, const ArmsAndObject& parts) {
  const Description& description = whole.description();
  const auto is_mimic = [](const Body& body) { return body.joint.mimic.has_value(); };
  return description.loops.size() == parts.grasps.size() &&
         std::none_of(description.bodies.begin(), description.bodies.end(), is_mimic);
}

template <class Items, class NameOf>
int index_named(const char* kind, std::string_view name, const Items& items, NameOf&& name_of) {
  std::string known;
  int index = 0;
  for (const auto& item : items) {
    if (name_of(item) == name) return index;
    known += (index++ == 0 ? ": expected '" : ", '") + std::string(name_of(item)) + "'";
  }
  throw std::invalid_argument(std::string("there is no ") + kind + " '" + std::string(name) + "'" +
                              (known.empty() ? ": the system has none" : known));
}

}  // namespace

ConstrainedSystem::ConstrainedSystem(const Model& model, const ConstrainedSystemOptions& options)
    : model_(model),
      work_(model_),
      chain_(model_, options.strategy),
      impulse_(model_),
      actuated_(options.actuated),
      last_{.q = std::vector<double>(std::size_t(model_.position_size())),
            .v = std::vector<double>(std::size_t(model_.velocity_size())),
            .tau = std::vector<double>(std::size_t(model_.velocity_size())),
            .a = std::vector<double>(std::size_t(model_.velocity_size()))} {
  if (!actuated_.empty())
    inverse_ = std::make_unique<ClosedInverseDynamics<double>>(model_, chain_, actuated_);
  if (!options.arms) return;
  ArmsAndObject given = *options.arms;
  if (given.names.empty()) {
    for (std::size_t i = 1; i <= given.arms.size(); ++i) given.names.push_back("arm" + std::to_string(i));
    given.names.emplace_back("object");
  }
  int q = 0, v = 0;
  for (std::size_t i = 0; i <= given.arms.size(); ++i) {
    const Model& part = i < given.arms.size() ? given.arms[i] : given.object;
    parts_.push_back({given.names.at(i), q, part.position_size(), v, part.velocity_size()});
    q += part.position_size();
    v += part.velocity_size();
  }
  if (options.strategy == Strategy::automatic && suits_arms(model_, given))
    arms_ = std::make_unique<MultiArmDynamics>(model_, given);
}

ConstrainedSystem::ConstrainedSystem(const ArmsAndObject& arms, Strategy strategy)
    : ConstrainedSystem(merge_arms(arms.arms, arms.object, arms.grasps, arms.names),
                        {.strategy = strategy, .arms = arms}) {}

ConstrainedSystem::~ConstrainedSystem() = default;
ConstrainedSystem::ConstrainedSystem(ConstrainedSystem&&) noexcept = default;
ConstrainedSystem& ConstrainedSystem::operator=(ConstrainedSystem&&) noexcept = default;

bool ConstrainedSystem::uses_arms() const {
  const auto couplings = chain_.constraints().couplings();
  return arms_ && std::none_of(couplings.begin(), couplings.end(), [](const auto& c) { return c.active; });
}

MultiArm<double>* ConstrainedSystem::arms() {
  return uses_arms() ? &arms_->system() : nullptr;
}
const MultiArm<double>* ConstrainedSystem::arms() const {
  return uses_arms() ? &std::as_const(*arms_).system() : nullptr;
}

const char* ConstrainedSystem::method() const {
  if (uses_arms()) return "multi_arm";
  return is_constrained() ? name_of(chain_.strategy()) : "tree";
}

Workspace<double>& ConstrainedSystem::workspace() {
  if (is_behind_ && has_velocity_) set_state<double>(work_, last_.q, last_.v);
  if (is_behind_ && !has_velocity_) set_position<double>(work_, last_.q);
  is_behind_ = false;
  return work_;
}

void ConstrainedSystem::drop_results_unless_at(const char* function, In<double> q) {
  if (solved_ == Solved::nothing) return;
  if (std::equal(q.data(), q.data() + q.size(), last_.q.begin(), last_.q.end())) return;
  solved_ = Solved::nothing;
  is_linearized_ = false;
  moved_by_ = function;
}

Workspace<double>& ConstrainedSystem::work_at(const char* function, In<double> q) {
  drop_results_unless_at(function, q);
  is_behind_ = false;
  return work_;
}

void ConstrainedSystem::start_at(In<double> q) {
  solved_ = Solved::nothing;
  is_linearized_ = false;
  moved_by_ = nullptr;
  edge::check_size("q", q, model_.position_size());
  std::copy_n(q.data(), q.size(), last_.q.begin());
  has_velocity_ = false;
  is_behind_ = solved_by_arms_ = uses_arms();
}

void ConstrainedSystem::check_solved(const char* function, Solved least) const {
  if (solved_ >= least) return;
  if (solved_ == Solved::nothing && moved_by_ == nullptr) edge::not_solved("the constrained system");
  throw std::logic_error(std::string(function) + ": " +
                         (solved_ == Solved::impulse
                              ? "ConstrainedSystem::impulse computes no accelerations"
                              : moved_by_ + std::string(" has given the system another position")) +
                         ": call forward_dynamics after it");
}

void ConstrainedSystem::forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                                         const Environment<double>& environment) {
  start_at(q);
  edge::check_size("v", v, model_.velocity_size());
  edge::check_size("tau", tau, model_.velocity_size());
  std::copy_n(v.data(), v.size(), last_.v.begin());
  std::copy_n(tau.data(), tau.size(), last_.tau.begin());  // before the call, which may overwrite it
  has_velocity_ = true;
  if (solved_by_arms_) {
    arms_->forward_dynamics(q, v, tau, a, environment);
  } else if (is_constrained()) {
    chain_.forward_dynamics(work_, q, v, tau, a, environment);
  } else {
    sinew::forward_dynamics(work_, q, v, tau, a, environment);
  }
  std::copy_n(a.data(), a.size(), last_.a.begin());
  solved_ = Solved::accelerations;
}

double ConstrainedSystem::inverse_dynamics(In<double> q, In<double> v, In<double> a, Out<double> tau,
                                           const Environment<double>& environment) {
  if (!inverse_) inverse_ = std::make_unique<ClosedInverseDynamics<double>>(model_, chain_, actuated_);
  Workspace<double>& work = work_at("ConstrainedSystem::inverse_dynamics", q);
  return inverse_->solve(work, chain_, q, v, a, tau, environment);
}

void ConstrainedSystem::impulse(In<double> q, In<double> rows, Out<double> change) {
  start_at(q);
  edge::check_input("the rows", rows, chain_.rows());
  if (solved_by_arms_) {  // the rows of couplings come last
    const std::size_t couplings = chain_.constraints().couplings().size();
    arms_->impulse(q, {rows.data(), rows.size() - couplings}, change);
  } else {
    impulse_.solve(work_, chain_, q, rows, change);
  }
  solved_ = Solved::impulse;
}

LinearizedConstrainedDynamics<double>& ConstrainedSystem::linearized() {
  if (!linearized_) linearized_ = std::make_unique<LinearizedConstrainedDynamics<double>>(model_);
  return *linearized_;
}

LinearizedConstrainedDynamics<double>& ConstrainedSystem::checked_linearized(const char* function) {
  if (!is_linearized_)
    throw std::logic_error(
        std::string(function) +
        ": the system is not linearised at the state of its last call: call linearize first");
  return *linearized_;
}

void ConstrainedSystem::linearize(In<double> q, In<double> v, In<double> tau, Out<double> a,
                                  const Environment<double>& environment) {
  LinearizedConstrainedDynamics<double>& linear = linearized();
  start_at(q);
  edge::check_size("v", v, model_.velocity_size());
  edge::check_size("tau", tau, model_.velocity_size());
  is_behind_ = solved_by_arms_ = false;
  std::copy_n(v.data(), v.size(), last_.v.begin());
  std::copy_n(tau.data(), tau.size(), last_.tau.begin());
  has_velocity_ = true;
  chain_.forward_dynamics(work_, q, v, tau, a, environment);
  std::copy_n(a.data(), a.size(), last_.a.begin());
  solved_ = Solved::accelerations;
  linear.update(work_, chain_);
  is_linearized_ = true;
}

void ConstrainedSystem::linearize_impulse(In<double> q, In<double> rows, Out<double> change) {
  LinearizedConstrainedDynamics<double>& linear = linearized();
  start_at(q);
  edge::check_input("the rows", rows, chain_.rows());
  is_behind_ = solved_by_arms_ = false;
  linear.linearize_impulse(impulse_, work_, chain_, q, rows, change);
  solved_ = Solved::impulse;
  is_linearized_ = true;
}

void ConstrainedSystem::forward_jvp(In<double> dq, In<double> dv, In<double> dtau, Out<double> da,
                                    Out<double> dmultipliers, In<double> ddemand) {
  checked_linearized("ConstrainedSystem::forward_jvp")
      .forward_jvp(work_, chain_, dq, dv, dtau, da, dmultipliers, ddemand);
}

void ConstrainedSystem::forward_vjp(In<double> weights, In<double> multiplier_weights, Out<double> by_q,
                                    Out<double> by_v, Out<double> by_tau, Out<double> by_demand,
                                    Out<double> parameters) {
  checked_linearized("ConstrainedSystem::forward_vjp")
      .forward_vjp(work_, chain_, weights, multiplier_weights, by_q, by_v, by_tau, by_demand, parameters);
}

void ConstrainedSystem::forward_derivatives(ConstrainedDerivatives<double>& out) {
  checked_linearized("ConstrainedSystem::forward_derivatives").forward_derivatives(work_, chain_, out);
}

void ConstrainedSystem::row_velocities_vjp(In<double> v, In<double> weights, Out<double> by_q,
                                           Out<double> by_v) {
  checked_linearized("ConstrainedSystem::row_velocities_vjp")
      .row_velocities_vjp(work_, chain_, v, weights, by_q, by_v);
}

void ConstrainedSystem::multipliers(Out<double> out) const {
  check_solved("ConstrainedSystem::multipliers", Solved::impulse);
  edge::check_size("the multipliers", out, rows());
  std::fill_n(out.data(), out.size(), 0.0);
  if (!is_constrained()) return;
  if (!solved_by_arms_) {
    std::copy_n(chain_.multipliers().begin(), out.size(), out.data());
    return;
  }
  for (std::size_t i = 0; i < chain_.constraints().loops().size(); ++i) {
    const auto& loop = chain_.constraints().loops()[i];
    if (!loop.active) continue;
    const std::span<const double> forces = std::as_const(*arms_).system().row_forces(int(i));
    for (std::size_t k = 0; k < forces.size(); ++k) out[std::size_t(loop.row) + k] = -forces[k];
  }
}

void ConstrainedSystem::position_errors(In<double> q, Out<double> errors) {
  chain_.position_errors(work_at("ConstrainedSystem::position_errors", q), q, errors);
}

void ConstrainedSystem::velocity_errors(In<double> q, In<double> v, Out<double> errors) {
  chain_.velocity_errors(work_at("ConstrainedSystem::velocity_errors", q), q, v, errors);
}

int ConstrainedSystem::rank() const {
  check_solved("ConstrainedSystem::rank", Solved::impulse);
  if (!is_constrained()) return 0;
  return solved_by_arms_ ? arms_->system().rank() : chain_.rank();
}

ClosedKinematics<double>& ConstrainedSystem::kinematics(In<double> q) {
  if (!inverse_) inverse_ = std::make_unique<ClosedInverseDynamics<double>>(model_, chain_, actuated_);
  inverse_->kinematics().update(work_at("ConstrainedSystem::kinematics", q), chain_, q);
  return inverse_->kinematics();
}

IndependentDynamics<double>& ConstrainedSystem::independent() {
  if (!independent_) independent_ = std::make_unique<IndependentDynamics<double>>(model_);
  return *independent_;
}

Assembly ConstrainedSystem::assemble(Out<double> q, const AssemblyOptions& options) {
  const Assembly assembly =
      sinew::assemble(work_at("ConstrainedSystem::assemble", {q.data(), q.size()}), chain_, q, options);
  drop_results_unless_at("ConstrainedSystem::assemble", {q.data(), q.size()});
  return assembly;
}

int ConstrainedSystem::loop_index(std::string_view name) const {
  return index_named("loop", name, model_.description().loops, [](const Loop& loop) { return loop.name; });
}

bool ConstrainedSystem::is_loop_closed(int loop) const {
  const auto loops = chain_.constraints().loops();
  edge::check_constraint("loop", loop, int(loops.size()));
  return loops[std::size_t(loop)].active;
}

void ConstrainedSystem::set_loop_closed(int loop, bool closed) {
  chain_.set_loop_active(loop, closed);
  if (arms_) arms_->set_held(loop, closed);
}

LoopResult ConstrainedSystem::loop(int index) const {
  const bool closed = is_loop_closed(index);
  check_solved("ConstrainedSystem::loop", Solved::impulse);
  LoopResult result{
      .name = model_.description().loops[std::size_t(index)].name, .is_closed = closed, .force = {}};
  if (closed) result.force = solved_by_arms_ ? arms_->loop_force(index) : chain_.loop_force(index);
  return result;
}

CouplingResult ConstrainedSystem::coupling(int index) const {
  const auto couplings = chain_.constraints().couplings();
  edge::check_constraint("coupling", index, int(couplings.size()));
  check_solved("ConstrainedSystem::coupling", Solved::impulse);
  const auto& coupling = couplings[std::size_t(index)];
  return {coupling.name, coupling.active && !solved_by_arms_ ? chain_.coupling_torque(index) : 0};
}

int ConstrainedSystem::coupling_index(std::string_view name) const {
  return index_named("coupling", name, chain_.constraints().couplings(),
                     [](const auto& coupling) { return std::string_view(coupling.name); });
}

PartResult ConstrainedSystem::result_of(const char* function, const Part& part) const {
  check_solved(function, Solved::accelerations);
  const auto of = [](const std::vector<double>& all, int first, int count) {
    return std::span(all).subspan(std::size_t(first), std::size_t(count));
  };
  return {part.name, of(last_.q, part.q, part.q_size), of(last_.v, part.v, part.v_size),
          of(last_.tau, part.v, part.v_size), of(last_.a, part.v, part.v_size)};
}

PartResult ConstrainedSystem::arm(int index) const {
  edge::check_index("arm", index, arm_count());
  return result_of("ConstrainedSystem::arm", parts_[std::size_t(index)]);
}

PartResult ConstrainedSystem::arm(std::string_view name) const {
  const auto arms = std::span(parts_).first(std::size_t(arm_count()));
  return arm(index_named("arm", name, arms, [](const Part& part) { return std::string_view(part.name); }));
}

PartResult ConstrainedSystem::object() const {
  if (parts_.empty()) throw std::invalid_argument("the system was not made from arms and an object");
  return result_of("ConstrainedSystem::object", parts_.back());
}

}  // namespace sinew
