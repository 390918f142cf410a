#include "sinew/operators/formula/internal/derivative_symbols.hpp"

#include "sinew/operators/text/print.hpp"

namespace sinew::operators {
namespace {

// The letter with a dot, if one character has both.
std::string dotted(const std::string& letter) {
  static constexpr std::pair<const char*, const char*> letters[] = {
      {"H", "Ḣ"}, {"P", "Ṗ"}, {"D", "Ḋ"}, {"G", "Ġ"}, {"r", "ṙ"}};
  for (const auto& [plain, with_dot] : letters)
    if (letter == plain) return with_dot;
  return "d(" + letter + ")";
}

std::string latex_of(const std::string& letter, const Expression& along, AlongVelocity is_v) {
  if (is_v == AlongVelocity::no)
    return "(\\mathrm{d}_{" + to_text(along, Notation::latex) + "} " + letter + ")";
  return letter.find('^') == std::string::npos ? "\\dot{" + letter + "}" : "\\tfrac{d}{dt} " + letter;
}

std::string meaning_of(const Symbol& of, const Expression& along, AlongVelocity is_v) {
  const std::string change = is_v == AlongVelocity::yes
                                 ? "rate of " + of.name
                                 : "derivative of " + of.name + " along " + short_text(along);
  if (of.name == "H")
    return change + " in the frame of the link: zero except for custom joints, DD91 section II";
  const std::size_t comma = of.meaning.rfind(", ");
  return comma == std::string::npos ? change : change + of.meaning.substr(comma);
}

}  // namespace

std::shared_ptr<const Symbol> derivative_symbol(const Expression& of, const Expression& along,
                                                AlongVelocity is_v) {
  const Symbol& plain = of.symbol();
  const bool is_rate = is_v == AlongVelocity::yes;
  const auto with_direction = [&](const std::string& letter, Notation notation) {
    return "d(" + letter + ", " + to_text(along, notation) + ")";
  };
  return std::make_shared<const Symbol>(
      Symbol{.name = is_rate ? "d(" + plain.name + ")" : with_direction(plain.name, Notation::ascii),
             .unicode = is_rate ? dotted(plain.unicode) : with_direction(plain.unicode, Notation::unicode),
             .latex = latex_of(plain.latex, along, is_v),
             .to = plain.to,
             .from = plain.from,
             .reach = plain.reach,
             .is_symmetric = plain.is_symmetric,
             .definition = "",
             .meaning = meaning_of(plain, along, is_v),
             .operands = std::make_shared<const Operands>(Operands{of, along})});
}

std::shared_ptr<const Symbol> cross_symbol(const Expression& motion, AlongVelocity is_v) {
  const bool is_rate = is_v == AlongVelocity::yes;
  return std::make_shared<const Symbol>(Symbol{
      .name = is_rate ? "dVx" : "cross(" + to_text(motion, Notation::ascii) + ")",
      .unicode = is_rate ? "Δ̃_V" : "cross(" + to_text(motion, Notation::unicode) + ")",
      .latex = is_rate ? "\\tilde{\\Delta}_V" : "\\widetilde{(" + to_text(motion, Notation::latex) + ")}",
      .to = body_space,
      .from = body_space,
      .definition = "",
      .meaning = is_rate ? "cross product of forces with the velocity H* v over their joint: d(E_phi) = "
                           "E_phi dVx, R87 (15)"
                         : "cross product of forces with the motion " + short_text(motion) + ", R87 (15)",
      .operands = std::make_shared<const Operands>(Operands{{}, motion})});
}

}  // namespace sinew::operators
