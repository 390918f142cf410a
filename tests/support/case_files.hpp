// Reads robots and matrices from tests/data/cases/.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "sinew/model/description/description.hpp"
#include "tests/support/dense.hpp"
#include "tests/support/places.hpp"

namespace sinew::test {

inline nlohmann::json cases_of(const std::string& file) {
  std::ifstream text(source_folder() + "/tests/data/cases/" + file);
  return nlohmann::json::parse(text);
}

inline Vector3<double> vector_of(const nlohmann::json& j) {
  return {j[0], j[1], j[2]};
}
inline Transform<double> transform_of(const nlohmann::json& j) {
  return {{vector_of(j["R"][0]), vector_of(j["R"][1]), vector_of(j["R"][2])}, vector_of(j["p"])};
}
inline Symmetric3<double> symmetric_of(const nlohmann::json& j) {
  return {j[0][0], j[0][1], j[0][2], j[1][1], j[1][2], j[2][2]};
}
inline MatrixXd matrix_of(const nlohmann::json& j) {
  MatrixXd m(j.size(), j[0].size());
  for (std::size_t r = 0; r < j.size(); ++r) {
    for (std::size_t c = 0; c < j[r].size(); ++c) m(Index(r), Index(c)) = j[r][c];
  }
  return m;
}
inline JointKind kind_of(const std::string& name) {
  for (int kind = 0; kind <= static_cast<int>(JointKind::floating); ++kind) {
    if (name_of(JointKind(kind)) == name) return JointKind(kind);
  }
  throw std::invalid_argument(name);
}

inline Description description_of(const std::string& name, const nlohmann::json& gravity,
                                  const nlohmann::json& bodies) {
  Description robot{.name = name, .gravity = vector_of(gravity)};
  for (const nlohmann::json& j : bodies) {
    const int parent = j["parent"];
    Body body{.name = j["name"], .parent = parent < 0 ? "" : robot.bodies[std::size_t(parent)].name};
    body.placement = transform_of(j["placement"]);
    body.joint = {.name = body.name + "_joint", .kind = kind_of(j["joint"]), .pitch = j.value("pitch", 0.0)};
    if (j.contains("axis")) body.joint.axis = vector_of(j["axis"]);
    if (j.contains("axis2")) body.joint.axis2 = vector_of(j["axis2"]);
    body.inertial = {j["mass"], vector_of(j["com"]), symmetric_of(j["inertia"])};
    robot.bodies.push_back(body);
  }
  return robot;
}

}  // namespace sinew::test
