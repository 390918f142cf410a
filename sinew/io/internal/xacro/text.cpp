// Replaces ${...} and $(...) in texts.
#include <algorithm>

#include "sinew/io/internal/text/xml.hpp"
#include "sinew/io/internal/xacro/evaluate.hpp"
#include "sinew/io/internal/xacro/session.hpp"

namespace sinew::xacro {
namespace {

enum class PieceKind { text, expression, command };

struct Piece {
  PieceKind kind;
  std::string_view content;
};

// Takes the next piece from the text. Two or more $ before { or ( stand for one $ less, without a meaning.
Piece next_piece(std::string_view& text) {
  const auto take = [&](PieceKind kind, std::size_t skipped, std::size_t count, std::size_t total) {
    const Piece piece{kind, text.substr(skipped, count)};
    text.remove_prefix(total);
    return piece;
  };
  const std::size_t dollar = text.find('$');
  if (dollar != 0) {
    const std::size_t end = std::min(dollar, text.size());
    return take(PieceKind::text, 0, end, end);
  }
  const std::size_t after = std::min(text.find_first_not_of('$'), text.size());
  const bool opens = after < text.size() && (text[after] == '{' || text[after] == '(');
  if (opens && after > 1) return take(PieceKind::text, 1, after, after + 1);
  if (opens) {
    const bool is_expression = text[1] == '{';
    const auto end = text.find(is_expression ? '}' : ')');
    if (end == std::string_view::npos)
      throw Problem{"in " + xml::in_quotes(text) + ": expected '" + (is_expression ? "}" : ")") + "'"};
    return take(is_expression ? PieceKind::expression : PieceKind::command, 2, end - 2, end + 1);
  }
  // A $ that is followed by other characters, or is the last, is text.
  const std::size_t end = std::min(text.find('$', after), text.size());
  return take(PieceKind::text, 0, end, end);
}

std::string trimmed_text(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\n\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n\r") + 1 - first);
}

}  // namespace

Value Session::evaluate(const std::string& text, Names& names) {
  budget_.add_steps(1 + text.size() / 16);
  std::string_view rest = text;
  std::optional<Value> only;
  std::string joined;
  int pieces = 0;
  while (!rest.empty()) {
    const Piece piece = next_piece(rest);
    Value value = std::string(piece.content);
    if (piece.kind == PieceKind::expression) value = evaluate_expression(*value.text(), names);
    if (piece.kind == PieceKind::command)
      value = evaluate_command(str(evaluate(*value.text(), names), budget_));
    if (pieces++ == 0 && rest.empty()) return value;
    joined += str(value, budget_);
    budget_.check_text(joined.size());
  }
  return joined;
}

Value Session::evaluate_expression(const std::string& written, Names& names) {
  // Commands inside the expression are replaced first.
  const std::string expression = trimmed_text(str(evaluate(written, names), budget_));
  try {
    return xacro::evaluate(*parse_expression(expression, budget_), names, *this);
  } catch (Problem& problem) {
    if (!problem.is_placed) {
      std::string place = "in the expression " + xml::in_quotes(expression);
      if (problem.column > 0) place += ", column " + std::to_string(problem.column);
      problem = {.message = place + ": " + problem.message, .column = 0, .is_placed = true};
    }
    throw;
  }
}

bool Session::condition(const std::string& text, Names& names) {
  const Value value = evaluate(text, names);
  const std::string* const word = value.text();
  if (!word) return truth(value);
  if (*word == "true" || *word == "True") return true;
  if (*word == "false" || *word == "False") return false;
  if (const auto whole = integer_from(*word)) return *whole != 0;
  throw Problem{"the condition " + xml::in_quotes(text) + " has the value " + xml::in_quotes(*word) +
                "; expected true, false or a number"};
}

}  // namespace sinew::xacro
