// Writes the report of `sinew compile`: a text table or one JSON object.
#include <fmt/format.h>

#include "apps/cli/compile.hpp"
#include "apps/cli/json_text.hpp"
#include "apps/cli/page_file.hpp"
#include "apps/cli/table.hpp"

namespace sinew::cli {

std::string compile_text(const Written& written) {
  const auto count = [](const auto& operations) {
    return [=](const WrittenFunction& f) { return std::to_string(std::invoke(operations, f.operations)); };
  };
  constexpr auto right = Table::Align::right;
  Table table;
  table.add_texts("function", written.functions, &WrittenFunction::name);
  table.add_texts("arguments", written.functions,
                  [](const WrittenFunction& f) { return fmt::format("{}", fmt::join(f.arguments, " ")); });
  table.add_texts("operations", written.functions, count(&Operations::total), right);
  table.add_texts("additions", written.functions, count(&Operations::additions), right);
  table.add_texts("multiplications", written.functions, count(&Operations::multiplications), right);
  table.add_texts("divisions, roots", written.functions,
                  count([](const Operations& x) { return x.divisions + x.square_roots; }), right);
  table.add_texts("sines, cosines", written.functions, count(&Operations::sines_cosines), right);
  std::string text = fmt::format("{} in {}, {} precision", written.model,
                                 written.language == "c" ? fmt::format("C with the prefix {}_", written.name)
                                                         : fmt::format("C++, namespace {}", written.name),
                                 written.single ? "single" : "double");
  if (written.lanes > 1) text += fmt::format(", {} states per call", written.lanes);
  text += fmt::format("\n\n{}\n", table.to_string());
  for (std::size_t i = 0; i < written.parameters.size(); ++i)
    text +=
        fmt::format("  parameters[{}]  {} (nominal {:.6g})\n", i, written.parameters[i], written.nominal[i]);
  if (!written.parameters.empty()) text += '\n';
  if (!written.goes_to_stdout)
    text += fmt::format("written   {}, {}, in {:.2g} s\n", written.file, size_in_words(written.text.size()),
                        written.write_seconds);
  text += written.compiler.empty() ? "checked   by evaluating its expressions, without a compiler"
          : written.was_cached
              ? fmt::format("checked   compiled by {} in an earlier run", written.compiler)
              : fmt::format("checked   compiled by {} in {:.2g} s", written.compiler, written.build_seconds);
  return text +
         fmt::format(
             ": {} random states, relative error at most {:.1e} compared with the general algorithms\n",
             written.states, written.worst_error);
}

std::string compile_json(const Written& written) {
  Json functions = Json::array();
  for (const WrittenFunction& function : written.functions) {
    functions.push_back({{"name", function.name},
                         {"meaning", function.meaning},
                         {"arguments", function.arguments},
                         {"operations", json_of(function.operations)}});
  }
  Json parameters = Json::array();
  for (std::size_t i = 0; i < written.parameters.size(); ++i)
    parameters.push_back({{"name", written.parameters[i]}, {"nominal", written.nominal[i]}});
  const Json compiler = written.compiler.empty() ? Json(nullptr) : Json(written.compiler);
  const Json report = {{"model", written.model},
                       {"name", written.name},
                       {"language", written.language},
                       {"precision", written.single ? "single" : "double"},
                       {"lanes", written.lanes},
                       {"file", written.file},
                       {"bytes", written.text.size()},
                       {"functions", std::move(functions)},
                       {"parameters", std::move(parameters)},
                       {"write_seconds", written.write_seconds},
                       {"check",
                        {{"compiler", compiler},
                         {"was_cached", written.was_cached},
                         {"build_seconds", written.build_seconds},
                         {"states", written.states},
                         {"worst_error", written.worst_error}}}};
  return report.dump(2) + "\n";
}

}  // namespace sinew::cli
