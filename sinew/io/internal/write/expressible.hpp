// Converts a description to one that a format can express: replaces what the format does not have by what is equivalent,
// leaves out what has no equivalent, and names both.
#pragma once

#include <string>
#include <unordered_map>

#include "sinew/io/internal/write/features.hpp"
#include "sinew/io/internal/write/losses.hpp"

namespace sinew::write {

// The steps of `expressible`, in this order. Each of them changes `robot` and adds to `losses`.
void simplify_joints(Description& robot, const Features& to, Losses& losses);
void leave_out_drives(Description& robot, Losses& losses);  // tendons, actuators, sensors
void simplify_properties(Description& robot, const Features& to, Losses& losses);
void simplify_constraints(Description& robot, const Features& to, Losses& losses);
void simplify_shapes(Description& robot, const Features& to, const std::filesystem::path& folder,
                     Losses& losses);
// Changes inertias that MuJoCo refuses, where fixed joints allow it.
void simplify_inertias(Description& robot, Losses& losses);
void simplify_names(Description& robot, const Features& to, Losses& losses);

// Throws InvalidModel if the description has errors.
Description expressible(Description robot, const Features& to, const WriteOptions& options, Losses& losses);

// The properties of degree of freedom i; a joint may list one for all, or none.
DegreeOfFreedom dof_of(const Joint& joint, std::size_t i = 0);

// True if a property differs from its default, for example if there is a spring.
bool has_property(const DegreeOfFreedom& dof, Property property);

// The poses of all bodies in the world.
class Poses {
 public:
  enum class At { start, zero };  // at zero, floating joints are where they start
  Poses(const Description& robot, At at);
  const Transform<double>& of(const std::string& body) const { return poses_.at(body); }  // "" is the ground
  Transform<double> of(const LoopEnd& end) const { return of(end.body) * end.placement; }

 private:
  std::unordered_map<std::string, Transform<double>> poses_;
};

}  // namespace sinew::write
