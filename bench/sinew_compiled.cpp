// Times sinew's compiled robots: straight-line code of one robot, for one state or for many.
#include "bench/coordinates.hpp"
#include "bench/many_states.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/codegen/compile.hpp"
#include "sinew/codegen/compiled_batch.hpp"
#include "sinew/codegen/trace/function.hpp"

namespace bench {
namespace {

constexpr int most_dofs = 60;
constexpr int few_dofs = 10;  // matrices of larger robots are omitted: their code takes long to compile

bool is_compiled(const sinew::Model& model, Job job) {
  const std::optional<Quantity> quantity = info(job).quantity;
  return quantity && is_among(sinew::offered::by_compiled_robots, *quantity) &&
         (model.velocity_size() <= few_dofs || !gives_matrix(job));
}
sinew::QuantityRequest wanted(Job job, const std::string& tip) {
  const Quantity quantity = *info(job).quantity;
  return {quantity, sinew::info(quantity).takes(sinew::QuantityInfo::frame) ? tip : ""};
}

sinew::CompiledRobot compiled(const sinew::Model& model, const std::string& tip) {
  if (model.velocity_size() > most_dofs) throw NotPossible("its straight-line code would be too long");
  sinew::CompileOptions options;
  options.wanted.clear();
  for (const JobInfo& each : all_jobs) {
    if (is_compiled(model, each.job)) options.wanted.push_back(wanted(each.job, tip));
  }
  sinew::CompiledRobot robot = sinew::compile(model, options);
  if (!robot.is_compiled()) throw NotPossible(robot.remark());
  return robot;
}

std::optional<Work> compiled_work(const sinew::Model& model, const std::string& tip, Job job) {
  if (!is_compiled(model, job)) return {};
  const sinew::QuantityRequest quantity = wanted(job, tip);
  const sinew::SymbolicRobot symbols = sinew::trace(model, {&quantity, 1});
  return work_of(operation_count(symbols.graph, symbols.functions.front()));
}

// Omega and the Jacobian are in world axes at the frame's origin; results of the others are in the frame's axes.
std::vector<double> in_body_axes(const sinew::Model& model, const std::string& tip, Job job, const double* q,
                                 std::vector<double> numbers) {
  if (job != Job::omega && job != Job::jacobian) return numbers;
  sinew::Workspace<double> work(model);
  update_poses(work, sinew::VectorView<const double>(q, static_cast<std::size_t>(model.position_size())));
  const sinew::Transform<double> axes{pose(work, model.frame(tip)).rotation, {}};
  if (job == Job::omega) return omega_back(axes, false, numbers);
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    const auto rotated =
        transpose_times(axes.rotation, sinew::Vector3<double>{numbers[i], numbers[i + 1], numbers[i + 2]});
    numbers[i] = rotated.x, numbers[i + 1] = rotated.y, numbers[i + 2] = rotated.z;
  }
  return numbers;
}

class SinewCompiled : public Peer {
 public:
  SinewCompiled(const sinew::Model& model, const std::string& tip)
      : model_(model),
        tip_(tip),
        robot_(compiled(model, tip)),
        result_(static_cast<std::size_t>(model.velocity_size())),
        matrix_(model.velocity_size(), model.velocity_size()),
        omega_(6, 6),
        jacobian_(6, model.velocity_size()) {}

  std::string version() const override { return robot_.report().compiler; }
  bool offers(Job job) const override { return is_compiled(model_, job); }
  void prepare(std::span<const sinew::State> states) override { states_ = {states.begin(), states.end()}; }
  std::optional<Work> work(Job job) const override { return compiled_work(model_, tip_, job); }

  void run(Job job, std::size_t index) override {
    const sinew::State& state = states_[index];
    switch (job) {
      case Job::inverse_dynamics:
        return robot_.inverse_dynamics(state.q, state.v, state.a, result_);
      case Job::mass_matrix:
        return robot_.mass_matrix(state.q, matrix_);
      case Job::forward_dynamics:
        return robot_.forward_dynamics(state.q, state.v, state.tau, result_);
      case Job::inverse_mass_matrix:
        return robot_.inverse_mass_matrix(state.q, matrix_);
      case Job::omega:
        return robot_.omega(state.q, omega_);
      case Job::jacobian:
        return robot_.jacobian(state.q, jacobian_);
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    if (!gives_matrix(job) && job != Job::omega && job != Job::jacobian) return result_;
    const sinew::Matrix<double>& m = job == Job::omega ? omega_ : job == Job::jacobian ? jacobian_ : matrix_;
    return in_body_axes(model_, tip_, job, states_[index].q.data(),
                        {m.data(), m.data() + m.rows() * m.cols()});
  }

 private:
  sinew::Model model_;
  std::string tip_;
  sinew::CompiledRobot robot_;
  std::vector<double> result_;
  sinew::Matrix<double> matrix_, omega_, jacobian_;
  std::vector<sinew::State> states_;
};

class SinewCompiledBatch : public ManyStates {
 public:
  SinewCompiledBatch(const sinew::Model& model, const std::string& tip)
      : ManyStates(model), tip_(tip), batch_(compiled(model, tip)) {}

  bool offers(Job job) const override { return is_compiled(model(), job) && has_room_for(job); }
  std::optional<Work> work(Job job) const override { return compiled_work(model(), tip_, job); }

  void run(Job job, std::size_t) override {
    switch (job) {
      case Job::inverse_dynamics:
        return batch_.inverse_dynamics(q(job), v(job), a(job), out(job));
      case Job::mass_matrix:
        return batch_.mass_matrix(q(job), out(job));
      case Job::forward_dynamics:
        return batch_.forward_dynamics(q(job), v(job), tau(job), out(job));
      case Job::inverse_mass_matrix:
        return batch_.inverse_mass_matrix(q(job), out(job));
      case Job::omega:
        return batch_.omega(q(job), out(job));
      case Job::jacobian:
        return batch_.jacobian(q(job), out(job));
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t state) override {
    const double* at = q(job).data() + state * static_cast<std::size_t>(model().position_size());
    return in_body_axes(model(), tip_, job, at, ManyStates::answer(job, state));
  }

 private:
  std::string tip_;
  sinew::CompiledBatch batch_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew_compiled(const sinew::Model& model, const std::string& tip) {
  return std::make_unique<SinewCompiled>(model, tip);
}
std::unique_ptr<Peer> make_sinew_compiled_batch(const sinew::Model& model, const std::string& tip) {
  return std::make_unique<SinewCompiledBatch>(model, tip);
}

}  // namespace bench
