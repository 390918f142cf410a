#include "sinew/io/internal/xacro/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace sinew::xacro {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_name(char c) {
  return starts_name(c) || is_digit(c);
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      Token token = next();
      const bool is_end = token.kind == Token::Kind::end;
      tokens_.push_back(std::move(token));
      if (is_end) return std::move(tokens_);
    }
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  int column() const { return static_cast<int>(at_) + 1; }
  [[noreturn]] void refuse(const std::string& why) const { throw Problem{why, column()}; }

  Token next() {
    const int begin = column();
    const char c = peek();
    if (at_ >= text_.size()) return {.kind = Token::Kind::end, .column = begin};
    if (is_digit(c) || (c == '.' && is_digit(peek(1))))
      return {.kind = Token::Kind::number, .value = number(), .column = begin};
    if (c == '\'' || c == '"') return {.kind = Token::Kind::string, .text = string(false), .column = begin};
    if ((c == 'r' || c == 'R') && (peek(1) == '\'' || peek(1) == '"')) {
      ++at_;
      return {.kind = Token::Kind::string, .text = string(true), .column = begin};
    }
    if (starts_name(c)) return {.kind = Token::Kind::name, .text = name(), .column = begin};
    return {.kind = Token::Kind::sign, .text = sign(), .column = begin};
  }

  std::string name() {
    const std::size_t begin = at_;
    while (continues_name(peek())) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  Value number() {
    for (const auto& [prefix, base] : {std::pair{'x', 16}, {'o', 8}, {'b', 2}}) {
      if (peek() == '0' && (peek(1) | 0x20) == prefix) return based(base);
    }
    const std::size_t begin = at_;
    const auto digits = [&] {
      while (is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) ++at_;
    };
    digits();
    bool is_float = peek() == '.';
    if (is_float) {
      ++at_;
      digits();
    }
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if ((peek() | 0x20) == 'e' && is_digit(peek(1 + sign))) {
      is_float = true;
      at_ += 1 + sign;
      digits();
    }
    const std::string_view written = text_.substr(begin, at_ - begin);
    if (continues_name(peek())) refuse("a number is followed by '" + std::string(1, peek()) + "'");
    if (is_float) return *float_from(written);
    if (written.size() > 1 && written[0] == '0' && written.find_first_not_of("0_") != std::string_view::npos)
      refuse("a number begins with 0; expected no leading zeros");
    const auto whole = integer_from(written);
    if (!whole) refuse("integer " + std::string(written) + " does not fit into 64 bits");
    return *whole;
  }

  Value based(int base) {
    at_ += 2;
    std::string digits = name();
    std::erase(digits, '_');
    Integer value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, status] = std::from_chars(digits.data(), end, value, base);
    if (status != std::errc{} || stop != end) refuse("malformed number");
    return value;
  }

  std::string string(bool is_raw) {
    const char quote = peek();
    const bool is_triple = peek(1) == quote && peek(2) == quote;
    const std::string end(is_triple ? 3 : 1, quote);
    const std::size_t opening = at_;
    at_ += end.size();
    std::string content;
    while (text_.substr(at_, end.size()) != end) {
      if (at_ >= text_.size()) {
        at_ = opening;
        refuse("a string has no closing quote");
      }
      if (peek() == '\\' && at_ + 1 < text_.size()) {
        escape(is_raw, content);
      } else {
        content += text_[at_++];
      }
    }
    at_ += end.size();
    return content;
  }

  void escape(bool is_raw, std::string& content) {
    constexpr std::string_view letters = "ntr'\"\\", meant = "\n\t\r'\"\\";
    const auto which = letters.find(peek(1));
    if (is_raw || which == std::string_view::npos) {
      content += peek();
      content += peek(1);
    } else {
      content += meant[which];
    }
    at_ += 2;
  }

  std::string sign() {
    constexpr std::array<std::string_view, 32> signs{
        "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "<", ">", "=",
        "(",  ")",  "[",  "]",  ",",  ":",  ".",  "~",  "&", "|", "^", "{", "}", "@", ";", "?"};
    for (const std::string_view sign : signs) {
      if (text_.substr(at_, sign.size()) != sign) continue;
      at_ += sign.size();
      return std::string(sign);
    }
    refuse("unexpected character '" + std::string(1, peek()) + "'");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  return Tokenizer(text).run();
}

bool is_identifier(std::string_view text) {
  constexpr std::array<std::string_view, 35> keywords{
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return !text.empty() && starts_name(text[0]) && std::all_of(text.begin(), text.end(), continues_name) &&
         std::find(keywords.begin(), keywords.end(), text) == keywords.end();
}

}  // namespace sinew::xacro
