#include "sinew/operators/lower/program.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/run/internal/run.hpp"
#include "tests/operators/well_conditioned_expression.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::program_test {

using namespace names;
using test::relative_error;

const Expression whitening = I - H * psi * K;
const Expression inverse_mass = ~whitening * inv(D) * whitening;
const Expression papers_omega = ~B * ~psi * ~H * inv(D) * H * psi * B;

std::vector<Direction> directions(const Program& program) {
  std::vector<Direction> found;
  for (const ProgramSweep& sweep : program.sweeps) found.push_back(sweep.direction);
  return found;
}
using Directions = std::vector<Direction>;

Matrix<double> run(const Expression& x, const Configuration& at) {
  Runner runner(x, at);
  Matrix<double> m(runner.rows(), runner.cols());
  runner.matrix(m.data());
  return m;
}

TEST(Program, HasTheSweepsOfThePapers) {
  using enum Direction;
  EXPECT_EQ(directions(lower(~B * ~phi * ~H)), Directions({outward}));
  EXPECT_EQ(directions(lower(H * phi * M * ~phi * ~H + R)), Directions({outward, inward}));
  EXPECT_EQ(directions(lower(inverse_mass)), Directions({inward, outward}));
  EXPECT_EQ(directions(lower(papers_omega)), Directions({inward, outward}));
  EXPECT_EQ(directions(lower(H * phi * (M * ~phi * a + b))), Directions({outward, inward}));
  EXPECT_EQ(directions(lower(H * M * ~H)), Directions({memoryless}));
  EXPECT_TRUE(lower(Expression::identity(joint_space)).sweeps.empty());
}

TEST(Program, TheFilterAndTheSmootherHaveThePapersNames) {
  const Program program = lower(inverse_mass);
  std::vector<std::string> names;
  for (const ProgramSweep& sweep : program.sweeps) {
    for (const Instruction& made : sweep.instructions)
      names.push_back(program.values[std::size_t(made.value)].name);
  }
  EXPECT_EQ(names, std::vector<std::string>({"z", "e", "nu", "lambda", "y"}));
}

TEST(Program, EqualLeftFactorsAreSweptOnce) {
  const Program program = lower(H * phi * M * ~phi * ~H + H * phi * ~H);
  int recursions = 0;
  for (const ProgramSweep& sweep : program.sweeps) {
    for (const Instruction& made : sweep.instructions) {
      for (const Part& part : made.parts) recursions += part.from == made.value;
    }
  }
  EXPECT_EQ(recursions, 2);
}

TEST(Program, TheMeaningOfItsResultIsTheExpression) {
  for (const Expression& x : {inverse_mass, papers_omega, ~B * ~phi * ~H}) {
    const test::Subject<> subject(test::random_sample(5));
    Configuration at(subject.model, {FrameIndex{1}});
    at.set(subject.sample.q);
    const Program program = lower(x);
    EXPECT_LT(relative_error(dense(meaning(program, program.result), at), dense(x, at)), 1e-9);
  }
}

TEST(Program, WithoutTermsIsZeroBetweenTheSameSpaces) {
  const Expression nothing = Expression::zero(joint_space, body_space);
  const Program program = lower(nothing);
  EXPECT_EQ(meaning(program, program.result), nothing);
}

TEST(Program, RandomExpressionsHaveTheirDenseValueOnRandomTrees) {
  test::Random random(8);
  for (int i = 0; i < 600; ++i) {
    const test::Subject<> subject(test::random_sample(i % 150 * 16 / 15));
    if (subject.dofs() > 25) continue;
    Configuration at(subject.model,
                     {FrameIndex{0}, FrameIndex{1}, FrameIndex{int(subject.model.frames().size()) - 1}});
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    const Expression x = test::random_expression(random, at);
    const Matrix<double> expected = dense(x, at);
    EXPECT_LT(relative_error(run(x, at), expected), 1e-7) << i;
    EXPECT_LT(relative_error(run(~x, at), dense(~x, at)), 1e-7) << i;
  }
}

}  // namespace sinew::operators::program_test
