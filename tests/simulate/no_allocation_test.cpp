// The one file of these tests that counts allocations: mechanisms, forces, controllers and integrators make none.
#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "sinew/simulate/mechanism.hpp"
#include "tests/support/count_allocations.hpp"

using namespace sinew;

namespace {

template <class F>
long allocations_of(const F& f) {
  f();  // whatever grows has grown
  const long before = test::allocations;
  f();
  return test::allocations - before;
}

}  // namespace

TEST(NoAllocation, OfSeveralArmsThatMoveReleaseAndTakeHold) {
  const Scene scene = load_scene(std::string(SINEW_SOURCE_DIR) + "/models/three_arm_plate.yaml");
  const Model whole = as_one_model(scene);
  const State state = as_one_state(scene);
  ArmsAndObject parts{.object = held_object(scene), .grasps = scene.grasps};
  for (const SceneRobot& arm : scene.robots) {
    parts.arms.push_back(arm.model);
    parts.names.push_back(arm.name);
  }
  parts.names.push_back(scene.object->name);
  Mechanism mechanism(whole, {.arms = parts});
  const ExternalForce<double> forces[] = {{whole.frame("second/tool"), {{1, 2, 3}, {4, 5, 6}}}};
  std::vector<double> a(state.v.size()), q = state.q, v = state.v;
  EXPECT_EQ(allocations_of([&] {
              mechanism.accelerations(q, v, state.tau, a, forces);
              mechanism.project_position(q);
              mechanism.project_velocity(q, v);
              mechanism.release(1);
              mechanism.close(1, q, v);
            }),
            0);
}
