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

std::string tendon_range_text(const Tendon& tendon) {
  return tendon.has_limits() ? fmt::format("{:.6g} .. {:.6g}", tendon.lower, tendon.upper) : "";
}

Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

}  // namespace

std::string tendon_table(const Model& model) {
  const auto& tendons = model.description().tendons;
  if (tendons.empty()) return "";
  constexpr auto right = Table::Align::right;
  Table table;
  table.add_texts("tendon", tendons, &Tendon::name);
  table.add_texts("length of", tendons, course_text);
  table.add_texts(
      "at start", initial_lengths(model), [](double length) { return fmt::format("{:.6g}", length); }, right);
  table.add_texts("range", tendons, tendon_range_text, right);
  table.add_texts(
      "stiffness", tendons, [](const Tendon& t) { return number_or_nothing(t.stiffness); }, right);
  table.add_texts(
      "damping", tendons, [](const Tendon& t) { return number_or_nothing(t.damping); }, right);
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
