// Compares several arms and one object with tests/data/cases/arms.json, computed by another method (see the README
// there).
#include <gtest/gtest.h>

#include "sinew/chains/arms/multi_arm.hpp"
#include "tests/support/case_files.hpp"
#include "tests/support/compare.hpp"

namespace sinew::test::multi_arm_cases_test {

using nlohmann::json;

template <class T>
void expect_case(const json& system, double tolerance) {
  std::vector<Model> arms;
  std::vector<Grasp> grasps;
  std::vector<T> q, v, tau;
  const auto append = [](std::vector<T>& to, const json& numbers) {
    for (const double x : numbers) to.push_back(T(x));
  };
  std::vector<double> accelerations;
  for (const json& arm : system["arms"]) {
    const Description robot = description_of("arm", system["gravity"], arm["bodies"]);
    grasps.push_back({.name = "grasp " + std::to_string(arms.size()),
                      .arm = static_cast<int>(arms.size()),
                      .first = {"object", transform_of(arm["grasp"])},
                      .second = {robot.bodies.back().name, transform_of(arm["tip"])}});
    arms.emplace_back(robot);
    append(q, arm["q"]), append(v, arm["v"]), append(tau, arm["tau"]);
    for (const double x : arm["qdd"]) accelerations.push_back(x);
  }
  const json& object = system["object"];
  const Transform<double> pose = transform_of(object["pose"]);
  const Quaternion<double> turn = quaternion_of(pose.rotation);
  for (const double x :
       {pose.translation.x, pose.translation.y, pose.translation.z, turn.w, turn.x, turn.y, turn.z})
    q.push_back(T(x));
  append(v, object["twist"]);
  tau.resize(v.size());
  for (const double x : object["acceleration_twist_rate"]) accelerations.push_back(x);

  const Model held =
      rigid_object({object["mass"], {}, symmetric_of(object["inertia"])}, vector_of(system["gravity"]));
  MultiArm<T> together(arms, held, grasps);
  std::vector<T> a(v.size());
  together.forward_dynamics(q, v, tau, a);
  EXPECT_LE(relative_error(a, as_dense(accelerations)), tolerance);
  EXPECT_EQ(together.rank(), together.rows());
  for (int i = 0; i < together.grasp_count(); ++i) {
    const std::vector<double> force = system["arms"][std::size_t(i)]["contact_force"];
    EXPECT_LE(relative_error(together.contact_force(i), as_dense(force)), tolerance);
    EXPECT_LE(relative_error(together.contact_force_on_object(i), as_dense(force)), tolerance);
  }
  const json& world = object["acceleration_world"];
  const Motion<T> centre = together.mass_centre_acceleration();
  EXPECT_LE(relative_error(centre.angular, as_dense(vector_of(world["angular"]))), tolerance);
  EXPECT_LE(relative_error(centre.linear, as_dense(vector_of(world["linear"]))), tolerance);
}

TEST(ArmsCases, AgreeForSeveralArmsAndOneObject) {
  const json systems = cases_of("arms.json");
  ASSERT_EQ(systems.size(), 12u);
  for (std::size_t i = 0; i < systems.size(); ++i) {
    SCOPED_TRACE(i);
    expect_case<double>(systems[i], 1e-9);
  }
}

TEST(ArmsCases, AgreeInSinglePrecision) {
  const json systems = cases_of("arms.json");
  for (std::size_t i = 0; i < systems.size(); ++i) {
    SCOPED_TRACE(i);
    expect_case<float>(systems[i], 1e-2);
  }
}

}  // namespace sinew::test::multi_arm_cases_test
