// Makes KDL's segments of bodies, and its arrays of vectors.
#pragma once

#include <kdl/jntarray.hpp>
#include <kdl/tree.hpp>
#include <vector>

#include "sinew/model/description/description.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/eigen_map.hpp"

namespace sinew::test {

inline KDL::Vector to_kdl(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}

inline KDL::Segment kdl_segment(const Body& body) {
  const auto& [x, y, z] = body.placement.rotation;
  const KDL::Frame placement(KDL::Rotation(x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z),
                             to_kdl(body.placement.translation));
  const auto& [mass, com, i] = body.inertial;
  const KDL::RigidBodyInertia inertia(mass, to_kdl(com),
                                      KDL::RotationalInertia(i.xx, i.yy, i.zz, i.xy, i.xz, i.yz));
  const auto& dofs = body.joint.dofs;
  const double armature = dofs.empty() ? 0 : dofs[0].armature;
  KDL::Joint joint(body.joint.name, KDL::Joint::None);
  if (body.joint.kind != JointKind::fixed) {
    const auto type = body.joint.kind == JointKind::prismatic ? KDL::Joint::TransAxis : KDL::Joint::RotAxis;
    joint =
        KDL::Joint(body.joint.name, placement.p, placement.M * to_kdl(body.joint.axis), type, 1, 0, armature);
  }
  return KDL::Segment(body.name, joint, placement, inertia);
}

inline KDL::JntArray to_array(const VectorXd& values) {
  KDL::JntArray array(static_cast<unsigned>(values.size()));
  array.data = to_eigen(values);
  return array;
}
inline KDL::JntArray to_array(const std::vector<double>& values) {
  return to_array(as_dense(values));
}

}  // namespace sinew::test
