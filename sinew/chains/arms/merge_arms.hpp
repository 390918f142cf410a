// Merges several arms and the object they hold into one model with loops, for computations on the whole system:
// well-posedness, degrees of freedom, assembly, inverse dynamics (docs/loops.md).
//
// Coordinates are stacked as in MultiArm: those of the arms one after another, then those of the object. Names of
// bodies, joints, frames, loops, couplings and tendons get the name of their part as a prefix: "arm1/elbow". A
// grasp becomes a loop of the same name (or "grasp1"), with its first end on the object or the ground and its second
// on the arm, so that the force of a loop is the contact force with opposite sign. Loops of the parts come before
// those of the grasps.
#pragma once

#include <span>

#include "sinew/chains/arms/grasp.hpp"
#include "sinew/chains/arms/multi_arm.hpp"

namespace sinew {

struct ArmsAndObject {
  std::vector<Model> arms{};
  Model object;
  std::vector<Grasp> grasps{};
  // Of the arms, then of the object; no names: arm1, arm2, ..., object. A part whose name is empty has the same names
  // of bodies and frames in the merged model.
  std::vector<std::string> names{};
};

// `names`: names of the arms and the object; if empty, they are arm1, arm2, ..., object.
Model merge_arms(std::span<const Model> arms, const Model& object, std::span<const Grasp> grasps,
                 std::span<const std::string> names = {});
// The same for a system of arms, with the grasps that are held.
template <std::floating_point T>
Model merge_arms(const MultiArm<T>& system) {
  std::vector<Model> arms;
  for (int i = 0; i < system.arm_count(); ++i) arms.push_back(system.model(i));
  std::vector<Grasp> grasps;
  for (int i = 0; i < system.grasp_count(); ++i) {
    if (system.is_held(i)) grasps.push_back(system.grasp(i));
  }
  return merge_arms(arms, system.object(), grasps);
}

}  // namespace sinew
