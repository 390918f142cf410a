#include "sinew/operators/text/print.hpp"

#include <charconv>
#include <cmath>

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;

struct Marks {
  const char *adjoint, *inverse, *inverse_adjoint, *minus, *inverse_root;
};

const Marks& marks_of(Notation notation) {
  static constexpr Marks ascii{"*", "^-1", "^-*", "-", "D^(-1/2)"}, unicode{"*", "⁻¹", "⁻*", "−", "D^−½"},
      latex{"^*", "^{-1}", "^{-*}", "-", "D^{-1/2}"};
  return notation == Notation::ascii ? ascii : notation == Notation::unicode ? unicode : latex;
}

// The number of symbols that are adjoints, and of symbols that would be adjoints in the adjoint of the whole.
struct AdjointCount {
  int adjoint = 0, plain = 0;
};

void count_adjoints(const Expression& x, AdjointCount& count) {
  switch (x.kind()) {
    case Kind::zero:
    case Kind::identity:
      return;
    case Kind::symbol:
      if (!x.symbol().is_symmetric) ++(x.is_adjoint() ? count.adjoint : count.plain);
      return;
    case Kind::inverse:
      return count_adjoints(x.argument(), count);
    case Kind::sum:
      for (const Term& term : x.terms()) count_adjoints(term.expression, count);
      return;
    case Kind::product:
      for (const Expression& factor : x.factors()) count_adjoints(factor, count);
      return;
  }
}

bool reads_better_as_adjoint(const Expression& x) {
  AdjointCount count;
  count_adjoints(x, count);
  return count.adjoint > count.plain + 1;
}

// The symbol s of s - I, where s is phi or psi; null otherwise.
const Symbol* strict_part_of(const Expression& x) {
  if (x.kind() != Kind::sum || x.terms().size() != 2) return nullptr;
  const auto& [first, second] = std::pair(x.terms()[0], x.terms()[1]);  // an identity comes first
  const Expression& s = second.expression;
  const bool fits = first.expression.kind() == Kind::identity && first.coefficient == -1 &&
                    second.coefficient == 1 && s.kind() == Kind::symbol && !s.is_adjoint() &&
                    (s.symbol().name == "phi" || s.symbol().name == "psi");
  return fits ? &s.symbol() : nullptr;
}

class Printer {
 public:
  explicit Printer(Notation notation) : notation_(notation), marks_(marks_of(notation)) {}

  std::string whole(const Expression& x) const {
    switch (x.kind()) {
      case Kind::zero:
        return "0";
      case Kind::identity:
        return identity(x);
      case Kind::sum:
        return sum(x);
      default:
        return product(x);
    }
  }

 private:
  // An identity without neighbours, with the name of its space (except in LaTeX).
  std::string identity(const Expression& x) const {
    return notation_ == Notation::latex ? "I" : "I_" + x.to().name;
  }

  std::string name(const Symbol& symbol) const {
    return notation_ == Notation::ascii     ? symbol.name
           : notation_ == Notation::unicode ? symbol.unicode
                                            : symbol.latex;
  }

  // Whether the symbol is printed close to its neighbours, as in the papers: HψK.
  static bool is_letter(const Symbol& symbol) {
    return symbol.reach != Reach::given && symbol.unicode.find_first_of("_(") == std::string::npos;
  }

  std::string strict(const Symbol& symbol) const {
    return notation_ == Notation::ascii     ? symbol.name + "~"
           : notation_ == Notation::unicode ? symbol.unicode + "\u0303"
                                            : "\\tilde{" + symbol.latex + "}";
  }

  std::string number(double x) const {
    char digits[40];
    std::string text(digits, std::to_chars(digits, digits + sizeof digits, x).ptr);
    const std::size_t e = text.find('e');
    if (notation_ != Notation::latex || e == std::string::npos) return text;
    return text.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
  }

  // Prints positive terms first: phi - I.
  std::string sum(const Expression& x) const {
    std::string text;
    for (const bool negative : {false, true}) {
      for (const auto& [coefficient, term] : x.terms()) {
        if ((coefficient < 0) != negative) continue;
        if (!text.empty()) text += negative ? std::string(" ") + marks_.minus + " " : " + ";
        if (text.empty() && negative) text += marks_.minus;
        if (std::abs(coefficient) != 1) text += number(std::abs(coefficient)) + " ";
        text += term.kind() != Kind::identity ? product(term) : x.terms().size() > 1 ? "I" : identity(term);
      }
    }
    return text;
  }

  std::string product(const Expression& x) const {
    std::string text;
    bool ends_plain = false;  // true: with a letter that another may follow
    for (const Expression& f : factors_of(x)) {
      const bool is_plain =
          notation_ == Notation::unicode && f.kind() == Kind::symbol && is_letter(f.symbol());
      if (!text.empty() && !(ends_plain && is_plain)) text += " ";
      text += factor(f);
      ends_plain = is_plain && !f.is_adjoint();
    }
    return text;
  }

  std::string factor(const Expression& f) const {
    if (f.kind() == Kind::symbol) return name(f.symbol()) + (f.is_adjoint() ? marks_.adjoint : "");
    if (f.kind() == Kind::inverse) return raised(f.argument(), marks_.inverse, marks_.inverse_adjoint);
    return raised(f, "", marks_.adjoint);
  }

  // Prints something that carries a mark: a symbol's own letter, or anything else in brackets.
  std::string raised(const Expression& x, const char* mark, const char* mark_of_adjoint) const {
    if (const Symbol* symbol = strict_part_of(x)) return strict(*symbol) + mark;
    if (const Symbol* symbol = strict_part_of(~x)) return strict(*symbol) + mark_of_adjoint;
    if (x == names::D_half && mark == marks_.inverse) return marks_.inverse_root;
    if (x.kind() == Kind::symbol) {
      const std::string letter = name(x.symbol());
      const bool has_superscript =
          letter.ends_with("}") && letter.find("^{") != std::string::npos;  // LaTeX allows only one
      return (has_superscript ? "(" + letter + ")" : letter) + (x.is_adjoint() ? mark_of_adjoint : mark);
    }
    return reads_better_as_adjoint(x) ? "(" + whole(~x) + ")" + mark_of_adjoint : "(" + whole(x) + ")" + mark;
  }

  Notation notation_;
  const Marks& marks_;
};

}  // namespace

std::string to_text(const Expression& x, Notation notation) {
  return Printer(notation).whole(x);
}

std::string short_text(const Expression& x) {
  return shortened(to_text(x, Notation::ascii));
}

std::string shortened(std::string text) {
  std::size_t length = 48;
  if (text.size() <= length) return text;
  while ((text[length] & 0xC0) == 0x80) --length;  // not in the middle of a character
  return text.substr(0, length) + "...";
}

}  // namespace sinew::operators
