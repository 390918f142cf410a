// Compares the robots of the MJCF reader with MuJoCo's compiled models: masses, inertias, joints, gravity.
#include <gtest/gtest.h>

#include <map>

#include "sinew/io/load.hpp"
#include "tests/peers/mujoco_model.hpp"
#include "tests/support/places.hpp"
#include "tests/support/random_mjcf.hpp"

namespace sinew::test {
namespace {

constexpr double tolerance = 1e-11;

double difference(const Vector3<double>& a, const Vector3<double>& b) {
  return norm(a - b);
}
double difference(const Rotation<double>& a, const Rotation<double>& b) {
  return norm(a.row_x - b.row_x) + norm(a.row_y - b.row_y) + norm(a.row_z - b.row_z);
}
// The bodies of a description by name, and their MuJoCo indices.
class Comparison {
 public:
  Comparison(const Description& ours, const mjModel& theirs) : ours_(ours), theirs_(theirs) {
    for (const Body& body : ours.bodies) by_name_[body.name] = &body;
  }

  void run() {
    EXPECT_LT(difference(ours_.gravity, vector_at(theirs_.opt.gravity, 0)), tolerance);
    compare_sizes();
    for (int i = 1; i < theirs_.nbody; ++i) compare_inertia(i);
    compare_joints();
    for (int i = 0; i < theirs_.nsite; ++i) compare_site(i);
    compare_start();
  }

 private:
  std::string body_name(int id) const {
    const std::string name = theirs_.names + theirs_.name_bodyadr[id];
    return name.empty() ? "body" + std::to_string(id) : name;
  }

  void compare_sizes() {
    int nq = 0, nv = 0;
    for (const Body& body : ours_.bodies) {
      nq += position_size(body.joint.kind);
      nv += velocity_size(body.joint.kind);
    }
    EXPECT_EQ(nq, theirs_.nq);
    EXPECT_EQ(nv, theirs_.nv);
  }

  void compare_inertia(int id) {
    const std::string name = body_name(id);
    ASSERT_TRUE(by_name_.contains(name)) << name;
    const Inertial& ours = by_name_[name]->inertial;
    EXPECT_NEAR(ours.mass, theirs_.body_mass[id], tolerance * ours.mass) << name;
    if (theirs_.body_mass[id] == 0) return;  // a centre of mass without mass is meaningless
    EXPECT_LT(difference(ours.com, vector_at(theirs_.body_ipos, id)), tolerance) << name;
    // MuJoCo's principal axes are accurate to about 1e-6, its principal moments to the last digits.
    const auto inertia = conjugate(transpose(rotation_at(theirs_.body_iquat, id)), ours.inertia);
    const auto moments = vector_at(theirs_.body_inertia, id);
    EXPECT_LT(difference({inertia.xx, inertia.yy, inertia.zz}, moments), tolerance * norm(moments)) << name;
    EXPECT_LT(norm(Vector3<double>{inertia.xy, inertia.xz, inertia.yz}), 1e-6 * norm(moments)) << name;
  }

  // Sinew's joints in order, without fixed ones, are MuJoCo's in order.
  void compare_joints() {
    int id = 0;
    for (const Body& body : ours_.bodies) {
      if (body.joint.kind == JointKind::fixed) continue;
      ASSERT_LT(id, theirs_.njnt);
      compare_joint(body.joint, id++);
    }
    EXPECT_EQ(id, theirs_.njnt);
  }

  void compare_joint(const Joint& ours, int id) {
    const std::string name = theirs_.names + theirs_.name_jntadr[id];
    if (!name.empty()) {
      EXPECT_EQ(ours.name, name);
    }
    const bool limited = theirs_.jnt_limited[id] != 0;
    constexpr JointKind kinds[] = {JointKind::floating, JointKind::spherical, JointKind::prismatic,
                                   JointKind::continuous};
    const int type = theirs_.jnt_type[id];
    EXPECT_EQ(ours.kind, type == mjJNT_HINGE && limited ? JointKind::revolute : kinds[type]) << ours.name;
    const bool has_axis = type == mjJNT_HINGE || type == mjJNT_SLIDE;
    if (has_axis) {
      EXPECT_LT(difference(ours.axis, vector_at(theirs_.jnt_axis, id)), tolerance) << ours.name;
    }
    const DegreeOfFreedom& dof = ours.dofs.at(0);
    const int index = theirs_.jnt_dofadr[id];
    EXPECT_EQ(dof.armature, theirs_.dof_armature[index]) << ours.name;
    EXPECT_EQ(dof.damping, theirs_.dof_damping[index]) << ours.name;
    EXPECT_EQ(dof.dry_friction, theirs_.dof_frictionloss[index]) << ours.name;
    if (has_axis && limited) {
      EXPECT_NEAR(dof.lower, theirs_.jnt_range[2 * id], tolerance) << ours.name;
      EXPECT_NEAR(dof.upper, theirs_.jnt_range[2 * id + 1], tolerance) << ours.name;
    } else {
      EXPECT_EQ(dof.lower, -infinity) << ours.name;
      EXPECT_EQ(dof.upper, infinity) << ours.name;
    }
  }

  void compare_site(int id) {
    const std::string name = theirs_.names + theirs_.name_siteadr[id];
    for (const Frame& frame : ours_.frames) {
      if (frame.name != name) continue;
      const int body = theirs_.site_bodyid[id];
      EXPECT_EQ(frame.body, body == 0 ? "" : body_name(body));
      EXPECT_LT(difference(frame.placement.translation, vector_at(theirs_.site_pos, id)), tolerance) << name;
      EXPECT_LT(difference(frame.placement.rotation, rotation_at(theirs_.site_quat, id)), tolerance) << name;
      return;
    }
    ADD_FAILURE() << "no frame " << name;
  }

  // qpos0; a quaternion and its negative are the same rotation.
  void compare_start() {
    const Model model(ours_);
    const std::vector<double> q = model.initial_position();
    ASSERT_EQ(int(q.size()), theirs_.nq);
    for (const JointInfo& joint : model.joints()) {
      const int quaternion = joint.kind == JointKind::floating    ? joint.q_index + 3
                             : joint.kind == JointKind::spherical ? joint.q_index
                                                                  : theirs_.nq;
      double product = 0;
      for (int i = quaternion; i < theirs_.nq && i < quaternion + 4; ++i)
        product += q[std::size_t(i)] * theirs_.qpos0[i];
      for (int i = joint.q_index; i < joint.q_index + joint.q_size; ++i) {
        const double sign = i >= quaternion && product < 0 ? -1 : 1;
        EXPECT_NEAR(q[std::size_t(i)], sign * theirs_.qpos0[i], tolerance) << joint.name;
      }
    }
  }

  const Description& ours_;
  const mjModel& theirs_;
  std::map<std::string, const Body*> by_name_;
};

std::string data_file(const std::string& name) {
  return source_folder() + "/tests/data/mjcf/" + name;
}

class MjcfFile : public testing::TestWithParam<const char*> {};

TEST_P(MjcfFile, EqualsMujocosCompiledModel) {
  const std::string file = data_file(GetParam());
  const auto ours = read_mjcf(file);
  ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string();
  const auto theirs = mujoco_from_file(file);
  ASSERT_TRUE(theirs);
  Comparison(ours.description, *theirs).run();
}

INSTANTIATE_TEST_SUITE_P(Mujoco, MjcfFile,
                         testing::Values("anchors.xml", "bounds.xml", "cart_pole.xml", "classes.xml",
                                         "equality.xml", "euler_mixed.xml", "floating.xml",
                                         "from_geoms_always.xml", "from_geoms_never.xml", "geoms.xml",
                                         "orientations.xml", "with_includes.xml"));

TEST(RandomMjcf, EqualsMujocosCompiledModel) {
  for (std::uint64_t seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    const std::string text = random_mjcf(seed);
    SCOPED_TRACE(seed);
    const auto ours = read_mjcf_text(text, "random.xml");
    ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string() << text;
    const auto theirs = mujoco_from_text(text);
    ASSERT_TRUE(theirs);
    Comparison(ours.description, *theirs).run();
  }
}

}  // namespace
}  // namespace sinew::test
