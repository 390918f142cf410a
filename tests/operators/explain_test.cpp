#include "sinew/operators/explain/explain.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/explain/internal/pseudo_code.hpp"
#include "sinew/operators/explain/internal/typeset.hpp"
#include "sinew/operators/text/parse.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/operators/well_conditioned_expression.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::operators::explain_test {

using namespace names;

std::string explained(const Expression& x, Purpose wanted, const ExplainOptions& options) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  Configuration at(model, {model.frame("lower")});
  return explain(Prepared(x, at, wanted), options);
}

TEST(Explain, DerivesTheInverseMassMatrixAndPrintsAlgorithmFd) {
  EXPECT_EQ(explained(inv(Mass), Purpose::product_with_vector, {}),
            R"(𝓜⁻¹
an operator on joint space, applied to a vector x; double pendulum, 2 links

Derivation
       𝓜⁻¹
  1  = (I − HψK)* D⁻¹ (I − HψK)   Lemma 3, SOA (13)

At every position
  the filter: Riccati equation, SOA (8)-(9)
    P(0) = 0
    for k = 1..n:
      P(k) = ψ(k,k−1) P(k−1) ψ*(k,k−1) + M(k)
      D(k) = H(k) P(k) H*(k)
      G(k) = P(k) H*(k) D⁻¹(k)
      K(k+1,k) = φ(k+1,k) G(k)
      ψ(k+1,k) = φ(k+1,k) [I − G(k) H(k)]

Sweeps
  z(0) = 0; x(0) = 0
  for k = 1..n:
    z(k) = ψ(k,k−1) z(k−1) + K(k,k−1) x(k−1)
    e(k) = x(k) − H(k) z(k)
    ν(k) = D⁻¹(k) e(k)
  λ(n+1) = 0
  for k = n..1:
    λ(k) = ψ*(k+1,k) λ(k+1) + H*(k) ν(k)
    y(k) = ν(k) − K*(k+1,k) λ(k+1)
  (link 1 is the tip, link n at the base)

Cost, n = 2
  as written     0.67 n³ + 122 n² = 493 flops
  these sweeps   291 n = 582 flops

Operators
  𝓜   mass matrix, SOA (3)
  H   joint axes: body force to joint torque, SOA section 2
  D   innovation variance H P H* + R, SOA section 4
  K   gain passed to the parent: E_phi G, SOA section 4
  ψ   articulated propagation, inverse of I - E_psi, SOA section 4
)");
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Explain, NamesTheColumnsOfASymmetricMatrix) {
  const std::string text = explained(Omega, Purpose::matrix, {.notation = Notation::ascii});
  EXPECT_TRUE(has(text, "for each of the 6 columns x of the identity on frame space")) << text;
  EXPECT_TRUE(has(text, "z(k) = psi(k,k-1) z(k-1) + B(k,c) x(c)")) << text;
  EXPECT_TRUE(has(text, "the matrix is Y* D^-1 Y")) << text;
}

TEST(Explain, NamesValuesThatAreComputedAtTheLinksOfFramesOnly) {
  const Expression x = ~B * Upsilon * B;
  EXPECT_TRUE(has(
      explained(x, Purpose::matrix, {.notation = Notation::ascii}),
      "    at each link k that carries a frame:\n      u(k) = B(k,c) x(c)\n      u2(k) = Upsilon(k) u(k)\n"));
  EXPECT_TRUE(has(explained(x, Purpose::matrix, {.markdown = true}),
                  "\\text{at each link } k \\text{ that carries a frame} \\\\\n"));
  EXPECT_FALSE(has(explained(~B * ~phi * Upsilon * B, Purpose::matrix, {}), "carries a frame:"));
}

TEST(Explain, ShowsTheSweepsOfAMatrixThatIsSolvedWith) {
  const std::string text = explained(inv(I + H * ~H), Purpose::product_with_vector, {});
  EXPECT_TRUE(has(text, "to be factorised and solved")) << text;
}

TEST(Explain, ShowsTheMatricesWithinAMatrixThatIsSolvedWithBeforeIt) {
  const Expression inner = Expression::identity(body_space) + phi * ~phi;
  const std::string text =
      explained(inv(I + H * inv(inner) * ~H), Purpose::product_with_vector, {.notation = Notation::ascii});
  const std::size_t first = text.find("The matrix of I + phi phi*, to be factorised and solved");
  const std::size_t second =
      text.find("The matrix of I + H (I + phi phi*)^-1 H*, to be factorised and solved");
  ASSERT_NE(first, std::string::npos) << text;
  ASSERT_NE(second, std::string::npos) << text;
  EXPECT_LT(first, second);
}

TEST(Explain, TellsWhetherTheOperatorIsAppliedOrReturned) {
  const ExplainOptions ascii{.notation = Notation::ascii};
  EXPECT_TRUE(has(explained(Mass, Purpose::product_with_vector, ascii),
                  "an operator on joint space, applied to a vector x; double pendulum, 2 links"));
  EXPECT_TRUE(has(explained(Mass, Purpose::matrix, ascii),
                  "an operator on joint space, as a matrix; double pendulum, 2 links"));
}

TEST(Explain, WritesTablesInMarkdownWithPlainStarsAndLines) {
  const std::string text = explained(D, Purpose::product_with_vector, {.markdown = true});
  EXPECT_TRUE(has(
      text, "# $D$\n\nAn operator on joint space, applied to a vector x, of double pendulum with 2 links.\n"))
      << text;
  EXPECT_TRUE(
      has(text, "\n\n## Cost\n\n| | $n$ = 2 |\n| --- | --- |\n| these sweeps | 191 n = 382 flops |\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "\n\n## Operators\n\n| | |\n| --- | --- |\n| $D$ | innovation variance H P H\\* + R, SOA "
                  "section 4 |\n"))
      << text;
}

TEST(Explain, WritesRecursionsInLatexAsThePapersPrintThem) {
  const std::string text = explained(J, Purpose::product_with_vector, {.markdown = true});
  EXPECT_TRUE(has(text, "1. Jacobian of the chosen frames, SOA (1):\n   $$= B^* \\phi^* H^*$$")) << text;
  EXPECT_TRUE(has(text, "\\text{for } k = n \\cdots 1")) << text;
  EXPECT_TRUE(has(text, "V(k) = \\phi^*(k+1,k)\\, V(k+1) + H^*(k)\\, x(k)")) << text;
}

TEST(Explain, SumsOverTheChildrenOfATree) {
  Description tree = test::double_pendulum(1, 2, 1, 1);
  Body twin = tree.bodies.back();
  twin.name = "twin", twin.joint.name = "twin_joint";
  tree.bodies.push_back(twin);
  const Model model(tree);
  const Configuration at(model);
  const std::string text = explain(Prepared(inv(Mass), at), {.notation = Notation::ascii});
  EXPECT_TRUE(has(text, "z(k) = sum_j [psi(k,j) z(j) + K(k,j) x(j)]")) << text;
  EXPECT_TRUE(has(text, "lambda(k) = psi*(p,k) lambda(p) + H*(k) nu(k)")) << text;
}

TEST(Explain, PrintsTimesOnlyIfTheyAreGiven) {
  EXPECT_FALSE(has(explained(Mass, Purpose::product_with_vector, {}), "their time"));
  const std::string text = explained(Mass, Purpose::product_with_vector, {.times = Times{2.5e-6, 1e-3}});
  EXPECT_TRUE(has(text, "their time       2.5 µs")) << text;
  EXPECT_TRUE(has(text, "dense matrices   1 ms")) << text;
}

TEST(Explain, ExplainsAnyExpression) {
  test::Random random(5);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const test::RandomPlace place(seed, seed % 2 ? test::Shape::chain : test::Shape::tree,
                                  test::Rotors::some);
    for (const Purpose wanted : {Purpose::product_with_vector, Purpose::matrix}) {
      const Prepared prepared(test::random_expression(random, place.at), place.at, wanted);
      for (const bool markdown : {false, true})
        EXPECT_TRUE(has(explain(prepared, {.markdown = markdown}), "Sweeps"));
    }
  }
}

TEST(Typeset, WritesFormulasAsPrintedAndInLatex) {
  const std::string line = "lambda(k) = psi*(k+1,k) lambda(k+1) - nu2(k) phi~ D^-1(k)";
  EXPECT_EQ(typeset(line, Notation::ascii), line);
  EXPECT_EQ(typeset(line, Notation::unicode), "λ(k) = ψ*(k+1,k) λ(k+1) − ν₂(k) φ̃ D⁻¹(k)");
  EXPECT_EQ(typeset(line, Notation::latex),
            "\\lambda(k) = \\psi^*(k+1,k)\\, \\lambda(k+1) - \\nu_{2}(k)\\, \\tilde{\\phi}\\, D^{-1}(k)");
  EXPECT_EQ(width_of("τ̄ φ̃ ν₂"), 6u);
}

}  // namespace sinew::operators::explain_test
