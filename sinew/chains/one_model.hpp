// Several arms and their object as one model with loops, for what is asked of the system as a whole: well-posedness,
// degrees of freedom, assembly, inverse dynamics (docs/loops.md).
//
// Coordinates stack as those of MultiArm do: the arms' one after another, then the object's. Names of bodies, joints and
// frames get the part's before them, "arm1/elbow", "object/lid"; a grasp becomes the loop of the same name (or "grasp1"),
// first end on the object or the ground, second on the arm, so that a loop's force is a contact force with the other sign.
// Loops and couplings within the parts come along, before those of the grasps.
#pragma once

#include <span>

#include "sinew/chains/grasp.hpp"
#include "sinew/chains/multi_arm.hpp"

namespace sinew {

// `names`: none, or those of the arms and the object, instead of arm1, arm2, ..., object.
Model one_model(std::span<const Model> arms, const Model& object, std::span<const Grasp> grasps,
                std::span<const std::string> names = {});
// With the grasps that are held.
template <std::floating_point T>
Model one_model(const MultiArm<T>& system) {
  std::vector<Model> arms;
  for (int i = 0; i < system.arm_count(); ++i) arms.push_back(system.model(i));
  std::vector<Grasp> grasps;
  for (int i = 0; i < system.grasp_count(); ++i) {
    if (system.is_held(i)) grasps.push_back(system.grasp(i));
  }
  return one_model(arms, system.object(), grasps);
}

}  // namespace sinew
