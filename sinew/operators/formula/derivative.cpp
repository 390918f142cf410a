#include "sinew/operators/formula/derivative.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/operators/formula/internal/derivative_symbols.hpp"
#include "sinew/operators/simplify/identities.hpp"
#include "sinew/operators/simplify/internal/rewrite.hpp"
#include "sinew/operators/text/parse.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

// The product rule and directions that contain derivatives can make expressions of any size.
constexpr std::size_t most_in_derivative = 5000;

const Expression& checked_for_derivative(const Expression& x) {
  if (x.size() <= most_in_derivative) return x;
  throw std::invalid_argument("a derivative of more than " + std::to_string(most_in_derivative) +
                              " operators is too long");
}
// Directions and motions are part of the names of symbols.
void check_length(const Expression& x) {
  if (x.size() > longest_expression || to_text(x, Notation::ascii).size() > longest_expression)
    throw std::invalid_argument("the vector " + short_text(x) + " is too long: expected at most " +
                                std::to_string(longest_expression) + " characters");
}

// The identity that says what the derivative of a symbol is; null if there is none.
const Identity* identity_of_derivative(const std::string& name) {
  const auto all = identities();
  const auto found = std::ranges::find_if(all, [&](const Identity& identity) {
    return identity.use == Use::differentiate && identity.left == "d(" + name + ")";
  });
  return found == all.end() ? nullptr : &*found;
}

Expression derivative_of_symbol(const Expression& of, const Expression& along) {
  return Expression(derivative_symbol(of, along, along == names::v ? AlongVelocity::yes : AlongVelocity::no));
}

// Turns derivatives along v into derivatives along x.
Expression redirected(const Expression& whole, const Expression& x) {
  if (x == names::v) return whole;
  return map_parts(whole, [&](const Expression& part) {
    if (part.kind() != Kind::symbol || !part.symbol().operands) return part;
    const auto& [of, along] = *part.symbol().operands;
    Expression made = part.is_adjoint() ? ~part : part;
    if (of && along == names::v)
      made = derivative_of_symbol(*of, x);
    else if (!of)
      made = cross(along == ~names::H * names::v ? ~names::H * x : redirected(along, x));
    return part.is_adjoint() ? ~made : made;
  });
}

// Whether v changes with time, or is constant.
enum class By { time, position };

class Derivative {
 public:
  Derivative(const Expression& along, By by) : along_(along), by_(by) {
    if (along.to() != joint_space || along.from() != number_space)
      throw IncompatibleSpaces("cannot differentiate along " + short_text(along) +
                               ": expected a vector of joint space");
    check_length(along);
  }

  Expression of(const Expression& x) const {
    switch (x.kind()) {
      case Kind::zero:
      case Kind::identity:
        return Expression::zero(x.to(), x.from());
      case Kind::symbol:
        return x.is_adjoint() ? ~of_symbol(~x) : of_symbol(x);
      case Kind::inverse:
        return -(x * of(x.argument()) * x);
      case Kind::sum: {
        std::vector<Expression::Term> terms;
        for (const auto& [coefficient, term] : x.terms()) terms.push_back({coefficient, of(term)});
        return checked_for_derivative(sum(terms, x.to(), x.from()));
      }
      case Kind::product: {
        Expression total = Expression::zero(x.to(), x.from());
        for (std::size_t i = 0; i < x.factors().size(); ++i) {
          std::vector<Expression> factors = x.factors();
          factors[i] = of(factors[i]);
          total = checked_for_derivative(total + product(factors, x.to()));
        }
        return total;
      }
    }
    return x;
  }

 private:
  Expression of_symbol(const Expression& x) const {
    const Symbol& symbol = x.symbol();
    const std::string& name = symbol.name;
    const auto is_one_of = [&](std::initializer_list<const char*> all) {
      return symbol.reach != Reach::given && std::ranges::find(all, name) != all.end();
    };
    const Expression zero = Expression::zero(x.to(), x.from());
    const bool in_time = by_ == By::time, has_velocities = is_one_of({"a", "b", "C"});
    if (symbol.reach == Reach::given || is_one_of({"M", "R", "B"})) return zero;
    if (is_one_of({"v", "T"}) && !in_time) return zero;
    if (x == names::v) return Expression(find_symbol("rate(v)"));
    if (symbol.operands) return of_derivative(symbol);
    const bool is_elementary = is_one_of({"H", "P", "D", "D^(1/2)", "G", "r", "Upsilon"});
    if (is_elementary || (identity_of_derivative(name) && !(in_time && has_velocities)))
      return derivative_of_symbol(x, along_);
    if (!symbol.definition.empty()) return of(parse(symbol.definition));
    throw std::invalid_argument("the " + std::string(in_time ? "rate" : "derivative") + " of " + name +
                                " is not in the language");
  }

  // The derivative of a derivative or of a cross product.
  Expression of_derivative(const Symbol& symbol) const {
    if (!symbol.operands->of) return cross(of(symbol.operands->along));
    if (const auto definition = definition_of(symbol)) return of(*definition);
    const Expression x(std::make_shared<const Symbol>(symbol));
    if (is_derivative_of_axes(symbol)) return derivative_of_symbol(x, along_);
    throw std::invalid_argument("the derivative of " + symbol.name + " is not in the language");
  }

  const Expression& along_;
  const By by_;
};

}  // namespace

Expression d(const Expression& x) {
  return d(x, names::v);
}
Expression d(const Expression& x, const Expression& along) {
  const Derivative derivative(along, By::position);
  return along.kind() == Kind::zero ? Expression::zero(x.to(), x.from()) : derivative.of(x);
}
Expression rate(const Expression& x) {
  return Derivative(names::v, By::time).of(x);
}

Expression cross(const Expression& motion) {
  if (motion.to() != body_space || motion.from() != number_space)
    throw IncompatibleSpaces("cannot form the cross product with " + short_text(motion) +
                             ": expected a vector of body space");
  check_length(motion);
  if (motion.kind() == Kind::zero) return Expression::zero(body_space, body_space);
  const bool is_own = motion == ~names::H * names::v;
  return Expression(cross_symbol(motion, is_own ? AlongVelocity::yes : AlongVelocity::no));
}

bool is_derivative_of_axes(const Symbol& symbol) {
  if (!symbol.operands || !symbol.operands->of) return false;
  const Expression& of = *symbol.operands->of;
  return of == names::H || is_derivative_of_axes(of.symbol());
}

std::string family_of(const Symbol& symbol) {
  if (!symbol.operands) return symbol.name;
  return symbol.operands->of ? "d(" + family_of(symbol.operands->of->symbol()) + ")" : "cross";
}

std::optional<Expression> definition_of(const Symbol& symbol) {
  if (!symbol.definition.empty()) return parse(symbol.definition);
  if (!symbol.operands || !symbol.operands->of) return {};
  const Identity* const identity = identity_of_derivative(symbol.operands->of->symbol().name);
  if (!identity || is_derivative_of_axes(symbol)) return {};
  return redirected(parse(identity->right), symbol.operands->along);
}

}  // namespace sinew::operators
