#include <algorithm>
#include <array>
#include <span>

#include "sinew/io/internal/xacro/syntax.hpp"
#include "sinew/io/internal/xacro/tokens.hpp"

namespace sinew::xacro {
namespace {

using Tree = std::unique_ptr<Expression>;
using Kind = Expression::Kind;

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

// A parser by recursive descent; each function reads what its name says, from the loosest to the tightest.
class Parser {
 public:
  Parser(std::vector<Token> tokens, Budget& budget) : tokens_(std::move(tokens)), budget_(budget) {}

  Tree whole() {
    Tree result = tuple_or_expression();
    if (now().kind != Token::Kind::end) refuse("expected the end of the expression");
    return result;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  const Token& following() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool is_sign(std::string_view text) const { return now().kind == Token::Kind::sign && now().text == text; }
  bool is_word(std::string_view text) const { return now().kind == Token::Kind::name && now().text == text; }
  bool skip_sign(std::string_view text) {
    if (!is_sign(text)) return false;
    ++at_;
    return true;
  }
  bool skip_word(std::string_view text) {
    if (!is_word(text)) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void refuse(const std::string& why) const {
    const Token& token = now();
    std::string found = "the end";
    if (token.kind == Token::Kind::number) found = "a number";
    if (token.kind == Token::Kind::string) found = "a string";
    if (!token.text.empty() && token.kind != Token::Kind::string) found = "'" + token.text + "'";
    throw Problem{why + ", found " + found, token.column};
  }
  void expect_sign(std::string_view text) {
    if (!skip_sign(text)) refuse("expected '" + std::string(text) + "'");
  }
  const SignMeaning* meaning(std::span<const SignMeaning> list) const {
    if (now().kind != Token::Kind::sign) return nullptr;
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const SignMeaning& each) { return each.sign == now().text; });
    return found == list.end() ? nullptr : &*found;
  }

  // Makes a tree of the children, which are null where an optional part is absent.
  Tree make(Kind kind, int column, std::vector<Tree> children) {
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
  template <class... Trees>
  Tree node(Kind kind, int column, Trees... trees) {
    std::vector<Tree> children;
    (children.push_back(std::move(trees)), ...);
    return make(kind, column, std::move(children));
  }
  Tree operation(Kind kind, Operation which, int column, Tree a, Tree b = nullptr) {
    Tree tree = b ? node(kind, column, std::move(a), std::move(b)) : node(kind, column, std::move(a));
    tree->operations.push_back(which);
    return tree;
  }

  Tree tuple_or_expression() {
    const int column = now().column;
    Tree first = expression();
    if (!is_sign(",")) return first;
    std::vector<Tree> items;
    items.push_back(std::move(first));
    while (skip_sign(",") && !ends_list()) items.push_back(expression());
    return make(Kind::tuple, column, std::move(items));
  }
  bool ends_list() const { return is_sign(")") || is_sign("]") || now().kind == Token::Kind::end; }

  Tree expression() {
    const Level level(depth_, max_expression_depth, "the expression is");
    const int column = now().column;
    Tree value = disjunction();
    if (!skip_word("if")) return value;
    Tree condition = disjunction();
    if (!skip_word("else")) refuse("expected 'else'");
    return node(Kind::conditional, column, std::move(condition), std::move(value), expression());
  }

  Tree disjunction() {
    Tree left = conjunction();
    while (is_word("or")) {
      const int column = tokens_[at_++].column;
      left = operation(Kind::binary, Operation::disjunction, column, std::move(left), conjunction());
    }
    return left;
  }

  Tree conjunction() {
    Tree left = inversion();
    while (is_word("and")) {
      const int column = tokens_[at_++].column;
      left = operation(Kind::binary, Operation::conjunction, column, std::move(left), inversion());
    }
    return left;
  }

  Tree inversion() {
    if (!is_word("not")) return comparison();
    const Level level(depth_, max_expression_depth, "the expression is");
    const int column = tokens_[at_++].column;
    return operation(Kind::unary, Operation::negation, column, inversion());
  }

  std::optional<Operation> comparison_operator() {
    if (const SignMeaning* const sign = meaning(comparison_signs)) {
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

  Tree comparison() {
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

  Tree binary(int rank) {
    Tree left = unary();
    for (const SignMeaning* sign; (sign = meaning(binary_signs)) && sign->rank >= rank;) {
      const int column = tokens_[at_++].column;
      left = operation(Kind::binary, sign->operation, column, std::move(left), binary(sign->rank + 1));
    }
    return left;
  }

  Tree unary() {
    const SignMeaning* const sign = meaning(unary_signs);
    if (!sign) return power();
    const Level level(depth_, max_expression_depth, "the expression is");
    const int column = tokens_[at_++].column;
    return operation(Kind::unary, sign->operation, column, unary());
  }

  Tree power() {
    Tree base = postfix();
    if (!is_sign("**")) return base;
    const Level level(depth_, max_expression_depth, "the expression is");
    const int column = tokens_[at_++].column;
    return operation(Kind::binary, Operation::power, column, std::move(base), unary());
  }

  Tree postfix() {
    Tree tree = atom();
    for (;;) {
      const int column = now().column;
      if (skip_sign(".")) {
        if (now().kind != Token::Kind::name) refuse("expected a name after '.'");
        tree = node(Kind::attribute, now().column, std::move(tree));
        tree->word = tokens_[at_++].text;
      } else if (skip_sign("(")) {
        tree = call(std::move(tree), column);
      } else if (skip_sign("[")) {
        tree = item(std::move(tree), column);
      } else {
        return tree;
      }
    }
  }

  Tree call(Tree function, int column) {
    std::vector<Tree> children;
    std::vector<std::string> words;
    children.push_back(std::move(function));
    while (!is_sign(")")) {
      if (now().kind == Token::Kind::name && following().text == "=" &&
          following().kind == Token::Kind::sign) {
        words.push_back(now().text);
        at_ += 2;
      } else if (!words.empty()) {
        refuse("expected an argument with a name");
      }
      Tree argument = expression();
      if (is_word("for")) argument = comprehension(std::move(argument));
      children.push_back(std::move(argument));
      if (!skip_sign(",")) break;
    }
    expect_sign(")");
    Tree tree = make(Kind::call, column, std::move(children));
    tree->words = std::move(words);
    return tree;
  }

  Tree item(Tree list, int column) {
    const auto part = [&]() -> Tree { return is_sign(":") || is_sign("]") ? nullptr : expression(); };
    Tree first = part();
    if (!is_sign(":")) {
      if (!first) refuse("expected an index");
      expect_sign("]");
      return node(Kind::item, column, std::move(list), std::move(first));
    }
    expect_sign(":");
    Tree second = part();
    Tree third = skip_sign(":") ? part() : nullptr;
    expect_sign("]");
    return node(Kind::slice, column, std::move(list), std::move(first), std::move(second), std::move(third));
  }

  Tree comprehension(Tree value) {
    const int column = tokens_[at_++].column;  // of 'for'
    std::vector<std::string> words;
    do {
      if (now().kind != Token::Kind::name || !is_identifier(now().text))
        refuse("expected a name after 'for'");
      words.push_back(tokens_[at_++].text);
    } while (skip_sign(","));
    if (!skip_word("in")) refuse("expected 'in'");
    std::vector<Tree> children;
    children.push_back(std::move(value));
    children.push_back(disjunction());
    while (skip_word("if")) children.push_back(disjunction());
    if (is_word("for")) refuse("a second 'for' is not supported; expected the end of the list");
    Tree tree = make(Kind::comprehension, column, std::move(children));
    tree->words = std::move(words);
    return tree;
  }

  Tree atom() {
    const Token& token = now();
    if (token.kind == Token::Kind::number) return constant(tokens_[at_++].value, token.column);
    if (token.kind == Token::Kind::string) return string();
    if (skip_sign("(")) return parenthesis(token.column);
    if (skip_sign("[")) return list(token.column);
    if (token.kind != Token::Kind::name) refuse("expected a value");
    if (token.text == "None" || token.text == "True" || token.text == "False") {
      ++at_;
      return constant(token.text == "None" ? Value() : Value(token.text == "True"), token.column);
    }
    if (!is_identifier(token.text))
      refuse(token.text == "lambda" ? "lambda is not supported; expected a value" : "expected a value");
    Tree tree = node(Kind::name, token.column);
    tree->word = tokens_[at_++].text;
    return tree;
  }

  Tree constant(Value value, int column) {
    Tree tree = node(Kind::constant, column);
    tree->value = std::move(value);
    return tree;
  }

  Tree string() {
    const int column = now().column;
    std::string content;
    while (now().kind == Token::Kind::string) content += tokens_[at_++].text;
    return constant(std::move(content), column);
  }

  Tree parenthesis(int column) {
    if (skip_sign(")")) return make(Kind::tuple, column, {});
    Tree inner = tuple_or_expression();
    if (is_word("for")) inner = comprehension(std::move(inner));
    expect_sign(")");
    return inner;
  }

  Tree list(int column) {
    std::vector<Tree> items;
    while (!is_sign("]")) {
      items.push_back(expression());
      if (items.size() == 1 && is_word("for")) {
        Tree tree = comprehension(std::move(items[0]));
        expect_sign("]");
        return tree;
      }
      if (!skip_sign(",")) break;
    }
    expect_sign("]");
    return make(Kind::list, column, std::move(items));
  }

  static constexpr int max_tree_depth = 500;  // sums of many terms are deep, too

  std::vector<Token> tokens_;
  Budget& budget_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::unique_ptr<Expression> parse_expression(std::string_view text, Budget& budget) {
  if (text.size() > max_expression_bytes)
    throw Problem{"the expression is longer than the " + std::to_string(max_expression_bytes) +
                  " bytes that are accepted"};
  budget.add_steps(1 + text.size());
  return Parser(tokenize(text), budget).whole();
}

}  // namespace sinew::xacro
