// Parses expressions by recursive descent. Internal to the parser: syntax.hpp has the function that other files call.
#pragma once

#include <algorithm>

#include "sinew/io/internal/xacro/syntax.hpp"
#include "sinew/io/internal/xacro/tokens.hpp"

namespace sinew::xacro {

// Each function reads what its name says, from the loosest operators to the tightest.
class Parser {
 public:
  Parser(std::vector<Token> tokens, Budget& budget) : tokens_(std::move(tokens)), budget_(budget) {}

  std::unique_ptr<Expression> whole();

 private:
  using Tree = std::unique_ptr<Expression>;
  using Kind = Expression::Kind;

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
  [[noreturn]] void refuse(const std::string& why) const;
  void expect_sign(std::string_view text) {
    if (!skip_sign(text)) refuse("expected '" + std::string(text) + "'");
  }
  bool ends_list() const { return is_sign(")") || is_sign("]") || now().kind == Token::Kind::end; }

  // Makes a tree of the children, which are null where an optional part is absent.
  Tree make(Kind kind, int column, std::vector<Tree> children);
  template <class... Trees>
  Tree node(Kind kind, int column, Trees... trees) {
    std::vector<Tree> children;
    (children.push_back(std::move(trees)), ...);
    return make(kind, column, std::move(children));
  }
  Tree operation(Kind kind, Operation which, int column, Tree a, Tree b = nullptr);

  // Operators, in parser.cpp.
  Tree tuple_or_expression();
  Tree expression();
  Tree disjunction();
  Tree conjunction();
  Tree inversion();
  std::optional<Operation> comparison_operator();
  Tree comparison();
  Tree binary(int rank);
  Tree unary();
  Tree power();

  // Operands, in parser_operands.cpp.
  Tree postfix();
  Tree call(Tree function, int column);
  Tree item(Tree list, int column);
  Tree comprehension(Tree value);
  Tree atom();
  Tree constant(Value value, int column);
  Tree string();
  Tree parenthesis(int column);
  Tree list(int column);

  std::vector<Token> tokens_;
  Budget& budget_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace sinew::xacro
