#include "sinew/codegen/compile.hpp"

#include <array>
#include <chrono>
#include <future>
#include <stdexcept>

#include "sinew/codegen/compiled_robot_data.hpp"
#include "sinew/codegen/open_parameters.hpp"
#include "sinew/codegen/verify.hpp"

namespace sinew {

GeneralRobots::Member GeneralRobots::take(const double* parameters) const {
  const std::vector<double> values(parameters, parameters + names_.size());
  {
    const std::lock_guard lock(mutex_);
    for (auto member = free_.begin(); member != free_.end(); ++member) {
      if (member->parameters != values) continue;
      Member taken = std::move(*member);
      free_.erase(member);
      return taken;
    }
    if (!names_.empty()) free_.clear();  // of parameters that are no longer asked for
  }
  return {GeneralRobot(names_.empty() ? model_ : with_parameters(model_, names_, values)), values};
}

void GeneralRobots::evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs,
                             double* output) const {
  Member member = take(names_.empty() ? nullptr : inputs.back());
  member.robot.evaluate(quantity, frame, inputs, output);
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(member));
}

CompiledRobot::Data::Data(const Model& of, SymbolicRobot& robot, std::span<const Wanted> wanted_)
    : model(of),
      wanted(wanted_.begin(), wanted_.end()),
      parameters(robot.parameters),
      general(of, parameters.names) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const SymbolicFunction& from = robot.functions[i];
    Function to{wanted[i], frame_of(model, wanted[i]), from.name, {}, from.outputs.at(0).entries.size()};
    const std::size_t count = from.inputs.size() - (parameters.names.empty() ? 0 : 1);
    for (std::size_t k = 0; k < count; ++k)
      to.inputs.push_back({from.inputs[k].name, from.inputs[k].entries.size()});
    functions.push_back(std::move(to));
  }
}

std::size_t CompiledRobot::Data::find(Quantity quantity, std::string_view frame) const {
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool fits = functions[i].wanted.quantity == quantity &&
                      (frame.empty() || model.frame(functions[i].frame).name == frame);
    if (fits) return i;
  }
  std::string message = model.name() + " was compiled without " + std::string(info(quantity).name);
  if (!frame.empty()) message += " of frame '" + std::string(frame) + "'";
  message += "; it has";
  for (const Function& function : functions)
    message += (&function == functions.data() ? " " : ", ") + function.name;
  throw std::invalid_argument(message);
}

void CompiledRobot::Data::evaluate(std::size_t function, std::span<const double* const> inputs,
                                   double* output) const {
  if (!one)
    return general.evaluate(functions[function].wanted.quantity, functions[function].frame, inputs, output);
  std::array<const void*, 4> pointers;
  std::copy(inputs.begin(), inputs.end(), pointers.begin());
  one->functions[function](pointers.data(), output);
}

void CompiledRobot::call(Quantity quantity, std::string_view frame,
                         std::span<const VectorView<const double>> inputs, VectorView<double> output,
                         VectorView<const double> parameters) const {
  const Data& data = *data_;
  const std::size_t index = data.find(quantity, frame);
  const Data::Function& function = data.functions[index];
  std::array<const double*, 4> pointers;
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
}

namespace {

VectorView<double> flat(const char* what, const MatrixView<double>& m, int rows, int cols) {
  edge::check_size(what, m, rows, cols);
  return {m.data(), std::size_t(rows) * std::size_t(cols)};
}

// One build of the robot, for `lanes` states at once. Throws std::runtime_error.
GeneratedCode build(const Model& model, const SymbolicRobot& robot, int lanes, const SystemCompiler& compiler,
                    const LibraryCache& cache) {
  const SourceOptions options{.language = Language::c, .lanes = lanes, .name = "robot"};
  return load_generated(model, robot, options, write_source(model, robot, options), compiler, cache);
}

// Throws std::runtime_error where the code gives other answers than the general recursions.
void check(const Model& model, const SymbolicRobot& robot, std::span<const Wanted> wanted,
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
  SymbolicRobot symbolic = trace(model, options.wanted, options.parameters);
  auto data = std::make_shared<CompiledRobot::Data>(model, symbolic, options.wanted);
  try {
    const SystemCompiler compiler = find_compiler(Language::c, options.compiler, data->remark);
    if (compiler.is_there()) {
      data->report.compiler = compiler.name();
      const LibraryCache cache(options.cache);
      if (!cache.remark().empty()) data->remark = "not kept for later: " + cache.remark();
      std::future<GeneratedCode> lanes;
      if (options.batches) {
        lanes = std::async(std::launch::async,
                           [&] { return build(model, symbolic, batch_lanes, compiler, cache); });
      }
      GeneratedCode one = build(model, symbolic, 1, compiler, cache);
      if (options.verify) check(model, symbolic, options.wanted, one, 1, data->report);
      data->report.was_cached = one.was_cached;
      if (lanes.valid()) {
        data->lanes = lanes.get();
        if (options.verify) check(model, symbolic, options.wanted, *data->lanes, batch_lanes, data->report);
        data->report.was_cached &= data->lanes->was_cached;
      }
      data->one = std::move(one);
    }
  } catch (const std::runtime_error& error) {
    data->one.reset(), data->lanes.reset();
    data->remark = error.what();
  }
  if (!data->one) data->remark = "the general recursions answer: " + data->remark;
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
  const int n = model().velocity_size();
  call(Quantity::mass_matrix, {}, std::array{q}, flat("the mass matrix", M, n, n), parameters);
}
void CompiledRobot::inverse_mass_matrix(In<double> q, MatrixOut<double> inverse,
                                        In<double> parameters) const {
  const int n = model().velocity_size();
  call(Quantity::inverse_mass_matrix, {}, std::array{q}, flat("the inverse mass matrix", inverse, n, n),
       parameters);
}
void CompiledRobot::omega(In<double> q, MatrixOut<double> omega, std::string_view frame,
                          In<double> parameters) const {
  call(Quantity::omega, frame, std::array{q}, flat("Omega", omega, 6, 6), parameters);
}
void CompiledRobot::jacobian(In<double> q, MatrixOut<double> J, std::string_view frame,
                             In<double> parameters) const {
  call(Quantity::jacobian, frame, std::array{q}, flat("the Jacobian", J, 6, model().velocity_size()),
       parameters);
}
void CompiledRobot::pose(In<double> q, Out<double> rotation_and_origin, std::string_view frame,
                         In<double> parameters) const {
  call(Quantity::pose, frame, std::array{q}, rotation_and_origin, parameters);
}

const Model& CompiledRobot::model() const {
  return data_->model;
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
std::span<const Wanted> CompiledRobot::wanted() const {
  return data_->wanted;
}
std::span<const std::string> CompiledRobot::parameters() const {
  return data_->parameters.names;
}
std::span<const double> CompiledRobot::nominal_parameters() const {
  return data_->parameters.nominal;
}

}  // namespace sinew
