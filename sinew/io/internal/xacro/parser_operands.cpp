// Parses the operands of operators: values, names, calls, items and lists.
#include "sinew/io/internal/xacro/parser.hpp"

namespace sinew::xacro {

Parser::Tree Parser::postfix() {
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

Parser::Tree Parser::call(Tree function, int column) {
  std::vector<Tree> children;
  std::vector<std::string> words;
  children.push_back(std::move(function));
  while (!is_sign(")")) {
    if (now().kind == Token::Kind::name && following().text == "=" && following().kind == Token::Kind::sign) {
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

Parser::Tree Parser::item(Tree list, int column) {
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

Parser::Tree Parser::comprehension(Tree value) {
  const int column = tokens_[at_++].column;  // of 'for'
  std::vector<std::string> words;
  do {
    if (now().kind != Token::Kind::name || !is_identifier(now().text)) refuse("expected a name after 'for'");
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

Parser::Tree Parser::atom() {
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

Parser::Tree Parser::constant(Value value, int column) {
  Tree tree = node(Kind::constant, column);
  tree->value = std::move(value);
  return tree;
}

Parser::Tree Parser::string() {
  const int column = now().column;
  std::string content;
  while (now().kind == Token::Kind::string) content += tokens_[at_++].text;
  return constant(std::move(content), column);
}

Parser::Tree Parser::parenthesis(int column) {
  if (skip_sign(")")) return make(Kind::tuple, column, {});
  Tree inner = tuple_or_expression();
  if (is_word("for")) inner = comprehension(std::move(inner));
  expect_sign(")");
  return inner;
}

Parser::Tree Parser::list(int column) {
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

}  // namespace sinew::xacro
