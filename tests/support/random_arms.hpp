// Random systems of several arms and one object, and their dynamics in stacked matrices.
#pragma once

#include "sinew/chains/arms/multi_arm.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

// Part i is arm i, the last one the object. Vectors are stacked as in MultiArm.
struct ArmsSample {
  std::vector<Description> parts;  // with a frame "grasp i" at the end of grasp i
  std::vector<Grasp> grasps;
  std::vector<double> q, v, tau;
  std::vector<DenseEnvironment> environments;  // per part

  std::vector<Model> arms() const;
  Model object() const { return Model(parts.back()); }
};

struct ArmsOptions {
  bool regular = false;  // arms of seven or more joints, a rigid object, one grasp each
  bool at_rest = false;
  bool forces = true;  // on some of the bodies
};
// One to four random trees as arms, an object with or without joints, up to three grasps of any kind per arm, some of
// them on the ground. The grasps are not closed, but their rows and accelerations are defined.
ArmsSample random_arms(int index, const ArmsOptions& options = {});

// The whole system in matrices: M a + h = tau + J^* x, J a + J' v = 0, with x the forces on the arms along the rows.
struct DenseArms {
  explicit DenseArms(const ArmsSample& sample);

  MatX<double> M, J;
  VecX<double> h, tau, rate;   // rate: J' v
  MatX<double> A;              // n_object x rows: effect of the row forces on the object
  std::vector<int> first_row;  // per grasp
  int object_v = 0;

  MatX<double> omega() const { return J * M.solve_symmetric(J.transpose()); }
  // Forces on the object along the rows, of least norm, and accelerations.
  VecX<double> row_forces() const;
  VecX<double> accelerations(const VecX<double>& on_object) const;
};

// The sample's forces and base acceleration as library types.
template <class T>
struct Environments {
  Environments(const ArmsSample& sample, const std::vector<Model>& models);
  std::vector<std::vector<ExternalForce<T>>> forces;
  std::vector<Environment<T>> list;
};

}  // namespace sinew::test
