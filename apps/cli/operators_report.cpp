// Writes the report of `sinew operators`: text tables or one JSON object.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/json_text.hpp"
#include "apps/cli/matrix_table.hpp"
#include "apps/cli/operators.hpp"
#include "apps/cli/table.hpp"
#include "sinew/operators/simplify/identities.hpp"
#include "sinew/operators/text/parse.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::cli {
namespace {

using operators::Expression;
using operators::Notation;
using operators::Space;

std::string spaces_in_words(const Space& to, const Space& from) {
  if (from == operators::number_space && to == operators::number_space) return "a number";
  if (from == operators::number_space) return fmt::format("vector of {} space", to.name);
  if (to == from) return fmt::format("on {} space", to.name);
  return fmt::format("{} to {} space", from.name, to.name);
}

const char* in_words(operators::Condition condition) {
  switch (condition) {
    case operators::Condition::always:
      return "";
    case operators::Condition::no_armature:
      return "without rotor inertia";
    case operators::Condition::serial_chain:
      return "serial chains";
    case operators::Condition::frames_on_one_link:
      return "frames on one link";
    case operators::Condition::no_custom_joints:
      return "without custom joints";
  }
  return "";
}

// Returns the text as it is for ASCII, and in the notation of the papers for Unicode.
std::string shown(const char* text, bool ascii) {
  const auto uses_number = [&](const char* number) { return std::string_view(text) == number; };
  if (ascii || uses_number("0") || uses_number("I")) return text;
  return to_text(operators::parse(text), Notation::unicode);
}

std::string value_table(const EvaluatedOperators& result) {
  if (result.rows.empty() || result.columns.empty())
    return "  (no numbers: one of its spaces has dimension zero)\n";
  if (result.value.cols() > 1) return matrix_table(result.value, result.rows);
  Table table;
  table.add_column("row", result.rows);
  table.add_numbers("value", {result.value.data(), result.rows.size()});
  return table.to_string();
}

std::string verification_in_words(const Expression& x, const operators::Verification& result) {
  std::string text = fmt::format(
      "verified at random positions: the sweeps differ from the dense matrices by at most {:.1e} of the size "
      "of "
      "the terms\n",
      result.error);
  if (x.kind() != Expression::Kind::sum || x.terms().size() < 2) return text;
  if (result.is_zero())
    return text + fmt::format("its terms cancel: it is zero except for {:.1e} of their size\n", result.value);
  return text +
         fmt::format("its terms do not cancel: its largest number is {:.1e} of their size\n", result.value);
}

}  // namespace

std::string operators_text(const OperatorsRequest& request, const EvaluatedOperators& result) {
  if (request.markdown) return result.explanation;
  const Notation notation = request.ascii ? Notation::ascii : Notation::unicode;
  const Expression& start = result.expression;
  std::string text = result.explanation + (result.explanation.empty() ? "" : "\n");
  text += fmt::format("{} of {}: {}\n", to_text(start, notation), result.inputs.model.name(),
                      spaces_in_words(start.to(), start.from()));
  const std::string becomes = to_text(result.derivation.result(), notation);
  if (!(result.derivation.result() == start)) text += fmt::format("evaluated as {}\n", becomes);
  if (start.to() == operators::frame_space || start.from() == operators::frame_space)
    text += fmt::format("frames: {}\n", fmt::join(result.frames, ", "));
  if (!result.applied.empty()) text += fmt::format("applied to {}\n", fmt::join(result.applied, ", "));
  text += "\n" + value_table(result);
  if (result.value.cols() > 1 && result.columns != result.rows) {
    std::vector<std::string> columns;
    for (std::size_t i = 0; i < result.columns.size(); ++i)
      columns.push_back(fmt::format("{} {}", i, result.columns[i]));
    text += fmt::format("\ncolumns: {}\n", fmt::join(columns, ", "));
  }
  if (result.verification) text += "\n" + verification_in_words(start, *result.verification);
  return text;
}

std::string operators_json(const EvaluatedOperators& result) {
  const Inputs& inputs = result.inputs;
  Json steps = Json::array();
  for (const operators::DerivationStep& step : result.derivation.steps)
    steps.push_back({{"rule", step.rule},
                     {"citation", step.citation},
                     {"result", to_text(step.result, Notation::ascii)}});
  Json report = {{"model", inputs.model.name()},
                 {"expression", to_text(result.expression, Notation::ascii)},
                 {"evaluated_as", to_text(result.derivation.result(), Notation::ascii)},
                 {"steps", std::move(steps)},
                 {"to", {{"space", result.expression.to().name}, {"entries", result.rows}}},
                 {"from", {{"space", result.expression.from().name}, {"entries", result.columns}}},
                 {"frames", result.frames},
                 {"inputs",
                  {{"q", inputs.state.q},
                   {"v", inputs.state.v},
                   {"tau", inputs.state.tau},
                   {"base", has_floating_base(inputs.model) ? "floating" : "fixed"},
                   {"gravity", json_of(inputs.model.gravity())}}}};
  if (const int count = constraint_count(inputs.model); count > 0) report["loops_left_out"] = count;
  if (!result.applied.empty()) report["applied_to"] = result.applied;
  if (result.value.cols() == 1)
    report["vector"] = std::vector<double>(result.value.data(), result.value.data() + result.value.rows());
  else
    report["matrix"] = rows_of(result.value);
  if (result.verification) {
    report["worst_error"] = result.verification->error;
    report["largest_value"] = result.verification->value;
  }
  if (!result.explanation.empty()) report["explanation"] = result.explanation;
  return text_of(report);
}

std::string operator_list_text(bool ascii) {
  const auto& symbols = operators::robot_symbols();
  using Symbol = std::decay_t<decltype(symbols.front())>;
  Table symbol_table;
  symbol_table.add_texts("name", symbols, [](const Symbol& s) { return s->name; });
  if (!ascii) symbol_table.add_texts("or", symbols, [](const Symbol& s) { return s->unicode; });
  symbol_table.add_texts("maps", symbols, [](const Symbol& s) { return spaces_in_words(s->to, s->from); });
  symbol_table.add_texts("meaning", symbols, [](const Symbol& s) {
    return s->definition.empty() ? s->meaning : s->meaning + ": " + s->definition;
  });
  using operators::Identity;
  const auto& identities = operators::identities();
  Table identity_table;
  identity_table.add_texts("identity", identities, &Identity::name);
  identity_table.add_texts("", identities, [&](const Identity& i) { return shown(i.left, ascii); });
  identity_table.add_texts("", identities, [&](const Identity& i) { return "= " + shown(i.right, ascii); });
  identity_table.add_texts("from", identities, &Identity::citation);
  identity_table.add_texts("holds for", identities, [](const Identity& i) { return in_words(i.condition); });
  return symbol_table.to_string() +
         "\n  I takes its space from its neighbours; phi~ is phi - I, psi~ is psi - I\n\n" +
         identity_table.to_string();
}

std::string operator_list_json() {
  Json symbols = Json::array(), identities = Json::array();
  for (const auto& symbol : operators::robot_symbols())
    symbols.push_back({{"name", symbol->name},
                       {"unicode", symbol->unicode},
                       {"latex", symbol->latex},
                       {"to", symbol->to.name},
                       {"from", symbol->from.name},
                       {"definition", symbol->definition},
                       {"meaning", symbol->meaning}});
  for (const operators::Identity& identity : operators::identities())
    identities.push_back({{"name", identity.name},
                          {"left", identity.left},
                          {"right", identity.right},
                          {"citation", identity.citation},
                          {"condition", in_words(identity.condition)}});
  return text_of({{"operators", std::move(symbols)}, {"identities", std::move(identities)}});
}

}  // namespace sinew::cli
