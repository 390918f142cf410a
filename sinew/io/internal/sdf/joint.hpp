// Reads the parts of a <joint>. Internal to the SDF reader.
#pragma once

#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {

Axis read_axis(xml::Element axis, const JointElement& joint, bool is_continuous, const ValueReader& reader,
               Reading& reading);

// Returns the <mimic> of an axis, with the full name of the leader.
std::optional<Mimic> read_mimic(xml::Element axis, const JointElement& joint, const ValueReader& reader,
                                Reading& reading);

inline constexpr double alignment = 1e-6;  // error that directions in files may have
Vector3<double> in_world(const Axis& axis, const FrameGraph& frames);
std::string message_start(const ModelJoint& joint);  // "joint 'knee': "

int axis_count(JointType type);
bool has_one_dof(JointType type);
const char* name_of(JointType type);

}  // namespace sinew::sdf
