// Lists the results of forward dynamics that the page shows: every quantity of R87 (35)-(47), and the stages of R88 for
// several arms. apps/viewer/src/engine/engine.ts declares the same structures.
#pragma once

#include <optional>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/spatial/articulated_inertia.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::viewer {

// The quantities of a body, in its frame. For a body on a fixed joint: those of the link that carries it, in the body's
// frame. For a body that is fixed to the ground: zeros, and the ground's acceleration.
struct BodyTrace {
  Motion<double> velocity{};           // V
  Motion<double> bias_acceleration{};  // a
  Force<double> bias_force{};          // b
  // Results of the filter with the loops cut.
  ArticulatedInertia<double> P{}, P_plus{};
  Force<double> z{}, z_plus{};
  // Results with the loops closed. If any loop is closed, force = P lambda + z holds for the z that includes the loops'
  // forces, not for the z above.
  Motion<double> lambda_plus{}, lambda{};
  Force<double> force{};  // x: the force on the body through its joint
};

// The quantities of a degree of freedom; H and G are in the frame of the body that the joint carries. The degrees of
// freedom of a joint are measured one at a time, from the last to the first.
struct DofTrace {
  Motion<double> H{};
  double tau = 0, D = 0;
  Force<double> G{};
  Force<double> K{};           // phi G: G in the parent body's frame
  double innovation = 0;       // e, including the loops' forces
  double free_innovation = 0;  // e of the filter, with the loops cut
  double residual = 0;         // innovation / D
  double acceleration = 0;
};

struct LoopTrace {
  bool closed = true;
  Force<double> force{};                // on the second end, in its axes
  Transform<double> first{}, second{};  // the ends in the world
};

// A grasp that is released has no rows.
struct GraspTrace {
  int loop = 0, arm = 0;
  std::vector<double> free_acceleration{};  // r, along the rows
  std::vector<double> omega{};              // rows x rows
  std::vector<double> force{};              // f, along the rows, on the object
};
struct ArmsTrace {
  std::vector<GraspTrace> grasps{};
  std::vector<double> object_acceleration{};
};

struct Evaluation {
  std::vector<double> a{};
  std::vector<BodyTrace> bodies{};
  std::vector<DofTrace> dofs{};
  std::vector<LoopTrace> loops{};
  std::optional<ArmsTrace> arms{};
  double kinetic = 0, potential = 0;
};

// The parts of the joint torques.
struct TorqueSplit {
  std::vector<double> inertial{}, coriolis{}, gravity{};
};

struct Matrices {
  Matrix<double> mass{}, inverse{}, factor{}, inverse_factor{};
  std::vector<double> D{};
};

}  // namespace sinew::viewer
