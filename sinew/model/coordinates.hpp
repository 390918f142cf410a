// What the entries of q and v are called and measured in.
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

// Turns are measured in rad and Nm, slides in m and N; a custom joint's freedoms are its author's secret, and
// the entries of a quaternion have no unit.
enum class Measure { turn, slide, quaternion, unknown };

enum class Derivative { position, velocity, acceleration, effort };
const char* unit_of(Measure measure, Derivative derivative);

struct Coordinate {
  std::string name;  // the joint's, followed by which of its entries where it has several
  Measure measure;
};

std::vector<Coordinate> position_coordinates(const Model& model);
std::vector<Coordinate> velocity_coordinates(const Model& model);

}  // namespace sinew
