#include "apps/cli/command_options.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "apps/cli/count.hpp"
#include "apps/cli/model_options.hpp"
#include "apps/cli/numbers.hpp"
#include "apps/cli/simulate.hpp"
#include "sinew/codegen/quantity.hpp"

namespace sinew::cli {

void add_info_options(CLI::App& command, InfoRequest& request) {
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  command.add_flag("--json", request.json, "print one JSON object with numbers in full precision");
}

void add_check_options(CLI::App& command, ModelRequest& request) {
  add_model_options(command, request);
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

void add_compute_options(CLI::App& command, ComputeRequest& request) {
  std::string what = "what to compute:";
  for (const Quantity quantity : offered::by_compute)
    what.append("\n  ").append(info(quantity).name).append(": ").append(info(quantity).meaning);
  command.add_option("WHAT", request.what, what)->required()->type_name("");
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  add_state_options(command, request);
  command.add_option("--a", request.a, "joint accelerations")->type_name("LIST");
  command
      .add_option("--controls", request.controls,
                  "controls of the actuators, for actuators and sensors (default: those of the position that "
                  "--q names, or zeros within their ranges)")
      ->type_name("LIST");
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
                  "method for loops in forward dynamics, its derivatives, constraint forces and\n"
                  "sensors (default: automatic)")
      ->type_name("automatic|block_omega|embedding|dense");
  command.add_flag("--ignore-loops", request.ignore_loops,
                   "ignore loops, couplings and mimics in forward dynamics, its derivatives,\n"
                   "constraint forces and sensors");
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
      "include damping and dry friction of joints, and damping of tendons, in forward and inverse dynamics, "
      "constraint forces and sensors");
  command.add_flag("--springs", request.springs,
                   "include the springs of joints and tendons in the same quantities");
  command.add_flag(
      "--gravity-compensation", request.gravity_compensation,
      "include the forces that compensate the weight of bodies (MJCF's gravcomp) in the same quantities");
  command
      .add_option("--integrator", request.integrator,
                  "integrator whose step the discrete matrices of a linearization describe (default: rk4)")
      ->type_name("semi_implicit_euler|rk4|rkmk4");
  command.add_option("--step", request.step, "that step, such as 0.01 or 10ms (default: 1ms)")
      ->transform(CLI::Validator([](std::string& text) { return convert_unit(text, {dimension::time}); }, ""))
      ->type_name("SECONDS");
  command.add_flag("--json", request.json, "print one JSON object with numbers in full precision");
}

void add_count_options(CLI::App& command, CountRequest& request) {
  add_model_options(command, request.model);
  add_edit_options(command, request.model);
  std::string which = "what to count (default: all):";
  for (const std::string& name : names_of(offered::by_count)) which += "\n  " + name;
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
  for (const Quantity quantity : offered::by_compiled_robots)
    which.append("\n  " + typed_name(quantity) + ": ").append(info(quantity).contents);
  const auto list = [&](const char* option, std::vector<std::string>& into, const std::string& meaning) {
    command.add_option(option, into, meaning)->delimiter(',')->allow_extra_args(false)->type_name("NAME,...");
  };
  list("--want", request.want, which);
  command.add_option("--frame", request.frame, "frame of quantities without :FRAME (default: the last body)")
      ->type_name("NAME");
  list("--parameters", request.parameters,
       "constants that become inputs of the functions, for example link7.mass");
  command
      .add_option("--for", request.interface,
                  "write C with the interface and the derivatives that CasADi's external functions have")
      ->type_name("casadi");
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
  add_edit_options(command, request.model);
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
  std::string forces = "forces of the model that do not act, by their keys in scenes:";
  for (const std::string& name : model_force_names()) forces += "\n  " + name;
  command.add_option("--without", request.without, forces)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("FORCE,...");
  command
      .add_option("--limits", request.limits,
                  "behaviour of joints and tendons at their limits (default: from the scene, or hard)")
      ->type_name("none|soft|hard");
  command.add_flag("--effort-limits", request.effort_limits,
                   "limit the torques of controllers to the effort of the motors");
  command
      .add_option("--duration", request.duration, "duration, such as 5 or 500ms (default: from the scene)")
      ->transform(CLI::Validator([](std::string& text) { return convert_unit(text, {dimension::time}); }, ""))
      ->type_name("SECONDS");
  std::string kinds = "integrator (default: from the scene):";
  for (const std::string& name : integrator_names()) kinds += "\n  " + name;
  command.add_option("--integrator", request.integrator, kinds)->type_name("KIND");
  command.add_option("--step", request.step, "step size; for adaptive integrators the largest step")
      ->transform(CLI::Validator([](std::string& text) { return convert_unit(text, {dimension::time}); }, ""))
      ->type_name("SECONDS");
  command
      .add_option("--tolerance", request.tolerance,
                  "relative tolerance of adaptive integrators; the absolute one is a hundredth of it")
      ->type_name("NUMBER");
  command.add_flag("--quiet", request.quiet, "print no progress bar and no report, only warnings and errors");
  command.add_flag("--json", request.json, "print the report as one JSON object");
}

void add_optimize_options(CLI::App& command, OptimizeRequest& request) {
  SimulateRequest& simulation = request.simulation;
  add_model_file(command, "SCENE", simulation.model, "a scene (.yaml) with the section optimize");
  add_reading_options(command, simulation.model);
  command
      .add_option("-o,--output", simulation.output,
                  "result file with the motion as a simulation follows it (default: SCENE.h5 in the current "
                  "folder)")
      ->type_name("RESULT.h5");
  command.add_option("--csv", simulation.csv, "also write the result as a CSV table")->type_name("FILE");
  command.add_option("--html", simulation.html, "also write a page that shows the result in a browser")
      ->type_name("PAGE.html");
  command
      .add_option("--iterations", request.iterations,
                  "most iterations of the search (default: from the scene)")
      ->type_name("NUMBER");
  command.add_flag("--quiet", simulation.quiet, "print no progress and no report, only warnings and errors");
  command.add_flag("--json", simulation.json, "print the report as one JSON object");
}

void add_view_options(CLI::App& command, ViewRequest& request) {
  add_model_file(
      command, "FILE", request.model,
      "simulation result (.h5), scene (.yaml), or robot as URDF, xacro, MJCF or SDF (- for standard input)");
  command.add_option("SECOND", request.second, "another result, shown as a ghost")->type_name("");
  add_reading_options(command, request.model);
  add_edit_options(command, request.model);
  command.add_option("--port", request.port, "port to listen on (default: any free port)")
      ->type_name("NUMBER");
  command.add_flag("--no-open", request.no_open, "print the address and open no browser");
  command.add_flag("--no-token", request.no_token,
                   "use an address without token, so that every user of this machine can read the page");
  command.add_option("--export", request.page, "write the page to one file instead of serving it")
      ->type_name("PAGE.html");
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
  command
      .add_option("--write-srdf", request.srdf,
                  "next to URDF: also write the named positions, as an SRDF file")
      ->type_name("FILE");
  command.add_flag("--strict", request.strict,
                   "write nothing if the format cannot express everything that the robot has");
}

}  // namespace sinew::cli
