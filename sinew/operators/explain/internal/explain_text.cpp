// Writes an explanation as plain text.
#include <algorithm>

#include "sinew/operators/explain/internal/explanation.hpp"
#include "sinew/operators/explain/internal/typeset.hpp"

namespace sinew::operators {
namespace {

class PlainText {
 public:
  PlainText(const Explanation& all, Notation notation) : all_(all), notation_(notation) {}

  std::string write() {
    text_ = to_text(all_.derivation.start, notation_) + "\n" + all_.task + "; " + all_.robot + ", " +
            std::to_string(all_.setting.links) + " links\n";
    derivation();
    if (!all_.preparation.empty()) {
      heading("At every position");
      for (const Loop& loop : all_.preparation) write(loop, 2);
    }
    for (const MatrixSweeps& inverted : all_.inverted) {
      heading("The matrix of " + to_text(inverted.matrix, notation_) + ", to be factorised and solved");
      text_ += "  " + inverted.columns + "\n";
      for (const Loop& loop : inverted.loops) write(loop, 4);
    }
    heading("Sweeps");
    if (!all_.columns.empty()) text_ += "  " + all_.columns + "\n";
    for (const Loop& loop : all_.loops) write(loop, all_.columns.empty() ? 2 : 4);
    if (all_.loops.empty()) text_ += "  none: y is x\n";
    if (!all_.products.empty())
      text_ += "  the matrix is " + typeset(all_.products, notation_) + ", Y made of the columns y\n";
    text_ += "  (" + legend_of(all_) + ")\n";
    heading("Cost, n = " + std::to_string(all_.setting.links));
    table(costs_of(all_, notation_));
    const std::vector<Expression> operators = operators_of(all_.derivation);
    if (operators.empty()) return text_;
    heading("Operators");
    std::vector<std::array<std::string, 2>> meanings;
    for (const Expression& op : operators)
      meanings.push_back(
          {to_text(op, notation_), op.symbol().meaning.empty() ? "given" : op.symbol().meaning});
    table(meanings);
    return text_;
  }

 private:
  void heading(const std::string& title) { text_ += "\n" + title + "\n"; }

  // Writes the derivation like a proof: expressions below each other, reasons on the right.
  void derivation() {
    constexpr std::size_t furthest_reason = 64;
    heading("Derivation");
    if (all_.derivation.steps.empty()) {
      text_ += "  nothing to simplify\n";
      return;
    }
    std::size_t column = 0;
    for (const DerivationStep& step : all_.derivation.steps)
      if (const std::size_t width = width_of(to_text(step.result, notation_)); width <= furthest_reason)
        column = std::max(column, width);
    text_ += "       " + to_text(all_.derivation.start, notation_) + "\n";
    int number = 0;
    for (const DerivationStep& step : all_.derivation.steps) {
      const std::string shown = to_text(step.result, notation_), count = std::to_string(++number);
      const std::size_t width = width_of(shown);
      text_ += std::string(count.size() < 3 ? 3 - count.size() : 0, ' ') + count + "  = " + shown;
      text_ += width <= column ? std::string(column - width, ' ') : "\n       " + std::string(column, ' ');
      text_ += "   " + reason(step) + "\n";
    }
  }

  void write(const Loop& loop, std::size_t indent) {
    const std::string margin(indent, ' ');
    const auto line = [&](const std::string& formula, std::size_t more) {
      text_ += margin + std::string(more, ' ') + typeset(formula, notation_) + "\n";
    };
    if (!loop.title.empty()) text_ += margin + loop.title + "\n";
    const std::size_t inside = loop.title.empty() ? 0 : 2;
    std::string before;
    for (const std::string& formula : loop.before) before += (before.empty() ? "" : "; ") + formula;
    if (!before.empty()) line(before, inside);
    if (loop.is_whole) {
      for (const std::string& formula : loop.lines) line(formula, inside);
      return;
    }
    const std::string order = order_of(loop, all_.setting);
    text_ += margin + std::string(inside, ' ') +
             (loop.is_at_frames                      ? "at each link k that carries a frame"
              : loop.direction == Direction::outward ? "for k = n..1"
                                                     : "for k = 1..n") +
             (order.empty() ? "" : ", " + order) + ":\n";
    for (const std::string& formula : loop.lines) line(formula, inside + 2);
  }

  void table(const std::vector<std::array<std::string, 2>>& lines) {
    std::size_t widest = 0;
    for (const auto& line : lines) widest = std::max(widest, width_of(line[0]));
    for (const auto& [left, right] : lines)
      text_ += "  " + left + std::string(widest - width_of(left) + 3, ' ') + right + "\n";
  }

  const Explanation& all_;
  const Notation notation_;
  std::string text_;
};

}  // namespace

std::string as_text(const Explanation& all, Notation notation) {
  return PlainText(all, notation).write();
}

}  // namespace sinew::operators
