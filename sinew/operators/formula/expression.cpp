// Constructs, compares and hashes expressions, and gives access to their parts.
#include "sinew/operators/formula/expression.hpp"

#include <algorithm>
#include <functional>

#include "sinew/operators/formula/internal/expression_node.hpp"

namespace sinew::operators {

namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;

// LaTeX of a user's name: a single letter as it is, a longer word upright.
std::string latex_of_word(const std::string& word) {
  if (word.size() < 2) return word;
  std::string text = "\\mathrm{";
  for (const char c : word) text += c == '_' ? std::string("\\_") : std::string(1, c);
  return text + "}";
}

}  // namespace

Expression ExpressionMaker::make(Expression::Node node) {
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

Expression ExpressionMaker::symbol(const std::shared_ptr<const Symbol>& symbol, bool adjoint) {
  if (!adjoint || symbol->is_symmetric) return make({Kind::symbol, symbol->to, symbol->from, symbol});
  return make({Kind::symbol, symbol->from, symbol->to, symbol, true});
}

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
    if (p.symbol->operands && q.symbol->operands)  // two given directions can have the same name
      if (const auto order = p.symbol->operands->along <=> q.symbol->operands->along; order != 0)
        return order;
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

bool has_inverse_at_links(const Expression& x) {
  return x.kind() == Kind::symbol && x.symbol().is_invertible && x.symbol().reach == Reach::memoryless;
}

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

Expression names::named(const char* name) {
  return Expression(find_symbol(name));
}

}  // namespace sinew::operators
