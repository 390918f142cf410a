#include "sinew/io/files/state_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace sinew {

std::string wrong_size(std::size_t count, std::size_t expected, const std::string& meaning) {
  if (count == expected) return {};
  return fmt::format("got {} number{}, expected {} ({})", count, count == 1 ? "" : "s", expected, meaning);
}

std::string wrong_size(std::span<const double> values, const Model& model, Coordinates coordinates) {
  const bool positions = coordinates == Coordinates::positions;
  std::vector<std::string> parts;
  for (const JointInfo& joint : model.joints()) {
    parts.push_back(fmt::format("{} {}", joint.name, positions ? joint.q_size : joint.v_size));
  }
  return wrong_size(values.size(),
                    static_cast<std::size_t>(positions ? model.position_size() : model.velocity_size()),
                    parts.empty() ? "no joint moves" : fmt::format("{}", fmt::join(parts, ", ")));
}

std::vector<Dimensions> dimensions_of(const Model& model, Derivative derivative) {
  using namespace dimension;
  constexpr Dimension of_rotation[] = {angle, angular_velocity, angular_acceleration, torque},
                      slides[] = {length, velocity, acceleration, force};
  const bool positions = derivative == Derivative::position;
  std::vector<Dimensions> all;
  for (const Coordinate& coordinate : positions ? position_coordinates(model) : velocity_coordinates(model)) {
    Dimensions& units = all.emplace_back();
    if (coordinate.measure == Measure::rotation) units = {of_rotation[int(derivative)]};
    if (coordinate.measure == Measure::displacement) units = {slides[int(derivative)]};
  }
  return all;
}

std::string normalise_quaternions(const Model& model, std::span<double> q) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind != JointKind::spherical && joint.kind != JointKind::floating) continue;
    const int first = joint.q_index + joint.q_size - 4;
    double* const quaternion = q.data() + first;
    const double length =
        std::hypot(std::hypot(quaternion[0], quaternion[1]), std::hypot(quaternion[2], quaternion[3]));
    if (!(std::abs(length - 1) <= 1e-6)) {
      return fmt::format("the quaternion w x y z of joint {} (q[{}] to q[{}]) has length {:.7g}, expected 1",
                         joint.name, first, first + 3, length);
    }
    for (int i = 0; i < 4; ++i) quaternion[i] /= length;
  }
  return {};
}

bool names_position(std::string_view text, const Model& model) {
  const auto& positions = model.description().named_positions;
  if (std::any_of(positions.begin(), positions.end(), [&](const NamedPosition& p) { return p.name == text; }))
    return true;
  const bool is_word =
      !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_');
  return is_word && text != "nan" && !text.starts_with("inf") && text.find_first_of(", \t") == text.npos;
}

}  // namespace sinew
