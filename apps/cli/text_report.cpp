// Writes the report of `sinew compute` as text tables with names, units and six decimals. `--json` has full precision.
#include <fmt/format.h>

#include "apps/cli/dof_tables.hpp"
#include "apps/cli/followers.hpp"
#include "apps/cli/force_columns.hpp"
#include "apps/cli/linearized_report.hpp"
#include "apps/cli/matrix_table.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/robot_parts_report.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {
namespace {

// Returns the units of the mass matrix, only those that occur.
std::string inertia_units(const std::vector<Coordinate>& coordinates) {
  bool rotates = false, slides = false;
  for (const Coordinate& coordinate : coordinates) {
    rotates |= coordinate.measure == Measure::rotation;
    slides |= coordinate.measure == Measure::displacement;
  }
  if (rotates && slides) return "kg m^2 (rotation), kg (translation), kg m (mixed)";
  return rotates ? "kg m^2" : slides ? "kg" : "units of the custom joint";
}

std::string matrix_title(Quantity quantity, const std::vector<Coordinate>& coordinates) {
  if (quantity == Quantity::mass_matrix) return "mass matrix, " + inertia_units(coordinates);
  if (quantity == Quantity::inverse_mass_matrix)
    return "inverse of the mass matrix, one over " + inertia_units(coordinates);
  return "C";
}

constexpr const char* twist_names[] = {"wx", "wy", "wz", "vx", "vy", "vz"};

std::string operational_tables(const Result& result) {
  const std::vector<std::string> names(std::begin(twist_names), std::end(twist_names));
  std::string text = "omega: acceleration per unit of force, rad/s^2 and m/s^2 per N m and N\n\n" +
                     matrix_table(result.matrix, names);
  if (!result.lambda) {
    return text + fmt::format(
                      "\nlambda does not exist: omega has rank {} of 6: the frame is at a singularity or the "
                      "robot has too few degrees of freedom\n",
                      result.rank);
  }
  return text + "\nlambda: its inverse, kg m^2, kg and kg m\n\n" + matrix_table(*result.lambda, names);
}

// One row for each joint: the moment and force acting on its child body.
std::string force_table(const Model& model, const std::vector<JointForce<double>>& forces) {
  std::vector<Force<double>> carried;
  for (const JointForce<double>& force : forces) carried.push_back(force.constraint);
  Table table;
  table.add_texts("joint", model.joints(), &JointInfo::name);
  table.add_texts("on body", model.joints(), &JointInfo::body);
  add_force_columns(table, carried);
  return table.to_string();
}

// The same for fixed joints.
std::string fixed_joint_table(const Model& model, const std::vector<Force<double>>& forces) {
  const auto joints = model.fixed_joints();
  Table table;
  table.add_texts("fixed joint", joints, [](const FixedJointInfo& joint) {
    return joint.name.empty() ? "(to the ground)" : joint.name;  // a root link has no joint
  });
  table.add_texts("on body", joints, &FixedJointInfo::body);
  add_force_columns(table, forces);
  return table.to_string();
}

// Writes the Jacobian transposed: one row for each degree of freedom, named after its joint.
std::string jacobian_table(const Matrix<double>& jacobian, const std::vector<Coordinate>& coordinates) {
  if (coordinates.empty()) return "";
  Table table;
  table.add_column("per unit of v of", names_of(coordinates));
  for (int i = 0; i < 6; ++i) {
    std::vector<double> row;
    for (int j = 0; j < jacobian.cols(); ++j) row.push_back(jacobian(i, j));
    table.add_numbers(twist_names[i], row);
  }
  return table.to_string();
}

// Writes one table for each body: the torques that units of its parameters need.
std::string regressor_tables(const Model& model, const Matrix<double>& regressor,
                             const std::vector<Coordinate>& coordinates) {
  constexpr const char* parameters[] = {"m", "hx", "hy", "hz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  std::string text = "torque per unit of mass m, first moment h and inertia I about the body's origin\n";
  int column = 0;
  for (const FrameInfo& frame : model.frames()) {
    if (!frame.is_body) continue;
    Table table;
    table.add_column(frame.name, names_of(coordinates));
    for (const char* parameter : parameters) {
      std::vector<double> torques;
      for (int i = 0; i < regressor.rows(); ++i) torques.push_back(regressor(i, column));
      table.add_numbers(parameter, torques);
      ++column;
    }
    text += "\n" + table.to_string();
  }
  return text;
}

std::string pose_table(const std::vector<FramePose>& poses) {
  std::vector<std::string> frames;
  std::vector<double> columns[7];
  for (const FramePose& item : poses) {
    const Vector3<double>& p = item.pose.translation;
    const Quaternion<double> q = quaternion_of(item.pose.rotation);
    const double values[] = {p.x, p.y, p.z, q.w, q.x, q.y, q.z};
    for (int i = 0; i < 7; ++i) columns[i].push_back(values[i]);
    frames.push_back(item.frame);
  }
  constexpr const char* titles[] = {"x [m]", "y [m]", "z [m]", "qw", "qx", "qy", "qz"};
  const NumberFormat quaternions(std::vector<double>{1});
  Table table;
  table.add_column("frame", frames);
  for (int i = 0; i < 3; ++i) table.add_numbers(titles[i], columns[i]);
  for (int i = 3; i < 7; ++i) table.add_numbers(titles[i], columns[i], quaternions);
  return table.to_string();
}

std::string rotation_table(const Rotation<double>& r) {
  const NumberFormat format(std::vector<double>{1});
  const Vector3<double> columns[] = {r.column_x(), r.column_y(), r.column_z()};
  Table table;
  for (const Vector3<double>& c : columns) {
    table.add_numbers(&c == columns ? "rotation" : "", std::vector<double>{c.x, c.y, c.z}, format);
  }
  return table.to_string();
}

const char* meaning_of_reference(const std::string& reference) {
  if (reference == "body") return "twist of the frame in its own axes, at its origin";
  if (reference == "world") return "spatial twist in world axes, at the world's origin";
  return "twist in world axes, at the frame's origin";
}

std::string headline(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs,
                     const Result& result) {
  const Model& model = inputs.model;
  std::string subject = model.name();
  const bool of_frame = quantity.takes(QuantityInfo::reference);
  if (of_frame) subject = fmt::format("frame {} of {}", result.frame, model.name());
  if (quantity.shape == ResultShape::pose && request.frame)
    subject = fmt::format("frame {} of {}", *request.frame, model.name());
  std::string text = fmt::format("{} of {}: {}; {} base", quantity.name, subject, quantity.meaning,
                                 has_floating_base(model) ? "floating" : "fixed");
  if (quantity.takes(QuantityInfo::gravity)) {
    const Vector3<double>& g = model.gravity();
    text += fmt::format(", gravity {:g} {:g} {:g} m/s^2", g.x, g.y, g.z);
  }
  if (of_frame) {
    if (!request.frame) text += "\n(the last body, as no --frame was given)";
    text += fmt::format("\nreference {}: {}", request.reference, meaning_of_reference(request.reference));
  }
  if (quantity.takes(QuantityInfo::friction)) text += passive_in_words(request);
  if (result.independent) text += "\nindependent coordinates: " + independent_in_words(model);
  if (leaves_loops_out(quantity, inputs, result)) {
    text += fmt::format("\nignored (treated as open): {}",
                        result.independent ? loops_in_words(model) : constraints_in_words(model));
  }
  return text + "\n\n";
}

// The coordinates of the rows of the result.
std::vector<Coordinate> result_coordinates(const Model& model, const Result& result) {
  const std::vector<Coordinate> all = velocity_coordinates(model);
  if (!result.independent) return all;
  std::vector<Coordinate> independent;
  for (const int v : *result.independent) independent.push_back(all[static_cast<std::size_t>(v)]);
  return independent;
}

}  // namespace

std::string text_report(const QuantityInfo& quantity, const ComputeRequest& request, const Inputs& inputs,
                        const Result& result) {
  const State& state = inputs.state;
  const std::vector<Coordinate> dofs = result_coordinates(inputs.model, result);
  DofTables tables(inputs.model, state.q);
  if (quantity.takes(QuantityInfo::v)) tables.add("v", state.v, Derivative::velocity);
  if (quantity.takes(QuantityInfo::tau)) tables.add("tau", state.tau, Derivative::effort);
  if (quantity.takes(QuantityInfo::a)) tables.add("a", state.a, Derivative::acceleration);
  std::string text = headline(quantity, request, inputs, result);
  const std::string loops = result.closed ? "\n" + loop_report(*result.closed) : "";
  switch (quantity.shape) {
    case ResultShape::joint_accelerations:
    case ResultShape::joint_torques:
      if (result.independent) {
        return text + tables.to_string(quantity.takes(QuantityInfo::v)) + "\n" +
               coordinate_table(dofs, std::string(quantity.key), result.vector, Derivative::effort);
      }
      tables.add(
          std::string(quantity.key), result.vector,
          quantity.shape == ResultShape::joint_torques ? Derivative::effort : Derivative::acceleration);
      return text + tables.to_string() + loops;
    case ResultShape::joint_matrix:
      if (dofs.empty()) return text + no_joints;
      return text + tables.to_string(quantity.takes(QuantityInfo::v)) + "\n" +
             matrix_title(quantity.quantity, dofs) + "\n\n" + matrix_table(result.matrix, names_of(dofs));
    case ResultShape::joint_factors: {
      if (dofs.empty()) return text + no_joints;
      Table table;
      table.add_column("row", names_of(dofs));
      table.add_numbers("D", result.vector);
      return text + tables.to_string(false) + "\n" + table.to_string() + "\nU\n\n" +
             matrix_table(result.matrix, names_of(dofs));
    }
    case ResultShape::joint_derivatives:
      if (dofs.empty()) return text + no_joints;
      if (quantity.quantity == Quantity::forward_dynamics_derivatives)
        tables.add("qdd", result.vector, Derivative::acceleration);
      text += tables.to_string();
      for (const DerivativeMatrix& derivative : result.derivatives.matrices) {
        text += fmt::format("\n{}: {}\n\n", derivative.key, derivative.title) +
                matrix_table(derivative.matrix,
                             derivative.is_of_multipliers ? result.derivatives.multipliers : names_of(dofs));
      }
      return text + loops;
    case ResultShape::joint_forces:
      tables.add("qdd", result.vector, Derivative::acceleration);
      if (result.joint_forces.empty()) {
        text += no_joints;
      } else {
        text += tables.to_string() + "\nconstraint forces, in the axes and at the origin of the body\n\n" +
                force_table(inputs.model, result.joint_forces);
      }
      if (!result.fixed_joint_forces.empty()) {
        text += "\nforces across fixed joints, in the axes and at the origin of the body\n\n" +
                fixed_joint_table(inputs.model, result.fixed_joint_forces);
      }
      return text + loops;
    case ResultShape::six_by_six:
      return text + tables.to_string(false) + "\n" + operational_tables(result);
    case ResultShape::six_rows:
      return text + tables.to_string(false) + "\n" + jacobian_table(result.matrix, dofs);
    case ResultShape::pose:
      text += tables.to_string(false) + "\n" + pose_table(result.poses);
      if (request.frame) text += "\n" + rotation_table(result.poses.at(0).pose.rotation);
      return text;
    case ResultShape::energies: {
      Table table;
      table.add_column("energy", {"kinetic", "potential", "total"});
      table.add_numbers(
          "", std::vector<double>{result.kinetic, result.potential, result.kinetic + result.potential},
          {"J", "J", "J"});
      return text + tables.to_string() + "\n" + table.to_string();
    }
    case ResultShape::tendons:
      return text + tables.to_string() + "\n" + tendon_values_text(inputs.model, result.tendons);
    case ResultShape::actuators:
      return text + tables.to_string() + "\n" + actuator_values_text(inputs, result.actuators, result.vector);
    case ResultShape::sensors:
      tables.add("qdd", result.vector, Derivative::acceleration);
      return text + tables.to_string() + "\n" + sensor_values_text(inputs.model, result.sensors) + loops;
    case ResultShape::parameter_columns:
      if (dofs.empty()) return text + no_joints;
      return text + tables.to_string() + "\n" + regressor_tables(inputs.model, result.matrix, dofs);
    case ResultShape::linearization:
      return text + tables.to_string() + "\n" + linearized_text(inputs.model, *result.linearized);
    case ResultShape::twist:
    case ResultShape::joint_gradients:
    case ResultShape::arms:
      break;  // not computed by `compute`
  }
  return text;
}

}  // namespace sinew::cli
