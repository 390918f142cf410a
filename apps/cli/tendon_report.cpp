#include "apps/cli/tendon_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "apps/cli/table.hpp"
#include "sinew/algorithms/kinematics/tendons.hpp"

namespace sinew::cli {
namespace {

// The lengths at the initial position. A length that overflows is NaN.
std::vector<double> initial_lengths(const Model& model) {
  std::vector<double> lengths;
  Workspace<double> work(model);
  for (std::size_t i = 0; i < model.tendons().size(); ++i) {
    try {
      set_position(work, model.initial_position());
      lengths.push_back(tendon_length(work, TendonIndex{static_cast<int>(i)}));
    } catch (const std::overflow_error&) {
      lengths.push_back(NAN);
    }
  }
  return lengths;
}

// Writes "2 elbow - 0.5 wrist" or "4 points, 1 cylinder, 1 pulley".
std::string course_text(const Tendon& tendon) {
  std::string text;
  for (const auto& [joint, coefficient] : tendon.joints) {
    text += text.empty() ? (coefficient < 0 ? "-" : "") : coefficient < 0 ? " - " : " + ";
    if (std::abs(coefficient) != 1) text += fmt::format("{:.6g} ", std::abs(coefficient));
    text += joint;
  }
  for (const auto kind : {TendonElement::Kind::point, TendonElement::Kind::sphere,
                          TendonElement::Kind::cylinder, TendonElement::Kind::pulley}) {
    const auto count = std::count_if(tendon.path.begin(), tendon.path.end(),
                                     [kind](const TendonElement& element) { return element.kind == kind; });
    if (count == 0) continue;
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, name_of(kind), count == 1 ? "" : "s");
  }
  return text;
}

std::string number_or_nothing(double value) {
  return value == 0 ? "" : fmt::format("{:.6g}", value);
}

Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace

std::string tendon_table(const Model& model) {
  const auto& tendons = model.description().tendons;
  if (tendons.empty()) return "";
  const std::vector<double> lengths = initial_lengths(model);
  std::vector<std::string> names, courses, length, ranges, stiffness, damping;
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    const Tendon& tendon = tendons[i];
    names.push_back(tendon.name);
    courses.push_back(course_text(tendon));
    length.push_back(fmt::format("{:.6g}", lengths[i]));
    ranges.push_back(tendon.has_limits() ? fmt::format("{:.6g} .. {:.6g}", tendon.lower, tendon.upper) : "");
    stiffness.push_back(number_or_nothing(tendon.stiffness));
    damping.push_back(number_or_nothing(tendon.damping));
  }
  Table table;
  table.add_column("tendon", names);
  table.add_column("length of", courses);
  table.add_column("at start", length, Table::Align::right);
  table.add_column("range", ranges, Table::Align::right);
  table.add_column("stiffness", stiffness, Table::Align::right);
  table.add_column("damping", damping, Table::Align::right);
  return "\n" + table.to_string();
}

Json tendons_json(const Model& model) {
  Json list = Json::array();
  const auto& tendons = model.description().tendons;
  const std::vector<double> lengths = initial_lengths(model);
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    const Tendon& tendon = tendons[i];
    Json joints = Json::array(), path = Json::array();
    for (const auto& [joint, coefficient] : tendon.joints)
      joints.push_back({{"joint", joint}, {"coefficient", coefficient}});
    for (const TendonElement& element : tendon.path) {
      Json item = {{"kind", name_of(element.kind)}};
      if (element.kind == TendonElement::Kind::pulley) {
        item["divisor"] = element.divisor;
      } else {
        item["body"] = element.at.body.empty() ? Json() : Json(element.at.body);
        item["position"] = json_of(element.at.placement.translation);
        if (element.kind != TendonElement::Kind::point) item["radius"] = element.radius;
      }
      path.push_back(item);
    }
    list.push_back({{"name", tendon.name},
                    {"joints", joints},
                    {"path", path},
                    {"length", finite_or_null(lengths[i])},
                    {"lower", finite_or_null(tendon.lower)},
                    {"upper", finite_or_null(tendon.upper)},
                    {"stiffness", tendon.stiffness},
                    {"damping", tendon.damping}});
  }
  return list;
}

}  // namespace sinew::cli
