#include "sinew/codegen/compile.hpp"

#include <array>
#include <chrono>
#include <future>
#include <stdexcept>

#include "sinew/codegen/build/internal/compiled_robot_data.hpp"
#include "sinew/codegen/verify.hpp"

namespace sinew {

void CompiledRobot::call(Quantity quantity, std::string_view frame,
                         std::span<const VectorView<const double>> inputs, VectorView<double> output,
                         VectorView<const double> parameters) const {
  const Data& data = *data_;
  const std::size_t index = data.find(quantity, frame);
  const Data::Function& function = data.functions[index];
  std::array<const double*, most_inputs> pointers;
  std::size_t count = 0;
  for (; count < inputs.size(); ++count) {
    edge::check_size(function.inputs[count].name.c_str(), inputs[count], int(function.inputs[count].size));
    pointers[count] = inputs[count].data();
  }
  edge::check_size("the result", output, int(function.output_size));
  if (parameters.size() != 0) edge::check_size("the parameters", parameters, int(data.parameter_count()));
  if (data.parameter_count() > 0)
    pointers[count++] = parameters.size() != 0 ? parameters.data() : data.parameters.nominal.data();
  data.evaluate(index, {pointers.data(), count}, output.data());
  if (edge::all_finite(output.data(), output.size())) return;
  // Inputs that are not finite show in the result, so they are checked only here. If the inputs are finite, the general
  // recursions throw an error that explains the result.
  for (std::size_t i = 0; i < inputs.size(); ++i)
    edge::check_finite(function.inputs[i].name.c_str(), inputs[i]);
  edge::check_finite("the parameters", parameters);
  data.general.evaluate(quantity, function.frame, {pointers.data(), count}, output.data());
  edge::check_overflow(function.name.c_str(), output);
}

namespace {

VectorView<double> flat(const char* what, const MatrixView<double>& m, int rows, int cols) {
  edge::check_size(what, m, rows, cols);
  return {m.data(), std::size_t(rows) * std::size_t(cols)};
}

// With more operations a compiler takes minutes, and the general recursions, which are loops, are as fast as code that
// does not fit the processor's cache.
constexpr std::int64_t most_operations = 100'000;

void check_size(const SymbolicRobot& robot) {
  for (const SymbolicFunction& function : robot.functions) {
    if (const auto count = operation_count(robot.graph, function).total(); count > most_operations)
      throw std::runtime_error(function.name + " takes " + std::to_string(count) +
                               " operations; expected at most " + std::to_string(most_operations));
  }
}

// Builds the robot's code for `lanes` states at once. Throws std::runtime_error.
GeneratedCode build(const Model& model, const SymbolicRobot& robot, int lanes, const SystemCompiler& compiler,
                    const LibraryCache& cache) {
  const SourceOptions options{.language = Language::c, .lanes = lanes, .name = "robot"};
  return load_generated(model, robot, options, write_source(model, robot, options), compiler, cache);
}

// Throws std::runtime_error if the code and the general recursions disagree.
void check(const Model& model, const SymbolicRobot& robot, std::span<const QuantityRequest> wanted,
           const GeneratedCode& code, int lanes, CompileReport& report) {
  const CodeUnderTest run = [&](std::size_t function, std::span<const double* const> inputs, double* output) {
    std::vector<const void*> pointers(inputs.begin(), inputs.end());
    code.functions[function](pointers.data(), output);
  };
  const Verification result = verify(model, robot, wanted, run, {.lanes = lanes});
  if (!result.complaint.empty()) throw std::runtime_error(result.complaint);
  report.verified_states += result.states;
  report.worst_error = std::max(report.worst_error, result.worst);
}

}  // namespace

CompiledRobot compile(const Model& model, const CompileOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  SymbolicRobot symbolic = trace(model, options.wanted, options.parameters, options.followers);
  auto data = std::make_shared<CompiledRobot::Data>(model, symbolic, options.wanted);
  const std::vector<QuantityRequest> wanted = data->leave_to_general(symbolic);
  if (wanted.size() < data->wanted.size())
    data->remark = "forward dynamics of a robot with loops uses the general recursions";
  try {
    check_size(symbolic);
    const SystemCompiler compiler =
        find_compiler(Language::c, options.compiler, {.seconds = options.compiler_seconds});
    if (!compiler.remark.empty()) data->remark += (data->remark.empty() ? "" : "; ") + compiler.remark;
    if (compiler.is_there() && !wanted.empty()) {
      data->report.compiler = compiler.name();
      const LibraryCache cache(options.cache);
      std::future<GeneratedCode> lanes;
      if (options.batches) {
        lanes = std::async(std::launch::async,
                           [&] { return build(model, symbolic, batch_lanes, compiler, cache); });
      }
      GeneratedCode one = build(model, symbolic, 1, compiler, cache);
      if (options.verify) check(model, symbolic, wanted, one, 1, data->report);
      data->report.was_cached = one.was_cached;
      if (lanes.valid()) {
        data->lanes = lanes.get();
        if (options.verify) check(model, symbolic, wanted, *data->lanes, batch_lanes, data->report);
        data->report.was_cached &= data->lanes->was_cached;
      }
      const std::string& trouble = cache.remark().empty() ? one.remark : cache.remark();
      if (!trouble.empty()) data->remark += (data->remark.empty() ? "" : "; ") + ("not cached: " + trouble);
      data->one = std::move(one);
    }
  } catch (const std::runtime_error& error) {
    data->one.reset(), data->lanes.reset();
    data->remark = data->remark.empty() ? error.what() : error.what() + ("; " + data->remark);
  }
  if (!data->one) data->remark = "using the general recursions: " + data->remark;
  data->report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  CompiledRobot robot;
  robot.data_ = std::move(data);
  return robot;
}

void CompiledRobot::forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                                     In<double> parameters) const {
  call(Quantity::forward_dynamics, {}, std::array{q, v, tau}, a, parameters);
}
void CompiledRobot::inverse_dynamics(In<double> q, In<double> v, In<double> a, Out<double> tau,
                                     In<double> parameters) const {
  call(Quantity::inverse_dynamics, {}, std::array{q, v, a}, tau, parameters);
}
void CompiledRobot::bias_force(In<double> q, In<double> v, Out<double> tau, In<double> parameters) const {
  call(Quantity::bias_force, {}, std::array{q, v}, tau, parameters);
}
void CompiledRobot::gravity_force(In<double> q, Out<double> tau, In<double> parameters) const {
  call(Quantity::gravity_force, {}, std::array{q}, tau, parameters);
}
void CompiledRobot::mass_matrix(In<double> q, MatrixOut<double> M, In<double> parameters) const {
  const int n = int(independent().size());
  call(Quantity::mass_matrix, {}, std::array{q}, flat("the mass matrix", M, n, n), parameters);
}
void CompiledRobot::inverse_mass_matrix(In<double> q, MatrixOut<double> inverse,
                                        In<double> parameters) const {
  const int n = int(independent().size());
  call(Quantity::inverse_mass_matrix, {}, std::array{q}, flat("the inverse mass matrix", inverse, n, n),
       parameters);
}
void CompiledRobot::omega(In<double> q, MatrixOut<double> omega, std::string_view frame,
                          In<double> parameters) const {
  call(Quantity::omega, frame, std::array{q}, flat("Omega", omega, 6, 6), parameters);
}
void CompiledRobot::jacobian(In<double> q, MatrixOut<double> J, std::string_view frame,
                             In<double> parameters) const {
  call(Quantity::jacobian, frame, std::array{q}, flat("the Jacobian", J, 6, int(independent().size())),
       parameters);
}
void CompiledRobot::pose(In<double> q, Out<double> rotation_and_origin, std::string_view frame,
                         In<double> parameters) const {
  call(Quantity::pose, frame, std::array{q}, rotation_and_origin, parameters);
}
void CompiledRobot::forward_dynamics_derivatives(In<double> q, In<double> v, In<double> tau,
                                                 MatrixOut<double> derivatives, In<double> parameters) const {
  const int n = model().velocity_size();
  call(Quantity::forward_dynamics_derivatives, {}, std::array{q, v, tau},
       flat("the derivatives", derivatives, n, 3 * n), parameters);
}
void CompiledRobot::forward_dynamics_jvp(In<double> q, In<double> v, In<double> tau, In<double> dq,
                                         In<double> dv, In<double> dtau, Out<double> da,
                                         In<double> parameters) const {
  call(Quantity::forward_dynamics_jvp, {}, std::array{q, v, tau, dq, dv, dtau}, da, parameters);
}
void CompiledRobot::forward_dynamics_vjp(In<double> q, In<double> v, In<double> tau, In<double> weights,
                                         MatrixOut<double> gradient, In<double> parameters) const {
  call(Quantity::forward_dynamics_vjp, {}, std::array{q, v, tau, weights},
       flat("the gradient", gradient, model().velocity_size(), 3), parameters);
}
void CompiledRobot::inverse_dynamics_derivatives(In<double> q, In<double> v, In<double> a,
                                                 MatrixOut<double> derivatives, In<double> parameters) const {
  const int n = model().velocity_size(), rows = int(independent().size());
  call(Quantity::inverse_dynamics_derivatives, {}, std::array{q, v, a},
       flat("the derivatives", derivatives, rows, 3 * n), parameters);
}
void CompiledRobot::inverse_dynamics_jvp(In<double> q, In<double> v, In<double> a, In<double> dq,
                                         In<double> dv, In<double> da, Out<double> dtau,
                                         In<double> parameters) const {
  call(Quantity::inverse_dynamics_jvp, {}, std::array{q, v, a, dq, dv, da}, dtau, parameters);
}
void CompiledRobot::inverse_dynamics_vjp(In<double> q, In<double> v, In<double> a, In<double> weights,
                                         MatrixOut<double> gradient, In<double> parameters) const {
  call(Quantity::inverse_dynamics_vjp, {}, std::array{q, v, a, weights},
       flat("the gradient", gradient, model().velocity_size(), 3), parameters);
}

const Model& CompiledRobot::model() const {
  return data_->model;
}
std::span<const int> CompiledRobot::independent() const {
  return data_->independent;
}
bool CompiledRobot::is_compiled() const {
  return data_->one.has_value();
}
const std::string& CompiledRobot::remark() const {
  return data_->remark;
}
const CompileReport& CompiledRobot::report() const {
  return data_->report;
}
CompiledFunction CompiledRobot::code(Quantity quantity, std::string_view frame) const {
  const std::size_t function = data_->find(quantity, frame);
  if (!data_->has_code(function)) return nullptr;
  return data_->one->functions[std::size_t(data_->functions[function].code)];
}
std::span<const QuantityRequest> CompiledRobot::wanted() const {
  return data_->wanted;
}
std::span<const std::string> CompiledRobot::parameters() const {
  return data_->parameters.names;
}
std::span<const double> CompiledRobot::nominal_parameters() const {
  return data_->parameters.nominal;
}

}  // namespace sinew
