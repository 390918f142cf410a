// Mechanisms that can be computed by hand: planar ones, which lie in the x-y plane with gravity 9.81 along -y, and the
// Bennett linkage.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "sinew/model/description/description.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test {

// A planar link: mass, centre of mass in its frame (x along the link), moment of inertia about that centre.
struct PlanarLink {
  double mass, x, y, moment;
};

inline Body planar_link(const std::string& name, const std::string& parent, const Vector3<double>& joint,
                        const PlanarLink& link, double armature = 0) {
  Body body =
      hinged(name, parent, joint,
             {link.mass, {link.x, link.y, 0}, {link.moment, 0, 0, link.moment, 0, link.moment}}, {0, 0, 1});
  body.joint.dofs = {{.armature = armature}};
  return body;
}

inline Loop planar_pin(const std::string& name, ConnectionKind kind, const LoopEnd& first,
                       const LoopEnd& second) {
  return {.name = name, .connection = {.kind = kind}, .first = first, .second = second};
}

inline Description planar_mechanism(const std::string& name) {
  return {.name = name, .gravity = {0, -9.81, 0}};
}

// Crank a on the ground at the origin, coupler b on the crank, rocker c on the ground at (d, 0); the end of the coupler
// is pinned to the end of the rocker. Coordinates: crank, coupler relative to crank, rocker. The pin is any connection
// that acts as a pin in the plane.
struct FourBar {
  double a, b, c, d;
  PlanarLink crank, coupler, rocker;
  double armature[3];

  Description description(ConnectionKind pin) const {
    Description robot = planar_mechanism("four-bar");
    robot.bodies = {planar_link("crank", "", {}, crank, armature[0]),
                    planar_link("coupler", "crank", {a, 0, 0}, coupler, armature[1]),
                    planar_link("rocker", "", {d, 0, 0}, rocker, armature[2])};
    robot.loops = {planar_pin("pin", pin, {"coupler", {{}, {b, 0, 0}}}, {"rocker", {{}, {c, 0, 0}}})};
    return robot;
  }
};

// Crank r on the ground at the origin, rod l on the crank, a slider along x at height e. Closed either at the pin
// between rod and slider, or at the slider's guide.
struct SliderCrank {
  double r, l, e;
  PlanarLink crank, rod;
  double slider;  // mass

  // Coordinates: crank, rod relative to crank, slider along x.
  Description closed_at_the_pin(ConnectionKind pin) const {
    Description robot = planar_mechanism("slider-crank");
    Body block{.name = "slider", .placement = {{}, {0, e, 0}}};
    block.joint = {.name = "guide", .kind = JointKind::prismatic, .axis = {1, 0, 0}};
    block.inertial = {slider, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
    robot.bodies = {planar_link("crank", "", {}, crank), planar_link("rod", "crank", {r, 0, 0}, rod), block};
    robot.loops = {planar_pin("pin", pin, {"rod", {{}, {l, 0, 0}}}, {"slider", {}})};
    return robot;
  }
  // Coordinates: crank, rod relative to crank, slider relative to rod.
  Description closed_at_the_guide() const {
    Description robot = planar_mechanism("slider-crank");
    robot.bodies = {planar_link("crank", "", {}, crank), planar_link("rod", "crank", {r, 0, 0}, rod),
                    planar_link("slider", "rod", {l, 0, 0}, {slider, 0, 0, 0.1})};
    // z of the frames is along x of the world while the slider is upright.
    const Transform<double> along_x = frame_along({}, {1, 0, 0});
    robot.loops = {planar_pin("guide", ConnectionKind::prismatic, {"", {along_x.rotation, {0, e, 0}}},
                              {"slider", along_x})};
    return robot;
  }
};

// The N four-bar of the IFToMM library (A02): N + 1 uniform rods of 1 m and 1 kg rotate about (0, 0), (1, 0), ... on
// the ground; N couplers join their ends. Coordinates: rod 0, coupler 0, rod 1, coupler 1, ..., rod N.
inline Description n_four_bar(int count, ConnectionKind pin) {
  Description robot = planar_mechanism("N four-bar");
  const PlanarLink rod{1, 0.5, 0, 1.0 / 12};
  for (int i = 0; i <= count; ++i) {
    const std::string number = std::to_string(i);
    robot.bodies.push_back(planar_link("rod" + number, "", {double(i), 0, 0}, rod));
    if (i == count) break;
    robot.bodies.push_back(planar_link("coupler" + number, "rod" + number, {1, 0, 0}, rod));
    robot.loops.push_back(planar_pin("pin" + number, pin, {"coupler" + number, {{}, {1, 0, 0}}},
                                     {"rod" + std::to_string(i + 1), {{}, {1, 0, 0}}}));
  }
  return robot;
}

// Four skew hinges: lengths a, b, a, b and twists alpha, beta, alpha, beta with sin(alpha) / a = sin(beta) / b (Bennett
// 1903). Three joints minus five rows leave no degree of freedom, and yet it moves. Its angles are p, s, -p, -s with
// tan(p / 2) tan(s / 2) = sin((beta + alpha) / 2) / sin((beta - alpha) / 2).
struct Bennett {
  double a = 0.5, b = 0.8, alpha = 0.4, beta = std::asin(b / a * std::sin(alpha));

  Transform<double> across(double length, double twist) const {
    return {rotation_about(Vector3<double>{1, 0, 0}, twist), {length, 0, 0}};
  }
  Description description() const {
    Description robot{.name = "Bennett linkage"};
    const Inertial inertial{1, {0.1, 0.2, 0.3}, {0.1, 0, 0, 0.1, 0, 0.1}};
    robot.bodies = {hinged("b1", "", {}, inertial, {0, 0, 1}), hinged("b2", "b1", {}, inertial, {0, 0, 1}),
                    hinged("b3", "b2", {}, inertial, {0, 0, 1})};
    robot.bodies[1].placement = across(a, alpha);
    robot.bodies[2].placement = across(b, beta);
    // The fourth hinge is on the third body; after it and the last link the loop returns to its start.
    const Transform<double> last = across(b, beta);
    robot.loops = {{.name = "fourth",
                    .connection = {.kind = ConnectionKind::revolute},
                    .first = {"b3", across(a, alpha)},
                    .second = {"", inverse(last)}}};
    return robot;
  }
  std::vector<double> at(double p) const {
    const double s =
        2 * std::atan(std::sin((beta + alpha) / 2) / std::sin((beta - alpha) / 2) / std::tan(p / 2));
    return {p, s, -p};
  }
};

}  // namespace sinew::test
