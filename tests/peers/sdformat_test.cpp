// Compares the robots of the SDF reader with libsdformat: poses of links and frames, carriers of frames, joints with
// their points and axes, inertias.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sdf/sdf.hh>

#include "sinew/io/load.hpp"
#include "tests/support/frame_places.hpp"
#include "tests/support/random_sdf.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test {
namespace {

Vector3<double> to_vector(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}
Transform<double> to_transform(const ignition::math::Pose3d& pose) {
  const auto& q = pose.Rot();
  return {rotation_from_quaternion(q.W(), q.X(), q.Y(), q.Z()), to_vector(pose.Pos())};
}
double difference(const Transform<double>& a, const Transform<double>& b) {
  const auto &r = a.rotation, &s = b.rotation;
  return norm(a.translation - b.translation) + norm(r.row_x - s.row_x) + norm(r.row_y - s.row_y) +
         norm(r.row_z - s.row_z);
}
std::string messages(const sdf::Errors& errors) {
  std::string text;
  for (const sdf::Error& error : errors) text += error.Message() + "\n";
  return text;
}

// libsdformat writes the poses of merged models as text with six digits.
bool has_merged_model(const std::map<std::string, std::string>& files) {
  for (const auto& [name, text] : files) {
    if (text.find("merge='true'") != std::string::npos) return true;
  }
  return false;
}

class Comparison {
 public:
  Comparison(const Description& ours, double tolerance)
      : ours_(ours), model_(ours), work_(model_), tolerance_(tolerance) {
    update_poses(work_, model_.initial_position());
    for (const Body& body : ours.bodies) by_joint_[body.joint.name] = &body;
  }

  void compare(const sdf::World& world) {
    EXPECT_LT(norm(ours_.gravity - to_vector(world.Gravity())), tolerance_);
    for (std::uint64_t i = 0; i < world.ModelCount(); ++i) {
      compare_model(*world.ModelByIndex(i), {}, world.ModelByIndex(i)->Name() + "::", false);
    }
    EXPECT_EQ(links_ + anchors(), int(ours_.bodies.size()));
    EXPECT_EQ(frames_, int(ours_.frames.size()));
  }
  int joints() const { return joints_; }

 private:
  template <class Thing>
  static Transform<double> resolved(const Thing& thing, const std::string& base = "") {
    ignition::math::Pose3d pose;
    const sdf::Errors errors = thing.SemanticPose().Resolve(pose, base);
    EXPECT_TRUE(errors.empty()) << messages(errors);
    return to_transform(pose);
  }
  Transform<double> place(const std::string& name) { return pose(work_, model_.frame(name)); }

  void compare_model(const sdf::Model& theirs, const Transform<double>& outer, const std::string& prefix,
                     bool in_static) {
    const Transform<double> place_of_model = outer * resolved(theirs);
    const bool is_static = in_static || theirs.Static();
    for (std::uint64_t i = 0; i < theirs.LinkCount(); ++i) {
      compare_link(*theirs.LinkByIndex(i), place_of_model, prefix);
    }
    for (std::uint64_t i = 0; i < theirs.FrameCount(); ++i) {
      // libsdformat makes a frame for the origin of a merged model.
      if (theirs.FrameByIndex(i)->Name().starts_with("_merged__")) continue;
      compare_frame(*theirs.FrameByIndex(i), place_of_model, prefix, is_static);
    }
    for (std::uint64_t i = 0; i < theirs.JointCount() && !is_static; ++i) {
      compare_joint(*theirs.JointByIndex(i), place_of_model, prefix);
    }
    for (std::uint64_t i = 0; i < theirs.ModelCount(); ++i) {
      const sdf::Model& inner = *theirs.ModelByIndex(i);
      compare_model(inner, place_of_model, prefix + inner.Name() + "::", is_static);
    }
  }

  void compare_link(const sdf::Link& theirs, const Transform<double>& model, const std::string& prefix) {
    ++links_;
    const std::string name = prefix + theirs.Name();
    EXPECT_LT(difference(place(name), model * resolved(theirs)), tolerance_) << name;
    for (const Body& body : ours_.bodies) {
      if (body.name != name) continue;
      const auto& inertial = theirs.Inertial();
      EXPECT_DOUBLE_EQ(body.inertial.mass, inertial.MassMatrix().Mass());
      EXPECT_LT(norm(body.inertial.com - to_vector(inertial.Pose().Pos())), tolerance_);
      const auto moments = inertial.Moi();
      const Symmetric3<double>& i = body.inertial.inertia;
      EXPECT_LT(norm(Vector3<double>{i.xx - moments(0, 0), i.yy - moments(1, 1), i.zz - moments(2, 2)}),
                tolerance_);
      EXPECT_LT(norm(Vector3<double>{i.xy - moments(0, 1), i.xz - moments(0, 2), i.yz - moments(1, 2)}),
                tolerance_);
    }
  }

  void compare_frame(const sdf::Frame& theirs, const Transform<double>& model, const std::string& prefix,
                     bool is_static) {
    ++frames_;
    const std::string name = prefix + theirs.Name();
    EXPECT_LT(difference(place(name), model * resolved(theirs)), tolerance_) << name;
    std::string body;
    EXPECT_TRUE(theirs.ResolveAttachedToBody(body).empty()) << name;
    for (const Frame& frame : ours_.frames) {
      if (frame.name == name && !is_static) {
        EXPECT_EQ(frame.body, prefix + body);
      }
    }
  }

  void compare_joint(const sdf::Joint& theirs, const Transform<double>& model, const std::string& prefix) {
    const std::string name = prefix + theirs.Name();
    ASSERT_TRUE(by_joint_.contains(name)) << name;
    ++joints_;
    const Body& body = *by_joint_[name];
    std::string parent, child;
    EXPECT_TRUE(theirs.ResolveParentLink(parent).empty()) << name;
    EXPECT_TRUE(theirs.ResolveChildLink(child).empty()) << name;
    EXPECT_EQ(body.parent, parent == "world" ? "" : prefix + parent);
    // The body at the joint is the child or carries it.
    const bool is_anchor = body.name != prefix + child;
    if (is_anchor) {
      EXPECT_EQ(parent_of(prefix + child), body.name);
    }
    const Transform<double> here = place(body.name), there = model * resolved(theirs, "__model__");
    if (theirs.Type() == sdf::JointType::BALL || theirs.Type() == sdf::JointType::UNIVERSAL) {
      EXPECT_LT(norm(here.translation - there.translation), tolerance_) << name;
    }
    for (unsigned i = 0; i < 2 && theirs.Axis(i); ++i) {
      ignition::math::Vector3d axis;
      EXPECT_TRUE(theirs.Axis(i)->ResolveXyz(axis, "__model__").empty()) << name;
      const Vector3<double> ours = here.rotation * (i == 0 ? body.joint.axis : body.joint.axis2);
      EXPECT_LT(norm(ours - model.rotation * to_vector(axis)), tolerance_) << name;
      if (theirs.Type() == sdf::JointType::REVOLUTE || theirs.Type() == sdf::JointType::SCREW) {
        EXPECT_LT(norm(cross(ours, here.translation - there.translation)), tolerance_) << name;
      }
    }
    if (theirs.Type() == sdf::JointType::SCREW) {
      EXPECT_NEAR(body.joint.pitch, -1 / theirs.ThreadPitch(), tolerance_);
    }
  }

  std::string parent_of(const std::string& name) const {
    for (const Body& body : ours_.bodies) {
      if (body.name == name) return body.parent;
    }
    return {};
  }
  // The massless bodies between a joint and its link.
  int anchors() const {
    int count = 0;
    for (const Body& body : ours_.bodies) count += body.inertial.mass == 0;
    return count;
  }

  const Description& ours_;
  Model model_;
  Workspace<double> work_;
  std::map<std::string, const Body*> by_joint_;
  const double tolerance_;
  int links_ = 0, frames_ = 0, joints_ = 0;
};

TEST(SdformatPeer, AgreesOnRandomWorldsOfNestedModels) {
  int joints = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const TemporaryFolder folder;
    for (const auto& [name, text] : random_sdf(seed)) std::ofstream(folder / name) << text;
    sdf::setFindCallback([&](const std::string& uri) { return folder / uri; });
    sdf::Root root;
    const sdf::Errors errors = root.Load(folder / "world.sdf");
    ASSERT_TRUE(errors.empty()) << messages(errors);
    const ReadResult ours = read_sdf(folder / "world.sdf");
    ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string();
    Comparison comparison(ours.description, has_merged_model(random_sdf(seed)) ? 1e-4 : 1e-11);
    comparison.compare(*root.WorldByIndex(0));
    joints += comparison.joints();
    if (HasFailure()) return;
  }
  EXPECT_GT(joints, 100);
}

}  // namespace
}  // namespace sinew::test
