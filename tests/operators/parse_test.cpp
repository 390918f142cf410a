#include "sinew/operators/text/parse.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/formula/derivative.hpp"

namespace sinew::operators::parse_test {

using namespace names;

const Expression omega = ~B * ~psi * ~H * inv(D) * H * psi * B;
const Expression inverse_mass = ~(I - H * psi * K) * inv(D) * (I - H * psi * K);

TEST(Parse, ReadsTheSpellingsOfThePapersAndOfCode) {
  for (const char* text : {"B* psi* H* D^-1 H psi B", "~B*~psi*~H*inv(D)*H*psi*B", "B^*ψ^*H^*D⁻¹HψB",
                           "B'psi'H'*inv(D)*H*psi*B", "B^T psi^T H^T D^-1 H psi B", "B* ψ* H* D⁻¹ HψB",
                           "Bᵀ·ψᵀ·Hᵀ·D⁻¹·H·ψ·B", "B* (psi* [H*]) * D^−1 * (H psi) * B", "(HψB)* inv(D) HψB",
                           "~(H*psi*B)*inv(D)*(H*psi*B)", "B†ψ′H^* [[D^-1]]\n\tH psi B "})
    EXPECT_EQ(parse(text), omega) << text;
  for (const char* text : {"(I - H psi K)* D^-1 (I - H psi K)", "~(I - H*psi*K)*inv(D)*(I - H*psi*K)",
                           "(I − HψK)^* D⁻¹ (I − HψK)", "(1 - H psi K)' inv(D) (1 - H psi K)"})
    EXPECT_EQ(parse(text), inverse_mass) << text;
}

TEST(Parse, ReadsAStarByItsNeighbours) {
  EXPECT_EQ(parse("phi* M"), ~phi * M);
  EXPECT_EQ(parse("phi * M"), phi * M);
  EXPECT_EQ(parse("phi*M"), phi * M);
  EXPECT_EQ(parse("phi *M"), phi * M);
  EXPECT_EQ(parse("phi* * M"), ~phi * M);
  EXPECT_EQ(parse("phi**M"), ~phi * M);
  EXPECT_EQ(parse("phi*+M"), ~phi + M);
  EXPECT_EQ(parse("(phi*)"), ~phi);
  EXPECT_EQ(parse("2*H phi M phi* H*"), 2 * (H * phi * M * ~phi * ~H));
}

TEST(Parse, ReadsOtherSpellingsOfNames) {
  EXPECT_EQ(parse("φ"), phi);
  EXPECT_EQ(parse("ϕ"), phi);
  EXPECT_EQ(parse("ℰ_φ + E_φ + Ephi + ℰ_phi"), 4 * E_phi);
  EXPECT_EQ(parse("𝓜 + ℳ"), 2 * Mass);
  EXPECT_EQ(parse("τ̄ + tau_bar"), 2 * taubar);
  EXPECT_EQ(parse("P⁺ + P^+"), 2 * Pplus);
  EXPECT_EQ(parse("Ω + Ω"), 2 * Omega);
  EXPECT_EQ(parse("Ma + b"), M * a + b);
  EXPECT_EQ(parse("I - GH"), I - G * H);
  EXPECT_EQ(parse("HP⁺ + 0"), H * Pplus);
  EXPECT_EQ(parse("𝓒 - 𝒞").kind(), Expression::Kind::zero);
}

TEST(Parse, ReadsTheSquareRootOfTheVariance) {
  for (const char* text : {"D^(1/2) H", "D^½ H", "D^½H", "D^{1/2}H", "(D^(1/2))* H", "inv(D^(-1/2)) H"})
    EXPECT_EQ(parse(text), D_half * H) << text;
  for (const char* text : {"G D^(-1/2)", "GD^−½", "G*D^-½", "G inv(D^(1/2))", "GD⁻½", "G D^(1/2)^-1"})
    EXPECT_EQ(parse(text), G * inv(D_half)) << text;
  EXPECT_EQ(parse("D^(1/2)D^(1/2)"), D_half * D_half);
}

TEST(Parse, ReadsDerivatives) {
  EXPECT_EQ(parse("rate(P)"), Expression(find_symbol("d(P)")));
  EXPECT_EQ(parse("d(P)"), d(P));
  EXPECT_EQ(parse("d(H P H*, Mass^-1 T)"), d(H * P * ~H, inv(Mass) * T));
  EXPECT_EQ(parse("d(d(phi, v), T)"), d(d(phi), T));
  EXPECT_EQ(parse("cross(H* v) + cross(phi* H* v)*"), dVx + ~cross(~phi * ~H * v));
  EXPECT_EQ(parse("H + d(3 I) H"), H);
  EXPECT_EQ(parse("HṖH* + Ḋ"), H * rate(P) * ~H + rate(D));
  EXPECT_EQ(parse("Ġ* - G\u0307*").kind(), Expression::Kind::zero);
  EXPECT_EQ(parse("rate(phi* H*) θ̇"), rate(~phi * ~H) * v);
  EXPECT_EQ(parse("rate(2 E_phi)"), 2 * d(E_phi));
  EXPECT_EQ(parse("H + rate(3 I) H"), H);
  EXPECT_EQ(parse("θ̇ + v"), 2 * v);
  EXPECT_EQ(parse("θ̈"), rate(v));
}

TEST(Parse, ReadsPhiWithoutItsDiagonal) {
  for (const char* text : {"phi~ P", "phitilde P", "φ̃ P", "φ̃P", "(phi - I) P", "φ~ P"})
    EXPECT_EQ(parse(text), (phi - I) * P) << text;
  EXPECT_EQ(parse("psi~* P"), ~(psi - I) * P);
  EXPECT_EQ(parse("phi~P"), phi * ~P);  // ~ at the next operator belongs to it
  EXPECT_EQ(parse("phi~psi"), phi * ~psi);
}

TEST(Parse, ReadsNumbersSignsAndInverses) {
  EXPECT_EQ(parse("2 H / 4"), 0.5 * H);
  EXPECT_EQ(parse("1/2 H"), 0.5 * H);
  EXPECT_EQ(parse("2e1E_phi"), 20 * E_phi);
  EXPECT_EQ(parse("2E_phi"), 2 * E_phi);
  EXPECT_EQ(parse("-M + -(-P)"), P - M);
  EXPECT_EQ(parse("M * -P"), -(M * P));
  EXPECT_EQ(parse("-(M - P) r"), -((M - P) * r));
  EXPECT_EQ(parse("phi^-*"), inv(~phi));
  EXPECT_EQ(parse("phi⁻ᵀ"), inv(~phi));
  EXPECT_EQ(parse("~inv(phi)^-1"), ~phi);
  EXPECT_EQ(parse("H + 0"), H);
}

TEST(Parse, TakesTheSpaceOfAnIdentityFromItsNeighbours) {
  EXPECT_EQ(parse("(I + I) H"), 2 * H);
  EXPECT_EQ(parse("H (2 - I)^-1 I* phi"), H * phi);
  EXPECT_EQ(parse("I - (I - H psi K)"), H * psi * K);
  EXPECT_EQ(parse("D + I_joint"), D + I);
  EXPECT_EQ(parse("I_body").from(), body_space);
}

TEST(Parse, KnowsUserDefinedNames) {
  const Expression own[] = {constant("k", joint_space, joint_space, {}),
                            constant("f_tip", frame_space, number_space, {}),
                            constant("x", {"spring", 3}, joint_space, {})};
  EXPECT_EQ(parse("T + J* f_tip - kT", own), T + ~J * own[1] - own[0] * T);
  EXPECT_EQ(parse("x - I_spring x", own).kind(), Expression::Kind::zero);
  const Expression taken[] = {constant("phi", joint_space, joint_space, {})};
  EXPECT_THROW(parse("H", taken), std::invalid_argument);
}

struct Wrong {
  std::string text;
  std::size_t position;
  std::string message;
};

void expect_error(const Wrong& wrong) {
  const std::string shown = wrong.text.substr(0, 40);
  try {
    parse(wrong.text);
    ADD_FAILURE() << shown << ": nothing was thrown";
  } catch (const ParseError& error) {
    EXPECT_EQ(error.what(), wrong.message) << shown;
    EXPECT_EQ(error.position, wrong.position) << shown;
  }
}

TEST(Parse, ReportsTheErrorAndItsPosition) {
  const std::string names =
      " (expected one of I, inv, d, rate, cross, phitilde, psitilde, H, phi, E_phi, M, R, P, D, D^(1/2), G, "
      "K, "
      "psi, E_psi, taubar, Pplus, r, Upsilon, B, Mass, J, Omega, a, b, g, T, v, C, nu, epsilon, mu, dVx)";
  const Wrong all[] = {
      {"", 1, "the expression is empty"},
      {" \n", 1, "the expression is empty"},
      {"H phii M", 3, "unknown name 'phii': did you mean phi?"},
      {"H omega", 3, "unknown name 'omega': did you mean Omega?"},
      {"φφ zebra", 4, "unknown name 'zebra'" + names},
      {"H 😀", 3, "unknown name '😀'" + names},
      {"ψφ H", 4,
       "cannot multiply phi and H: the left one takes vectors of body space, the right one gives vectors of "
       "joint "
       "space"},
      {"B*psi*H", 3,
       "cannot multiply B and psi: the left one takes vectors of frame space, the right one gives vectors of "
       "body "
       "space (A*B is a product; the adjoint of A times B is A* B)"},
      {"R + H", 5, "cannot add R and H: R maps joint space to joint space, H maps body space to joint space"},
      {"inv(H)", 1, "cannot invert H: H maps body space to joint space"},
      {"H^-1^-1", 1, "cannot invert H: H maps body space to joint space"},
      {"I - H", 1, "cannot add the identity: H maps body space to joint space"},
      {"I", 1, "the space of the identity is unknown: write I_joint, I_body or I_frame"},
      {"2 + 3", 1, "the space of the identity is unknown: write I_joint, I_body or I_frame"},
      {"HφMφ*H*", 5, "this * may be an adjoint or a product: write 'A* B' or 'A * B'"},
      {"H (psi", 3, "this '(' is not closed"},
      {"H (psi]", 7, "expected ')' for the '(' at 3, found ']'"},
      {"H psi)", 6, "this ')' closes no bracket"},
      {"()", 2, "expected an operator: found ')'"},
      {"H +", 4, "expected an operator after '+': the text ends"},
      {"H * ", 5, "expected an operator after '*': the text ends"},
      {"H / / 2", 5, "expected an operator after '/': found '/'"},
      {"inv D", 1, "expected inv(...)"},
      {"H @ psi", 3, "unexpected character '@'"},
      {std::string("H\0psi", 5), 2, "unexpected character U+0000"},
      {"D^2", 3, "expected *, T, -1, -* or, for D, (1/2) after ^"},
      {"D^(1/3)", 3, "expected *, T, -1, -* or, for D, (1/2) after ^"},
      {"P^(1/2)", 2, "only D has a square root here: expected D^(1/2)"},
      {"(D + D)^(1/2)", 8, "only D has a square root here: expected D^(1/2)"},
      {"D^-1^(1/2)", 5, "only D has a square root here: expected D^(1/2)"},
      {"rate D", 1, "expected rate(...)"},
      {"d D", 1, "expected d(...)"},
      {"d(D, )", 6, "expected an operator after ',': found ')'"},
      {"d(D, H)", 1, "cannot differentiate along H: expected a vector of joint space"},
      {"d(D, 2)", 3, "cannot differentiate along a number: expected a vector of joint space"},
      {"d(D, v, T)", 7, "unexpected ',': only d(A, x) has two arguments"},
      {"inv(D, v)", 6, "unexpected ',': only d(A, x) has two arguments"},
      {"D, v", 2, "unexpected ',': only d(A, x) has two arguments"},
      {"H cross(v)", 3, "cannot form the cross product with v: expected a vector of body space"},
      {"2 rate(C)", 3, "the rate of b is not in the language"},
      {"rate(rate(P))", 1, "the derivative of d(P) is not in the language"},
      {"D / P", 5, "only division by a number is allowed: write the inverse, A B^-1, for A / B"},
      {"D / (1 - 1)", 5, "division by zero"},
      {"inv(0) D", 1, "cannot invert zero"},
      {"inv(D - D)", 1, "cannot invert zero"},
      {"1e999 D", 1, "the number 1e999 is out of range"},
      {"1e300 1e300 D", 7, "the numbers overflow here"},
      {"1e308 D + 1e308 D", 1, "the coefficient of D is not finite"},
      {"nan D", 1, "unknown name 'nan'" + names},
      {"H \xff", 3, "the text is not UTF-8"},
      {"φ \xc0\x80", 3, "the text is not UTF-8"},
      {"φ \xed\xa0\x80", 3, "the text is not UTF-8"},
      {"φ \xcf", 3, "the text is not UTF-8"},
  };
  for (const Wrong& wrong : all) expect_error(wrong);
}

TEST(Parse, RefusesTextsThatAreTooLongOrTooDeep) {
  for (const char* piece : {"(", "H ", "~", "+", "φ", "\xff", "''''", "1", " "}) {
    std::string megabyte;
    while (megabyte.size() < 1 << 20) megabyte += piece;
    try {
      parse(megabyte);
      ADD_FAILURE() << piece;
    } catch (const ParseError& error) {
      EXPECT_NE(std::string(error.what()).find("bytes; at most 4096 are read"), std::string::npos);
    }
  }
  expect_error({std::string(200, '('), 101, "brackets are nested more than 100 deep"});
  EXPECT_EQ(parse(std::string(100, '(') + "H" + std::string(100, ')')), H);
  EXPECT_EQ(parse(std::string(4000, '~') + "H"), H);
  EXPECT_EQ(parse("H" + std::string(4001, '\'')), ~H);
}

TEST(Parse, ReadsEveryDefinitionOfTheTable) {
  for (const auto& symbol : robot_symbols()) {
    if (symbol->definition.empty()) continue;
    const Expression x = parse(symbol->definition);
    EXPECT_EQ(x.to(), symbol->to) << symbol->name;
    EXPECT_EQ(x.from(), symbol->from) << symbol->name;
  }
}

}  // namespace sinew::operators::parse_test
