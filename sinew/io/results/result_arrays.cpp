#include "sinew/io/results/result_arrays.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/model/joints/coordinates.hpp"

namespace sinew {
namespace {

// Returns a valid, unused path for the array: the name has no slashes, is not empty, and is not "." (in HDF5 the group
// itself).
std::string path_of(const std::string& group, std::string name, std::span<const ResultArray> taken) {
  std::replace(name.begin(), name.end(), '/', '.');
  if (name.find_first_not_of('.') == std::string::npos) name = "unnamed" + name;
  const std::string first = group + "/" + name;
  std::string path = first;
  const auto is_taken = [&] {
    return std::any_of(taken.begin(), taken.end(), [&](const ResultArray& a) { return a.path == path; });
  };
  for (int copy = 2; is_taken(); ++copy) path = first + "." + std::to_string(copy);
  return path;
}

// The columns of a joint with several coordinates are named after joint and coordinate: "wrist wx".
ResultArray coordinates_array(const char* name, const char* description,
                              const std::vector<Coordinate>& coordinates, Derivative derivative) {
  ResultArray array{.path = name, .label = name, .description = description};
  for (const Coordinate& coordinate : coordinates) {
    array.columns.push_back(coordinate.name);
    const bool is_quaternion = coordinate.measure == Measure::quaternion;
    array.units.emplace_back(is_quaternion ? "1" : unit_of(coordinate.measure, derivative));
  }
  return array;
}

std::vector<std::string> columns_of(std::size_t count) {
  if (count == 1) return {"value"};
  if (count == 4) return {"qw", "qx", "qy", "qz"};
  return {"x", "y", "z"};
}

const char* unit_of(const Sensor& sensor, const Model& model) {
  using enum SensorKind;
  const auto of_joint = [&](Derivative derivative) {
    const auto v = std::size_t(model.joint(sensor.object).v_index);
    return sinew::unit_of(velocity_coordinates(model)[v].measure, derivative);
  };
  switch (sensor.kind) {
    case clock:
      return "s";
    case joint_position:
      return of_joint(Derivative::position);
    case joint_velocity:
      return of_joint(Derivative::velocity);
    case joint_actuator_force:
      return of_joint(Derivative::effort);
    case joint_angular_velocity:
    case frame_angular_velocity:
    case gyro:
      return "rad/s";
    case frame_position:
    case subtree_com:
      return "m";
    case frame_linear_velocity:
    case velocimeter:
    case subtree_linear_velocity:
      return "m/s";
    case frame_linear_acceleration:
    case accelerometer:
      return "m/s^2";
    case frame_angular_acceleration:
      return "rad/s^2";
    case force:
    case tendon_actuator_force:
      return "N";
    case torque:
      return "Nm";
    case subtree_angular_momentum:
      return "kg m^2/s";
    case kinetic_energy:
      return "J";
    default:
      return "1";
  }
}

// Appends numbers to a row.
class Row {
 public:
  explicit Row(std::span<double> row) : row_(row) {}
  void put(std::initializer_list<double> values) { put(std::span(values.begin(), values.size())); }
  void put(std::span<const double> values) {
    if (values.size() > row_.size() - at_) at_ = row_.size() + 1;
    if (at_ > row_.size()) return;
    std::copy(values.begin(), values.end(), row_.begin() + std::ptrdiff_t(at_));
    at_ += values.size();
  }
  bool is_full() const { return at_ == row_.size(); }

 private:
  std::span<double> row_;
  std::size_t at_ = 0;
};

}  // namespace

ResultArrays::ResultArrays(const Model& model, std::span<const std::string> frames,
                           std::span<const TargetColumn> targets) {
  add({.path = "time",
       .description = "time since the start",
       .columns = {"time"},
       .units = {"s"},
       .is_list = true});
  add_coordinates(model);
  add_balance();
  add_loops_and_frames(model, frames);
  add_actuators_and_sensors(model);
  add_targets(targets);
}

void ResultArrays::add(ResultArray array) {
  width_ += array.columns.size();
  arrays_.push_back(std::move(array));
}

void ResultArrays::add_coordinates(const Model& model) {
  const std::vector<Coordinate> positions = position_coordinates(model),
                                velocities = velocity_coordinates(model);
  add(coordinates_array("q", "positions of the joints", positions, Derivative::position));
  add(coordinates_array("v", "velocities of the joints", velocities, Derivative::velocity));
  add(coordinates_array("a", "accelerations of the joints", velocities, Derivative::acceleration));
  add(coordinates_array("actuation", "joint torques of controllers and constant torques", velocities,
                        Derivative::effort));
}

void ResultArrays::add_balance() {
  add({.path = "energy",
       .label = "energy",
       .description =
           "energies; work: done by non-conservative forces; impact_loss: lost in impacts so far; error: "
           "kinetic + potential + stored + impact_loss - work - their sum at the start",
       .columns = {"kinetic", "potential", "stored", "work", "impact_loss", "error"},
       .units = std::vector<std::string>(6, "J")});
  add({.path = "constraints",
       .label = "constraints",
       .description = "largest constraint error of loops and couplings, in position and velocity",
       .columns = {"position_error", "velocity_error"},
       .units = {"m or rad", "m/s or rad/s"}});
}

void ResultArrays::add_loops_and_frames(const Model& model, std::span<const std::string> frames) {
  for (const Loop& loop : model.description().loops) {
    const std::string second = loop.second.body.empty() ? "the ground" : "'" + loop.second.body + "'";
    add({.path = path_of("loops", loop.name, arrays_),
         .label = loop.name,
         .description =
             std::string("moment and force of loop '") + loop.name + "' (" + name_of(loop.connection.kind) +
             ") on " + second +
             ", in the axes and at the origin of the loop's second end; zero while the loop is open",
         .columns = {"nx", "ny", "nz", "fx", "fy", "fz"},
         .units = {"Nm", "Nm", "Nm", "N", "N", "N"}});
  }
  for (const std::string& frame : frames) {
    add({.path = path_of("frames", frame, arrays_),
         .label = frame,
         .description = "pose of '" + frame + "' in the world: position, and quaternion of the orientation",
         .columns = {"x", "y", "z", "qw", "qx", "qy", "qz"},
         .units = {"m", "m", "m", "1", "1", "1", "1"}});
  }
}

void ResultArrays::add_actuators_and_sensors(const Model& model) {
  const Description& description = model.description();
  std::vector<std::string> names;
  for (const Actuator& actuator : description.actuators) names.push_back(actuator.name);
  const std::vector<std::string> no_units(names.size(), "1");
  if (!names.empty()) {
    add({.path = "controls",
         .label = "controls",
         .description = "controls of the actuators; zero if no controller drives them",
         .columns = names,
         .units = no_units});
    add({.path = "actuator_forces",
         .label = "actuator_forces",
         .description = "forces of the actuators, before their gears",
         .columns = names,
         .units = no_units});
  }
  for (const Sensor& sensor : description.sensors) {
    const auto count = std::size_t(value_count(sensor.kind));
    add({.path = path_of("sensors", sensor.name, arrays_),
         .label = sensor.name,
         .description = "sensor '" + sensor.name + "': " + name_of(sensor.kind) +
                        (sensor.object.empty() ? "" : " of '" + sensor.object + "'"),
         .columns = columns_of(count),
         .units = std::vector<std::string>(count, unit_of(sensor, model))});
  }
}

void ResultArrays::add_targets(std::span<const TargetColumn> targets) {
  if (targets.empty()) return;
  ResultArray array{
      .path = "target",
      .label = "target",
      .description = "targets of controllers: positions of joints, and poses of frames in the world"};
  for (const TargetColumn& target : targets) {
    array.columns.push_back(target.name);
    array.units.push_back(target.unit);
  }
  add(std::move(array));
}

void ResultArrays::fill(const Sample& sample, std::span<double> row) const {
  Row to(row.first(std::min(row.size(), width_)));
  to.put({sample.t});
  for (const std::span<const double> values : {sample.q, sample.v, sample.a, sample.actuation})
    to.put(values);
  to.put({sample.kinetic, sample.potential, sample.stored, sample.work, sample.impact_loss,
          sample.energy_error});
  to.put({sample.position_error, sample.velocity_error});
  for (const Force<double>& f : sample.loop_forces)
    to.put({f.angular.x, f.angular.y, f.angular.z, f.linear.x, f.linear.y, f.linear.z});
  for (const Transform<double>& pose : sample.frames) {
    const Quaternion<double> r = quaternion_of(pose.rotation);
    const Vector3<double>& p = pose.translation;
    to.put({p.x, p.y, p.z, r.w, r.x, r.y, r.z});
  }
  for (const std::span<const double> values : {sample.controls, sample.actuator_forces, sample.sensors})
    to.put(values);
  if (arrays_.back().path == "target") to.put(sample.targets);  // otherwise the file leaves them out
  if (row.size() != width_ || !to.is_full())
    throw std::invalid_argument("a sample does not have " + std::to_string(width_) +
                                " numbers, one for each column of the record");
}

void detail::put_in_place(PendingFile& file, RunEnd end) {
  if (file.is_special()) return;
  if (end == RunEnd::finished || end == RunEnd::stopped_by_event) {
    file.take_place();
  } else {
    file.take_free_place(name_of(end));
  }
}

}  // namespace sinew
