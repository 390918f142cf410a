#include "sinew/operators/expression.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sinew/operators/print.hpp"

namespace sinew::operators {

struct Expression::Node {
  Kind kind;
  Space to, from;
  std::shared_ptr<const Symbol> symbol{};
  bool is_adjoint = false;
  std::vector<Expression> factors{};  // of a product; of an inverse: what it inverts
  std::vector<Term> terms{};
  std::size_t hash = 0, size = 1;
};

// The one place that makes nodes; what it is given is in the form expression.hpp describes.
struct ExpressionMaker {
  using Kind = Expression::Kind;

  static Expression make(Expression::Node node) {
    std::size_t hash = std::size_t(node.kind) + 1;
    const auto mix = [&](std::size_t h) { hash = (hash ^ h) * 0x9E3779B97F4A7C15ULL + (hash >> 29); };
    mix(std::hash<std::string>{}(node.to.name));
    mix(std::hash<std::string>{}(node.from.name));
    if (node.symbol) mix(std::hash<std::string>{}(node.symbol->name) + node.is_adjoint);
    std::size_t size = 0;
    for (const Expression& x : node.factors) mix(x.hash()), size += x.size();
    for (const auto& [coefficient, x] : node.terms)
      mix(x.hash() ^ std::hash<double>{}(coefficient)), size += x.size();
    node.hash = hash;
    node.size = std::max<std::size_t>(size, 1);
    return Expression(std::make_shared<const Expression::Node>(std::move(node)));
  }
  static Expression symbol(const std::shared_ptr<const Symbol>& symbol, bool adjoint) {
    if (!adjoint || symbol->is_symmetric) return make({Kind::symbol, symbol->to, symbol->from, symbol});
    return make({Kind::symbol, symbol->from, symbol->to, symbol, true});
  }
  static Expression adjoint_of_symbol(const Expression& x) {
    return symbol(x.node_->symbol, !x.is_adjoint());
  }
};

namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;

std::string text(const Space& space) {
  return space.size > 1 ? space.name + " space (" + std::to_string(space.size) + ")" : space.name + " space";
}

[[noreturn]] void misfit(const std::string& what) {
  throw MisfittingSpaces(what);
}

// What an operator does, for messages.
std::string maps(const Expression& x) {
  return short_text(x) + " maps " + text(x.from()) + " to " + text(x.to());
}

void check_same(const Expression& x, const Expression& y) {
  if (x.to() != y.to() || x.from() != y.from())
    misfit("cannot add " + short_text(x) + " and " + short_text(y) + ": " + maps(x) + ", " + maps(y));
}

Expression scaled(double s, const Expression& x) {
  std::vector<Term> terms = terms_of(x);
  for (Term& term : terms) term.coefficient *= s;
  return sum(terms, x.to(), x.from());
}

// A number and the rest, so that 2 A + 4 B and A + 2 B have the same rest: of a sum its smallest coefficient.
Term without_number(const Expression& x) {
  if (x.kind() != Kind::sum) return {1, x};
  double smallest = std::abs(x.terms().front().coefficient);
  bool is_negative = true;
  for (const Term& term : x.terms()) {
    smallest = std::min(smallest, std::abs(term.coefficient));
    is_negative = is_negative && term.coefficient < 0;
  }
  const double number = is_negative ? -smallest : smallest;
  if (number == 1) return {1, x};
  std::vector<Term> terms = x.terms();
  for (Term& term : terms) term.coefficient /= number;
  return {number, sum(terms, x.to(), x.from())};
}

}  // namespace

Expression::Expression(const std::shared_ptr<const Symbol>& symbol)
    : Expression(ExpressionMaker::symbol(symbol, false)) {}

Expression Expression::identity(const Space& space) {
  return ExpressionMaker::make({Kind::identity, space, space});
}
Expression Expression::zero(const Space& to, const Space& from) {
  return ExpressionMaker::make({Kind::zero, to, from});
}

Kind Expression::kind() const {
  return node_->kind;
}
const Space& Expression::to() const {
  return node_->to;
}
const Space& Expression::from() const {
  return node_->from;
}
const Symbol& Expression::symbol() const {
  return *node_->symbol;
}
bool Expression::is_adjoint() const {
  return node_->is_adjoint;
}
const Expression& Expression::argument() const {
  return node_->factors.front();
}
const std::vector<Term>& Expression::terms() const {
  return node_->terms;
}
const std::vector<Expression>& Expression::factors() const {
  return node_->factors;
}
std::size_t Expression::hash() const {
  return node_->hash;
}
std::size_t Expression::size() const {
  return node_->size;
}

bool operator==(const Expression& x, const Expression& y) {
  if (x.node_ == y.node_) return true;
  return x.hash() == y.hash() && (x <=> y) == 0;
}

std::strong_ordering operator<=>(const Expression& x, const Expression& y) {
  const Expression::Node &p = *x.node_, &q = *y.node_;
  if (&p == &q) return std::strong_ordering::equal;
  if (const auto order = p.kind <=> q.kind; order != 0) return order;
  if (const auto order = p.to.name <=> q.to.name; order != 0) return order;
  if (const auto order = p.from.name <=> q.from.name; order != 0) return order;
  if (p.symbol && p.symbol != q.symbol) {
    if (const auto order = p.symbol->name <=> q.symbol->name; order != 0) return order;
    if (const auto order = p.symbol->value <=> q.symbol->value; order != 0)
      return order < 0 ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  if (const auto order = p.is_adjoint <=> q.is_adjoint; order != 0) return order;
  if (const auto order = p.factors <=> q.factors; order != 0) return order;
  if (const auto order = p.terms.size() <=> q.terms.size(); order != 0) return order;
  for (std::size_t i = 0; i < p.terms.size(); ++i) {
    if (const auto order = p.terms[i].expression <=> q.terms[i].expression; order != 0) return order;
    if (p.terms[i].coefficient != q.terms[i].coefficient)
      return p.terms[i].coefficient < q.terms[i].coefficient ? std::strong_ordering::less
                                                             : std::strong_ordering::greater;
  }
  return std::strong_ordering::equal;
}

Expression sum(const std::vector<Term>& terms, const Space& to, const Space& from) {
  std::vector<Term> flat;
  for (const auto& [coefficient, x] : terms) {
    if (x.to() != to || x.from() != from)
      misfit("cannot add " + maps(x) + "; the sum is to map " + text(from) + " to " + text(to));
    for (Term& inner : terms_of(x))
      flat.push_back({coefficient * inner.coefficient, std::move(inner.expression)});
  }
  std::ranges::stable_sort(flat, [](const Term& x, const Term& y) { return x.expression < y.expression; });
  std::vector<Term> collected;
  for (Term& term : flat) {
    if (!collected.empty() && collected.back().expression == term.expression)
      collected.back().coefficient += term.coefficient;
    else
      collected.push_back(std::move(term));
  }
  for (const Term& term : collected)
    if (!std::isfinite(term.coefficient))
      throw std::invalid_argument("the coefficient of " + short_text(term.expression) + " is not finite");
  std::erase_if(collected, [](const Term& term) { return term.coefficient == 0; });
  if (collected.empty()) return Expression::zero(to, from);
  if (collected.size() == 1 && collected.front().coefficient == 1) return collected.front().expression;
  return ExpressionMaker::make({.kind = Kind::sum, .to = to, .from = from, .terms = std::move(collected)});
}

Expression product(const std::vector<Expression>& factors, const Space& space) {
  double coefficient = 1;
  std::vector<Expression> flat;
  bool is_zero = false;
  const auto append = [&](const Expression& x) {
    switch (x.kind()) {
      case Kind::identity:
        return;
      case Kind::zero:
        is_zero = true;
        return;
      default:
        flat.push_back(x);
    }
  };
  const Expression* left = nullptr;
  for (const Expression& x : factors) {
    if (left && x.to() != left->from())
      misfit("cannot multiply " + short_text(*left) + " and " + short_text(x) +
             ": the left one takes vectors of " + text(left->from()) + ", the right one gives vectors of " +
             text(x.to()));
    left = &x;
    const Term rest = without_number(x);
    coefficient *= rest.coefficient;
    for (const Expression& factor : factors_of(rest.expression)) append(factor);
  }
  const Space& to = factors.empty() ? space : factors.front().to();
  const Space& from = factors.empty() ? space : factors.back().from();
  if (is_zero) return Expression::zero(to, from);
  Expression result = flat.empty() ? Expression::identity(to)
                      : flat.size() == 1
                          ? flat.front()
                          : ExpressionMaker::make(
                                {.kind = Kind::product, .to = to, .from = from, .factors = std::move(flat)});
  return coefficient == 1 ? result : scaled(coefficient, result);
}

Expression operator*(const Expression& x, const Expression& y) {
  return product({x, y}, x.to());
}
Expression operator+(const Expression& x, const Expression& y) {
  check_same(x, y);
  return sum({{1, x}, {1, y}}, x.to(), x.from());
}
Expression operator-(const Expression& x, const Expression& y) {
  check_same(x, y);
  return sum({{1, x}, {-1, y}}, x.to(), x.from());
}
Expression operator-(const Expression& x) {
  return scaled(-1, x);
}
Expression operator*(double s, const Expression& x) {
  return scaled(s, x);
}
Expression operator*(const Expression& x, double s) {
  return scaled(s, x);
}
Expression operator/(const Expression& x, double s) {
  return scaled(1 / s, x);
}

Expression operator~(const Expression& x) {
  switch (x.kind()) {
    case Kind::zero:
      return Expression::zero(x.from(), x.to());
    case Kind::identity:
      return x;
    case Kind::symbol:
      return ExpressionMaker::adjoint_of_symbol(x);
    case Kind::inverse:
      return inv(~x.argument());
    case Kind::sum: {
      std::vector<Term> terms;
      for (const auto& [coefficient, term] : x.terms()) terms.push_back({coefficient, ~term});
      return sum(terms, x.from(), x.to());
    }
    case Kind::product: {
      std::vector<Expression> factors;
      for (auto f = x.factors().rbegin(); f != x.factors().rend(); ++f) factors.push_back(~*f);
      return product(factors, x.from());
    }
  }
  return x;
}

Expression inv(const Expression& x) {
  if (x.to() != x.from()) misfit("cannot invert " + short_text(x) + ": " + maps(x));
  switch (x.kind()) {
    case Kind::identity:
      return x;
    case Kind::zero:
      throw std::invalid_argument("cannot invert zero");
    case Kind::inverse:
      return x.argument();
    case Kind::sum: {
      const Term rest = without_number(x);
      if (rest.coefficient != 1) return (1 / rest.coefficient) * inv(rest.expression);
      break;
    }
    case Kind::product: {
      // Factor by factor where all of them surely have inverses.
      const auto surely = [](const Expression& f) {
        return f.kind() == Kind::inverse || (f.kind() == Kind::symbol && f.symbol().is_invertible);
      };
      if (!std::ranges::all_of(x.factors(), surely)) break;
      std::vector<Expression> factors;
      for (auto f = x.factors().rbegin(); f != x.factors().rend(); ++f) factors.push_back(inv(*f));
      return product(factors, x.to());
    }
    case Kind::symbol:
      break;
  }
  return ExpressionMaker::make({.kind = Kind::inverse, .to = x.to(), .from = x.from(), .factors = {x}});
}

std::vector<Term> terms_of(const Expression& x) {
  if (x.kind() == Kind::zero) return {};
  if (x.kind() == Kind::sum) return x.terms();
  return {{1, x}};
}

std::vector<Expression> factors_of(const Expression& x) {
  if (x.kind() == Kind::identity) return {};
  if (x.kind() == Kind::product) return x.factors();
  return {x};
}

bool is_self_adjoint(const Expression& x) {
  return x.to() == x.from() && ~x == x;
}

namespace {
// A letter as it is, a word upright.
std::string latex_of_word(const std::string& word) {
  if (word.size() < 2) return word;
  std::string text = "\\mathrm{";
  for (const char c : word) text += c == '_' ? std::string("\\_") : std::string(1, c);
  return text + "}";
}
}  // namespace

Expression constant(const std::string& name, const Space& to, const Space& from,
                    std::vector<double> columns) {
  return Expression(std::make_shared<const Symbol>(Symbol{.name = name,
                                                          .unicode = name,
                                                          .latex = latex_of_word(name),
                                                          .to = to,
                                                          .from = from,
                                                          .reach = Reach::given,
                                                          .definition = "",
                                                          .meaning = "given",
                                                          .value = std::move(columns)}));
}

Expression identity_beside(const Expression& x) {
  if (x.to() != x.from()) misfit("cannot add the identity: " + maps(x));
  return Expression::identity(x.to());
}
Expression operator+(Unit, const Expression& x) {
  return identity_beside(x) + x;
}
Expression operator+(const Expression& x, Unit) {
  return x + identity_beside(x);
}
Expression operator-(Unit, const Expression& x) {
  return identity_beside(x) - x;
}
Expression operator-(const Expression& x, Unit) {
  return x - identity_beside(x);
}

Expression names::named(const char* name) {
  return Expression(find_symbol(name));
}

}  // namespace sinew::operators
