#include "apps/cli/model_options.hpp"

#include <CLI/CLI.hpp>

#include "apps/cli/inputs.hpp"

namespace sinew::cli {

void add_model_file(CLI::App& command, const char* name, ModelRequest& request, const char* meaning) {
  const auto named = [](const std::string& file) { return file == "-" ? std::string(standard_input) : file; };
  command.add_option(name, request.file, meaning)->required()->type_name("")->transform(named);
}

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

void add_edit_options(CLI::App& command, ModelRequest& request) {
  command
      .add_option("--lock", request.edits.lock,
                  "lock a joint at its initial position or at Q; may be repeated")
      ->allow_extra_args(false)
      ->type_name("JOINT[=Q,...]");
  command
      .add_option("--cut", request.edits.cut,
                  "remove a loop, a coupling or the mimic of a joint, or cut another joint, whose body then "
                  "floats; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command
      .add_option(
          "--payload", request.edits.payload,
          "attach a point mass, in kg, to a body or frame, at its origin or at x,y,z in its axes; may be "
          "repeated")
      ->allow_extra_args(false)
      ->type_name("BODY:MASS[@x,y,z]");
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

}  // namespace sinew::cli
