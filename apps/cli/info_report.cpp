// `sinew info`: what a model is made of.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "apps/cli/coordinates.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {
namespace {

std::string index_range(int first, int size) {
  return size == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, first + size - 1);
}

std::string joint_table(const Model& model) {
  std::vector<std::string> names, kinds, bodies, q, v;
  for (const JointInfo& joint : model.joints()) {
    names.push_back(joint.name);
    kinds.emplace_back(name_of(joint.kind));
    bodies.push_back(joint.body);
    q.push_back(index_range(joint.q_index, joint.q_size));
    v.push_back(index_range(joint.v_index, joint.v_size));
  }
  Table table;
  table.add_column("joint", names);
  table.add_column("kind", kinds);
  table.add_column("moves body", bodies);
  table.add_column("q", q, Table::Align::right);
  table.add_column("v", v, Table::Align::right);
  return table.to_string();
}

// "-" for what is not limited, and for what is zero.
std::string quantity_or_dash(double value, const char* unit) {
  if (!std::isfinite(value) || value == 0) return "-";
  return *unit == 0 ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

std::string range_text(const Freedom& freedom, const char* unit) {
  if (!std::isfinite(freedom.lower) && !std::isfinite(freedom.upper)) return "-";
  return fmt::format("{:.6g} .. {:.6g} {}", freedom.lower, freedom.upper, unit);
}

std::string freedom_table(const Model& model) {
  const std::vector<Coordinate> coordinates = velocity_coordinates(model);
  std::vector<std::string> names, ranges, velocities, efforts, damping, friction, armature;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const Freedom& freedom = model.freedoms()[i];
    const Measure measure = coordinates[i].measure;
    const bool turn = measure == Measure::turn, slide = measure == Measure::slide;
    names.push_back(coordinates[i].name);
    ranges.push_back(range_text(freedom, unit_of(measure, Derivative::position)));
    velocities.push_back(quantity_or_dash(freedom.max_velocity, unit_of(measure, Derivative::velocity)));
    efforts.push_back(quantity_or_dash(freedom.max_effort, unit_of(measure, Derivative::effort)));
    damping.push_back(quantity_or_dash(freedom.damping, turn ? "Nm s/rad" : slide ? "N s/m" : ""));
    friction.push_back(quantity_or_dash(freedom.dry_friction, unit_of(measure, Derivative::effort)));
    armature.push_back(quantity_or_dash(freedom.armature, turn ? "kg m^2" : slide ? "kg" : ""));
  }
  Table table;
  table.add_column("freedom", names);
  table.add_column("range", ranges, Table::Align::right);
  table.add_column("max velocity", velocities, Table::Align::right);
  table.add_column("max effort", efforts, Table::Align::right);
  table.add_column("damping", damping, Table::Align::right);
  table.add_column("dry friction", friction, Table::Align::right);
  table.add_column("armature", armature, Table::Align::right);
  return table.to_string();
}

// Names in lines of at most 100 letters.
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

std::string info_report(const ModelRequest& request, const Model& model) {
  const Vector3<double>& g = model.gravity();
  std::vector<std::string> bodies, frames;
  for (const FrameInfo& frame : model.frames().subspan(1))
    (frame.is_body ? bodies : frames).push_back(frame.name);
  const bool floating = has_floating_base(model);
  std::string text = fmt::format(
      "{} ({})\n\n"
      "  base       {}\n"
      "  joints     {} that move\n"
      "  freedoms   {} (q has {} numbers, v has {})\n"
      "  mass       {:.6g} kg that can move\n"
      "  gravity    {:g} {:g} {:g} m/s^2\n"
      "  bodies     {}\n"
      "  frames     {} more\n",
      model.name(), request.file, floating ? "floating" : "fixed", model.joints().size(),
      model.velocity_size(), model.position_size(), model.velocity_size(), model.mass(), g.x, g.y, g.z,
      bodies.size(), frames.size());
  if (!model.joints().empty()) text += "\n" + joint_table(model) + "\n" + freedom_table(model);
  text += "\n  bodies, by name\n" + wrapped(bodies);
  if (!frames.empty()) text += "\n  other frames\n" + wrapped(frames);
  return text;
}

}  // namespace sinew::cli
