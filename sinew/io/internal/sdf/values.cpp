#include "sinew/io/internal/sdf/values.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::sdf {

using xml::Element;
using xml::Infinite;

namespace {

std::string tag_of(Element element) {
  return "<" + std::string(element.name()) + ">";
}

std::optional<bool> parse_flag(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

}  // namespace

std::string trimmed_text(Element element) {
  constexpr std::string_view blanks = " \t\n\r";
  const std::string_view text = element.text();
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(blanks) - begin + 1));
}

Element ValueReader::only(Element parent, const char* child) const {
  Element first;
  for (const Element element : parent.children()) {
    if (element.name() != child) continue;
    if (first) {
      warning(element, tag_of(element) + " is written twice in " + tag_of(parent) + "; the first one counts");
      break;
    }
    first = element;
  }
  return first;
}

std::optional<std::vector<double>> ValueReader::numbers(Element element, std::size_t count,
                                                        Infinite infinite) const {
  auto [values, problem] = xml::parse_numbers(element.text(), infinite);
  if (problem.empty() && values.size() != count) {
    problem = "expected " + std::to_string(count) + (count == 1 ? " number" : " numbers") + ", got " +
              std::to_string(values.size()) + ": " + xml::in_quotes(trimmed_text(element));
  }
  if (problem.empty()) return std::move(values);
  error(element, tag_of(element) + ": " + problem);
  return std::nullopt;
}

std::optional<double> ValueReader::number(Element parent, const char* child, Infinite infinite) const {
  const Element element = only(parent, child);
  if (!element) return std::nullopt;
  const auto values = numbers(element, 1, infinite);
  return values ? std::optional(values->front()) : std::nullopt;
}

std::optional<Vector3<double>> ValueReader::vector3(Element parent, const char* child) const {
  const Element element = only(parent, child);
  if (!element) return std::nullopt;
  const auto values = numbers(element, 3);
  if (!values) return std::nullopt;
  return Vector3<double>{(*values)[0], (*values)[1], (*values)[2]};
}

std::optional<bool> ValueReader::flag(Element parent, const char* child) const {
  const Element element = only(parent, child);
  if (!element) return std::nullopt;
  const auto value = parse_flag(trimmed_text(element));
  if (!value) {
    error(element,
          tag_of(element) + ": expected true or false, got " + xml::in_quotes(trimmed_text(element)));
  }
  return value;
}

std::optional<bool> ValueReader::flag_attribute(Element element, const char* attribute) const {
  if (!element.has(attribute)) return std::nullopt;
  const auto value = parse_flag(element.attribute(attribute));
  if (!value) {
    error(element, std::string(attribute) + " of " + tag_of(element) + ": expected true or false, got " +
                       xml::in_quotes(element.attribute(attribute)));
  }
  return value;
}

std::optional<std::string> ValueReader::text(Element parent, const char* child) const {
  const Element element = only(parent, child);
  if (!element) return std::nullopt;
  std::string text = trimmed_text(element);
  if (!text.empty()) return text;
  error(element, tag_of(element) + " is empty");
  return std::nullopt;
}

std::string ValueReader::name(Element element, const char* attribute) const {
  const char* const written = element.attribute(attribute);
  return written != nullptr ? written : "";
}

Rotation<double> ValueReader::rotation(Element pose, const std::vector<double>& values,
                                       bool is_quaternion) const {
  if (!is_quaternion) {
    const bool degrees = flag_attribute(pose, "degrees").value_or(false);
    const Vector3<double> angles{values[3], values[4], values[5]};
    return rotation_from_rpy(degrees ? (std::numbers::pi / 180) * angles : angles);
  }
  if (flag_attribute(pose, "degrees").value_or(false)) {
    error(pose, "<pose>: degrees=\"true\" needs rotation_format=\"euler_rpy\", not a quaternion");
  }
  const double x = values[3], y = values[4], z = values[5], w = values[6];
  if (const double length = std::hypot(std::hypot(x, y), std::hypot(z, w)); length > 1e-9) {
    return rotation_from_quaternion(w / length, x / length, y / length, z / length);
  }
  error(pose, "<pose>: a quaternion of length zero is not an orientation");
  return {};
}

Pose ValueReader::pose(Element parent) const {
  const Element element = only(parent, "pose");
  if (!element) return {};
  Pose result{.placement = {}, .relative_to = name(element, "relative_to"), .element = element};
  if (result.relative_to.empty()) result.relative_to = name(element, "frame");  // until 1.6
  const std::string format = element.has("rotation_format") ? name(element, "rotation_format") : "euler_rpy";
  const bool is_quaternion = format == "quat_xyzw";
  if (!is_quaternion && format != "euler_rpy") {
    error(element, "<pose>: rotation_format " + xml::in_quotes(format) +
                       " is unknown; expected euler_rpy or quat_xyzw");
    return result;
  }
  if (trimmed_text(element).empty()) return result;  // SDF's default: no displacement
  if (const auto values = numbers(element, is_quaternion ? 7 : 6)) {
    result.placement.translation = {(*values)[0], (*values)[1], (*values)[2]};
    result.placement.rotation = rotation(element, *values, is_quaternion);
  }
  return result;
}

}  // namespace sinew::sdf
