// Writes the report of `sinew info`: the joints, limits, loops, tendons, actuators, sensors and frames of a model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "apps/cli/actuator_report.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/semantics_report.hpp"
#include "apps/cli/table.hpp"
#include "apps/cli/tendon_report.hpp"
#include "sinew/model/joints/coordinates.hpp"

namespace sinew::cli {
namespace {

std::string index_range(int first, int size) {
  return size == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, first + size - 1);
}

std::string on_body(const std::string& body) {
  return body.empty() ? "(ground)" : body;
}

std::string joint_table(const Model& model) {
  std::map<std::string, std::string> parents;
  for (const Body& body : model.description().bodies) parents[body.name] = body.parent;
  const auto joints = model.joints();
  Table table;
  table.add_texts("joint", joints, &JointInfo::name);
  table.add_texts("kind", joints, [](const JointInfo& j) { return name_of(j.kind); });
  table.add_texts("from body", joints, [&](const JointInfo& j) { return on_body(parents[j.body]); });
  table.add_texts("to body", joints, &JointInfo::body);
  table.add_texts(
      "q", joints, [](const JointInfo& j) { return index_range(j.q_index, j.q_size); }, Table::Align::right);
  table.add_texts(
      "v", joints, [](const JointInfo& j) { return index_range(j.v_index, j.v_size); }, Table::Align::right);
  return table.to_string();
}

std::string with_unit(double value, const char* unit) {
  return *unit == 0 ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

// These return an empty string if there is no limit, and if damping, friction or armature is zero.
std::string limit_text(double limit, const char* unit) {
  return std::isfinite(limit) ? with_unit(limit, unit) : "";
}
std::string loss_text(double value, const char* unit) {
  return value != 0 ? with_unit(value, unit) : "";
}
std::string range_text(const DegreeOfFreedom& dof, const char* unit) {
  if (!std::isfinite(dof.lower) && !std::isfinite(dof.upper)) return "";
  return fmt::format("{:.6g} .. {:.6g} {}", dof.lower, dof.upper, unit);
}

// Lists the limits, friction and armature of the degrees of freedom that have any. Empty columns are left out.
std::string dof_table(const Model& model) {
  struct Column {
    const char* title;
    std::vector<std::string> cells{};
  };
  Column columns[] = {{"range"},        {"max velocity"}, {"max effort"}, {"damping"},
                      {"dry friction"}, {"stiffness"},    {"armature"}};
  std::vector<std::string> names;
  const std::vector<Coordinate> coordinates = velocity_coordinates(model);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const DegreeOfFreedom& dof = model.dofs()[i];
    const Measure measure = coordinates[i].measure;
    const bool rotation = measure == Measure::rotation, displacement = measure == Measure::displacement;
    const std::string cells[] = {range_text(dof, unit_of(measure, Derivative::position)),
                                 limit_text(dof.max_velocity, unit_of(measure, Derivative::velocity)),
                                 limit_text(dof.max_effort, unit_of(measure, Derivative::effort)),
                                 loss_text(dof.damping, rotation       ? "Nm s/rad"
                                                        : displacement ? "N s/m"
                                                                       : ""),
                                 loss_text(dof.dry_friction, unit_of(measure, Derivative::effort)),
                                 loss_text(dof.stiffness, rotation       ? "Nm/rad"
                                                          : displacement ? "N/m"
                                                                         : ""),
                                 loss_text(dof.armature, rotation       ? "kg m^2"
                                                         : displacement ? "kg"
                                                                        : "")};
    if (std::all_of(std::begin(cells), std::end(cells), [](const std::string& cell) { return cell.empty(); }))
      continue;
    names.push_back(coordinates[i].name);
    for (std::size_t j = 0; j < std::size(columns); ++j) columns[j].cells.push_back(cells[j]);
  }
  if (names.empty()) return "";
  Table table;
  table.add_column("DOF", names);
  for (const Column& column : columns) {
    const bool used =
        std::any_of(column.cells.begin(), column.cells.end(), [](const auto& cell) { return !cell.empty(); });
    if (used) table.add_column(column.title, column.cells, Table::Align::right);
  }
  return "\n" + table.to_string();
}

std::string loop_table(const std::vector<Loop>& loops) {
  Table table;
  table.add_texts("loop", loops, &Loop::name);
  table.add_texts("kind", loops, [](const Loop& l) { return name_of(l.connection.kind); });
  table.add_texts("first body", loops, [](const Loop& l) { return on_body(l.first.body); });
  table.add_texts("second body", loops, [](const Loop& l) { return on_body(l.second.body); });
  table.add_texts(
      "rows", loops, [](const Loop& l) { return std::to_string(row_count(l.connection)); },
      Table::Align::right);
  return table.to_string();
}

// Writes a coupling's polynomial: "0.5 - 2 x + x^3", or a constant if the joint is locked at a value.
std::string polynomial_text(const std::array<double, 5>& c) {
  std::string text;
  for (std::size_t i = 0; i < c.size(); ++i) {
    if (c[i] == 0) continue;
    const std::string power = i == 0 ? "" : i == 1 ? "x" : fmt::format("x^{}", i);
    const std::string size = i > 0 && std::abs(c[i]) == 1 ? "" : fmt::format("{:.6g}", std::abs(c[i]));
    text += text.empty() ? (c[i] < 0 ? "-" : "") : c[i] < 0 ? " - " : " + ";
    text += size + (size.empty() || power.empty() ? "" : " ") + power;
  }
  return text.empty() ? "0" : text;
}

std::string coupling_table(const std::vector<Coupling>& couplings) {
  Table table;
  table.add_texts("coupling", couplings, &Coupling::name);
  table.add_texts("joint q", couplings, &Coupling::joint);
  table.add_texts("leader x", couplings,
                  [](const Coupling& c) { return c.leader.empty() ? "(locked)" : c.leader; });
  table.add_texts("q =", couplings, [](const Coupling& c) { return polynomial_text(c.polynomial); });
  return table.to_string();
}

std::string closure_lines(const Description& description) {
  std::string text;
  if (!description.loops.empty()) {
    int rows = 0;
    for (const Loop& loop : description.loops) rows += row_count(loop.connection);
    text += fmt::format("  loops      {} ({} row{})\n", description.loops.size(), rows, rows == 1 ? "" : "s");
  }
  if (!description.couplings.empty()) text += fmt::format("  couplings  {}\n", description.couplings.size());
  if (!description.tendons.empty()) text += fmt::format("  tendons    {}\n", description.tendons.size());
  return text;
}

// Says that forward dynamics refuses; empty for a robot that can exist.
std::string refusal_lines(const Model& model) {
  if (model.is_possible()) return "";
  const auto& physical_errors = model.physical_errors().list;
  std::string text = fmt::format(
      "\n  {} physical error{}: forward dynamics and simulation would refuse without --repair inertia\n",
      physical_errors.size(), physical_errors.size() == 1 ? "" : "s");
  for (const Finding& finding : physical_errors) text += "    " + to_string(finding) + "\n";
  return text;
}

// Writes the names in lines of at most 100 characters.
std::string wrapped(const std::vector<std::string>& names) {
  std::string text, line = " ";
  for (const std::string& name : names) {
    if (line.size() + name.size() + 1 > 100 && line.size() > 1) {
      text += line + "\n";
      line = " ";
    }
    line += " " + name;
  }
  return names.empty() ? "" : text + line + "\n";
}

}  // namespace

std::string info_text(const ModelRequest& request, const Model& model, const std::optional<Semantics>& srdf) {
  const Vector3<double>& g = model.gravity();
  std::vector<std::string> bodies, frames;
  for (const FrameInfo& frame : model.frames().subspan(1))
    (frame.is_body ? bodies : frames).push_back(frame.name);
  const bool floating = has_floating_base(model);
  std::string text = fmt::format(
      "{} ({})\n\n"
      "  base       {}\n"
      "  joints     {} movable\n"
      "  DOF        {} (q has {} numbers, v has {})\n"
      "  mass       {:.6g} kg (moving bodies)\n"
      "  gravity    {:g} {:g} {:g} m/s^2\n"
      "  bodies     {}\n"
      "  frames     {} more\n",
      model.name(), request.file, floating ? "floating" : "fixed", model.joints().size(),
      model.velocity_size(), model.position_size(), model.velocity_size(), model.mass(), g.x, g.y, g.z,
      bodies.size(), frames.size());
  const Description& description = model.description();
  text += closure_lines(description) + refusal_lines(model);
  if (!model.joints().empty()) text += "\n" + joint_table(model) + dof_table(model);
  if (!description.loops.empty()) text += "\n" + loop_table(description.loops);
  if (!description.couplings.empty()) text += "\n" + coupling_table(description.couplings);
  text += tendon_table(model) + actuators_text(model) + sensors_text(model);
  text += "\n  bodies, by name\n" + wrapped(bodies);
  if (!frames.empty()) text += "\n  other frames\n" + wrapped(frames);
  text += positions_text(model);
  if (srdf) text += semantics_text(*srdf, description);
  return text;
}

}  // namespace sinew::cli
