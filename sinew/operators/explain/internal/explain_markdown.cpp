// Writes an explanation as Markdown, with formulas in LaTeX.
#include "sinew/operators/explain/internal/explanation.hpp"
#include "sinew/operators/explain/internal/typeset.hpp"

namespace sinew::operators {
namespace {

class Markdown {
 public:
  explicit Markdown(const Explanation& all) : all_(all) {}

  std::string write() {
    text_ = "# $" + latex(all_.derivation.start) + "$\n\n";
    text_ += capital(all_.task) + ", of " + all_.robot + " with " + std::to_string(all_.setting.links) +
             " links.\n";
    derivation();
    if (!all_.preparation.empty()) {
      text_ += "\n## At every position\n";
      for (const Loop& loop : all_.preparation) write(loop);
    }
    for (const MatrixSweeps& inverted : all_.inverted) {
      text_ += "\n## The matrix of $" + latex(inverted.matrix) + "$, to be factorised and solved\n\n" +
               capital(inverted.columns) + ":\n";
      for (const Loop& loop : inverted.loops) write(loop);
    }
    text_ += "\n## Sweeps\n";
    if (!all_.columns.empty()) text_ += "\n" + capital(all_.columns) + ":\n";
    for (const Loop& loop : all_.loops) write(loop);
    if (!all_.products.empty())
      text_ += "\nThe matrix is $" + typeset(all_.products, Notation::latex) +
               "$, with $Y$ made of the columns $y$.\n";
    if (all_.loops.empty()) text_ += "\nNone: $y$ is $x$.\n";
    text_ += "\n" + capital(legend_of(all_)) + ".\n";
    text_ += "\n## Cost\n\n| | $n$ = " + std::to_string(all_.setting.links) + " |\n| --- | --- |\n";
    for (const auto& [what, amount] : costs_of(all_, Notation::unicode))
      text_ += "| " + what + " | " + amount + " |\n";
    text_ += "\n## Operators\n\n| | |\n| --- | --- |\n";
    for (const Expression& op : operators_of(all_.derivation))
      text_ += "| $" + latex(op) + "$ | " + escaped(op.symbol().meaning) + " |\n";
    return text_;
  }

 private:
  static std::string latex(const Expression& x) { return to_text(x, Notation::latex); }
  static std::string escaped(const std::string& plain) {
    std::string text;
    for (const char c : plain) {
      if (c == '*' || c == '_' || c == '^') text += '\\';
      text += c;
    }
    return text;
  }
  static std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
    return text;
  }

  void derivation() {
    text_ += "\n## Derivation\n\n";
    if (all_.derivation.steps.empty()) text_ += "Nothing to simplify.\n";
    int number = 0;
    for (const DerivationStep& step : all_.derivation.steps)
      text_ += std::to_string(++number) + ". " + capital(reason(step)) + ":\n   $$= " + latex(step.result) +
               "$$\n";
  }

  // Writes a loop as the papers print recursions: with one brace over the whole loop.
  void write(const Loop& loop) {
    if (!loop.title.empty()) text_ += "\n" + capital(loop.title) + ":\n";
    if (loop.is_whole) {
      for (const std::string& formula : loop.lines)
        text_ += "\n$$" + typeset(formula, Notation::latex) + "$$\n";
      return;
    }
    text_ += "\n$$\\begin{cases}\n";
    std::string before;
    for (const std::string& formula : loop.before)
      before += (before.empty() ? "" : ";\\quad ") + typeset(formula, Notation::latex);
    if (!before.empty()) text_ += before + " \\\\\n";
    const std::string order = order_of(loop, all_.setting);
    text_ += std::string(loop.is_at_frames ? "\\text{at each link } k \\text{ that carries a frame}"
                         : loop.direction == Direction::outward ? "\\text{for } k = n \\cdots 1"
                                                                : "\\text{for } k = 1 \\cdots n") +
             (order.empty() ? "" : "\\text{, " + order + "}") + " \\\\\n";
    for (const std::string& formula : loop.lines)
      text_ += "\\quad " + typeset(formula, Notation::latex) + " \\\\\n";
    text_ += "\\text{end loop}\n\\end{cases}$$\n";
  }

  const Explanation& all_;
  std::string text_;
};

}  // namespace

std::string as_markdown(const Explanation& all) {
  return Markdown(all).write();
}

}  // namespace sinew::operators
