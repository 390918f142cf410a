#include "apps/cli/compile.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/followers.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/output_check.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/codegen/build/generated_code.hpp"
#include "sinew/codegen/source/casadi_source.hpp"
#include "sinew/codegen/verify_derivatives.hpp"
#include "sinew/io/files/output_file.hpp"

namespace sinew::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

// Shows the current stage in one line of the terminal, which is cleared at the end. Checks for Ctrl-C between stages,
// so that temporary folders and files are removed.
class Stages {
 public:
  Stages(bool wanted, double compiler_seconds)
      : shows_(wanted && isatty(STDERR_FILENO) != 0), compiler_seconds_(compiler_seconds) {}
  ~Stages() { show(""); }
  Stages(const Stages&) = delete;
  Stages& operator=(const Stages&) = delete;
  void begin(const std::string& what) const {
    stop_if_interrupted();
    show(what);
  }
  CommandLimits limits() const { return {.seconds = compiler_seconds_, .stop = &interrupt_.happened()}; }
  void stop_if_interrupted() const { interrupt_.stop_if_happened(); }

 private:
  void show(const std::string& what) const {
    if (shows_) write_to_stderr("\r\x1b[K" + what);
  }
  bool shows_;
  double compiler_seconds_;
  Interrupt interrupt_;
};

Language language_of(const std::string& name) {
  if (name == "c++") return Language::cpp;
  if (name == "c") return Language::c;
  throw RequestError(unknown_name("language", name, {"c++", "c"}));
}

SourceOptions options_of(const CompileRequest& request) {
  if (!request.interface)
    return {.language = language_of(request.language.value_or("c++")),
            .lanes = request.lanes,
            .single_precision = request.single,
            .name = request.name.value_or("")};
  if (*request.interface != "casadi")
    throw RequestError("--for: " + unknown_name("interface", *request.interface, {"casadi"}));
  if (request.language.value_or("c") != "c" || request.lanes != 1 || request.single)
    throw RequestError("--for casadi writes C in double precision, one state per call");
  return casadi_options(request.name.value_or(""));
}

std::vector<QuantityRequest> wanted_of(const CompileRequest& request) {
  std::vector<QuantityRequest> list;
  for (const std::string& text : request.want) {
    QuantityRequest wanted = wanted_from(text);
    if (request.frame && wanted.frame.empty() && info(wanted.quantity).takes(QuantityInfo::frame))
      wanted.frame = *request.frame;
    list.push_back(std::move(wanted));
  }
  if (list.empty()) list.push_back({});
  if (request.frame && std::none_of(list.begin(), list.end(), [](const QuantityRequest& each) {
        return info(each.quantity).takes(QuantityInfo::frame);
      }))
    throw RequestError(
        fmt::format("--frame: {} was given, but no requested quantity refers to a frame", *request.frame));
  return list;
}

template <class Real>
CodeUnderTest running(const GeneratedCode& code, const SymbolicRobot& robot, int lanes) {
  return [&, lanes](std::size_t index, std::span<const double* const> inputs, double* output) {
    const SymbolicFunction& function = robot.functions[index];
    const auto numbers_of = [&](const Argument& argument) {
      return argument.entries.size() * std::size_t(lanes);
    };
    std::vector<std::vector<Real>> blocks;
    std::vector<const void*> pointers;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      std::vector<Real>& block = blocks.emplace_back(numbers_of(function.inputs[k]));
      std::transform(inputs[k], inputs[k] + block.size(), block.begin(), [](double x) { return Real(x); });
      pointers.push_back(block.data());
    }
    std::size_t results = 0;
    for (const Argument& output : function.outputs) results += numbers_of(output);
    std::vector<Real> result(results);
    code.functions[index](pointers.data(), result.data());
    std::copy(result.begin(), result.end(), output);
  };
}

// Compares the generated code with the library's algorithms, and the derivatives for CasADi with the functions. Throws
// RequestError if they differ.
void check_text(const Model& model, const CasadiRobot& casadi, std::span<const QuantityRequest> wanted,
                const SourceOptions& options, const Stages& stages, Written& written, std::string& notes) {
  const SymbolicRobot& robot = casadi.robot;
  VerifyOptions verify_options{
      .states = written.states, .lanes = options.lanes, .single_precision = options.single_precision};
  SystemCompiler compiler = find_compiler(options.language, "", stages.limits());
  stages.stop_if_interrupted();
  compiler.optimises = false;
  if (compiler.is_there() && !compiler.remark.empty()) notes += fmt::format("sinew: {}\n", compiler.remark);
  if (!compiler.is_there()) {
    notes += fmt::format("sinew: the code was not compiled; its expressions were evaluated instead: {}\n",
                         compiler.remark);
    verify_options.lanes = 1, verify_options.single_precision = false;
  }
  std::optional<GeneratedCode> code;
  CodeUnderTest under_test = evaluated(robot);
  if (compiler.is_there()) {
    stages.begin(fmt::format("compiling with {} ...", compiler.name()));
    const auto began = Clock::now();
    try {
      const LibraryCache cache;
      code = load_generated(model, robot, options, written.text, compiler, cache);
      const std::string& trouble = cache.remark().empty() ? code->remark : cache.remark();
      if (!trouble.empty()) notes += fmt::format("sinew: the compiled code was not cached: {}\n", trouble);
    } catch (const std::runtime_error& error) {
      stages.stop_if_interrupted();  // Ctrl-C makes the compiler fail, too
      throw RequestError(fmt::format(
          "nothing was written: the code, {} {}, cannot be compiled and run here: {}",
          options.language == Language::c ? "with the prefix" : "in namespace", written.name, error.what()));
    }
    written.compiler = compiler.name();
    written.build_seconds = seconds_since(began);
    written.was_cached = code->was_cached;
    under_test = options.single_precision ? running<float>(*code, robot, options.lanes)
                                          : running<double>(*code, robot, options.lanes);
  }
  stages.begin(fmt::format("comparing at {} states ...", written.states));
  const Verification result = verify(model, robot, wanted, under_test, verify_options);
  if (!result.complaint.empty()) throw RequestError("nothing was written: " + result.complaint);
  if (!casadi.functions.empty()) {
    const Verification derivatives = verify_derivatives(model, casadi, under_test);
    if (!derivatives.complaint.empty()) throw RequestError("nothing was written: " + derivatives.complaint);
  }
  written.states = result.states;
  written.worst_error = result.worst;
}

void describe(const SymbolicRobot& robot, Written& written) {
  written.parameters = robot.parameters.names;
  written.nominal = robot.parameters.nominal;
  for (const SymbolicFunction& function : robot.functions) {
    WrittenFunction& item = written.functions.emplace_back();
    item.name = function.name;
    item.meaning = function.meaning;
    item.operations = operation_count(robot.graph, function);
    for (const auto& arguments : {function.inputs, function.outputs}) {
      for (const Argument& argument : arguments)
        item.arguments.push_back(fmt::format("{}[{}]", argument.name, argument.entries.size()));
    }
  }
}

Written write_checked(const CompileRequest& request, std::string& notes) {
  const std::vector<QuantityRequest> wanted = wanted_of(request);
  const SourceOptions options = options_of(request);
  constexpr int lane_counts[] = {1, 2, 4, 8, 16};
  if (std::find(std::begin(lane_counts), std::end(lane_counts), request.lanes) == std::end(lane_counts))
    throw RequestError(fmt::format("--lanes: {} was given; expected 1, 2, 4, 8 or 16", request.lanes));
  if (!(request.compiler_seconds > 0))
    throw RequestError(fmt::format("--compiler-seconds: {} was given; expected a number above zero",
                                   request.compiler_seconds));
  if (request.states < 1)
    throw RequestError(fmt::format("--states: {} was given; expected 1 or more", request.states));
  if (request.output != "-")
    check_outputs(std::vector{Output{"-o", request.output, OutputKind::source}},
                  std::vector{request.model.file});
  const Model model = read_model(request.model, notes);
  const Stages stages(!request.quiet, request.compiler_seconds);
  const Followers followers = followers_named(request.followers);
  if (followers == Followers::embedded && has_followers(model)) {
    notes += fmt::format("sinew: results are those of the independent coordinates of {}: {}\n", model.name(),
                         independent_in_words(model));
    if (!model.description().loops.empty())
      notes += fmt::format("sinew: {} has {}, ignored here (treated as open)\n", model.name(),
                           loops_in_words(model));
  } else if (constraint_count(model) > 0) {
    notes += fmt::format("sinew: {} has {}, ignored here (treated as open): the code is for the tree\n",
                         model.name(), constraints_in_words(model));
  }
  Written written{.model = model.name(),
                  .name = source_name(model, options),
                  .language = options.language == Language::c ? "c" : "c++",
                  .lanes = request.lanes,
                  .single = request.single,
                  .file = request.output,
                  .goes_to_stdout = request.output == "-",
                  .states = request.states};
  const auto began = Clock::now();
  stages.begin("tracing the algorithms ...");
  CasadiRobot robot;  // its functions are those of CasADi, if these are wanted
  if (request.interface) {
    robot = trace_for_casadi(model, wanted, request.parameters, followers);
    written.text = write_casadi_source(model, robot, options.name);
  } else {
    robot.robot = trace(model, wanted, request.parameters, followers);
    written.text = write_source(model, robot.robot, options);
  }
  written.write_seconds = seconds_since(began);
  describe(robot.robot, written);
  check_text(model, robot, wanted, options, stages, written, notes);
  stages.stop_if_interrupted();
  if (!written.goes_to_stdout) write_whole_file(request.output, written.text);
  return written;
}

}  // namespace

Written write_compiled(const CompileRequest& request, std::string& notes) {
  try {
    return write_checked(request, notes);
  } catch (const std::invalid_argument& error) {  // unknown names, joints that code cannot be written for
    throw RequestError(error.what());
  }
}

}  // namespace sinew::cli
