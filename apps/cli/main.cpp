// The `sinew` program: parses the command line and runs the command.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <sstream>

#include "apps/cli/commands.hpp"
#include "apps/cli/count.hpp"
#include "apps/cli/help_texts.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/numbers.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/simulate.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/codegen/quantity.hpp"
#include "sinew/version.hpp"

namespace {

using namespace sinew::cli;

// Adds the file of a model. "-" means standard input.
void add_model_file(CLI::App& command, const char* name, ModelRequest& request, const char* meaning) {
  const auto named = [](const std::string& file) { return file == "-" ? std::string(standard_input) : file; };
  command.add_option(name, request.file, meaning)->required()->type_name("")->transform(named);
}

// The options that say how to read models, common to all commands.
void add_reading_options(CLI::App& command, ModelRequest& request) {
  command
      .add_option("--base", request.base, "base of a model file: fixed or floating (default: as in the file)")
      ->type_name("fixed|floating");
  command.add_option("--srdf", request.srdf, "SRDF file of the robot; its named states can be used for q")
      ->type_name("FILE");
  command
      .add_option(
          "--package-path", request.package_path,
          "folder of a package (package://, model://), or one that contains packages; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FOLDER");
  command.add_option("--xacro-arg", request.xacro_args, "argument of a xacro file; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME:=VALUE");
  command
      .add_option("--repair", request.repair,
                  "inertia: substitute the nearest possible inertias where the file has impossible ones, and "
                  "warn of each")
      ->type_name("none|inertia");
}

void add_model_options(CLI::App& command, ModelRequest& request) {
  add_model_file(command, "MODEL", request,
                 "robot as URDF, xacro, MJCF or SDF (- for standard input), or a scene (.yaml)");
  add_reading_options(command, request);
}

// The options that change the robot after it has been read.
void add_edit_options(CLI::App& command, ModelRequest& request) {
  command.add_option("--lock", request.lock, "lock a joint at its initial position or at Q; may be repeated")
      ->allow_extra_args(false)
      ->type_name("JOINT[=Q,...]");
  command
      .add_option("--cut", request.cut,
                  "remove a loop, a coupling or the mimic of a joint, or cut another joint, whose body then "
                  "floats; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command
      .add_option(
          "--payload", request.payload,
          "attach a point mass, in kg, to a body or frame, at its origin or at x,y,z in its axes; may be "
          "repeated")
      ->allow_extra_args(false)
      ->type_name("BODY:MASS[@x,y,z]");
}

void add_xacro_options(CLI::App& command, XacroRequest& request) {
  add_model_file(command, "FILE", request.model, "a xacro file (- for standard input)");
  add_reading_options(command, request.model);
  for (const char* const option : {"--base", "--srdf", "--repair"})
    command.remove_option(command.get_option(option));
  command.add_option("-o,--output", request.output, "file to write (default: standard output)")
      ->type_name("FILE");
}

void add_convert_options(CLI::App& command, ConvertRequest& request) {
  add_model_options(command, request.model);
  command.add_option("OUT", request.output, "file to write (- for standard output)")
      ->required()
      ->type_name("");
  command.add_option("--to", request.format, "format of the new file (default: by the ending of its name)")
      ->type_name("urdf|mjcf|sdf");
  command.add_flag("--strict", request.strict,
                   "write nothing if the format cannot express everything that the robot has");
}

void add_tree_options(CLI::App& command, TreeRequest& request) {
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  command.add_option("--format", request.format, "format of the output (default: text)")
      ->type_name("text|dot|mermaid");
}

void add_diff_options(CLI::App& command, DiffRequest& request) {
  add_model_options(command, request.first);
  command.add_option("SECOND", request.second, "the robot to compare with")->required()->type_name("");
  command.add_option("--tolerance", request.tolerance, "relative difference that is ignored (default: 1e-9)")
      ->type_name("NUMBER");
  command.add_flag("--json", request.json, "print one JSON object");
}

void add_state_options(CLI::App& command, ComputeRequest& request) {
  command.add_option("--gravity", request.gravity, "gravity in m/s^2 (default: from the model)")
      ->type_name("x,y,z");
  command
      .add_option(
          "--q", request.q,
          "joint positions, for example --q=-1,2 (quote a list with spaces), or the name of a position")
      ->type_name("LIST|NAME");
  command.add_option("--v", request.v, "joint velocities")->type_name("LIST");
  command.add_option("--tau", request.tau, "joint torques (forces for sliding joints)")->type_name("LIST");
  command
      .add_option("--state", request.state,
                  "all inputs from a file, or random inputs that depend only on the seed")
      ->type_name("FILE.json|random:SEED");
}

void add_compute_options(CLI::App& command, ComputeRequest& request) {
  std::string what = "what to compute:";
  for (const sinew::Quantity quantity : sinew::offered::by_compute)
    what.append("\n  ").append(info(quantity).name).append(": ").append(info(quantity).meaning);
  command.add_option("WHAT", request.what, what)->required()->type_name("");
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  add_state_options(command, request);
  command.add_option("--a", request.a, "joint accelerations")->type_name("LIST");
  command
      .add_option("--frame", request.frame,
                  "name of a body or frame (default for jacobian, operational-inertia: the last body)")
      ->type_name("NAME");
  command
      .add_option("--reference", request.reference,
                  "axes and origin of the jacobian and the operational inertia:\n"
                  "  body: the frame's axes and origin\n"
                  "  world: the world's axes and origin\n"
                  "  aligned: the world's axes, the frame's origin (default)")
      ->type_name("body|world|aligned");
  command
      .add_option("--strategy", request.strategy,
                  "method for loops in forward dynamics and constraint forces (default: automatic)")
      ->type_name("automatic|block_omega|embedding|dense");
  command.add_flag("--ignore-loops", request.ignore_loops,
                   "ignore loops, couplings and mimics in forward dynamics and constraint forces");
  command
      .add_option("--followers", request.followers,
                  "mimic joints and coupled joints in all other quantities:\n"
                  "  embedded: they follow; results are those of the independent joints (default)\n"
                  "  free: they move by themselves; results are those of all joints")
      ->type_name("embedded|free");
  command.add_flag("--assemble", request.assemble,
                   "use q and v as a first guess and compute at a nearby state that satisfies the loops");
  command.add_option("--hold", request.hold, "joints that keep their q and v with --assemble")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  command.add_flag(
      "--friction", request.friction,
      "include damping and dry friction of joints, and damping of tendons, in forward and inverse dynamics "
      "and constraint forces");
  command.add_flag("--springs", request.springs,
                   "include the springs of joints and tendons in the same quantities");
  command.add_flag(
      "--gravity-compensation", request.gravity_compensation,
      "include the forces that compensate the weight of bodies (MJCF's gravcomp) in the same quantities");
  command.add_flag("--json", request.json, "print one JSON object with numbers in full precision");
}

void add_count_options(CLI::App& command, CountRequest& request) {
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  std::string which = "what to count (default: all):";
  for (const std::string& name : names_of(sinew::offered::by_count)) which += "\n  " + name;
  command.add_option("--algorithm", request.algorithms, which)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  command.add_flag("--links", request.links, "also print the operations that each link adds");
  command.add_flag("--json", request.json, "print one JSON object");
}

void add_compile_options(CLI::App& command, CompileRequest& request) {
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  std::string which = "functions to write (default: forward-dynamics); give FRAME as shown or by --frame:";
  for (const sinew::Quantity quantity : sinew::offered::by_compiled_robots)
    which.append("\n  " + typed_name(quantity) + ": ").append(info(quantity).contents);
  const auto list = [&](const char* option, std::vector<std::string>& into, const std::string& meaning) {
    command.add_option(option, into, meaning)->delimiter(',')->allow_extra_args(false)->type_name("NAME,...");
  };
  list("--want", request.want, which);
  command.add_option("--frame", request.frame, "frame of quantities without :FRAME (default: the last body)")
      ->type_name("NAME");
  list("--parameters", request.parameters,
       "constants that become inputs of the functions, for example link7.mass");
  command.add_option("--language", request.language, "language of the file (default: c++)")
      ->type_name("c++|c");
  command.add_option("--lanes", request.lanes, "states per call (SIMD lanes): 1 (default), 2, 4, 8 or 16")
      ->type_name("NUMBER");
  command.add_flag("--float", request.single, "single precision");
  command.add_option("--name", request.name, "namespace (C++) or prefix (C) (default: the model's name)")
      ->type_name("NAME");
  command
      .add_option(
          "--followers", request.followers,
          "embedded (default): mimic joints and coupled joints follow, and results other than\n"
          "accelerations and poses are those of the independent joints; free: they move by themselves")
      ->type_name("embedded|free");
  command
      .add_option("--states", request.states,
                  "number of random states for the check against the general algorithms (default: 1000)")
      ->type_name("NUMBER");
  command
      .add_option("--compiler-seconds", request.compiler_seconds,
                  "time limit of the compiler in seconds (default: 300)")
      ->type_name("NUMBER");
  command.add_option("-o,--output", request.output, "file to write; - for standard output")
      ->required()
      ->type_name("FILE");
  command.add_flag("--quiet", request.quiet, "print no report, only warnings and errors");
  command.add_flag("--json", request.json, "print the report as one JSON object");
}

void add_operators_options(CLI::App& command, OperatorsRequest& request) {
  add_model_options(command, request.at.model);
  add_edit_options(command, request.at.model);
  command.get_option("MODEL")->required(false);
  command
      .add_option("EXPRESSION", request.expression,
                  "operator expression, for example \"B* psi* H* D^-1 H psi B\"")
      ->type_name("");
  add_state_options(command, request.at);
  command
      .add_option("--frame", request.frames,
                  "names of the bodies or frames of B (default: the last body of every branch)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,...");
  command
      .add_option("--let", request.let,
                  "define a vector of joint, body or frame space for use in the expression")
      ->allow_extra_args(false)
      ->type_name("NAME:SPACE=LIST");
  command
      .add_option("--apply", request.apply,
                  "apply the operator to this vector instead of printing the whole matrix")
      ->type_name("LIST");
  command.add_flag("--explain", request.explain, "first print the derivation, the sweeps and their cost");
  command.add_flag("--markdown", request.markdown, "print only the explanation, as Markdown with formulas");
  command.add_flag("--ascii", request.ascii, "no Greek letters");
  command.add_flag(
      "--verify", request.verify,
      "compare with dense matrices at random positions; errors are relative to the size of the terms");
  command.add_flag("--list", request.list, "list all operators and identities");
  command.add_flag("--json", request.json, "print one JSON object with numbers in full precision");
}

void add_simulate_options(CLI::App& command, SimulateRequest& request) {
  add_model_file(command, "SCENE", request.model,
                 "a scene (.yaml), or a robot as URDF, xacro, MJCF or SDF (- for standard input)");
  add_reading_options(command, request.model);
  command
      .add_option("-o,--output", request.output,
                  "result file; a run that finishes replaces an older one (default: SCENE.h5 in the "
                  "current folder)")
      ->type_name("RESULT.h5");
  command.add_option("--csv", request.csv, "also write the result as a CSV table")->type_name("FILE");
  command.add_option("--html", request.html, "also write a page that shows the result in a browser")
      ->type_name("PAGE.html");
  command
      .add_option("--start", request.start,
                  "of a robot: the named position to start at (default: its initial position)")
      ->type_name("NAME");
  command.add_flag(
      "--actuators", request.actuators,
      "of a robot: drive it by its own actuators, with the controls of the position at the start");
  command
      .add_option("--duration", request.duration, "duration, such as 5 or 500ms (default: from the scene)")
      ->transform(
          CLI::Validator([](std::string& text) { return convert_unit(text, {sinew::dimension::time}); }, ""))
      ->type_name("SECONDS");
  std::string kinds = "integrator (default: from the scene):";
  for (const std::string& name : integrator_names()) kinds += "\n  " + name;
  command.add_option("--integrator", request.integrator, kinds)->type_name("KIND");
  command.add_option("--step", request.step, "step size; for adaptive integrators the largest step")
      ->transform(
          CLI::Validator([](std::string& text) { return convert_unit(text, {sinew::dimension::time}); }, ""))
      ->type_name("SECONDS");
  command
      .add_option("--tolerance", request.tolerance,
                  "relative tolerance of adaptive integrators; the absolute one is a hundredth of it")
      ->type_name("NUMBER");
  command.add_flag("--quiet", request.quiet, "print no progress bar and no report, only warnings and errors");
  command.add_flag("--json", request.json, "print the report as one JSON object");
}

void add_view_options(CLI::App& command, ViewRequest& request) {
  add_model_file(
      command, "FILE", request.model,
      "simulation result (.h5), scene (.yaml), or robot as URDF, xacro, MJCF or SDF (- for standard input)");
  command.add_option("SECOND", request.second, "another result, shown as a ghost")->type_name("");
  add_reading_options(command, request.model);
  command.add_option("--port", request.port, "port to listen on (default: any free port)")
      ->type_name("NUMBER");
  command.add_flag("--no-open", request.no_open, "print the address and open no browser");
  command.add_flag("--no-token", request.no_token,
                   "use an address without token, so that every user of this machine can read the page");
  command.add_option("--export", request.page, "write the page to one file instead of serving it")
      ->type_name("PAGE.html");
}

// Writes the answer. As usual, a closed output pipe gives no message.
int finish(const Answer& answer) {
  write_to_stderr(answer.notes);
  errno = 0;
  if (write_to_stdout(answer.output)) return answer.code;
  if (errno != EPIPE)
    write_to_stderr(std::string("sinew: cannot write the output: ") + std::strerror(errno) + "\n");
  return output_failed;
}

Answer refused(const std::string& reason) {
  return {.code = wrong_request, .output = "", .notes = "sinew: " + reason + "\n"};
}

// Reports a missing or misspelt command with the list of commands; CLI11 would only say that one is missing.
void check_command(const CLI::App& app, int argument_count, char** arguments) {
  if (argument_count < 2)
    throw RequestError(
        "expected a command: info, check, tree, diff, compute, count, compile, operators, simulate, view, "
        "xacro or convert (see sinew --help)");
  std::vector<std::string> words = {"--help", "-h", "--version"};
  for (const CLI::App* command : app.get_subcommands({})) words.push_back(command->get_name());
  if (std::find(words.begin(), words.end(), arguments[1]) == words.end()) {
    throw RequestError(sinew::unknown_name("command", arguments[1], words));
  }
}

Answer run(int argument_count, char** arguments) {
  CLI::App app("sinew computes the dynamics of articulated rigid bodies.", "sinew");
  app.set_version_flag("--version", std::string("sinew ") + sinew::version);
  app.footer(std::string(program_footer) + exit_codes);
  app.require_subcommand(1);

  InfoRequest info_request;
  ModelRequest check_request;
  TreeRequest tree_request;
  DiffRequest diff_request;
  ComputeRequest compute_request;
  CountRequest count_request;
  CompileRequest compile_request;
  OperatorsRequest operators_request;
  SimulateRequest simulate_request;
  ViewRequest view_request;
  XacroRequest xacro_request;
  ConvertRequest convert_request;
  CLI::App& info = *app.add_subcommand(
      "info", "joints, degrees of freedom, limits, frames, loops and couplings of a model");
  CLI::App& check = *app.add_subcommand("check", "all errors and warnings of a model file");
  CLI::App& tree = *app.add_subcommand("tree", "the tree of bodies and joints, as text or as a graph");
  CLI::App& diff = *app.add_subcommand("diff", "the differences between two robots");
  CLI::App& compute = *app.add_subcommand("compute", "dynamics and kinematics at one state");
  CLI::App& count =
      *app.add_subcommand("count", "number of arithmetic operations of the algorithms on a model");
  CLI::App& compile = *app.add_subcommand("compile", "C++ or C code of the algorithms for one robot");
  CLI::App& operators =
      *app.add_subcommand("operators", "spatial operator expressions, evaluated and explained");
  CLI::App& simulate = *app.add_subcommand("simulate", "simulation of a scene");
  CLI::App& view = *app.add_subcommand("view", "show a robot or a result in the browser");
  CLI::App& xacro = *app.add_subcommand("xacro", "a xacro file as URDF, without macros");
  CLI::App& convert = *app.add_subcommand("convert", "a robot as URDF, MJCF or SDF");
  add_model_options(info, info_request.model);
  add_edit_options(info, info_request.model);
  info.add_flag("--json", info_request.json, "print one JSON object with numbers in full precision");
  add_model_options(check, check_request);
  add_tree_options(tree, tree_request);
  add_diff_options(diff, diff_request);
  add_compute_options(compute, compute_request);
  add_count_options(count, count_request);
  add_compile_options(compile, compile_request);
  add_operators_options(operators, operators_request);
  add_simulate_options(simulate, simulate_request);
  add_view_options(view, view_request);
  add_xacro_options(xacro, xacro_request);
  add_convert_options(convert, convert_request);
  info.footer(std::string(info_footer) + exit_codes);
  check.footer(std::string(check_footer) + exit_codes);
  tree.footer(std::string(tree_footer) + exit_codes);
  diff.footer(std::string(diff_footer) + exit_codes);
  compute.footer(std::string(compute_footer) + exit_codes);
  count.footer(std::string(count_footer) + exit_codes);
  compile.footer(std::string(compile_footer) + exit_codes);
  operators.footer(std::string(operators_footer) + exit_codes);
  simulate.footer(std::string(simulate_footer) + exit_codes);
  view.footer(std::string(view_footer) + exit_codes);
  xacro.footer(std::string(xacro_footer) + exit_codes);
  convert.footer(std::string(convert_footer) + exit_codes);

  try {
    check_command(app, argument_count, arguments);
    app.parse(argument_count, arguments);
  } catch (const RequestError& error) {
    return refused(error.what());
  } catch (const CLI::ParseError& error) {
    std::ostringstream output, notes;
    if (app.exit(error, output, notes) != 0)
      return refused(error.what() + std::string(" (see sinew --help)"));
    const bool ends = output.str().ends_with('\n');
    return {.code = success, .output = output.str() + (ends ? "" : "\n"), .notes = ""};
  }
  if (info.parsed()) return run_info(info_request);
  if (check.parsed()) return run_check(check_request);
  if (tree.parsed()) return run_tree(tree_request);
  if (diff.parsed()) return run_diff(diff_request);
  if (count.parsed()) return run_count(count_request);
  if (compile.parsed()) return run_compile(compile_request);
  if (operators.parsed()) return run_operators(operators_request);
  if (simulate.parsed()) return run_simulate(simulate_request);
  if (view.parsed()) return run_view(view_request);
  if (xacro.parsed()) return run_xacro(xacro_request);
  if (convert.parsed()) return run_convert(convert_request);
  return run_compute(compute_request);
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is reported as an error instead of ending the program
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that exceeds the size limit
  try {
    return finish(run(argument_count, arguments));
  } catch (const std::exception& error) {
    write_to_stderr(std::string("sinew: ") + error.what() + "\n");
    return wrong_request;
  }
}
