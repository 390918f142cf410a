// Gives the names and units of the entries of q and v.
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

// The kind of a coordinate. A rotation is measured in rad and Nm, a displacement in m and N. The
// units of custom joints are unknown, and the entries of a quaternion have no unit.
enum class Measure { rotation, displacement, quaternion, unknown };

enum class Derivative { position, velocity, acceleration, effort };
const char* unit_of(Measure measure, Derivative derivative);

struct Coordinate {
  std::string name;  // the joint's name, followed by the entry's name if the joint has several
  Measure measure;
};

std::vector<Coordinate> position_coordinates(const Model& model);
std::vector<Coordinate> velocity_coordinates(const Model& model);

}  // namespace sinew
