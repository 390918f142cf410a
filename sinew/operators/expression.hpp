// Expressions of spatial operators: sums, products, adjoints and inverses, as values.
//
//   const Expression omega = ~B * ~psi * ~H * inv(D) * H * psi * B;
//
// An expression is immutable and shared; one that was moved from can only be assigned to or destroyed. It is built in a form that does not depend on brackets: products and sums are
// flat lists, terms of a sum are collected and stand in one order, numbers stand in front (also that of a sum that is a
// factor: its smallest coefficient there is 1), adjoints and inverses of
// products are taken factor by factor where that is always right, so that an adjoint is left only at a symbol (or at an
// inverse of something unsymmetric, inside it) and equal structure means equal expressions. Nothing is multiplied out
// and no identity of the algebra is used here; that is simplify.hpp.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sinew/operators/symbol.hpp"

namespace sinew::operators {

// A product or sum whose spaces do not fit; the message names both.
struct MisfittingSpaces : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class Expression {
 public:
  enum class Kind { zero, identity, symbol, inverse, sum, product };
  struct Term;

  explicit Expression(const std::shared_ptr<const Symbol>& symbol);
  static Expression identity(const Space& space);
  static Expression zero(const Space& to, const Space& from);

  Kind kind() const;
  const Space& to() const;
  const Space& from() const;

  const Symbol& symbol() const;                    // of a symbol
  bool is_adjoint() const;                         // of a symbol: whether its adjoint is meant
  const Expression& argument() const;              // of an inverse
  const std::vector<Term>& terms() const;          // of a sum: two or more, or one whose coefficient is not 1
  const std::vector<Expression>& factors() const;  // of a product: two or more, none of them a product

  std::size_t hash() const;
  std::size_t size() const;  // symbols, identities and zeros in it
  friend bool operator==(const Expression& x, const Expression& y);
  // One order of all expressions, the same in every run.
  friend std::strong_ordering operator<=>(const Expression& x, const Expression& y);

  struct Node;  // expression_node.hpp

 private:
  explicit Expression(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  friend struct ExpressionMaker;
  std::shared_ptr<const Node> node_;
};

struct Expression::Term {
  double coefficient;
  Expression expression;  // neither a sum nor zero

  friend bool operator==(const Term&, const Term&) = default;
};

// The same for any number of operands; `to` and `from` say what an empty sum or product is.
Expression sum(const std::vector<Expression::Term>& terms, const Space& to, const Space& from);
Expression product(const std::vector<Expression>& factors, const Space& space);

Expression operator*(const Expression& x, const Expression& y);
Expression operator+(const Expression& x, const Expression& y);
Expression operator-(const Expression& x, const Expression& y);
Expression operator-(const Expression& x);
Expression operator*(double s, const Expression& x);
Expression operator*(const Expression& x, double s);
Expression operator/(const Expression& x, double s);
Expression operator~(const Expression& x);
Expression inv(const Expression& x);  // throws MisfittingSpaces unless it maps a space to itself

// The expression as coefficient times terms: those of a sum, itself otherwise, none for zero.
std::vector<Expression::Term> terms_of(const Expression& x);
// The factors of a product, itself otherwise, none for an identity.
std::vector<Expression> factors_of(const Expression& x);
bool is_self_adjoint(const Expression& x);
// D and D^(1/2), whose inverses are taken link by link.
bool has_inverse_at_links(const Expression& x);

// A matrix of the user's, given by columns, as an operator.
Expression constant(const std::string& name, const Space& to, const Space& from, std::vector<double> columns);

// The identity of whichever space stands beside it: I - H * psi * K.
struct Unit {};
Expression identity_beside(const Expression& x);  // throws MisfittingSpaces unless it maps a space to itself
Expression operator+(Unit, const Expression& x);
Expression operator+(const Expression& x, Unit);
Expression operator-(Unit, const Expression& x);
Expression operator-(const Expression& x, Unit);

// The robot's operators, for use in C++: `using namespace sinew::operators::names`.
namespace names {
Expression named(const char* name);  // one of robot_symbols()

inline constexpr Unit I;
inline const Expression H = named("H"), phi = named("phi"), E_phi = named("E_phi"), M = named("M"),
                        R = named("R"), P = named("P"), D = named("D"), D_half = named("D^(1/2)"),
                        G = named("G"), K = named("K"), psi = named("psi"), E_psi = named("E_psi"),
                        taubar = named("taubar"), Pplus = named("Pplus"), r = named("r"),
                        Upsilon = named("Upsilon"), B = named("B");
inline const Expression Mass = named("Mass"), J = named("J"), Omega = named("Omega");
inline const Expression a = named("a"), b = named("b"), T = named("T"), v = named("v"), C = named("C");
inline const Expression dVx = named("dVx"), nu = named("nu"), epsilon = named("epsilon"), mu = named("mu");
}  // namespace names

}  // namespace sinew::operators
