// A robot written as SDF moves as the same robot written as URDF.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "tests/io/sdf_texts.hpp"
#include "tests/support/frame_places.hpp"
#include "tests/support/places.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::sdf_urdf_test {

std::string pose_text(const Transform<double>& pose, const std::string& attributes = "") {
  const auto [w, x, y, z] = quaternion_of(pose.rotation);
  const auto& p = pose.translation;
  return fmt::format("<pose rotation_format='quat_xyzw' {}>{} {} {} {} {} {} {}</pose>", attributes, p.x, p.y,
                     p.z, x, y, z, w);
}

// The links are placed in the model, and the axes are written in the axes of a random frame.
std::string as_sdf(const Description& robot, Random& random) {
  const Model model(robot);
  std::string text, joints;
  const Transform<double> odd{random.rotation(), random.vector(1)};
  text += "<frame name='odd'>" + pose_text(odd) + "</frame>\n";
  for (const Body& body : robot.bodies) {
    const auto& [mass, com, i] = body.inertial;
    const Transform<double> place = place_of(model, body.name);
    text += fmt::format(
        "<link name='{}'>{}<inertial><mass>{}</mass><pose>{} {} {} 0 0 "
        "0</pose><inertia><ixx>{}</ixx><ixy>{}</ixy>"
        "<ixz>{}</ixz><iyy>{}</iyy><iyz>{}</iyz><izz>{}</izz></inertia></inertial></link>\n",
        body.name, pose_text(place), mass, com.x, com.y, com.z, i.xx, i.xy, i.xz, i.yy, i.yz, i.zz);
    const std::string parent = body.parent.empty() ? "world" : body.parent;
    const std::string name = body.joint.name.empty() ? body.name + "_joint" : body.joint.name;
    const Vector3<double> axis = transpose(odd.rotation) * (place.rotation * body.joint.axis);
    const std::string axis_text = body.joint.kind == JointKind::fixed
                                      ? ""
                                      : fmt::format(
                                            "<axis><xyz expressed_in='odd'>{} {} "
                                            "{}</xyz><dynamics><damping>{}</damping></dynamics></axis>",
                                            axis.x, axis.y, axis.z, body.joint.dofs.at(0).damping);
    joints += sdf_joint(name, name_of(body.joint.kind), parent, body.name, axis_text);
  }
  return sdf_model(text + joints);
}

TEST(SdfAndUrdf, DescribeTheSameMotion) {
  Random random(7);
  for (const std::string name : {"arm6", "arm7", "humanoid", "quadruped"}) {
    const auto urdf = read_urdf(source_folder() + "/models/" + name + ".urdf", {.base = Base::fixed});
    ASSERT_FALSE(urdf.findings.has_errors());
    const auto sdf = read_sdf_text(as_sdf(urdf.description, random), "robot.sdf");
    ASSERT_FALSE(sdf.findings.has_errors()) << sdf.findings.to_string();
    const Model first(urdf.description), second(sdf.description);
    ASSERT_EQ(first.velocity_size(), second.velocity_size());
    Workspace<double> work(first), other_work(second);
    std::vector<double> q(std::size_t(first.position_size())), v(q), tau(q), a(q), b(q);
    for (auto* numbers : {&q, &v, &tau}) {
      for (double& x : *numbers) x = random.uniform(-1, 1);
    }
    forward_dynamics(work, q, v, tau, a);
    forward_dynamics(other_work, q, v, tau, b);
    double largest = 0;
    for (const double x : a) largest = std::max(largest, std::abs(x));
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-10 * largest) << name << " " << i;
  }
}

}  // namespace sinew::test::sdf_urdf_test
