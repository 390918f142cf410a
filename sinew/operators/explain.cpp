#include "sinew/operators/explain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "sinew/operators/pseudo_code.hpp"
#include "sinew/operators/typeset.hpp"

namespace sinew::operators {
namespace {

// What there is to tell, in no particular writing.
struct Explanation {
  const Derivation& derivation;
  const Setting setting;
  const std::optional<Times> times;
  std::string robot;
  std::string task;      // what is made of the expression
  std::string columns;   // of a matrix: what the sweeps are run for
  std::string products;  // of a matrix taken from products of columns: how; in ASCII
  std::vector<Loop> preparation, loops;
};

std::string space_in_words(const Expression& x) {
  if (x.from() == number_space) return "a vector of " + x.to().name + " space";
  if (x.to() == x.from()) return "an operator on " + x.to().name + " space";
  return "an operator from " + x.from().name + " to " + x.to().name + " space";
}

Explanation explanation_of(const Prepared& prepared, const std::optional<Times>& times) {
  const Derivation& derivation = prepared.derivation();
  const Configuration& at = prepared.configuration();
  const Expression& result = derivation.result();
  Explanation all{derivation, at.setting(prepared.wanted()), times, at.model().name(), "", "", "", {}, {}};
  all.preparation = preparation_of(result, all.setting);
  all.task = space_in_words(result);
  if (result.from() == number_space || prepared.wanted() == Wanted::product_with_vector) {
    all.task += result.from() == number_space ? "" : ", applied to a vector x";
    all.loops = loops_of(prepared.program(), all.setting);
    return all;
  }
  all.task += ", as a matrix";
  const bool by_rows = !prepared.half() && at.size_of(result.to()) < at.size_of(result.from());
  const Expression swept = prepared.half() ? *prepared.half() : by_rows ? ~result : result;
  all.columns = "for each of the " + std::to_string(at.size_of(swept.from())) + " columns x of the identity on " +
                swept.from().name + " space" + (by_rows ? "; y is a row of the matrix" : "");
  all.loops = loops_of(lower(swept), all.setting);
  if (prepared.half()) {
    const std::vector<Expression> factors = factors_of(result), half = factors_of(swept);
    const Expression weight =
        product({factors.begin() + std::ptrdiff_t(half.size()), factors.end() - std::ptrdiff_t(half.size())},
                swept.to());
    const bool is_plain = weight.kind() == Expression::Kind::identity;
    all.products = "Y* " + (is_plain ? "" : to_text(weight, Notation::ascii) + " ") + "Y";
  }
  return all;
}

std::string with_commas(double x) {
  char digits[40];
  const bool is_whole = x >= 100 || std::abs(x - std::round(x)) < 0.005;
  std::snprintf(digits, sizeof digits, is_whole ? "%.0f" : "%.2f", x);
  const std::string plain = digits;
  const std::size_t whole = std::min(plain.find('.'), plain.size());
  std::string text;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) text += ',';
    text += plain[i];
  }
  return text;
}

// 190 n + 6 n^2, the highest power first.
std::string polynomial(const Cost& cost, Notation notation) {
  static constexpr std::array<const char*, 4> ascii{"", " n", " n^2", " n^3"}, unicode{"", " n", " n²", " n³"};
  std::string text;
  for (std::size_t power = 4; power-- > 0;) {
    if (cost.flops[power] == 0) continue;
    text += (text.empty() ? "" : " + ") + with_commas(cost.flops[power]) +
            (notation == Notation::unicode ? unicode : ascii)[power];
  }
  return text.empty() ? "0" : text;
}

std::string duration(double seconds, Notation notation) {
  const char* const micro = notation == Notation::ascii ? "us" : "µs";
  char text[40];
  if (seconds < 1e-3)
    std::snprintf(text, sizeof text, "%.3g %s", seconds * 1e6, micro);
  else
    std::snprintf(text, sizeof text, "%.3g ms", seconds * 1e3);
  return text;
}

// A table's lines: what is told, beside the numbers.
std::vector<std::array<std::string, 2>> costs_of(const Explanation& all, Notation notation) {
  const auto flops = [&](const Expression& x) {
    const Cost cost = cost_of(x, all.setting);
    const double n = all.setting.links;
    return polynomial(cost, notation) + " = " + with_commas(cost.at(n)) + " flops";
  };
  std::vector<std::array<std::string, 2>> lines;
  if (!all.derivation.steps.empty()) lines.push_back({"as written", flops(all.derivation.start)});
  lines.push_back({"these sweeps", flops(all.derivation.result())});
  if (!all.times) return lines;
  lines.push_back({"time taken", duration(all.times->prepared, notation)});
  if (all.times->dense) lines.push_back({"dense matrices", duration(*all.times->dense, notation)});
  return lines;
}

// The operators of the way from the expression to the sweeps.
std::vector<Expression> operators_of(const Derivation& derivation) {
  std::vector<Expression> found = operators_in(derivation.start);
  for (const Expression& op : operators_in(derivation.result()))
    if (std::ranges::find(found, op) == found.end()) found.push_back(op);
  return found;
}

std::string reason(const DerivationStep& step) {
  return step.rule + (step.citation.empty() ? "" : ", " + step.citation);
}

std::string order_of(const Loop& loop, const Setting& setting) {
  if (setting.is_serial_chain) return "";
  if (loop.direction == Direction::inward) return "children before parents";
  return loop.direction == Direction::outward ? "parents before children" : "";
}

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
    heading("Sweeps");
    if (!all_.columns.empty()) text_ += "  " + all_.columns + "\n";
    for (const Loop& loop : all_.loops) write(loop, all_.columns.empty() ? 2 : 4);
    if (!all_.products.empty())
      text_ += "  the matrix is " + typeset(all_.products, notation_) + ", Y made of the columns y\n";
    neighbours();
    heading("Cost, n = " + std::to_string(all_.setting.links));
    table(costs_of(all_, notation_));
    heading("Operators");
    std::vector<std::array<std::string, 2>> meanings;
    for (const Expression& op : operators_of(all_.derivation))
      meanings.push_back({to_text(op, notation_), op.symbol().meaning.empty() ? "given" : op.symbol().meaning});
    table(meanings);
    return text_;
  }

 private:
  void heading(const std::string& title) { text_ += "\n" + title + "\n"; }

  // As a proof is written: expressions below each other, reasons at the right.
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
             (loop.direction == Direction::outward ? "for k = n..1" : "for k = 1..n") +
             (order.empty() ? "" : ", " + order) + ":\n";
    for (const std::string& formula : loop.lines) line(formula, inside + 2);
  }

  void neighbours() {
    bool has_frames = false;
    for (const Loop& loop : all_.loops)
      for (const std::string& line : loop.lines) has_frames |= line.find("(c)") != std::string::npos;
    text_ += all_.setting.is_serial_chain ? "  (link 1 is the tip, link n at the base"
                                          : "  (link k has the children j and the parent p";
    text_ += has_frames ? "; c is a chosen frame on link k)\n" : ")\n";
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
    text_ += "\n## Sweeps\n";
    if (!all_.columns.empty()) text_ += "\n" + capital(all_.columns) + ":\n";
    for (const Loop& loop : all_.loops) write(loop);
    if (!all_.products.empty())
      text_ += "\nThe matrix is $" + typeset(all_.products, Notation::latex) +
               "$, with $Y$ made of the columns $y$.\n";
    text_ += all_.setting.is_serial_chain ? "\nLink 1 is the tip, link $n$ at the base.\n"
                                          : "\nLink $k$ has the children $j$ and the parent $p$.\n";
    text_ += "\n## Cost\n\n| | $n$ = " + std::to_string(all_.setting.links) + " |\n| --- | --- |\n";
    for (const auto& [what, amount] : costs_of(all_, Notation::unicode))
      text_ += "| " + what + " | " + amount + " |\n";
    text_ += "\n## Operators\n\n| | |\n| --- | --- |\n";
    for (const Expression& op : operators_of(all_.derivation))
      text_ += "| $" + latex(op) + "$ | " + op.symbol().meaning + " |\n";
    return text_;
  }

 private:
  static std::string latex(const Expression& x) { return to_text(x, Notation::latex); }
  static std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
    return text;
  }

  void derivation() {
    text_ += "\n## Derivation\n\n";
    if (all_.derivation.steps.empty()) text_ += "Nothing to simplify.\n";
    int number = 0;
    for (const DerivationStep& step : all_.derivation.steps)
      text_ += std::to_string(++number) + ". " + capital(reason(step)) + ":\n   $$= " + latex(step.result) + "$$\n";
  }

  // As the papers print recursions: a bracket over the whole loop.
  void write(const Loop& loop) {
    if (!loop.title.empty()) text_ += "\n" + capital(loop.title) + ":\n";
    text_ += "\n$$\\begin{cases}\n";
    std::string before;
    for (const std::string& formula : loop.before)
      before += (before.empty() ? "" : ";\\quad ") + typeset(formula, Notation::latex);
    if (!before.empty()) text_ += before + " \\\\\n";
    const std::string order = order_of(loop, all_.setting);
    if (!loop.is_whole)
      text_ += std::string("\\text{for } k = ") +
               (loop.direction == Direction::outward ? "n \\cdots 1" : "1 \\cdots n") +
               (order.empty() ? "" : "\\text{, " + order + "}") + " \\\\\n";
    for (const std::string& formula : loop.lines)
      text_ += (loop.is_whole ? "" : "\\quad ") + typeset(formula, Notation::latex) + " \\\\\n";
    text_ += loop.is_whole ? "\\end{cases}$$\n" : "\\text{end loop}\n\\end{cases}$$\n";
  }

  const Explanation& all_;
  std::string text_;
};

}  // namespace

std::string explain(const Prepared& prepared, const ExplainOptions& options) {
  const Explanation all = explanation_of(prepared, options.times);
  return options.markdown ? Markdown(all).write() : PlainText(all, options.notation).write();
}

}  // namespace sinew::operators
