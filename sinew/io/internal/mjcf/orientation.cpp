#include "sinew/io/internal/mjcf/orientation.hpp"

#include <cmath>
#include <string>

#include "sinew/scalar/arc_tangent.hpp"

namespace sinew::mjcf {
namespace {

using Result = std::optional<Rotation<double>>;

struct Spelling {
  const char* name;
  Result (*read)(std::span<const double> numbers, const Angles& angles, std::string& problem);
};

Result from_quat(std::span<const double> n, const Angles&, std::string& problem) {
  if (std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]) < shortest_direction) {
    problem = "a quaternion of length zero is not an orientation";
    return std::nullopt;
  }
  return rotation_from_quaternion(n[0], n[1], n[2], n[3]);
}

Result from_axisangle(std::span<const double> n, const Angles& angles, std::string& problem) {
  const auto axis = direction_of({n[0], n[1], n[2]});
  if (!axis) {
    problem = "the axis has length zero";
    return std::nullopt;
  }
  return rotation_about(*axis, angles.radians(n[3]));
}

Result from_xyaxes(std::span<const double> n, const Angles&, std::string& problem) {
  const auto x = direction_of({n[0], n[1], n[2]});
  if (!x) {
    problem = "the x axis has length zero";
    return std::nullopt;
  }
  const Vector3<double> given{n[3], n[4], n[5]};
  const auto y = direction_of(given - dot(*x, given) * *x);
  if (!y) {
    problem = "the y axis has length zero or is parallel to the x axis";
    return std::nullopt;
  }
  return transpose(Rotation<double>{*x, *y, cross(*x, *y)});
}

Result from_zaxis(std::span<const double> n, const Angles&, std::string& problem) {
  const auto z = direction_of({n[0], n[1], n[2]});
  if (!z) {
    problem = "the z axis has length zero";
    return std::nullopt;
  }
  return rotation_of_z_to(*z);
}

Result from_euler(std::span<const double> n, const Angles& angles, std::string&) {
  return euler_rotation({n[0], n[1], n[2]}, angles);
}

// Later spellings take precedence over earlier ones.
constexpr Spelling spellings[] = {{"quat", from_quat},
                                  {"axisangle", from_axisangle},
                                  {"xyaxes", from_xyaxes},
                                  {"zaxis", from_zaxis},
                                  {"euler", from_euler}};

}  // namespace

Rotation<double> euler_rotation(const Vector3<double>& angles, const Angles& meaning) {
  const double n[] = {angles.x, angles.y, angles.z};
  Rotation<double> result;
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = meaning.euler_sequence[i];
    const bool moving = letter >= 'a';
    const char axis = moving ? letter : static_cast<char>(letter - 'A' + 'a');
    const auto rotation = rotation_about(
        Vector3<double>{axis == 'x' ? 1.0 : 0.0, axis == 'y' ? 1.0 : 0.0, axis == 'z' ? 1.0 : 0.0},
        meaning.radians(n[i]));
    result = moving ? result * rotation : rotation * result;
  }
  return result;
}

std::optional<Vector3<double>> direction_of(const Vector3<double>& v) {
  const double largest = std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z)));
  if (largest == 0) return std::nullopt;
  const auto scaled = (1 / largest) * v;  // so that no square overflows
  const double length = norm(scaled);
  if (!(length * largest >= shortest_direction)) return std::nullopt;
  return (1 / length) * scaled;
}

Rotation<double> rotation_of_z_to(const Vector3<double>& direction) {
  const Vector3<double> normal = cross(Vector3<double>{0, 0, 1}, direction);
  const double sine = norm(normal);
  if (sine < shortest_direction) {
    const double sign = direction.z < 0 ? -1 : 1;
    return {{1, 0, 0}, {0, sign, 0}, {0, 0, sign}};
  }
  return rotation_about((1 / sine) * normal, arc_tangent(sine, direction.z));
}

std::optional<Rotation<double>> orientation_of(const Attributes& attributes, const Angles& angles,
                                               const AttributeReader& reader) {
  const Spelling* chosen = nullptr;
  for (const Spelling& spelling : spellings) {
    if (!attributes.has(spelling.name)) continue;
    if (chosen != nullptr) {
      const Element here = attributes.where(spelling.name);
      const std::string both = std::string(chosen->name) + " and " + spelling.name;
      if (attributes.where(chosen->name) == here) {
        reader.error(here, both + " both give the orientation; expected one of them");
        return std::nullopt;
      }
      reader.warning(here, both + " are both given, by the element and its class; " + spelling.name +
                               " is used, as in MuJoCo");
    }
    chosen = &spelling;
  }
  if (chosen == nullptr) return Rotation<double>{};
  std::string problem;
  const auto result = chosen->read(attributes.numbers(chosen->name), angles, problem);
  if (!result) reader.error(attributes.where(chosen->name), std::string(chosen->name) + ": " + problem);
  return result;
}

Transform<double> placement_of(const Attributes& attributes, const Angles& angles,
                               const AttributeReader& reader) {
  return {orientation_of(attributes, angles, reader).value_or(Rotation<double>{}),
          attributes.vector3("pos").value_or(Vector3<double>{})};
}

}  // namespace sinew::mjcf
