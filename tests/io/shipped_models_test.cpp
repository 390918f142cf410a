// The robots in models/ have no findings in the linter, the sizes stated in models/README.md, and symmetry; the
// humanoid is the same in URDF and MJCF.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/sinew.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::shipped_models_test {

TEST(ShippedModels, HaveNoFindingsInTheLinter) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(model_path(""))) {
    if (entry.path().extension() != ".urdf" && entry.path().extension() != ".xml") continue;
    EXPECT_EQ(read_description(entry.path()).findings.to_string(), "");
    ++count;
  }
  EXPECT_EQ(count, 8);
}

TEST(ShippedModels, HaveTheSizesStatedInTheReadme) {
  struct Row {
    const char* file;
    Base base;
    int positions, velocities;
    double mass;  // of the moving bodies
  };
  const Row rows[] = {{"arm6.urdf", Base::as_written, 6, 6, 29.28},
                      {"arm7.urdf", Base::as_written, 7, 7, 19.68},
                      {"quadruped.urdf", Base::floating, 19, 18, 16.76},
                      {"humanoid.urdf", Base::floating, 37, 36, 69.05},
                      {"humanoid.xml", Base::as_written, 37, 36, 69.05},
                      {"four_bar.urdf", Base::as_written, 3, 3, 2.3},
                      {"slider_crank.urdf", Base::as_written, 3, 3, 5.6},
                      {"stewart_platform.urdf", Base::as_written, 25, 24, 64}};
  for (const Row& row : rows) {
    const Model model = load(model_path(row.file), {.base = row.base});
    EXPECT_EQ(model.position_size(), row.positions) << row.file;
    EXPECT_EQ(model.velocity_size(), row.velocities) << row.file;
    EXPECT_NEAR(model.mass(), row.mass, 1e-6) << row.file;
  }
}

TEST(ShippedModels, TheHumanoidMovesTheSameFromUrdfAndFromMjcf) {
  const Model urdf = load(model_path("humanoid.urdf"), {.base = Base::floating}),
              mjcf = load(model_path("humanoid.xml"));
  ASSERT_EQ(urdf.joints().size(), mjcf.joints().size());
  for (std::size_t i = 1; i < urdf.joints().size(); ++i)
    EXPECT_EQ(urdf.joints()[i].name, mjcf.joints()[i].name);
  const State state = random_state(urdf, 11);
  std::vector<double> first(36), second(36);
  Workspace<double> urdf_work(urdf), mjcf_work(mjcf);
  forward_dynamics(urdf_work, state.q, state.v, state.tau, first);
  forward_dynamics(mjcf_work, state.q, state.v, state.tau, second);
  for (std::size_t i = 0; i < 36; ++i) EXPECT_NEAR(first[i], second[i], 1e-8 * (1 + std::abs(first[i]))) << i;
  update_poses(urdf_work, state.q);
  update_poses(mjcf_work, state.q);
  const Vector3<double> gap = pose(urdf_work, urdf.frame("right_grip")).translation -
                              pose(mjcf_work, mjcf.frame("right_grip")).translation;
  EXPECT_LT(norm(gap), 1e-12);
}

// Mirrored at the plane y = 0, rotations about x and z change sign, rotations about y do not.
TEST(ShippedModels, LeftAndRightOfTheHumanoidAreMirrorImages) {
  const Model model = load(model_path("humanoid.urdf"));
  std::vector<double> q = model.neutral_position(), gravity(q.size());
  std::vector<double> sign(q.size(), 1);
  std::vector<std::size_t> mirror(q.size());
  for (const JointInfo& joint : model.joints()) {
    std::string other = joint.name;
    if (other.starts_with("left_")) other.replace(0, 4, "right");
    const std::size_t i = std::size_t(joint.q_index);
    mirror[i] = std::size_t(model.joint(other).q_index);
    if (joint.name.ends_with("yaw") || joint.name.ends_with("roll")) sign[i] = -1;
    if (other == joint.name) continue;
    q[i] = 0.1 + 0.02 * joint.q_index;
    q[mirror[i]] = sign[i] * q[i];
    EXPECT_EQ(model.dofs()[i].max_effort, model.dofs()[mirror[i]].max_effort);
  }
  Workspace<double> work(model);
  gravity_force(work, q, gravity);
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (mirror[i] == i) continue;
    EXPECT_NEAR(gravity[i], sign[i] * gravity[mirror[i]], 1e-11) << model.joints()[i].name;
  }
}

TEST(ShippedModels, WithLoopsAreClosedAtTheirNeutralPositionAndHaveTheStatedDegreesOfFreedom) {
  struct Row {
    const char* file;
    int rows, rank, mobility;
  };
  const Row table[] = {
      {"four_bar.urdf", 5, 2, 1}, {"slider_crank.urdf", 2, 2, 1}, {"stewart_platform.urdf", 18, 18, 6}};
  for (const auto& [file, rows, rank, mobility] : table) {
    const Model model = load(model_path(file));
    Workspace<double> work(model);
    ClosedChain<double> chain(model);
    ASSERT_EQ(chain.rows(), rows) << file;
    std::vector<double> errors(std::size_t(rows), 1.0);
    chain.position_errors(work, model.neutral_position(), errors);
    for (const double error : errors) EXPECT_NEAR(error, 0, 1e-15) << file;
    const std::vector<double> rest(std::size_t(model.velocity_size()));
    std::vector<double> acceleration(rest.size());
    chain.forward_dynamics(work, model.neutral_position(), rest, rest, acceleration);
    EXPECT_EQ(chain.rank(), rank) << file;
    EXPECT_EQ(model.velocity_size() - chain.rank(), mobility) << file;
  }
}

TEST(Chains, OfEveryLengthHaveOneDegreeOfFreedomPerLinkAndATip) {
  for (const int links : {1, 7, 1000}) {
    for (const Description& chain : {planar_chain(links), random_chain(links, 3)}) {
      EXPECT_EQ(validate(chain).to_string(), "");
      const Model model(chain);
      EXPECT_EQ(model.velocity_size(), links);
      EXPECT_EQ(model.frame(model.frame("tip")).link, links);
    }
  }
}

TEST(Chains, OfRandomLinksAreTheSameForTheSameSeedAndGrowAtTheTip) {
  const Description first = random_chain(5, 9), second = random_chain(8, 9), other = random_chain(5, 10);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(first.bodies[i].inertial.inertia, second.bodies[i].inertial.inertia);
    EXPECT_EQ(first.bodies[i].joint.axis, second.bodies[i].joint.axis);
    EXPECT_NE(first.bodies[i].joint.axis, other.bodies[i].joint.axis);
  }
}

}  // namespace sinew::test::shipped_models_test
