#include "sinew/operators/text/internal/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "sinew/operators/text/parse.hpp"

namespace sinew::operators {
namespace {

struct Character {
  char32_t code;
  std::size_t byte;  // where it starts
};

// Decodes UTF-8. Rejects overlong forms, surrogates, and code points above U+10FFFF.
std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> all;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return char32_t(static_cast<unsigned char>(text[k])); };
    const char32_t lead = byte(i);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    char32_t code = length < 2 ? lead : lead & (0x7Fu >> length);
    bool is_valid = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; is_valid && k < length; ++k) {
      is_valid = (byte(i + k) & 0xC0) == 0x80;
      code = code << 6 | (byte(i + k) & 0x3F);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (!is_valid || code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      throw ParseError("the text is not UTF-8", all.size() + 1);
    all.push_back({code, i});
    i += length;
  }
  return all;
}

constexpr bool is_one_of(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}
constexpr bool is_blank(char32_t c) {
  return is_one_of(c, U" \t\n\r\u00A0\u202F\u205F\u3000") || (c >= 0x2000 && c <= 0x200A);
}
constexpr bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_ascii_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_mark_above(char32_t c) {
  return c >= 0x300 && c < 0x370;
}
constexpr bool is_star(char32_t c) {
  return is_one_of(c, U"*∗");
}
constexpr bool is_other_letter(char32_t c) {
  return c >= 0x80 && !is_blank(c) && !is_mark_above(c) && !is_one_of(c, U"−·⋅∘∗′ᵀ†⁻¹⁺");
}
constexpr bool starts_operand(char32_t c) {
  return is_ascii_letter(c) || is_digit(c) || is_other_letter(c) || is_one_of(c, U".([~");
}

class Lexer {
 public:
  Lexer(std::string_view text, const std::function<bool(std::string_view)>& is_name)
      : text_(text), characters_(characters_of(text)), is_name_(is_name) {}

  std::vector<Token> all() {
    while (skip_blanks(), at_ < characters_.size()) next();
    add(TokenKind::end, at_);
    refuse_stars_of_two_meanings();
    return std::move(tokens_);
  }

 private:
  char32_t look(std::size_t ahead = 0) const {
    return at_ + ahead < characters_.size() ? characters_[at_ + ahead].code : U'\0';
  }
  bool take(char32_t c) { return look() == c && (++at_, true); }
  std::string_view text_from(std::size_t first) const {
    const auto byte = [&](std::size_t i) {
      return i < characters_.size() ? characters_[i].byte : text_.size();
    };
    return text_.substr(byte(first), byte(at_) - byte(first));
  }
  void skip_blanks() {
    blank_before_ = is_blank(look());
    while (is_blank(look())) ++at_;
  }
  // Makes a token of all characters taken since `first`.
  Token& add(TokenKind kind, std::size_t first) {
    return tokens_.emplace_back(Token{kind, std::string(text_from(first)), first + 1});
  }
  bool follows(TokenKind kind) const { return !tokens_.empty() && tokens_.back().kind == kind; }
  bool follows_operand() const {
    return follows(TokenKind::number) || follows(TokenKind::name) || follows(TokenKind::close) ||
           follows(TokenKind::adjoint) || follows(TokenKind::inverse);
  }

  void next() {
    const std::size_t first = at_;
    const char32_t c = look();
    if (is_digit(c) || (c == '.' && is_digit(look(1)))) return number();
    if (is_ascii_letter(c) || is_other_letter(c)) return name();
    ++at_;
    if (is_star(c)) return star(first);
    if (c == '^' || c == U'⁻') return exponent(first, c == U'⁻');
    if (is_one_of(c, U"'′ᵀ†")) return void(add(TokenKind::adjoint, first));
    const TokenKind kind = c == '+'               ? TokenKind::plus
                           : is_one_of(c, U"-−")  ? TokenKind::minus
                           : is_one_of(c, U"·⋅∘") ? TokenKind::times
                           : c == '/'             ? TokenKind::divided_by
                           : c == '~'             ? TokenKind::adjoint_of
                           : is_one_of(c, U"([")  ? TokenKind::open
                           : is_one_of(c, U")]")  ? TokenKind::close
                           : c == ','             ? TokenKind::comma
                                                  : TokenKind::end;
    if (kind != TokenKind::end) return void(add(kind, first));
    char code[16];
    std::snprintf(code, sizeof code, "U+%04X", unsigned(c));
    const bool is_visible = c > 0x20 && c != 0x7F;
    throw ParseError(
        "unexpected character " + (is_visible ? "'" + std::string(text_from(first)) + "'" : code), first + 1);
  }

  void number() {
    const std::size_t first = at_;
    const std::string_view rest = text_.substr(characters_[first].byte);
    double value = 0;
    const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    at_ += std::size_t(end - rest.data());
    if (failure != std::errc{})
      throw ParseError("the number " + std::string(text_from(first)) + " is out of range", first + 1);
    add(TokenKind::number, first).number = value;
  }

  void ascii_run() {
    while (is_ascii_letter(look()) || is_digit(look()) || look() == '_') ++at_;
  }

  void name() {
    std::size_t first = at_;
    if (is_ascii_letter(look())) {
      ascii_run();
      if (characters_[at_ - 1].code == '_' && is_other_letter(look())) ++at_;
    } else {
      ++at_;
    }
    const bool has_mark = is_mark_above(look());
    while (is_mark_above(look())) ++at_;
    if (look() == '_') {
      ++at_;
      is_other_letter(look()) ? void(++at_) : ascii_run();
    }
    if (!has_mark && !is_name_(text_from(first)) && is_run_of_names(text_from(first))) {
      const std::size_t last = at_ - 1;
      for (at_ = first; at_ < last; first = at_) {
        ++at_;
        add(TokenKind::name, first);
      }
      ++at_;
    }
    take_suffix(text_from(first));
    add(TokenKind::name, first);
  }
  // Takes the rest of P⁺, P^+ and phi~.
  void take_suffix(std::string_view name) {
    const bool takes_tilde = name == "phi" || name == "psi" || name == "φ" || name == "ϕ" || name == "ψ";
    if (look() == U'⁺' || (takes_tilde && look() == '~' && !starts_operand(look(1)))) at_ += 1;
    if (look() == '^' && look(1) == '+') at_ += 2;
  }
  bool is_run_of_names(std::string_view run) const {
    return std::ranges::all_of(run, [&](const char& c) { return is_name_({&c, 1}); });
  }

  void star(std::size_t first) {
    const bool joins = starts_operand(look());
    if (!blank_before_ && !joins && follows_operand()) {
      has_adjoint_star_ = true;
      return void(add(TokenKind::adjoint, first));
    }
    const bool is_tight = !blank_before_ && joins && !is_digit(look()) &&
                          (follows(TokenKind::name) || follows(TokenKind::close));
    add(TokenKind::times, first).is_tight_star = is_tight;
  }

  // Reads the exponent of D^(1/2) D^(-1/2) D^{1/2} D^½ D^-½ D⁻½. The root becomes one name, and its inverse gets a
  // mark. Returns whether the exponent is one half.
  bool root(std::size_t first, bool is_superscript) {
    const std::size_t start = at_;
    const bool is_round = take('('), is_bracket = is_round || take('{');
    const bool is_negative = is_superscript || take('-') || take(U'−');
    const bool is_half = take(U'½') || (is_bracket && take('1') && take('/') && take('2'));
    if (!is_half || (is_bracket && !take(is_round ? ')' : '}'))) {
      at_ = start;
      return false;
    }
    if (blank_before_ || !follows(TokenKind::name) || tokens_.back().text != "D")
      throw ParseError("only D has a square root here: expected D^(1/2)", first + 1);
    tokens_.back().text = "D^(1/2)";
    if (is_negative) add(TokenKind::inverse, first);
    return true;
  }

  // Reads one of ^* ^T ^-1 ^-* ^-T ⁻¹ ⁻* ⁻ᵀ.
  void exponent(std::size_t first, bool is_superscript) {
    if (root(first, is_superscript)) return;
    const bool is_negative = is_superscript || take('-') || take(U'−');
    const bool is_one = is_negative && (take('1') || take(U'¹'));
    const bool is_adjoint = !is_one && (is_star(look()) || is_one_of(look(), U"Tᵀ'′†"));
    if (is_adjoint) ++at_;
    if (!(is_one || is_adjoint) || (is_one && is_digit(look())))
      throw ParseError("expected *, T, -1, -* or, for D, (1/2) after ^", at_ + 1);
    if (is_negative) add(TokenKind::inverse, first);
    if (is_adjoint) add(TokenKind::adjoint, first);
  }

  void refuse_stars_of_two_meanings() const {
    const auto tight = std::ranges::find_if(tokens_, &Token::is_tight_star);
    if (has_adjoint_star_ && tight != tokens_.end())
      throw ParseError("this * may be an adjoint or a product: write 'A* B' or 'A * B'", tight->position);
  }

  std::string_view text_;
  std::vector<Character> characters_;
  const std::function<bool(std::string_view)>& is_name_;
  std::size_t at_ = 0;
  bool blank_before_ = false, has_adjoint_star_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const std::function<bool(std::string_view)>& is_name) {
  return Lexer(text, is_name).all();
}

}  // namespace sinew::operators
