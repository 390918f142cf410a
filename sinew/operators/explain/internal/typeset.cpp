#include "sinew/operators/explain/internal/typeset.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace sinew::operators {
namespace {

struct Glyph {
  std::string_view ascii, unicode, latex;
};
// Words that are not operators, and marks. A longer one comes before those that it starts with.
constexpr Glyph words[] = {
    {"lambda", "λ", "\\lambda"}, {"nu", "ν", "\\nu"}, {"sum_j", "Σ_j", "\\sum_j"}, {"cross", "×", "\\times"}};
constexpr Glyph marks[] = {{"^(1/2)", "^½", "^{1/2}"}, {"^(-1/2)", "^−½", "^{-1/2}"},
                           {"^-1", "⁻¹", "^{-1}"},     {"^-*", "⁻*", "^{-*}"},
                           {"*", "*", "^*"},           {"-", "−", "-"}};

std::string_view in(const Glyph& glyph, Notation notation) {
  return notation == Notation::unicode ? glyph.unicode : glyph.latex;
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::string subscript(std::string_view digits, Notation notation) {
  static constexpr std::array<std::string_view, 10> low{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  if (digits.empty()) return "";
  if (notation == Notation::latex) return "_{" + std::string(digits) + "}";
  std::string text;
  for (const char d : digits) text += low[std::size_t(d - '0')];
  return text;
}

std::string word(std::string_view name, Notation notation) {
  const bool is_strict = name.ends_with('~');  // phi~ is phi - I
  if (is_strict) name.remove_suffix(1);
  if (const auto symbol = find_symbol(name)) {
    if (notation == Notation::unicode) return symbol->unicode + (is_strict ? "\u0303" : "");
    return is_strict ? "\\tilde{" + symbol->latex + "}" : symbol->latex;
  }
  for (const Glyph& glyph : words)
    if (glyph.ascii == name) return std::string(in(glyph, notation));
  const std::size_t letters = name.find_last_not_of("0123456789") + 1;
  if (letters < name.size())
    return word(name.substr(0, letters), notation) + subscript(name.substr(letters), notation);
  const bool is_long = notation == Notation::latex && name.size() > 1;
  return is_long ? "\\mathrm{" + std::string(name) + "}" : std::string(name);
}

std::string dotted(const std::string& letter, Notation notation) {
  if (notation == Notation::latex) return "\\dot{" + letter + "}";
  std::size_t first = 1;  // the dot goes over the first character: P⁺
  while (first < letter.size() && (letter[first] & 0xC0) == 0x80) ++first;
  return letter.substr(0, first) + "\u0307" + letter.substr(first);
}

}  // namespace

std::string typeset(const std::string& ascii, Notation notation) {
  if (notation == Notation::ascii) return ascii;
  const std::string_view left = ascii;
  std::string text;
  for (std::size_t i = 0; i < left.size();) {
    const std::string_view rest = left.substr(i);
    if (is_letter(rest.front())) {
      std::size_t end = 1;
      while (end < rest.size() && (is_letter(rest[end]) || is_digit(rest[end]) || rest[end] == '_')) ++end;
      if (end < rest.size() && rest[end] == '~') ++end;
      const std::size_t closed =
          rest.starts_with("d(") ? rest.find(')') + 1 : 0;  // of d(P), but not of d(P, x)
      if (closed > 0 && rest.substr(0, closed).find_first_of("^,") == std::string_view::npos) {
        text += dotted(word(rest.substr(2, closed - 3), notation), notation);
        i += closed;
        continue;
      }
      const bool is_function = end < rest.size() && rest[end] == '(' && rest.starts_with("cross");
      text += is_function ? "cross" : word(rest.substr(0, end), notation);
      i += end;
      continue;
    }
    const Glyph* mark = nullptr;
    for (const Glyph& m : marks)
      if (!mark && rest.starts_with(m.ascii)) mark = &m;
    if (mark) {
      text += in(*mark, notation);
      i += mark->ascii.size();
      continue;
    }
    const bool is_between_factors =
        notation == Notation::latex && rest.front() == ' ' && i > 0 && !text.ends_with("\\sum_j") &&
        std::string_view("+-=,").find(left[i - 1]) == std::string_view::npos && rest.size() > 1 &&
        std::string_view("+-=").find(rest[1]) == std::string_view::npos;
    text += is_between_factors ? "\\, " : std::string(1, rest.front());
    ++i;
  }
  return text;
}

std::size_t width_of(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool continues = (byte & 0xC0) == 0x80,
               combines = byte == 0xCC || byte == 0xCD;  // U+0300 to U+036F
    width += !continues && !combines;
  }
  return width;
}

}  // namespace sinew::operators
