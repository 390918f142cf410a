// Checks the tendons of a description, and adapts them when the description is edited.
#pragma once

#include <string>
#include <unordered_set>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Reports tendons without a name or with that of another one, joints and bodies that do not exist, paths in which
// elements are missing, and numbers that are not finite or out of range.
void check_tendons(const Description& description, Findings& findings);

// Removes the tendons that run along one of these bodies or depend on one of these joints.
void remove_tendons_of(Description& description, const std::unordered_set<std::string>& bodies,
                       const std::unordered_set<std::string>& joints);

// Makes the part of fixed tendons that depends on a joint constant. Removes tendons that lose their last joint.
void lock_joint_of_tendons(Description& description, const std::string& joint, double q);

// Calls f(end) for every point, obstacle and side point of a tendon.
template <class TendonOrConst, class F>
void for_each_end(TendonOrConst& tendon, const F& f) {
  for (auto& element : tendon.path) {
    if (element.kind != TendonElement::Kind::pulley) f(element.at);
    if (element.side) f(*element.side);
  }
}

}  // namespace sinew
