// Holds the user's request as plain data: the command line fills it, everything else reads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/io/model_edits.hpp"

namespace sinew::cli {

// Options common to all commands that read a model.
struct ModelRequest {
  std::string file;                   // a robot, or a scene (docs/scene.md)
  std::optional<std::string> base;    // fixed, floating
  std::optional<std::string> repair;  // none, inertia
  std::optional<std::string> srdf;
  std::vector<std::string> package_path;  // folders to search for packages
  std::vector<std::string> xacro_args;    // "NAME:=VALUE", of a xacro file
  ModelEdits edits;                       // of a robot; scenes have keys for them
};

struct InfoRequest {
  ModelRequest model;
  bool json = false;
};

struct XacroRequest {
  ModelRequest model;
  std::string output = "-";
};

struct ConvertRequest {
  ModelRequest model;
  std::string output;                 // "-" for standard output
  std::optional<std::string> format;  // urdf, mjcf, sdf; by default the name of the output decides
  std::optional<std::string> srdf;    // file to write with the named positions, next to URDF
  bool strict = false;                // true: write nothing if the format cannot express everything
};

struct TreeRequest {
  ModelRequest model;
  std::string format = "text";  // text, dot, mermaid
};

struct DiffRequest {
  ModelRequest first;
  std::string second;  // read with the options of the first
  double tolerance = 1e-9;
  bool json = false;
};

// Lists of numbers stay text until the sizes of the model are known.
struct ComputeRequest {
  ModelRequest model;
  std::string what;
  std::optional<std::string> q, v, tau, a, gravity, controls;
  std::optional<std::string> state;  // a file, or random:SEED
  std::optional<std::string> frame;
  std::string reference = "aligned";
  std::string strategy = "automatic";
  bool ignore_loops = false;
  std::string followers = "embedded";
  bool assemble = false;
  std::vector<std::string> hold;
  bool friction = false;
  bool springs = false;
  bool gravity_compensation = false;
  std::string integrator = "rk4";  // of the discrete pair of a linearization
  double step = 1e-3;              // of that integrator
  bool json = false;
};

struct CountRequest {
  ModelRequest model;
  std::vector<std::string> algorithms;  // all if empty
  bool links = false;
  bool json = false;
};

struct CompileRequest {
  ModelRequest model;
  std::vector<std::string>
      want;  // quantities, "jacobian:tool" for one of a frame; if empty, forward dynamics
  std::optional<std::string> frame;  // of quantities that name no frame
  std::vector<std::string> parameters;
  std::optional<std::string> interface;  // "casadi"; plain functions if not given
  std::optional<std::string> language;   // c++ if not given; c for CasADi
  int lanes = 1;
  bool single = false;
  std::optional<std::string> name;
  std::string followers = "embedded";
  int states = 1000;  // number of states at which the code is checked
  double compiler_seconds = 300;
  std::string output;
  bool quiet = false;
  bool json = false;
};

struct OperatorsRequest {
  ComputeRequest at;  // model and state; its other members are not used
  std::optional<std::string> expression;
  std::vector<std::string> frames;   // bodies without children if empty
  std::vector<std::string> let;      // vectors that the expression may name: "f:frame=0,0,0,0,0,10"
  std::optional<std::string> apply;  // the vector to multiply, as a list
  bool explain = false;
  bool markdown = false;
  bool ascii = false;
  bool verify = false;
  bool list = false;
  bool json = false;
};

struct SimulateRequest {
  ModelRequest model;                 // usually a scene
  std::optional<std::string> output;  // by default named after the scene, in the current folder
  std::optional<std::string> csv, html;
  std::optional<double> duration, step, tolerance;
  std::optional<std::string> integrator;
  std::optional<std::string> start;   // a named position of a robot
  bool actuators = false;             // true: the actuators of a robot drive it
  std::vector<std::string> without;   // forces of the model that do not act
  std::optional<std::string> limits;  // none, soft, hard
  bool effort_limits = false;         // true: clamps controllers to the effort of the motors
  bool quiet = false;
  bool json = false;
};

// A scene with the section `optimize`; the simulation shows the motion.
struct OptimizeRequest {
  SimulateRequest simulation;
  std::optional<int> iterations;
};

struct ViewRequest {
  ModelRequest model;                 // or the result of a simulation
  std::optional<std::string> second;  // another result, to compare with
  std::optional<std::string> page;    // the file to write; if absent, the page is served
  int port = 0;                       // 0 for any free port
  bool no_open = false;
  bool no_token = false;  // true: serve without a token, so that every user of the machine can read
};

}  // namespace sinew::cli
