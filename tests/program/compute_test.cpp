// Compares all quantities of `sinew compute --json` with the library, to the last bit.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/sinew.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::compute_test {

using nlohmann::json;
using Numbers = std::vector<double>;

json compute(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"compute"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.push_back("--json");
  const Outcome outcome = run_program(all);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

std::vector<Numbers> rows_of(const Matrix<double>& matrix) {
  std::vector<Numbers> rows(static_cast<std::size_t>(matrix.rows()));
  for (int i = 0; i < matrix.rows(); ++i) {
    for (int j = 0; j < matrix.cols(); ++j) rows[static_cast<std::size_t>(i)].push_back(matrix(i, j));
  }
  return rows;
}

// The floating quadruped at a random state: quaternions and several branches.
class Compute : public testing::Test {
 protected:
  json ask(const std::string& what, std::vector<std::string> more = {}) const {
    std::vector<std::string> all = {what, file, "--base", "floating", "--state", "random:5"};
    all.insert(all.end(), more.begin(), more.end());
    return compute(all);
  }

  const std::string file = model_path("quadruped.urdf");
  const Model model = load(file, {.base = Base::floating});
  const State state = random_state(model, 5);
  Workspace<double> work{model};
  Numbers expected = Numbers(18);
};

TEST_F(Compute, ForwardDynamicsAreThoseOfTheLibrary) {
  forward_dynamics(work, state.q, state.v, state.tau, expected);
  EXPECT_EQ(ask("forward-dynamics").at("qdd").get<Numbers>(), expected);
}

TEST_F(Compute, LinearizationsAreThoseOfTheLibrary) {
  const Linearization linear =
      linearize(model, state.q, state.v, state.tau, {.integrator = IntegratorKind::rkmk4, .step = 0.02});
  const json report = ask("linearization", {"--integrator", "rkmk4", "--step", "20ms"});
  for (const auto& [key, matrix] : {std::pair{"A", &linear.A},
                                    {"B", &linear.B},
                                    {"A_discrete", &linear.A_discrete},
                                    {"B_discrete", &linear.B_discrete}})
    EXPECT_EQ(report.at(key).get<std::vector<Numbers>>(), rows_of(*matrix)) << key;
  EXPECT_EQ(report.at("qdd").get<Numbers>(), linear.a);
  EXPECT_EQ(report.at("left_out").get<std::vector<std::string>>(), linear.left_out);
  const std::vector<Mode> expected_modes = modes(linear.A);
  ASSERT_EQ(report.at("modes").size(), expected_modes.size());
  for (std::size_t i = 0; i < expected_modes.size(); ++i) {
    const json& mode = report.at("modes")[i];
    EXPECT_EQ(mode.at("frequency"), expected_modes[i].frequency);
    EXPECT_EQ(mode.at("damping_ratio"), expected_modes[i].damping_ratio);
    EXPECT_EQ(mode.at("eigenvalue")[1], expected_modes[i].eigenvalue.imag());
    EXPECT_EQ(mode.at("shape").size(), 18u);
  }
}

TEST_F(Compute, InverseDynamicsAreThoseOfTheLibrary) {
  inverse_dynamics(work, state.q, state.v, state.a, expected);
  EXPECT_EQ(ask("inverse-dynamics").at("tau").get<Numbers>(), expected);
}

TEST_F(Compute, TheInverseMassMatrixIsThatOfTheLibrary) {
  Matrix<double> inverse(18, 18);
  inverse_mass_matrix(work, state.q, inverse);
  EXPECT_EQ(ask("inverse-mass-matrix").at("inverse_mass_matrix").get<std::vector<Numbers>>(),
            rows_of(inverse));
}

TEST_F(Compute, TheFactorsOfTheMassMatrixAreThoseOfTheLibrary) {
  Matrix<double> U(18, 18);
  udut(work, state.q, U, expected);
  const json answer = ask("udut");
  EXPECT_EQ(answer.at("U").get<std::vector<Numbers>>(), rows_of(U));
  EXPECT_EQ(answer.at("D").get<Numbers>(), expected);
}

TEST_F(Compute, TheCoriolisMatrixIsThatOfTheLibrary) {
  Matrix<double> C(18, 18);
  coriolis_matrix(work, state.q, state.v, C);
  EXPECT_EQ(ask("coriolis-matrix").at("coriolis").get<std::vector<Numbers>>(), rows_of(C));
}

TEST_F(Compute, ConstraintForcesAreThoseOfTheLibrary) {
  forward_dynamics(work, state.q, state.v, state.tau, expected);
  std::vector<JointForce<double>> forces(model.joints().size());
  joint_forces(work, forces);
  const json answer = ask("constraint-forces");
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const auto& [n, f] = forces[i].constraint;
    EXPECT_EQ(answer.at("constraint_forces").at(i).get<Numbers>(), (Numbers{n.x, n.y, n.z, f.x, f.y, f.z}))
        << i;
    const auto& [m, g] = forces[i].whole;
    EXPECT_EQ(answer.at("joint_forces").at(i).get<Numbers>(), (Numbers{m.x, m.y, m.z, g.x, g.y, g.z})) << i;
  }
  std::vector<Force<double>> fixed(model.fixed_joints().size());
  fixed_joint_forces(work, fixed);
  ASSERT_GT(fixed.size(), 0u);
  ASSERT_EQ(answer.at("fixed_joint_forces").size(), fixed.size());
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    const json& said = answer.at("fixed_joint_forces").at(i);
    const auto& [n, f] = fixed[i];
    EXPECT_EQ(said.at("name"), model.fixed_joints()[i].name);
    EXPECT_EQ(said.at("body"), model.fixed_joints()[i].body);
    EXPECT_EQ(said.at("moment").get<Numbers>(), (Numbers{n.x, n.y, n.z}));
    EXPECT_EQ(said.at("force").get<Numbers>(), (Numbers{f.x, f.y, f.z}));
  }
}

TEST_F(Compute, TheOperationalInertiaIsThatOfTheLibrary) {
  const FrameIndex frame = model.frame(model.joints()[3].body);
  update_poses(work, state.q);
  update_filter(work, state.q);
  OperationalSpace<double> space(model, frame, Reference::world);
  Matrix<double> lambda(6, 6);
  space.lambda(work, lambda);
  const json answer = ask("operational-inertia", {"--frame", model.joints()[3].body, "--reference", "world"});
  EXPECT_EQ(answer.at("omega").get<std::vector<Numbers>>(), rows_of(space.omega(work)));
  EXPECT_EQ(answer.at("lambda").get<std::vector<Numbers>>(), rows_of(lambda));
  EXPECT_EQ(answer.at("rank"), 6);
}

TEST(ComputeOperationalInertia, HasNoLambdaIfTheFrameCannotMoveInAllDirections) {
  const std::vector<std::string> arguments = {"operational-inertia", model_path("arm7.urdf"), "--frame",
                                              "link3"};
  const json answer = compute(arguments);
  EXPECT_TRUE(answer.at("lambda").is_null());
  EXPECT_LT(answer.at("rank").get<int>(), 4);
  const Outcome text = run_program({"compute", arguments[0], arguments[1], arguments[2], arguments[3]});
  EXPECT_NE(text.output.find("lambda does not exist"), std::string::npos) << text.output;
}

TEST_F(Compute, TheBiasForceIsThatOfTheLibrary) {
  bias_force(work, state.q, state.v, expected);
  EXPECT_EQ(ask("bias-force").at("bias").get<Numbers>(), expected);
}

TEST_F(Compute, TheGravityForceIsThatOfTheLibrary) {
  gravity_force(work, state.q, expected);
  const json report = ask("gravity-force");
  EXPECT_EQ(report.at("gravity").get<Numbers>(), expected);
  EXPECT_EQ(report.at("inputs").at("gravity").get<Numbers>(), (Numbers{0, 0, -9.81}));
}

TEST_F(Compute, TheMassMatrixIsThatOfTheLibraryByRows) {
  Matrix<double> matrix(18, 18);
  mass_matrix(work, state.q, matrix);
  EXPECT_EQ(ask("mass-matrix").at("mass_matrix").get<std::vector<Numbers>>(), rows_of(matrix));
}

TEST_F(Compute, TheJacobianOfEachReferenceIsThatOfTheLibrary) {
  const std::pair<const char*, Reference> references[] = {
      {"body", Reference::body}, {"world", Reference::world}, {"aligned", Reference::aligned}};
  update_poses(work, state.q);
  for (const auto& [name, reference] : references) {
    Matrix<double> matrix(6, 18);
    jacobian(work, model.frame("hind_left_foot"), reference, matrix);
    const json report = ask("jacobian", {"--frame", "hind_left_foot", "--reference", name});
    EXPECT_EQ(report.at("jacobian").get<std::vector<Numbers>>(), rows_of(matrix)) << name;
    EXPECT_EQ(report.at("reference"), name);
    EXPECT_EQ(report.at("frame"), "hind_left_foot");
  }
}

TEST_F(Compute, AJacobianWithoutFrameIsThatOfTheLastBodyInAlignedAxes) {
  const json report = ask("jacobian"), explicit_report = ask("jacobian", {"--frame", "hind_right_foot"});
  EXPECT_EQ(report.at("frame"), "hind_right_foot");
  EXPECT_EQ(report.at("reference"), "aligned");
  EXPECT_EQ(report.at("jacobian"), explicit_report.at("jacobian"));
}

TEST_F(Compute, ThePoseOfAFrameIsThatOfTheLibrary) {
  update_poses(work, state.q);
  const Transform<double> imu = pose(work, model.frame("imu"));
  const json result = ask("pose", {"--frame", "imu"}).at("pose");
  EXPECT_EQ(result.at("position").get<Numbers>(),
            (Numbers{imu.translation.x, imu.translation.y, imu.translation.z}));
  const auto rotation = result.at("rotation").get<std::vector<Numbers>>();
  EXPECT_EQ(rotation[1], (Numbers{imu.rotation.row_y.x, imu.rotation.row_y.y, imu.rotation.row_y.z}));
  const Quaternion<double> q = quaternion_of(imu.rotation);
  EXPECT_EQ(result.at("quaternion").get<Numbers>(), (Numbers{q.w, q.x, q.y, q.z}));
}

TEST_F(Compute, PosesOfAllFramesAreNamedIfNoFrameIsGiven) {
  const json poses = ask("pose").at("pose");
  ASSERT_EQ(poses.size(), model.frames().size() - 1);
  for (std::size_t i = 0; i < poses.size(); ++i) EXPECT_EQ(poses[i].at("frame"), model.frames()[i + 1].name);
}

TEST_F(Compute, EnergiesAreThoseOfTheLibrary) {
  const json report = ask("energy");
  EXPECT_EQ(report.at("kinetic").get<double>(), kinetic_energy(work, state.q, state.v));
  EXPECT_EQ(report.at("potential").get<double>(), potential_energy(work, state.q));
}

TEST_F(Compute, TheReportNamesModelQuantityJointsAndInputs) {
  const json report = ask("forward-dynamics");
  EXPECT_EQ(report.at("model"), "quadruped");
  EXPECT_EQ(report.at("what"), "forward-dynamics");
  EXPECT_EQ(report.at("inputs").at("q").get<Numbers>(), state.q);
  EXPECT_EQ(report.at("inputs").at("tau").get<Numbers>(), state.tau);
  EXPECT_EQ(report.at("inputs").at("base"), "floating");
  EXPECT_FALSE(report.at("inputs").contains("a"));
  const json& joints = report.at("joints");
  ASSERT_EQ(joints.size(), 13u);
  EXPECT_EQ(joints[0].at("kind"), "floating");
  const json second = {{"name", "front_left_hip_roll"},
                       {"kind", "revolute"},
                       {"q_index", 7},
                       {"q_size", 1},
                       {"v_index", 6},
                       {"v_size", 1}};
  EXPECT_EQ(joints[1], second);
}

TEST_F(Compute, FrictionDeceleratesMotionAndAddsToTheTorque) {
  const Numbers free = ask("inverse-dynamics").at("tau"),
                held = ask("inverse-dynamics", {"--friction"}).at("tau");
  for (std::size_t i = 6; i < 18; ++i) {  // the twelve joints: 0.05 Nm s/rad and 0.1 Nm
    const double cost = 0.05 * state.v[i] + std::copysign(0.1, state.v[i]);
    EXPECT_NEAR(held[i] - free[i], cost, 1e-12) << i;
  }
  EXPECT_NE(ask("forward-dynamics", {"--friction"}).at("qdd"), ask("forward-dynamics").at("qdd"));
}

TEST(ComputePassive, SpringsAndCompensatedWeightAreIncludedOnRequest) {
  const TemporaryFile robot(
      "<mujoco><compiler angle='radian'/><option gravity='0 0 -10'/><worldbody><body gravcomp='.5'>"
      "<joint axis='0 1 0' stiffness='4' springref='1'/><inertial pos='1 0 0' mass='2' diaginertia='1 1 1'/>"
      "</body></worldbody></mujoco>",
      ".xml");
  const auto tau = [&](const std::vector<std::string>& options) {
    std::vector<std::string> all = {"inverse-dynamics", robot.path(), "--q=0"};
    all.insert(all.end(), options.begin(), options.end());
    return compute(all).at("tau").at(0).get<double>();
  };
  EXPECT_NEAR(tau({}), -20, 1e-12);
  EXPECT_NEAR(tau({"--springs"}), -24, 1e-12);
  EXPECT_NEAR(tau({"--gravity-compensation"}), -10, 1e-12);
}

TEST(ComputeDefaults, OmittedInputsAreNeutralAndZero) {
  const json report = compute({"forward-dynamics", model_path("humanoid.xml")});
  Numbers neutral(37);
  neutral[3] = 1;
  EXPECT_EQ(report.at("inputs").at("q").get<Numbers>(), neutral);
  EXPECT_EQ(report.at("inputs").at("v").get<Numbers>(), Numbers(36));
  const Numbers qdd = report.at("qdd");
  EXPECT_NEAR(qdd[5], -9.81, 1e-9);  // free fall
}

TEST(ComputeDefaults, GravityFromTheCommandLineReplacesTheModels) {
  const json report = compute({"gravity-force", model_path("arm6.urdf"), "--gravity=0,0,0"});
  for (const double value : report.at("gravity")) EXPECT_EQ(value, 0);
}

TEST(ComputeDefaults, AFixedBaseRemovesTheFreeJoint) {
  const json report = compute({"mass-matrix", model_path("humanoid.xml"), "--base", "fixed"});
  EXPECT_EQ(report.at("mass_matrix").size(), 30u);
  EXPECT_EQ(report.at("inputs").at("base"), "fixed");
}

}  // namespace sinew::test::compute_test
