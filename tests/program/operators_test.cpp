#include <nlohmann/json.hpp>

#include "sinew/io/load.hpp"
#include "sinew/sinew.hpp"
#include "tests/support/run_program.hpp"

namespace sinew::test::operators_test {

using nlohmann::json;

const std::string arm7 = model_path("arm7.urdf");

Outcome operators(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "operators");
  return run_program(arguments);
}

json json_of(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const Outcome outcome = operators(std::move(arguments));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return json::parse(outcome.output);
}

TEST(OperatorsCommand, EqualsTheOtherCommands) {
  const json forward = json_of({arm7, "inv(H phi M phi* H* + R) (T - C)", "--state", "random:3"});
  const Model model = load(arm7);
  const State at = random_state(model, 3);
  Workspace<double> work(model);
  std::vector<double> qdd(7);
  forward_dynamics(work, at.q, at.v, at.tau, qdd);
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_NEAR(forward.at("vector").at(i), qdd[i], 1e-10 * (1 + std::abs(qdd[i])));
  EXPECT_EQ(forward.at("inputs").at("q"), json(at.q));
  EXPECT_EQ(forward.at("to").at("entries").at(0), "joint1");

  const json omega = json_of({arm7, "J Mass^-1 J*", "--state", "random:3", "--frame", "tool"});
  const Outcome other = run_program({"compute", "operational-inertia", arm7, "--state", "random:3", "--frame",
                                     "tool", "--reference", "body", "--json"});
  const json expected = json::parse(other.output).at("omega");
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_NEAR(omega.at("matrix").at(i).at(j), double(expected.at(i).at(j)), 1e-9);
  EXPECT_EQ(omega.at("evaluated_as"), "B* Upsilon B");
}

TEST(OperatorsCommand, ShowsATableWithNames) {
  const Outcome outcome = operators({arm7, "J"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(
      starts_with(outcome.output, "J of arm7: joint to frame space\nevaluated as B* φ* H*\nframes: tool\n"));
  EXPECT_TRUE(contains(outcome.output, "\n  3 tool linear x "));
  EXPECT_TRUE(contains(outcome.output, "\ncolumns: 0 joint1, 1 joint2,"));
  EXPECT_TRUE(starts_with(operators({arm7, "J", "--ascii"}).output,
                          "J of arm7: joint to frame space\nevaluated as B* phi* H*\n"));
}

TEST(OperatorsCommand, DistinguishesNumbersFromVectors) {
  EXPECT_TRUE(starts_with(operators({arm7, "T* Mass^-1 T"}).output, "T* 𝓜⁻¹ T of arm7: a number\n"));
}

TEST(OperatorsCommand, MultipliesAVector) {
  const json matrix = json_of({arm7, "H psi K"}),
             applied = json_of({arm7, "H psi K", "--apply=0,0,0,0,0,0,2"});
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_NEAR(applied.at("vector").at(i), 2 * double(matrix.at("matrix").at(i).at(6)), 1e-12);
  EXPECT_EQ(applied.at("applied_to").at(6), 2);
}

TEST(OperatorsCommand, KnowsUserDefinedVectors) {
  const json named =
      json_of({arm7, "J* f - 2 w", "--let", "f:frame=0,0,0,0,1,2", "--let", "w:joint=1,0,0,0,0,0,0"});
  const json applied = json_of({arm7, "J*", "--apply=0,0,0,0,1,2"});
  for (std::size_t i = 0; i < 7; ++i)
    EXPECT_NEAR(named.at("vector").at(i), double(applied.at("vector").at(i)) - (i == 0 ? 2 : 0), 1e-12);
}

TEST(OperatorsCommand, NamesTheLinksOfFloatingRobots) {
  const json report = json_of({model_path("quadruped.urdf"), "P", "--base", "floating"});
  const std::vector<std::string> entries = report.at("to").at("entries");
  EXPECT_EQ(entries.size(), report.at("matrix").size());
  EXPECT_TRUE(entries[0].ends_with(" angular x"));
  for (const std::string& entry : entries) EXPECT_NE(entry[0], ' ');
}

TEST(OperatorsCommand, ReportsThatLoopsAndMimicsAreIgnored) {
  const std::string four_bar = model_path("four_bar.yaml");
  const Outcome outcome = operators({four_bar, "Mass"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.notes, "sinew: the operators are those of the tree; ignored (treated as open): 1 loop\n");
  EXPECT_EQ(json_of({four_bar, "Mass"}).at("loops_left_out"), 1);
  EXPECT_EQ(operators({arm7, "Mass"}).notes, "");
  EXPECT_FALSE(json_of({arm7, "Mass"}).contains("loops_left_out"));
}

TEST(OperatorsCommand, ComparesWithDenseMatrices) {
  const json report = json_of({model_path("humanoid.urdf"), "Omega", "--base", "floating", "--frame",
                               "left_sole,right_sole", "--verify"});
  EXPECT_LT(report.at("worst_error"), 1e-9);
  EXPECT_EQ(report.at("matrix").size(), 12);
  EXPECT_EQ(report.at("frames"), json({"left_sole", "right_sole"}));
}

TEST(OperatorsCommand, DistinguishesTrueFromFalseIdentities) {
  for (const char* identity :
       {"Mass - (I + H phi K) D (I + H phi K)*", "psi^-1 - phi^-1 - K H", "H P H* + R - D"}) {
    const Outcome outcome = operators({arm7, identity, "--verify"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
    EXPECT_TRUE(
        contains(outcome.output, " of the size of the terms\nits terms cancel: it is zero except for "));
    const json report = json_of({arm7, identity, "--verify"});
    EXPECT_LT(report.at("worst_error"), 1e-14) << identity;
    EXPECT_LT(report.at("largest_value"), 1e-14) << identity;
  }
  for (const char* mistake :
       {"Mass - (I - H phi K) D (I - H phi K)*", "psi^-1 - phi^-1 + K H", "H P H* + R - 2 D"}) {
    const Outcome outcome = operators({arm7, mistake, "--verify"});
    EXPECT_TRUE(contains(outcome.output, "\nits terms do not cancel: its largest number is "));
    EXPECT_GT(json_of({arm7, mistake, "--verify"}).at("largest_value"), 1e-3) << mistake;
  }
  EXPECT_FALSE(contains(operators({arm7, "Mass", "--verify"}).output, "cancel"));
}

TEST(OperatorsCommand, ExplainsTheOutwardRecursionForOmega) {
  const Outcome outcome = operators({arm7, "J Mass^-1 J*", "--frame", "tool", "--explain", "--ascii"});
  EXPECT_TRUE(contains(outcome.output, "costate covariance of frames on one link, SOA 5.2\n"));
  EXPECT_TRUE(
      contains(outcome.output, "Upsilon(k) = psi*(k+1,k) Upsilon(k+1) psi(k+1,k) + H*(k) D^-1(k) H(k)\n"));
  EXPECT_TRUE(contains(outcome.output, "these sweeps     446 n + 792 = 3,914 flops\n"));
}

TEST(OperatorsCommand, KnowsRootsAndDerivatives) {
  const json equation = json_of({arm7, "rate(nu) + mu - epsilon", "--state", "random:3"});
  EXPECT_EQ(equation.at("evaluated_as"), "0");
  const json nu = json_of({arm7, "D^(1/2) (I + H phi K)* v", "--state", "random:3"}),
             energy = json_of({arm7, "v* Mass v", "--state", "random:3"});
  double twice_energy = 0;
  for (const double x : nu.at("vector").get<std::vector<double>>()) twice_energy += x * x;
  EXPECT_NEAR(twice_energy, energy.at("vector").at(0), 1e-12 * twice_energy);
  EXPECT_TRUE(contains(operators({arm7, "rate(G)", "--explain", "--ascii"}).output,
                       "d(D)(k) = H(k) d(P)(k) H*(k)\n"));
}

TEST(OperatorsCommand, DerivesTheRateOfTheMassMatrix) {
  const Outcome outcome =
      operators({arm7, "d(Mass)", "--state", "random:1", "--explain", "--ascii", "--verify"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* line : {"       d(Mass)\n", "H d(phi) M phi* H* + H phi M d(phi)* H*",
                           "derivative of the mass matrix, SOA (3), product rule\n",
                           "derivative of the propagation, SOA appendix, R87 (15)\n",
                           "a joint axis is constant in its link's frame, DD91 section II\n", "dVx(k)"})
    EXPECT_TRUE(contains(outcome.output, line));
}

TEST(OperatorsCommand, DifferentiatesAlongAGivenVector) {
  const std::string x = "x:joint=1,-2,3,0,0.5,1,2";
  const json along = json_of({arm7, "x* d(Mass, x) x", "--let", x, "--state", "random:2"}),
             scaled = json_of({arm7, "x* d(Mass, 2 x) x", "--let", x, "--state", "random:2"}),
             half = json_of({arm7, "2 (x* d(H phi, x) M phi* H* x)", "--let", x, "--state", "random:2"});
  EXPECT_NE(double(along.at("vector").at(0)), 0);
  EXPECT_NEAR(double(scaled.at("vector").at(0)), 2 * double(along.at("vector").at(0)), 1e-12);
  EXPECT_NEAR(double(half.at("vector").at(0)), double(along.at("vector").at(0)), 1e-12);
  EXPECT_TRUE(contains(operators({arm7, "d(Mass, H)"}).notes,
                       "cannot differentiate along H: expected a vector of joint space"));
  EXPECT_TRUE(contains(operators({arm7, "d(d(P))"}).notes, "the derivative of d(P) is not in the language"));
}

TEST(OperatorsCommand, ExplainsBeforeTheResult) {
  const Outcome outcome = operators({arm7, "inv(H phi M phi* H* + R)", "--explain"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(contains(outcome.output, "SOA (13)"));
  EXPECT_TRUE(contains(outcome.output, " of arm7: on joint space"));
  const Outcome page = operators({arm7, "inv(H phi M phi* H* + R)", "--markdown"});
  EXPECT_TRUE(contains(page.output, "\\phi"));
  EXPECT_FALSE(contains(page.output, " of arm7: on joint space"));
}

TEST(OperatorsCommand, ListsNamesAndIdentities) {
  const Outcome list = operators({"--list"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_TRUE(contains(list.output, "  phi         φ  "));
  EXPECT_TRUE(contains(list.output, "Lemma 4"));
  const Outcome ascii = operators({"--list", "--ascii"});
  EXPECT_TRUE(std::ranges::all_of(ascii.output, [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
  const json report = json_of({"--list"});
  EXPECT_EQ(report.at("operators").at(0).at("name"), "H");
  EXPECT_GE(report.at("identities").size(), 10);
}

TEST(OperatorsCommand, PutsACaretUnderTheError) {
  const std::pair<const char*, const char*> requests[] = {
      {"H phii M", "sinew: unknown name 'phii': did you mean phi?\n  H phii M\n    ^\n"},
      {"φ̃ τ̄ H", "the right one gives vectors of joint space\n  φ̃ τ̄ H\n      ^\n"},
      {"H (psi", "sinew: this '(' is not closed\n  H (psi\n    ^\n"},
      {"", "sinew: the expression is empty\n  \n  ^\n"},
      {"H \xff", "sinew: the text is not UTF-8\n"},
      {"inv(E_phi)",
       "singular at this configuration (the initial position of the model; use --q or --state for "
       "another)\n"},
      {"[H B", "this '[' is not closed"}};
  for (const auto& [expression, message] : requests) {
    const Outcome outcome = operators({arm7, expression});
    EXPECT_EQ(outcome.exit_code, 2) << expression;
    EXPECT_TRUE(contains(outcome.notes, message));
    EXPECT_EQ(outcome.output, "");
  }
}

TEST(OperatorsCommand, RefusesUnsupportedRequests) {
  const std::pair<std::vector<std::string>, const char*> requests[] = {
      {{}, "expected a MODEL and an EXPRESSION, or --list"},
      {{arm7}, "expected a MODEL and an EXPRESSION, or --list"},
      {{"J", arm7}, "is a file; expected first the MODEL, then the EXPRESSION"},
      {{arm7, "J", "--frame", "tol"}, "--frame: unknown frame 'tol': did you mean 'tool'?"},
      {{arm7, "J", "--apply=1,2"}, "--apply: got 2 numbers, expected 7 (joint space)"},
      {{arm7, "C", "--apply=1"}, "--apply: the expression is already a vector"},
      {{arm7, "J", "--q=1"}, "--q"},
      {{arm7, "J* f", "--let", "f=1"}, "--let: 'f=1' was given; expected NAME:SPACE=LIST"},
      {{arm7, "J* f", "--let", "f:tip=1"}, "--let: unknown space 'tip'"},
      {{arm7, "J* f", "--let", "f 1:frame=1"}, "expected a name of letters, digits and _"},
      {{arm7, "J* f", "--let", "f:frame=1,2"}, "f has 2 numbers"},
      {{arm7, "H phi", "--let", "phi:joint=1"}, "'phi' cannot be a user-defined name"},
      {{arm7, std::string(100000, '(')}, "the expression has 100000 bytes; at most 4096 are read\n"}};
  for (const auto& [arguments, message] : requests) {
    const Outcome outcome = operators(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << message;
    EXPECT_TRUE(contains(outcome.notes, message));
  }
}

}  // namespace sinew::test::operators_test
