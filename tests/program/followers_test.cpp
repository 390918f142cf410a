// Compares `sinew compute` of robots whose joints follow others with the library, in independent coordinates and, with
// --followers free, in those of all joints.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/sinew.hpp"
#include "tests/support/gripper_arm.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::followers_test {

using nlohmann::json;
using Numbers = std::vector<double>;

class FollowersOfTheProgram : public testing::Test {
 protected:
  json report_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compute");
    arguments.insert(arguments.begin() + 2, file.path());
    arguments.insert(arguments.end(), {"--state", "random:4", "--json"});
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
    EXPECT_EQ(outcome.notes, "");
    return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
  }
  static std::vector<Numbers> rows_of(const Matrix<double>& m) {
    std::vector<Numbers> rows;
    for (int i = 0; i < m.rows(); ++i) {
      Numbers& row = rows.emplace_back();
      for (int j = 0; j < m.cols(); ++j) row.push_back(m(i, j));
    }
    return rows;
  }

  const TemporaryFile file{write_urdf(gripper_arm()).text, ".urdf"};
  const Model model = load(file.path());
  const State state = random_state(model, 4);
  IndependentDynamics<double> robot{model};
  Matrix<double> M{8, 8};
  Numbers tau = Numbers(8);
};

TEST_F(FollowersOfTheProgram, GiveMatricesOfTheIndependentJoints) {
  const json mass = report_of({"mass-matrix"});
  robot.mass_matrix(state.q, M);
  EXPECT_EQ(mass.at("mass_matrix"), rows_of(M));
  ASSERT_EQ(mass.at("independent").size(), 8);
  EXPECT_EQ(mass.at("independent")[7].at("name"), "finger_joint1");
  EXPECT_EQ(mass.at("independent")[7].at("v_index"), 7);
  EXPECT_FALSE(mass.contains("loops_left_out"));
  robot.inverse_mass_matrix(state.q, M);
  EXPECT_EQ(report_of({"inverse-mass-matrix"}).at("inverse_mass_matrix"), rows_of(M));
  robot.coriolis_matrix(state.q, state.v, M);
  EXPECT_EQ(report_of({"coriolis-matrix"}).at("coriolis"), rows_of(M));
  robot.udut(state.q, M, tau);
  const json factors = report_of({"udut"});
  EXPECT_EQ(factors.at("U"), rows_of(M));
  EXPECT_EQ(factors.at("D"), tau);
}

TEST_F(FollowersOfTheProgram, GiveTorquesOfTheIndependentJoints) {
  robot.inverse_dynamics(state.q, state.v, state.a, tau);
  EXPECT_EQ(report_of({"inverse-dynamics"}).at("tau"), tau);
  robot.bias_force(state.q, state.v, tau);
  EXPECT_EQ(report_of({"bias-force"}).at("bias"), tau);
  robot.gravity_force(state.q, tau);
  EXPECT_EQ(report_of({"gravity-force"}).at("gravity"), tau);
}

TEST_F(FollowersOfTheProgram, MoveFramesWithTheirLeaders) {
  Matrix<double> J(6, 8);
  robot.set_position(state.q);
  robot.jacobian(model.frame("finger2"), Reference::aligned, J);
  EXPECT_EQ(report_of({"jacobian", "--frame", "finger2"}).at("jacobian"), rows_of(J));
  IndependentOperationalSpace<double> space(robot, model.frame("hand"), Reference::aligned);
  const json inertia = report_of({"operational-inertia", "--frame", "hand"});
  EXPECT_EQ(inertia.at("omega"), rows_of(space.omega(robot)));
  Matrix<double> lambda(6, 6);
  space.lambda(robot, lambda);
  EXPECT_EQ(inertia.at("lambda"), rows_of(lambda));
}

TEST_F(FollowersOfTheProgram, MoveByThemselvesIfFree) {
  const json report = report_of({"mass-matrix", "--followers", "free"});
  Workspace work(model);
  Matrix<double> whole(9, 9);
  mass_matrix(work, state.q, whole);
  EXPECT_EQ(report.at("mass_matrix"), rows_of(whole));
  EXPECT_EQ(report.at("loops_left_out"), 1);
  EXPECT_FALSE(report.contains("independent"));
}

TEST_F(FollowersOfTheProgram, AreNamedInTables) {
  const Outcome outcome = run_program({"compute", "gravity-force", file.path()});
  EXPECT_TRUE(contains(outcome.output, "8 of 9 degrees of freedom; finger_joint2 follows"));
  EXPECT_TRUE(contains(outcome.output, "finger_joint1"));
  EXPECT_EQ(outcome.notes, "");
  EXPECT_EQ(run_program({"compute", "jacobian", file.path()}).exit_code, 0);
  EXPECT_EQ(run_program({"compute", "inverse-dynamics", file.path()}).exit_code, 0);
}

TEST_F(FollowersOfTheProgram, FollowEvenIfOtherNumbersAreGiven) {
  const Outcome outcome =
      run_program({"compute", "mass-matrix", file.path(), "--q=0,0,0,0,0,0,0,0.02,0.03", "--json"});
  EXPECT_TRUE(contains(outcome.notes, "q of the joints that follow"));
  EXPECT_EQ(json::parse(outcome.output).at("inputs").at("q")[8], 0.02);
  EXPECT_EQ(run_program({"compute", "mass-matrix", file.path(), "--q=0,0,0,0,0,0,0,0.02,0.02"}).notes, "");
}

TEST_F(FollowersOfTheProgram, RefuseAnotherTreatment) {
  const Outcome outcome = run_program({"compute", "mass-matrix", file.path(), "--followers", "fre"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "did you mean 'free'"));
}

TEST_F(FollowersOfTheProgram, AreEmbeddedInWrittenCode) {
  const Outcome embedded =
      run_program({"compile", file.path(), "--want", "mass-matrix,forward-dynamics", "-o", "-"});
  ASSERT_EQ(embedded.exit_code, 0) << embedded.notes;
  EXPECT_TRUE(contains(embedded.output, "q[9] -> M[64]"));
  EXPECT_TRUE(contains(embedded.output, "q[9], v[9], tau[9] -> a[9]"));
  EXPECT_TRUE(contains(embedded.output, "v[6], v[7]\n"));
  const Outcome free =
      run_program({"compile", file.path(), "--want", "mass-matrix", "--followers", "free", "-o", "-"});
  EXPECT_TRUE(contains(free.output, "q[9] -> M[81]"));
}

}  // namespace sinew::test::followers_test
