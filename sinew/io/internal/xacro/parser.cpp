#include "sinew/io/internal/xacro/parser.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace sinew::xacro {
namespace {

constexpr int max_tree_depth = 500;  // sums of many terms are deep, too

struct SignMeaning {
  std::string_view sign;
  Operation operation;
  int rank;  // of binary operations: the higher, the tighter
};
constexpr std::array binary_signs{
    SignMeaning{"|", Operation::bit_or, 1},       SignMeaning{"^", Operation::bit_xor, 2},
    SignMeaning{"&", Operation::bit_and, 3},      SignMeaning{"<<", Operation::shift_left, 4},
    SignMeaning{">>", Operation::shift_right, 4}, SignMeaning{"+", Operation::add, 5},
    SignMeaning{"-", Operation::subtract, 5},     SignMeaning{"*", Operation::multiply, 6},
    SignMeaning{"/", Operation::divide, 6},       SignMeaning{"//", Operation::floor_divide, 6},
    SignMeaning{"%", Operation::remainder, 6}};
constexpr std::array comparison_signs{
    SignMeaning{"<", Operation::less, 0},    SignMeaning{"<=", Operation::less_equal, 0},
    SignMeaning{">", Operation::greater, 0}, SignMeaning{">=", Operation::greater_equal, 0},
    SignMeaning{"==", Operation::equal, 0},  SignMeaning{"!=", Operation::not_equal, 0}};
constexpr std::array unary_signs{SignMeaning{"+", Operation::plus, 0}, SignMeaning{"-", Operation::negate, 0},
                                 SignMeaning{"~", Operation::invert, 0}};

const SignMeaning* meaning(const Token& token, std::span<const SignMeaning> list) {
  if (token.kind != Token::Kind::sign) return nullptr;
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const SignMeaning& each) { return each.sign == token.text; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

Parser::Tree Parser::whole() {
  Tree result = tuple_or_expression();
  if (now().kind != Token::Kind::end) refuse("expected the end of the expression");
  return result;
}

void Parser::refuse(const std::string& why) const {
  const Token& token = now();
  std::string found = "the end";
  if (token.kind == Token::Kind::number) found = "a number";
  if (token.kind == Token::Kind::string) found = "a string";
  if (!token.text.empty() && token.kind != Token::Kind::string) found = "'" + token.text + "'";
  throw Problem{why + ", found " + found, token.column};
}

Parser::Tree Parser::make(Kind kind, int column, std::vector<Tree> children) {
  budget_.add_steps(1);
  auto tree = std::make_unique<Expression>();
  tree->kind = kind;
  tree->column = column;
  for (const Tree& child : children) {
    if (child) tree->depth = std::max(tree->depth, child->depth + 1);
  }
  if (tree->depth > max_tree_depth) throw Problem{"the expression has too many parts", column};
  tree->children = std::move(children);
  return tree;
}

Parser::Tree Parser::operation(Kind kind, Operation which, int column, Tree a, Tree b) {
  Tree tree = b ? node(kind, column, std::move(a), std::move(b)) : node(kind, column, std::move(a));
  tree->operations.push_back(which);
  return tree;
}

Parser::Tree Parser::tuple_or_expression() {
  const int column = now().column;
  Tree first = expression();
  if (!is_sign(",")) return first;
  std::vector<Tree> items;
  items.push_back(std::move(first));
  while (skip_sign(",") && !ends_list()) items.push_back(expression());
  return make(Kind::tuple, column, std::move(items));
}

Parser::Tree Parser::expression() {
  const Level level(depth_, max_expression_depth, "the expression is");
  const int column = now().column;
  Tree value = disjunction();
  if (!skip_word("if")) return value;
  Tree condition = disjunction();
  if (!skip_word("else")) refuse("expected 'else'");
  return node(Kind::conditional, column, std::move(condition), std::move(value), expression());
}

Parser::Tree Parser::disjunction() {
  Tree left = conjunction();
  while (is_word("or")) {
    const int column = tokens_[at_++].column;
    left = operation(Kind::binary, Operation::disjunction, column, std::move(left), conjunction());
  }
  return left;
}

Parser::Tree Parser::conjunction() {
  Tree left = inversion();
  while (is_word("and")) {
    const int column = tokens_[at_++].column;
    left = operation(Kind::binary, Operation::conjunction, column, std::move(left), inversion());
  }
  return left;
}

Parser::Tree Parser::inversion() {
  if (!is_word("not")) return comparison();
  const Level level(depth_, max_expression_depth, "the expression is");
  const int column = tokens_[at_++].column;
  return operation(Kind::unary, Operation::negation, column, inversion());
}

std::optional<Operation> Parser::comparison_operator() {
  if (const SignMeaning* const sign = meaning(now(), comparison_signs)) {
    ++at_;
    return sign->operation;
  }
  if (skip_word("in")) return Operation::in;
  if (skip_word("is")) return skip_word("not") ? Operation::is_not : Operation::is;
  if (is_word("not") && following().kind == Token::Kind::name && following().text == "in") {
    at_ += 2;
    return Operation::not_in;
  }
  return std::nullopt;
}

Parser::Tree Parser::comparison() {
  Tree first = binary(1);
  std::vector<Tree> children;
  std::vector<Operation> operations;
  const int column = now().column;
  while (const auto which = comparison_operator()) {
    if (children.empty()) children.push_back(std::move(first));
    operations.push_back(*which);
    children.push_back(binary(1));
  }
  if (children.empty()) return first;
  Tree tree = make(Kind::comparison, column, std::move(children));
  tree->operations = std::move(operations);
  return tree;
}

Parser::Tree Parser::binary(int rank) {
  Tree left = unary();
  for (const SignMeaning* sign; (sign = meaning(now(), binary_signs)) && sign->rank >= rank;) {
    const int column = tokens_[at_++].column;
    left = operation(Kind::binary, sign->operation, column, std::move(left), binary(sign->rank + 1));
  }
  return left;
}

Parser::Tree Parser::unary() {
  const SignMeaning* const sign = meaning(now(), unary_signs);
  if (!sign) return power();
  const Level level(depth_, max_expression_depth, "the expression is");
  const int column = tokens_[at_++].column;
  return operation(Kind::unary, sign->operation, column, unary());
}

Parser::Tree Parser::power() {
  Tree base = postfix();
  if (!is_sign("**")) return base;
  const Level level(depth_, max_expression_depth, "the expression is");
  const int column = tokens_[at_++].column;
  return operation(Kind::binary, Operation::power, column, std::move(base), unary());
}

std::unique_ptr<Expression> parse_expression(std::string_view text, Budget& budget) {
  if (text.size() > max_expression_bytes)
    throw Problem{"the expression is longer than the " + std::to_string(max_expression_bytes) +
                  " bytes that are accepted"};
  budget.add_steps(1 + text.size());
  return Parser(tokenize(text), budget).whole();
}

}  // namespace sinew::xacro
