#include "sinew/model/examples.hpp"

#include <cmath>
#include <numbers>

#include "sinew/base/uniform.hpp"

namespace sinew {
namespace {

// Returns a uniform random point on the unit sphere; the height of such a point is uniform (Archimedes).
Vector3<double> random_direction(Uniform& uniform) {
  const double height = uniform(-1, 1), angle = uniform(-std::numbers::pi, std::numbers::pi);
  const double radius = std::sqrt(1 - height * height);
  return {radius * std::cos(angle), radius * std::sin(angle), height};
}

Symmetric3<double> box_inertia(double mass, const Vector3<double>& edges) {
  const double xx = edges.x * edges.x, yy = edges.y * edges.y, zz = edges.z * edges.z;
  return {mass * (yy + zz) / 12, 0, 0, mass * (xx + zz) / 12, 0, mass * (xx + yy) / 12};
}

std::string numbered(const char* word, int number) {
  return word + std::to_string(number);
}

// Appends a link to the chain.
void append(Description& chain, const Vector3<double>& offset, const Vector3<double>& axis,
            const Inertial& inertial) {
  const int number = static_cast<int>(chain.bodies.size()) + 1;
  chain.bodies.push_back(
      {.name = numbered("link", number),
       .parent = number == 1 ? "" : numbered("link", number - 1),
       .placement = {.translation = offset},
       .joint = {.name = numbered("joint", number), .kind = JointKind::revolute, .axis = axis},
       .inertial = inertial});
}

void add_tip(Description& chain, const Vector3<double>& offset) {
  if (chain.bodies.empty()) return;
  chain.frames.push_back(
      {.name = "tip", .body = chain.bodies.back().name, .placement = {.translation = offset}});
}

}  // namespace

Description planar_chain(int links) {
  const double width = 0.06;
  const Inertial rod{.mass = 1, .com = {0, 0, -0.5}, .inertia = box_inertia(1, {width, width, 1})};
  const Vector3<double> down{0, 0, -1};
  Description chain{.name = numbered("planar_chain_", links)};
  for (int i = 0; i < links; ++i) {
    append(chain, i == 0 ? Vector3<double>{} : down, {0, 1, 0}, rod);
  }
  add_tip(chain, down);
  return chain;
}

Description random_chain(int links, std::uint64_t seed) {
  Uniform uniform(seed);
  Description chain{.name = numbered("random_chain_", links)};
  Vector3<double> offset{};
  for (int i = 0; i < links; ++i) {
    const Vector3<double> axis = random_direction(uniform);
    const double mass = uniform(0.5, 2.5);
    const double length = uniform(0.1, 0.4);
    const Vector3<double> next = length * random_direction(uniform);
    const Vector3<double> edges{uniform(0.04, 0.2), uniform(0.04, 0.2), uniform(0.04, 0.2)};
    const Vector3<double> rotation_axis = random_direction(uniform);
    const auto rotation = rotation_about(rotation_axis, uniform(-std::numbers::pi, std::numbers::pi));
    append(chain, offset, axis,
           {.mass = mass, .com = 0.5 * next, .inertia = conjugate(rotation, box_inertia(mass, edges))});
    offset = next;
  }
  add_tip(chain, offset);
  return chain;
}

}  // namespace sinew
