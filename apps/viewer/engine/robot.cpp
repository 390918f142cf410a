#include "apps/viewer/engine/robot.hpp"

#include <algorithm>
#include <stdexcept>

#include "apps/viewer/engine/loop_dynamics.hpp"
#include "apps/viewer/engine/sweep_trace.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/udut.hpp"

namespace sinew::viewer {
namespace {

std::vector<FrameIndex> frames_of_bodies(const Model& model) {
  std::vector<FrameIndex> frames;
  for (const Body& body : model.description().bodies) frames.push_back(model.frame(body.name));
  return frames;
}

// One end of a loop.
struct End {
  FrameIndex frame{};  // of its body
  Transform<double> placement{};
};

}  // namespace

struct Robot::Data {
  explicit Data(const PageRobot& robot)
      : model(robot.description),
        frames(frames_of_bodies(model)),
        parent(robot.parent),
        joint_of_body(frames.size(), -1),
        places(model),
        free(model),
        closed(model),
        loops(model, robot),
        trace(model, frames),
        closed_tau(std::size_t(model.velocity_size())),
        unused(closed_tau.size()) {
    for (const Loop& loop : model.description().loops)
      ends.push_back({end_of(loop.first), end_of(loop.second)});
    place_joints(robot);
  }
  End end_of(const LoopEnd& end) const {
    return {end.body.empty() ? ground : model.frame(end.body), end.placement};
  }
  void place_joints(const PageRobot& robot);  // throws if the page numbers their coordinates differently
  Transform<double> pose_of(const End& end) { return pose(places, end.frame) * end.placement; }
  // Lists in `forces` the forces of the loops on the bodies at their ends; needs the poses in `places`.
  void list_forces(std::span<const Force<double>> on_second_ends);
  void trace_loops(Evaluation& result);
  void trace_sweeps(In<double> q, In<double> v, In<double> tau, Evaluation& result);
  void carry_gains(Evaluation& result);

  struct Ends {
    End first, second;
  };
  Model model;
  std::vector<FrameIndex> frames;  // of the bodies
  std::vector<int> parent;         // of the bodies
  std::vector<int> joint_of_body;  // in model.joints(); -1: fixed
  std::vector<Ends> ends{};        // of the loops
  Workspace<double> places;        // poses, velocities, inverse dynamics
  Workspace<double> free, closed;
  LoopDynamics loops;
  SweepTrace trace;
  std::vector<ExternalForce<double>> forces{};
  std::vector<double> closed_tau, unused;
};

void Robot::Data::place_joints(const PageRobot& robot) {
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    const JointInfo& joint = model.joints()[i];
    const auto body = std::size_t(std::find(frames.begin(), frames.end(), joint.frame) - frames.begin());
    joint_of_body[body] = int(i);
    const auto [q, v] = robot.places[body];
    if (joint.q_index == q && joint.v_index == v) continue;
    throw std::invalid_argument("joint '" + joint.name + "' has its coordinates at " + std::to_string(q) +
                                " and " + std::to_string(v) + "; expected " + std::to_string(joint.q_index) +
                                " and " + std::to_string(joint.v_index));
  }
}

void Robot::Data::list_forces(std::span<const Force<double>> on_second_ends) {
  forces.clear();
  for (std::size_t i = 0; i < on_second_ends.size(); ++i) {
    const auto& [first, second] = ends[i];
    if (second.frame != ground)
      forces.push_back({second.frame, second.placement.force_to_parent(on_second_ends[i])});
    if (first.frame == ground) continue;
    const Transform<double> second_in_first = inverse(pose(places, first.frame)) * pose_of(second);
    forces.push_back({first.frame, -1.0 * second_in_first.force_to_parent(on_second_ends[i])});
  }
}

Robot::Robot(const PageRobot& robot) : data_(std::make_unique<Data>(robot)) {}
Robot::~Robot() = default;
Robot::Robot(Robot&&) noexcept = default;

const Model& Robot::model() const {
  return data_->model;
}
int Robot::body_count() const {
  return int(data_->frames.size());
}
int Robot::loop_count() const {
  return int(data_->ends.size());
}

void Robot::poses(In<double> q, std::vector<double>& out) {
  update_poses(data_->places, q);
  out.clear();
  for (const FrameIndex frame : data_->frames) {
    const auto [rotation, origin] = pose(data_->places, frame);
    for (const Vector3<double>& row : {rotation.row_x, rotation.row_y, rotation.row_z, origin})
      out.insert(out.end(), {row.x, row.y, row.z});
  }
}

Vector3<double> Robot::mass_centre(In<double> q) {
  return centre_of_mass(data_->places, q);
}

void Robot::applied_torques(In<double> q, In<double> v, In<double> a,
                            std::span<const Force<double>> loop_forces, Out<double> tau) {
  Data& d = *data_;
  update_poses(d.places, q);
  d.list_forces(loop_forces);
  inverse_dynamics(d.places, q, v, a, tau, {.base_acceleration = {}, .forces = d.forces});
}

TorqueSplit Robot::split(In<double> q, In<double> v, In<double> a) {
  Data& d = *data_;
  const std::size_t size = d.unused.size();
  TorqueSplit parts{std::vector<double>(size), std::vector<double>(size), std::vector<double>(size)};
  gravity_force(d.places, q, parts.gravity);
  bias_force(d.places, q, v, parts.coriolis);
  inverse_dynamics(d.places, q, v, a, parts.inertial);
  for (std::size_t i = 0; i < size; ++i) {
    parts.inertial[i] -= parts.coriolis[i];
    parts.coriolis[i] -= parts.gravity[i];
  }
  return parts;
}

// Writes forces and ends of the loops to `result`; needs the accelerations, and the poses in `places`.
void Robot::Data::trace_loops(Evaluation& result) {
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const LoopResult loop = loops.system().loop(int(i));
    result.loops.push_back({.closed = loop.is_closed,
                            .force = loop.force,
                            .first = pose_of(ends[i].first),
                            .second = pose_of(ends[i].second)});
  }
  result.arms = loops.arms();
}

// Runs the filter twice: with the loops cut, and with the forces of the loops and the torques of couplings applied.
void Robot::Data::trace_sweeps(In<double> q, In<double> v, In<double> tau, Evaluation& result) {
  forward_dynamics(free, q, v, tau, unused);
  std::copy(tau.data(), tau.data() + tau.size(), closed_tau.begin());
  const bool is_constrained = loops.system().is_constrained();
  if (is_constrained) {
    loops.add_coupling_torques(closed_tau);
    std::vector<Force<double>> on_second_ends;
    for (const LoopTrace& loop : result.loops) on_second_ends.push_back(loop.force);
    list_forces(on_second_ends);
    forward_dynamics(closed, q, v, closed_tau, unused, {.base_acceleration = {}, .forces = forces});
  }
  trace.read(free, is_constrained ? closed : free, {v, tau, closed_tau, result.a}, result);
}

// K = phi G; needs the poses in `places`.
void Robot::Data::carry_gains(Evaluation& result) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (joint_of_body[i] < 0) continue;
    const JointInfo& joint = model.joints()[std::size_t(joint_of_body[i])];
    const FrameIndex to = parent[i] < 0 ? ground : frames[std::size_t(parent[i])];
    const Transform<double> in_parent = inverse(pose(places, to)) * pose(places, frames[i]);
    for (int k = joint.v_index; k < joint.v_index + joint.v_size; ++k) {
      DofTrace& dof = result.dofs[std::size_t(k)];
      dof.K = in_parent.force_to_parent(dof.G);
    }
  }
}

Evaluation Robot::evaluate(In<double> q, In<double> v, In<double> tau, const std::vector<bool>& closed) {
  Data& d = *data_;
  Evaluation result;
  result.a.resize(d.unused.size());
  d.loops.set_closed(closed);
  d.loops.system().forward_dynamics(q, v, tau, result.a);
  result.kinetic = kinetic_energy(d.places, q, v);  // computes the poses too
  result.potential = -dot(d.model.gravity(), first_moment(d.places));
  d.trace_loops(result);
  d.trace_sweeps(q, v, tau, result);
  d.carry_gains(result);
  return result;
}

Matrices Robot::matrices(In<double> q) {
  Data& d = *data_;
  const int size = d.model.velocity_size();
  Matrices result;
  for (Matrix<double>* matrix : {&result.mass, &result.inverse, &result.factor, &result.inverse_factor})
    *matrix = Matrix<double>(size, size);
  result.D.resize(std::size_t(size));
  mass_matrix(d.free, q, result.mass);
  inverse_mass_matrix(d.free, q, result.inverse);
  udut(d.free, q, result.factor, result.D);
  for (int j = 0; j < size; ++j) {  // the columns of W = U^-1
    const Out<double> column(&result.inverse_factor(0, j), std::size_t(size));
    column[std::size_t(j)] = 1;
    factor_solve(d.free, column, column);
  }
  return result;
}

std::optional<std::vector<double>> Robot::assemble(In<double> q, std::span<const int> keep) {
  Data& d = *data_;
  std::vector<double> weights(std::size_t(d.model.velocity_size()), 1);
  for (const JointInfo& joint : d.model.joints()) {
    for (const int index : keep) {
      const int i = index - joint.q_index;
      if (i < 0 || i >= joint.q_size) continue;
      // One index of a quaternion keeps all three rotations, one of a floating body's origin all three translations.
      const bool simple = joint.q_size == joint.v_size,
                 rotates = joint.kind == JointKind::spherical || i >= 3;
      const int first = simple ? i : rotates ? 0 : 3, count = simple ? 1 : 3;
      std::fill_n(weights.begin() + joint.v_index + first, count, 0);
    }
  }
  std::vector<double> found(q.data(), q.data() + q.size());
  d.loops.close_all();
  if (!d.loops.system().is_constrained()) return found;
  if (!d.loops.system().assemble(found, {.weights = weights}).closed) return {};
  return found;
}

}  // namespace sinew::viewer
