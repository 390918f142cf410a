#include "sinew/operators/explain/explain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sinew/operators/explain/internal/explanation.hpp"
#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/simplify/internal/rewrite.hpp"

namespace sinew::operators {
namespace {

std::string space_in_words(const Expression& x) {
  if (x.from() == number_space && x.to() == number_space) return "a number";
  if (x.from() == number_space) return "a vector of " + x.to().name + " space";
  if (x.to() == x.from()) return "an operator on " + x.to().name + " space";
  return "an operator from " + x.from().name + " to " + x.to().name + " space";
}

std::string columns_of(const Space& space, const Configuration& at) {
  return "for each of the " + std::to_string(at.size_of(space)) + " columns x of the identity on " +
         space.name + " space";
}

// Collects the matrices that a program solves with. Each comes after the matrices that its own sweeps solve with.
void collect_inverted(const Program& program, const Configuration& at, const Setting& setting,
                      std::vector<MatrixSweeps>& found) {
  for (const Expression& x : dense_inverses_of(program)) {
    if (std::ranges::find(found, x, &MatrixSweeps::matrix) != found.end()) continue;
    const Program inside = lower(x);
    collect_inverted(inside, at, setting, found);
    found.push_back({x, columns_of(x.from(), at), loops_of(inside, setting)});
  }
}

// Replaces Mass, J, Omega, C and the other defined symbols by their definitions.
Expression with_definitions(const Expression& x) {
  return map_parts(x, [](const Expression& part) {
    const auto definition =
        part.kind() == Expression::Kind::symbol ? definition_of(part.symbol()) : std::nullopt;
    if (!definition) return part;
    return with_definitions(part.is_adjoint() ? ~*definition : *definition);
  });
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

// "6 n^2 + 190 n": the highest power first.
std::string polynomial(const Cost& cost, Notation notation) {
  static constexpr std::array<const char*, 4> ascii{"", " n", " n^2", " n^3"},
      unicode{"", " n", " n²", " n³"};
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

}  // namespace

Explanation explanation_of(const Prepared& prepared, const std::optional<Times>& times) {
  const Derivation& derivation = prepared.derivation();
  const Configuration& at = prepared.configuration();
  const Expression& result = derivation.result();
  Explanation all{derivation, at.setting(prepared.wanted()), times, at.model().name(), "", "", "", {}, {},
                  {}};
  all.preparation = preparation_of(result, all.setting);
  all.task = space_in_words(result);
  collect_inverted(prepared.program(), at, all.setting, all.inverted);
  if (result.from() == number_space || prepared.wanted() == Purpose::product_with_vector) {
    all.task += result.from() == number_space ? "" : ", applied to a vector x";
    all.loops = loops_of(prepared.program(), all.setting);
    return all;
  }
  all.task += ", as a matrix";
  const bool by_rows = !prepared.half() && at.size_of(result.to()) < at.size_of(result.from());
  const Expression swept = prepared.half() ? *prepared.half() : by_rows ? ~result : result;
  all.columns = columns_of(swept.from(), at) + (by_rows ? "; y is a row of the matrix" : "");
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

std::vector<std::array<std::string, 2>> costs_of(const Explanation& all, Notation notation) {
  const auto flops = [&](const Expression& x) {
    const Cost cost = cost_of(x, all.setting);
    const double n = all.setting.links;
    const std::string amount = with_commas(cost.at(n));
    return cost.at(n) == 0 ? "none" : polynomial(cost, notation) + " = " + amount + " flops";
  };
  const std::string written = flops(with_definitions(all.derivation.start));
  const std::string simplified = flops(all.derivation.result());
  std::vector<std::array<std::string, 2>> lines;
  if (written != simplified) lines.push_back({"as written", written});
  lines.push_back({"these sweeps", simplified});
  if (!all.times) return lines;
  lines.push_back({"their time", duration(all.times->prepared, notation)});
  if (all.times->dense) lines.push_back({"dense matrices", duration(*all.times->dense, notation)});
  return lines;
}

std::vector<Expression> operators_of(const Derivation& derivation) {
  std::vector<Expression> found = operators_in(derivation.start);
  for (const Expression& op : operators_in(derivation.result()))
    if (std::ranges::find(found, op) == found.end()) found.push_back(op);
  return found;
}

std::string legend_of(const Explanation& all) {
  bool has_frames = false;
  const auto look = [&](const std::vector<Loop>& loops) {
    for (const Loop& loop : loops)
      for (const std::string& line : loop.lines) has_frames |= line.find("(c)") != std::string::npos;
  };
  look(all.loops);
  for (const MatrixSweeps& inverted : all.inverted) look(inverted.loops);
  return std::string(all.setting.is_serial_chain ? "link 1 is the tip, link n at the base"
                                                 : "link k has the children j and the parent p") +
         (has_frames ? "; c is a chosen frame on link k" : "");
}

std::string reason(const DerivationStep& step) {
  return step.rule + (step.citation.empty() ? "" : ", " + step.citation);
}

std::string order_of(const Loop& loop, const Setting& setting) {
  if (setting.is_serial_chain) return "";
  if (loop.direction == Direction::inward) return "children before parents";
  return loop.direction == Direction::outward ? "parents before children" : "";
}

std::string explain(const Prepared& prepared, const ExplainOptions& options) {
  const Explanation all = explanation_of(prepared, options.times);
  return options.markdown ? as_markdown(all) : as_text(all, options.notation);
}

}  // namespace sinew::operators
