// Describes a simulation as plain data: controllers, forces, limits, events, integrator and records. Joints, bodies and
// loops are given by name; `make_simulation` (simulate/make_simulation.hpp) builds the objects.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/chains/arms/grasp.hpp"
#include "sinew/simulate/controllers/trajectory.hpp"
#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/simulation.hpp"

namespace sinew {

// ---- Controllers. A list of gains has one number for all, or one for each motor (DOF) or each of six directions ----

// tau = stiffness (target - q) + damping (target velocity - v) + gravity
struct JointPdPlan {
  std::vector<std::string> joints{};                // with motors; empty: all of one DOF, except followers
  std::vector<double> stiffness{100}, damping{20};  // N m/rad, N m s/rad (N/m, N s/m)
  bool gravity = true;      // true: adds the torques that hold the robot up; false: leaves them out
  TrajectoryPlan target{};  // q of the whole robot; without waypoints: stay at the start
};
// tau = inverse dynamics of (target acceleration + stiffness error + damping error rate); loops are kept closed
struct ComputedTorquePlan {
  std::vector<std::string> joints{};
  std::vector<double> stiffness{100}, damping{20};  // 1/s^2, 1/s
  TrajectoryPlan target{};
};
// Moves a frame along poses (operational-space control, SOA 5.2), and damps the remaining motion of the joints
struct OperationalSpacePlan {
  std::string frame{};
  std::vector<double> stiffness{100}, damping{20};  // 1/s^2, 1/s
  double joint_damping = 5;                         // 1/s, of motions that do not move the frame
  TrajectoryPlan target{};                          // poses in the world
};
// tau = M a_r + C(q, v) v_r + gravity + damping (v_r - v),  v_r = target velocity + rate (target - q): Slotine and Li
struct PassivityPlan {
  std::vector<double> rate{10};     // 1/s
  std::vector<double> damping{20};  // N m s/rad
  TrajectoryPlan target{};
};
// PD in the coordinates in which the mass matrix is the identity (diagonalised equations of motion)
struct DecoupledPlan {
  double frequency = 10;  // rad/s
  double damping_ratio = 1;
  TrajectoryPlan target{};
};
// tau = tau0 - K (e, v): keeps the robot at an equilibrium at least cost of e^T Q e + v^T Q_v v + u^T R u
// (simulate/controllers/lqr_control.hpp). Costs of positions and velocities are one number for all DOFs or one for each
struct LqrPlan {
  std::vector<std::string> joints{};  // with motors
  std::vector<double> position_cost{1}, velocity_cost{0.1}, torque_cost{0.01};
  TrajectoryPlan target{};  // one waypoint, an equilibrium; without waypoints: the start
};
// For several arms: moves the object along poses; the arms share its load, and squeeze it as commanded (SOA 6, R88 12)
struct ObjectPlan {
  std::vector<double> stiffness{100}, damping{20};  // 1/s^2, 1/s
  std::vector<double> shares{};                     // per arm; empty: equal
  struct Squeeze {
    std::string grasp{};
    Force<double> force{};  // on the object by the arm, in the grasp's second frame
  };
  std::vector<Squeeze> squeeze{};  // only the part that does not move the object is applied
  double joint_damping = 5;        // 1/s, of arms' motions that do not move the object
  TrajectoryPlan target{};         // poses of the object
};

// The actuators of the robot with constant controls, by name. Others have the control zero, or the nearest in their range
struct ActuatorPlan {
  std::vector<std::pair<std::string, double>> controls{};
};

struct ControllerPlan {
  std::string robot{};  // the arm that it drives; empty: the whole model
  double period = 0;    // seconds between samples; 0: continuous
  // True: adds the torques that overcome damping and dry friction of the model's joints, if they act
  // (simulate/controllers/friction_compensation.hpp). False: the law leaves them as disturbances.
  bool compensate_friction = false;
  std::variant<JointPdPlan, ComputedTorquePlan, OperationalSpacePlan, PassivityPlan, DecoupledPlan, LqrPlan,
               ObjectPlan, ActuatorPlan>
      law{};
};

// ---- Forces. Joints and bodies are those of the whole model ----

struct JointSpringPlan {
  std::string joint{};
  double stiffness = 0, damping = 0, rest = 0;
};
// Pulls two points together with the force stiffness (distance - length) + damping (rate of distance)
struct PointSpringPlan {
  LoopEnd first{}, second{};
  double stiffness = 0, damping = 0, length = 0;
};
// A force and a moment on a body during a time interval, in world axes at a point of the body
struct PushPlan {
  LoopEnd at{};
  Vector3<double> force{}, moment{};
  double from = 0, until = infinity;
};
// Random torques on all joints of one DOF, uniform within +-size, redrawn every period; reproducible by their seed
struct DisturbancePlan {
  double size = 0, period = 0.01;
  std::uint64_t seed = 1;
};
using ForcePlan = std::variant<JointSpringPlan, PointSpringPlan, PushPlan, DisturbancePlan>;

// Limits of tendons are soft if the kind is hard, too
enum class LimitKind { none, soft, hard };
struct LimitPlan {
  LimitKind kind = LimitKind::hard;       // none: joints pass their limits
  double stiffness = 1e4, damping = 1e2;  // soft, and of tendons: N m/rad, N m s/rad (N/m, N s/m)
  double restitution = 0;                 // hard: ratio of the joint velocities after and before the impact
  double rest_speed = 1e-3;               // hard: rad/s, m/s; a joint that arrives no faster stays there
};

// ---- Events ----

struct AtTime {
  double time = 0;
};
// A joint's position passes a value. `of_velocity`: true tests its velocity instead. `rising`: true tests for crossing
// the value upwards, false downwards
struct AtJoint {
  std::string joint{};
  bool of_velocity = false;
  double value = 0;
  bool rising = true;
};
struct EventPlan {
  std::string name{};
  std::variant<AtTime, AtJoint> when{};
  std::vector<std::string> release{}, close{};  // loops or grasps, by name
  bool stop = false;                            // true ends the run
};

struct SimulationPlan {
  IntegratorOptions integrator{};
  MechanismOptions mechanism{};
  SimulationOptions options{};
  std::vector<ControllerPlan> controllers{};
  std::vector<ForcePlan> forces{};
  bool constant_torques = true;  // true: the torques tau of the state act throughout
  bool joint_damping = true, joint_springs = true,
       dry_friction = true;                           // true: those of the model's joints act
  bool tendon_springs = true, tendon_damping = true;  // true: those of the model's tendons act
  bool gravity_compensation = true;                   // true: acts on the bodies of the model that have one
  LimitPlan limits{};
  bool effort_limits = false;       // true: clamps the controllers' torques to the motors' limits
  bool release_pulling = true;      // true: releases grasps that can only push when they would have to pull
  std::vector<std::string> open{};  // loops or grasps that are open at the start
  std::vector<EventPlan> events{};
};

}  // namespace sinew
