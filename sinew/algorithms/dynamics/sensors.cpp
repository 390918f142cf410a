#include "sinew/algorithms/dynamics/sensors.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/algorithms/kinematics/tendons.hpp"
#include "sinew/model/joints/joint_rotation.hpp"

namespace sinew {
namespace {

FrameIndex sensed_body(const Model& model, const LoopEnd& end) {
  return end.body.empty() ? ground : model.frame(end.body);
}

void write_quaternion(double* out, const Rotation<double>& R) {
  const auto [w, x, y, z] = quaternion_of(R);
  out[0] = w, out[1] = x, out[2] = y, out[3] = z;
}

Vector3<double> column_of(const Rotation<double>& R, SensorKind kind) {
  const bool is_x = kind == SensorKind::frame_x_axis, is_y = kind == SensorKind::frame_y_axis;
  return R * Vector3<double>{is_x ? 1.0 : 0.0, is_y ? 1.0 : 0.0, is_x || is_y ? 0.0 : 1.0};
}

}  // namespace

Sensors::Sensors(const Model& model)
    : model_(model),
      actuators_(model),
      joint_forces_(model.joints().size()),
      fixed_joint_forces_(model.fixed_joints().size()) {
  const Description& description = model.description();
  for (const Sensor& sensor : description.sensors) {
    Prepared each{.sensor = sensor};
    switch (subject_of(sensor.kind)) {
      case SensorSubject::nothing:
        break;
      case SensorSubject::joint:
        each.q = std::size_t(model.joint(sensor.object).q_index);
        each.v = std::size_t(model.joint(sensor.object).v_index);
        break;
      case SensorSubject::tendon:
        each.tendon = model.tendon(sensor.object);
        break;
      case SensorSubject::actuator:
        while (description.actuators[each.index].name != sensor.object) ++each.index;
        break;
      case SensorSubject::frame:
        each.body = sensed_body(model, sensor.frame);
        if (sensor.reference) each.reference = sensed_body(model, *sensor.reference);
        break;
      case SensorSubject::subtree:
        prepare_subtree(each);
        break;
    }
    if (sensor.kind == SensorKind::force || sensor.kind == SensorKind::torque) {
      measures_forces_ = true;
      const auto joints = model.joints();
      for (std::size_t i = 0; i < joints.size(); ++i) {
        if (joints[i].frame == each.body) each.joint = int(i);
      }
      each.fixed_joint = model.frame(each.body).fixed_joint;
    }
    size_ += value_count(sensor.kind);
    all_.push_back(std::move(each));
  }
}

void Sensors::prepare_subtree(Prepared& each) const {
  std::unordered_set<std::string_view> carried{each.sensor.object};
  // The frames are in an order in which bodies come after those that carry them.
  for (const FrameInfo& frame : model_.frames()) {
    if (!frame.is_body || frame.name == each.sensor.object) continue;
    const bool is_on_ground = frame.parent == ground;
    if (carried.contains(is_on_ground ? "" : std::string_view(model_.frame(frame.parent).name)))
      carried.insert(frame.name);
  }
  for (const Body& body : model_.description().bodies) {
    if (carried.contains(body.name)) each.subtree.push_back({model_.frame(body.name), body.inertial});
  }
}

Sensors::Moving Sensors::moving(Workspace<double>& work, FrameIndex body,
                                const Transform<double>& placement) const {
  return {pose(work, body) * placement, placement.motion_to_child(velocity(work, body))};
}

Vector3<double> Sensors::acceleration_of(Workspace<double>& work, const Prepared& each) const {
  const Transform<double>& placement = each.sensor.frame.placement;
  if (model_.frame(each.body).link == 0) return {};
  const Moving at = moving(work, each.body, placement);
  const Motion<double> rate = placement.motion_to_child(acceleration(work, each.body));
  if (each.sensor.kind == SensorKind::frame_angular_acceleration) return at.pose.rotation * rate.angular;
  const Vector3<double> own = rate.linear + cross(at.twist.angular, at.twist.linear) -
                              transpose_times(at.pose.rotation, model_.gravity());
  return each.sensor.kind == SensorKind::accelerometer ? own : at.pose.rotation * own;
}

Force<double> Sensors::force_on(const Prepared& each) const {
  if (each.joint >= 0) return joint_forces_[std::size_t(each.joint)].whole;
  if (each.fixed_joint >= 0) return fixed_joint_forces_[std::size_t(each.fixed_joint)];
  return {};
}

void Sensors::write_frame(Workspace<double>& work, const Prepared& each, double* out) const {
  const Sensor& sensor = each.sensor;
  const Moving at = moving(work, each.body, sensor.frame.placement);
  const Transform<double>& X = at.pose;
  const Moving from = sensor.reference ? moving(work, each.reference, sensor.reference->placement) : Moving{};
  const Rotation<double>& R = from.pose.rotation;
  const Vector3<double> apart = X.translation - from.pose.translation;
  switch (sensor.kind) {
    case SensorKind::frame_position:
      return write(out, transpose_times(R, apart));
    case SensorKind::frame_quaternion:
      return write_quaternion(out, transpose(R) * X.rotation);
    case SensorKind::frame_x_axis:
    case SensorKind::frame_y_axis:
    case SensorKind::frame_z_axis:
      return write(out, transpose_times(R, column_of(X.rotation, sensor.kind)));
    case SensorKind::frame_linear_velocity: {
      const Vector3<double> rate =
          X.rotation * at.twist.linear - R * from.twist.linear + cross(apart, R * from.twist.angular);
      return write(out, transpose_times(R, rate));
    }
    case SensorKind::frame_angular_velocity:
      return write(out, transpose_times(R, X.rotation * at.twist.angular - R * from.twist.angular));
    case SensorKind::velocimeter:
      return write(out, at.twist.linear);
    case SensorKind::gyro:
      return write(out, at.twist.angular);
    case SensorKind::magnetometer:
      return write(out, transpose_times(X.rotation, sensor.field));
    case SensorKind::force:
      return write(out, sensor.frame.placement.force_to_child(force_on(each)).linear);
    case SensorKind::torque:
      return write(out, sensor.frame.placement.force_to_child(force_on(each)).angular);
    default:
      return write(out, acceleration_of(work, each));
  }
}

void Sensors::write_joint(Workspace<double>& work, const Prepared& each, double* out) const {
  const double* const q = &work.position[each.q];
  switch (each.sensor.kind) {
    case SensorKind::joint_position:
      out[0] = q[0];
      return;
    case SensorKind::joint_velocity:
      out[0] = work.joint_velocity[each.v];
      return;
    case SensorKind::joint_quaternion: {
      const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
      for (int i = 0; i < 4; ++i) out[i] = q[i] / length;
      return;
    }
    case SensorKind::joint_angular_velocity:
      return write(out, read(&work.joint_velocity[each.v]));
    default:
      out[0] = actuators_.torques()[each.v];
  }
}

void Sensors::write_tendon(Workspace<double>& work, const Prepared& each, In<double> forces,
                           double* out) const {
  if (each.sensor.kind == SensorKind::tendon_position) out[0] = tendon_length(work, each.tendon);
  if (each.sensor.kind == SensorKind::tendon_velocity) out[0] = tendon_velocity(work, each.tendon);
  if (each.sensor.kind != SensorKind::tendon_actuator_force) return;
  out[0] = 0;
  const auto& actuators = model_.description().actuators;
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const Transmission& transmission = actuators[i].transmission;
    if (transmission.kind == TransmissionKind::tendon && transmission.target == each.sensor.object)
      out[0] += forces[i];
  }
}

void Sensors::write_actuator(const Prepared& each, In<double> forces, double* out) const {
  out[0] = each.sensor.kind == SensorKind::actuator_position   ? actuators_.lengths()[each.index]
           : each.sensor.kind == SensorKind::actuator_velocity ? actuators_.velocities()[each.index]
                                                               : forces[each.index];
}

void Sensors::write_subtree(Workspace<double>& work, const Prepared& each, double* out) const {
  double mass = 0;
  Vector3<double> moment{}, momentum{};
  const auto centre = [&](const Part& part) { return moving(work, part.frame, {{}, part.inertial.com}); };
  for (const Part& part : each.subtree) {
    const Moving at = centre(part);
    mass += part.inertial.mass;
    moment += part.inertial.mass * at.pose.translation;
    momentum += part.inertial.mass * (at.pose.rotation * at.twist.linear);
  }
  const double inverse_mass = mass > 0 ? 1 / mass : 0;
  const Vector3<double> C = inverse_mass * moment;
  if (each.sensor.kind == SensorKind::subtree_com) return write(out, C);
  if (each.sensor.kind == SensorKind::subtree_linear_velocity) return write(out, inverse_mass * momentum);
  Vector3<double> sum{};
  for (const Part& part : each.subtree) {
    const Moving at = centre(part);
    sum += at.pose.rotation * (part.inertial.inertia * at.twist.angular);
    sum += part.inertial.mass * cross(at.pose.translation - C, at.pose.rotation * at.twist.linear);
  }
  write(out, sum);
}

void Sensors::evaluate(Workspace<double>& work, double time, In<double> forces, Out<double> values) {
  edge::check_made_for("the sensors", model_, work.model);
  edge::check_input("the forces of actuators", forces, int(actuators_.size()));
  edge::check_size("the values of the sensors", values, size_);
  actuators_.apply(work, forces);
  if (measures_forces_) {
    joint_forces(work, joint_forces_);
    fixed_joint_forces(work, fixed_joint_forces_);
  }
  double* out = values.data();
  for (const Prepared& each : all_) {
    switch (subject_of(each.sensor.kind)) {
      case SensorSubject::nothing:
        out[0] = each.sensor.kind == SensorKind::clock ? time : kinetic_energy(work);
        break;
      case SensorSubject::joint:
        write_joint(work, each, out);
        break;
      case SensorSubject::tendon:
        write_tendon(work, each, forces, out);
        break;
      case SensorSubject::actuator:
        write_actuator(each, forces, out);
        break;
      case SensorSubject::frame:
        write_frame(work, each, out);
        break;
      case SensorSubject::subtree:
        write_subtree(work, each, out);
        break;
    }
    const int count = value_count(each.sensor.kind);
    for (int i = 0; i < count && each.sensor.cutoff > 0; ++i)
      out[i] = std::clamp(out[i], -each.sensor.cutoff, each.sensor.cutoff);
    out += count;
  }
}

}  // namespace sinew
