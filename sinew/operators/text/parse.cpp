#include "sinew/operators/text/parse.hpp"

#include <cmath>
#include <optional>

#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/text/internal/tokens.hpp"
#include "sinew/operators/text/internal/vocabulary.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {
namespace {

using Term = Expression::Term;

bool is_function(std::string_view name) {
  return name == "inv" || name == "rate" || name == "d" || name == "cross";
}

constexpr const char* unexpected_comma = "unexpected ',': only d(A, x) has two arguments";

struct Placed {
  Value value;
  std::size_t position;  // where it starts
};

class Parser {
 public:
  Parser(std::string_view text, std::span<const Expression> own)
      : own_(own), tokens_(tokens_of(text, [&](std::string_view name) {
          return is_function(name) || value_of_word(name, own_).has_value();
        })) {}

  Expression whole() {
    if (token().kind == TokenKind::end) throw ParseError("the expression is empty", 1);
    const Value value = sum();
    if (token().kind == TokenKind::close)
      throw ParseError("this '" + token().text + "' closes no bracket", token().position);
    if (token().kind == TokenKind::comma) throw ParseError(unexpected_comma, token().position);
    if (const Expression* x = std::get_if<Expression>(&value)) return *x;
    throw ParseError("the space of the identity is unknown: write I_joint, I_body or I_frame", 1);
  }

 private:
  const Token& token() const { return tokens_[at_]; }
  bool take(TokenKind kind) { return token().kind == kind && (++at_, true); }
  bool starts_operand() const {
    const TokenKind kind = token().kind;
    return kind == TokenKind::number || kind == TokenKind::name || kind == TokenKind::open ||
           kind == TokenKind::adjoint_of;
  }

  // Runs `work`, and adds the position to an error that the algebra throws.
  template <class Work>
  static auto at(std::size_t position, Work&& work) {
    try {
      return work();
    } catch (const std::invalid_argument& error) {
      throw ParseError(error.what(), position);
    }
  }
  static double finite(double x, std::size_t position) {
    if (!std::isfinite(x)) throw ParseError("the numbers overflow here", position);
    return x;
  }

  Value sum() {
    std::vector<Placed> parts;
    std::vector<double> signs = {1};
    do {
      const std::size_t position = token().position;
      parts.push_back({product(), position});
      signs.push_back(token().kind == TokenKind::minus ? -1 : 1);
    } while (take(TokenKind::plus) || take(TokenKind::minus));
    const Expression* first = nullptr;
    for (const Placed& part : parts)
      if (!first) first = std::get_if<Expression>(&part.value);
    double number = 0;
    std::vector<Term> terms;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto& [value, position] = parts[i];
      if (const Expression* x = std::get_if<Expression>(&value)) {
        if (x->to() != first->to() || x->from() != first->from()) at(position, [&] { return *first + *x; });
        terms.push_back({signs[i], *x});
        continue;
      }
      const double coefficient = signs[i] * std::get<double>(value);
      number = finite(number + coefficient, position);
      if (first && coefficient != 0)
        terms.push_back({coefficient, at(position, [&] { return identity_beside(*first); })});
    }
    if (!first) return number;
    return at(parts.front().position, [&] { return operators::sum(terms, first->to(), first->from()); });
  }

  Value product() {
    double number = 1;
    std::vector<Expression> factors;
    const std::size_t start = token().position;
    const Token* star = nullptr;
    bool divides = false;
    do {
      const std::size_t position = token().position;
      const Value value = operand(number);
      if (divides) {
        const double* x = std::get_if<double>(&value);
        if (!x)
          throw ParseError("only division by a number is allowed: write the inverse, A B^-1, for A / B",
                           position);
        if (*x == 0) throw ParseError("division by zero", position);
        number = finite(number / *x, position);
      } else if (const double* x = std::get_if<double>(&value)) {
        number = finite(number * *x, position);
      } else {
        append(factors, std::get<Expression>(value), position, star && star->is_tight_star);
      }
      divides = token().kind == TokenKind::divided_by;
      star = token().kind == TokenKind::times ? &token() : nullptr;
    } while (take(TokenKind::times) || take(TokenKind::divided_by) || starts_operand());
    if (factors.empty()) return number;
    return at(start, [&] { return number * operators::product(factors, factors.front().to()); });
  }

  static void append(std::vector<Expression>& factors, const Expression& x, std::size_t position,
                     bool is_tight) {
    if (!factors.empty() && factors.back().from() != x.to()) {
      try {
        factors.back() * x;
      } catch (const IncompatibleSpaces& error) {
        const char* hint = is_tight ? " (A*B is a product; the adjoint of A times B is A* B)" : "";
        throw ParseError(error.what() + std::string(hint), position);
      }
    }
    factors.push_back(x);
  }

  // Parses an operand with any number of prefixes +, - and ~, in any order. A sign changes the sign of `number`.
  Value operand(double& number) {
    bool is_adjoint = false;
    for (;; ++at_) {
      if (token().kind == TokenKind::adjoint_of)
        is_adjoint = !is_adjoint;
      else if (token().kind == TokenKind::minus)
        number = -number;
      else if (token().kind != TokenKind::plus)
        break;
    }
    Value value = marked();
    Expression* x = std::get_if<Expression>(&value);
    if (x && is_adjoint) *x = ~*x;
    return value;
  }

  // Parses a primary and the marks for adjoint and inverse after it, in any order.
  Value marked() {
    const std::size_t position = token().position;
    Value value = primary();
    int adjoints = 0, inverses = 0;
    for (; token().kind == TokenKind::adjoint || token().kind == TokenKind::inverse; ++at_)
      ++(token().kind == TokenKind::adjoint ? adjoints : inverses);
    if (adjoints % 2 == 1)
      if (Expression* x = std::get_if<Expression>(&value)) *x = ~*x;
    if (inverses > 0) value = inverse(value, position);
    if (inverses > 0 && inverses % 2 == 0) value = inverse(value, position);
    return value;
  }

  static Value inverse(const Value& value, std::size_t position) {
    if (const Expression* x = std::get_if<Expression>(&value)) return at(position, [&] { return inv(*x); });
    const double number = std::get<double>(value);
    if (number == 0) throw ParseError("cannot invert zero", position);
    return finite(1 / number, position);
  }

  // Parses the arguments of a function, and applies it.
  Value call(const Token& name) {
    std::optional<Value> along;
    const std::size_t place = token().position + 1;
    const Value value = bracket(name.text == "d" ? &along : nullptr);
    if (name.text == "inv") return inverse(value, name.position);
    const Expression* const x = std::get_if<Expression>(&value);
    const Expression* const direction = along ? std::get_if<Expression>(&*along) : nullptr;
    if (along && !direction)
      throw ParseError("cannot differentiate along a number: expected a vector of joint space", place);
    if (name.text == "cross" && !x)
      throw ParseError("cannot form the cross product with a number: expected a vector of body space", place);
    if (!x) return 0.0;
    return at(name.position, [&] {
      if (name.text == "cross") return cross(*x);
      if (name.text == "rate") return rate(*x);
      return direction ? d(*x, *direction) : d(*x);
    });
  }

  Value primary() {
    const Token& here = token();
    switch (here.kind) {
      case TokenKind::number:
        ++at_;
        return here.number;
      case TokenKind::open:
        return bracket();
      case TokenKind::name: {
        ++at_;
        if (!is_function(here.text)) {
          if (auto value = value_of_word(here.text, own_)) return std::move(*value);
          throw ParseError(unknown_word(here.text, own_), here.position);
        }
        if (token().kind != TokenKind::open)
          throw ParseError("expected " + here.text + "(...)", here.position);
        return call(here);
      }
      default: {
        const bool is_after_something = at_ > 0 && tokens_[at_ - 1].kind != TokenKind::open;
        const std::string after = is_after_something ? " after '" + tokens_[at_ - 1].text + "'" : "";
        const std::string found = here.kind == TokenKind::end ? "the text ends" : "found '" + here.text + "'";
        throw ParseError("expected an operator" + after + ": " + found, here.position);
      }
    }
  }

  // Parses an expression in brackets; `second`, if it is not null, receives another one after a comma.
  Value bracket(std::optional<Value>* second = nullptr) {
    const Token& open = token();
    if (++depth_ > deepest_brackets)
      throw ParseError("brackets are nested more than " + std::to_string(deepest_brackets) + " deep",
                       open.position);
    ++at_;
    Value value = sum();
    if (second && take(TokenKind::comma)) *second = sum();
    const Token& here = token();
    if (here.kind == TokenKind::comma) throw ParseError(unexpected_comma, here.position);
    if (here.kind == TokenKind::end)
      throw ParseError("this '" + open.text + "' is not closed", open.position);
    const char* expected = open.text == "(" ? ")" : "]";
    if (here.text != expected)
      throw ParseError("expected '" + std::string(expected) + "' for the '" + open.text + "' at " +
                           std::to_string(open.position) + ", found '" + here.text + "'",
                       here.position);
    ++at_;
    --depth_;
    return value;
  }

  std::span<const Expression> own_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression parse(std::string_view text, std::span<const Expression> own) {
  if (text.size() > longest_expression)
    throw ParseError("the expression has " + std::to_string(text.size()) + " bytes; at most " +
                         std::to_string(longest_expression) + " are read",
                     1);
  for (const Expression& x : own)
    if (x.kind() != Expression::Kind::symbol || is_function(x.symbol().name) ||
        value_of_word(x.symbol().name, {}))
      throw std::invalid_argument("'" + short_text(x) +
                                  "' cannot be a user-defined name: expected a name that is not taken");
  return Parser(text, own).whole();
}

}  // namespace sinew::operators
