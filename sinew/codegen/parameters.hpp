// Constants of a robot by name: those that compiled code may leave open.
//
//   BODY.mass   BODY.com.x ... z   BODY.inertia.xx, xy, xz, yy, yz, zz   JOINT.armature   gravity.x ... z
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/codegen/quantity.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// As the description has it. Throws std::invalid_argument for a name that is none, with what was expected.
double parameter_value(const Description& description, const std::string& name);
// The armature of a joint is that of all its freedoms.
void set_parameter(Description& description, const std::string& name, double value);

// The same robot with other constants. Throws InvalidModel where they make none.
Model with_parameters(const Model& model, std::span<const std::string> names, std::span<const double> values);

// The frame that a quantity is of: the one named, or the last body.
FrameIndex frame_of(const Model& model, const Wanted& wanted);

}  // namespace sinew
