// Represents expressions of spatial operators (sums, products, adjoints and inverses) as values.
//
//   const Expression omega = ~B * ~psi * ~H * inv(D) * H * psi * B;
//
// An expression is immutable, and copies share it; one that was moved from can only be assigned to or destroyed. Every
// expression is stored in a form that does not depend on brackets:
//   - products and sums are flat lists;
//   - like terms of a sum are collected, and the terms are sorted;
//   - numbers are moved to the front, also out of a sum that is a factor: its smallest coefficient becomes 1;
//   - adjoints and inverses of products are taken factor by factor where that is always valid, so that an adjoint
//     remains only at a symbol (or inside the inverse of an unsymmetric operator).
// Equal structure therefore means equal expressions. Nothing is multiplied out here, and no identity of the algebra is
// used; simplify.hpp does both.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sinew/operators/formula/symbol.hpp"

namespace sinew::operators {

// Thrown for a product or sum of operators whose spaces do not match; the message names both.
struct IncompatibleSpaces : std::invalid_argument {
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
  bool is_adjoint() const;                         // of a symbol: true if this is its adjoint
  const Expression& argument() const;              // of an inverse
  const std::vector<Term>& terms() const;          // of a sum: two or more, or one whose coefficient is not 1
  const std::vector<Expression>& factors() const;  // of a product: two or more, none of them a product

  std::size_t hash() const;
  std::size_t size() const;  // number of symbols, identities and zeros in it
  friend bool operator==(const Expression& x, const Expression& y);
  // A total order of all expressions, the same in every run.
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

// The operands of a symbol that is a derivative, d(of, along), or a cross product, cross(along); see derivative.hpp.
struct Operands {
  std::optional<Expression> of;  // a symbol; empty for a cross product
  Expression along;
};

// The sum of any number of terms, which must all map `from` to `to`; an empty sum is zero. The product of any number of
// factors; an empty product is the identity on `space`.
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
Expression inv(const Expression& x);  // throws IncompatibleSpaces unless it maps a space to itself

// The terms of a sum; none for zero; x itself with coefficient 1 for any other expression.
std::vector<Expression::Term> terms_of(const Expression& x);
// The factors of a product; none for an identity; x itself for any other expression.
std::vector<Expression> factors_of(const Expression& x);
bool is_self_adjoint(const Expression& x);
// True for D and D^(1/2), whose inverses are computed link by link.
bool has_inverse_at_links(const Expression& x);

// An operator whose matrix the user gives, by columns.
Expression constant(const std::string& name, const Space& to, const Space& from, std::vector<double> columns);

// The identity on the space of the operand next to it: I - H * psi * K.
struct Unit {};
Expression identity_beside(
    const Expression& x);  // throws IncompatibleSpaces unless it maps a space to itself
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
inline const Expression a = named("a"), b = named("b"), g = named("g"), T = named("T"), v = named("v"),
                        C = named("C");
inline const Expression dVx = named("dVx"), nu = named("nu"), epsilon = named("epsilon"), mu = named("mu");
}  // namespace names

}  // namespace sinew::operators
