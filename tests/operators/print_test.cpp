#include "sinew/operators/text/print.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/text/parse.hpp"
#include "tests/operators/random_expression.hpp"

namespace sinew::operators::print_test {

using namespace names;
using test::Random;
using test::random_expression;

struct Written {
  Expression x;
  std::string ascii, unicode, latex;
};

void expect(const Written& expected) {
  EXPECT_EQ(to_text(expected.x, Notation::ascii), expected.ascii);
  EXPECT_EQ(to_text(expected.x, Notation::unicode), expected.unicode);
  EXPECT_EQ(to_text(expected.x, Notation::latex), expected.latex);
}

TEST(Print, WritesProductsAsThePapersDo) {
  expect({~B * ~psi * ~H * inv(D) * H * psi * B, "B* psi* H* D^-1 H psi B", "B* ψ* H* D⁻¹ HψB",
          "B^* \\psi^* H^* D^{-1} H \\psi B"});
  expect({E_phi * G, "E_phi G", "ℰ_φ G", "\\mathcal{E}_\\phi G"});
  expect({taubar * P * ~taubar, "taubar P taubar*", "τ̄Pτ̄*", "\\bar{\\tau} P \\bar{\\tau}^*"});
}

TEST(Print, WritesABracketOfAdjointsAsOneAdjoint) {
  expect({~(I - H * psi * K) * inv(D) * (I - H * psi * K), "(I - H psi K)* D^-1 (I - H psi K)",
          "(I − HψK)* D⁻¹ (I − HψK)", "(I - H \\psi K)^* D^{-1} (I - H \\psi K)"});
  expect({inv(~(I + H * phi * K)), "(I + H phi K)^-*", "(I + HφK)⁻*", "(I + H \\phi K)^{-*}"});
  expect({(M + phi) * P, "(M + phi) P", "(M + φ) P", "(M + \\phi) P"});
  // If the bracket would save one star or none, it stays as it is.
  expect({(M + ~phi) * P, "(M + phi*) P", "(M + φ*) P", "(M + \\phi^*) P"});
  expect({(phi + ~psi) * P, "(phi + psi*) P", "(φ + ψ*) P", "(\\phi + \\psi^*) P"});
}

TEST(Print, WritesPhiWithoutItsDiagonalAsOneLetter) {
  expect({(phi - I) * P * ~(phi - I), "phi~ P phi~*", "φ̃ P φ̃*", "\\tilde{\\phi} P \\tilde{\\phi}^*"});
  expect({phi - I, "phi - I", "φ − I", "\\phi - I"});
}

TEST(Print, PutsNumbersFirstAndNegativeTermsLast) {
  expect({-2 * H * phi, "-2 H phi", "−2 Hφ", "-2 H \\phi"});
  expect({0.5 * M - P, "0.5 M - P", "0.5 M − P", "0.5 M - P"});
  expect({-M + P, "P - M", "P − M", "P - M"});
  expect({3e-7 * M, "3e-07 M", "3e-07 M", "3 \\cdot 10^{-7} M"});
  expect({inv(Pplus), "Pplus^-1", "P⁺⁻¹", "(P^{+})^{-1}"});
}

TEST(Print, WritesRootsAndDerivativesAsThePapersDo) {
  expect({G * inv(D_half) * D_half * H, "G D^(-1/2) D^(1/2) H", "G D^−½ D^½H", "G D^{-1/2} D^{1/2} H"});
  expect({~rate(G) * rate(P) * dVx, "d(G)* d(P) dVx", "Ġ* Ṗ Δ̃_V", "\\dot{G}^* \\dot{P} \\tilde{\\Delta}_V"});
  expect({rate(D_half) * v, "d(D^(1/2)) v", "d(D^½) θ̇", "\\tfrac{d}{dt} D^{1/2} \\dot{\\theta}"});
  const Expression x = constant("x", joint_space, number_space, {});
  expect({H * d(P, x) * ~cross(~H * x), "H d(P, x) cross(H* x)*", "H d(P, x) cross(H* x)*",
          "H (\\mathrm{d}_{x} P) \\widetilde{(H^* x)}^*"});
  expect({d(Mass) * v, "d(Mass) v", "d(𝓜) θ̇", "\\dot{\\mathcal{M}} \\dot{\\theta}"});
}

TEST(Print, WritesTheSpaceOfASingleIdentity) {
  expect({Expression::identity(joint_space), "I_joint", "I_joint", "I"});
  expect({2 * Expression::identity(body_space), "2 I_body", "2 I_body", "2 I"});
  expect({H - H, "0", "0", "0"});
}

TEST(Print, PutsSpacesAroundUserDefinedNames) {
  const Expression gain = constant("k_1", joint_space, joint_space, {});
  expect({gain * H * ~H * gain, "k_1 H H* k_1", "k_1 HH* k_1", "\\mathrm{k\\_1} H H^* \\mathrm{k\\_1}"});
}

TEST(Print, CanBeParsedAgain) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const Space* spaces[] = {&joint_space, &body_space, &frame_space};
    const Space &from = *spaces[random.below(3)], &to = *spaces[random.below(3)];
    const Expression x = random_expression(random, to, from, 4);
    if (x.kind() == Expression::Kind::zero || to_text(x, Notation::unicode).size() > longest_expression)
      continue;
    EXPECT_EQ(parse(to_text(x, Notation::ascii)), x) << to_text(x, Notation::ascii);
    EXPECT_EQ(parse(to_text(x, Notation::unicode)), x) << to_text(x, Notation::unicode);
  }
}

TEST(Print, CutsLongTextsBetweenCharacters) {
  EXPECT_EQ(short_text(H * phi), "H phi");
  EXPECT_EQ(shortened(std::string(47, 'x') + "φφ"), std::string(47, 'x') + "...");
}

}  // namespace sinew::operators::print_test
