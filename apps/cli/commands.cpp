#include "apps/cli/commands.hpp"

#include <fmt/format.h>

#include "apps/cli/compile.hpp"
#include "apps/cli/convert.hpp"
#include "apps/cli/diff.hpp"
#include "apps/cli/followers.hpp"
#include "apps/cli/multi_arm.hpp"
#include "apps/cli/operators.hpp"
#include "apps/cli/optimize.hpp"
#include "apps/cli/report.hpp"
#include "apps/cli/simulate.hpp"
#include "apps/cli/tree.hpp"
#include "apps/cli/view.hpp"
#include "apps/cli/xacro.hpp"
#include "sinew/io/files/output_file.hpp"

namespace sinew::cli {
namespace {

std::string counted(int count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// Returns only the errors, so that they are not hidden among warnings.
std::string errors_of(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.list) {
    if (finding.severity == Severity::error) text += to_string(finding) + "\n";
  }
  return text;
}

// Runs `work`, which fills the answer. An exception becomes an exit code and a note.
template <class Work>
Answer answered(Work&& work) {
  Answer answer;
  try {
    work(answer);
  } catch (const InvalidModel& error) {
    answer = {.code = model_has_errors, .output = "", .notes = errors_of(error.findings())};
  } catch (const ImpossibleRobot& error) {
    answer = {.code = robot_impossible, .output = "", .notes = std::string("sinew: ") + error.what()};
  } catch (const RequestError& error) {
    answer = {.code = wrong_request, .output = "", .notes = std::string("sinew: ") + error.what()};
  } catch (const std::overflow_error& error) {  // finite inputs that are too large
    answer = {.code = wrong_request, .output = "", .notes = std::string("sinew: ") + error.what()};
  } catch (const OutputError& error) {
    answer = {.code = output_failed, .output = "", .notes = std::string("sinew: ") + error.what()};
  } catch (const Interrupted& error) {
    answer = {.code = interrupted, .output = "", .notes = std::string("sinew: ") + error.what()};
  }
  if (!answer.notes.empty() && answer.notes.back() != '\n') answer.notes += '\n';
  return answer;
}

void compute_scene(const ComputeRequest& request, Answer& answer) {
  const Scene scene = arms_scene(request, answer.notes);
  const ArmsResult result = compute_arms(request, scene);
  answer.notes += notes_of(result.closed.constraint_errors);
  answer.output = (request.json ? arms_json : arms_text)(request, scene, result);
}

}  // namespace

Answer run_info(const InfoRequest& request) {
  return answered([&](Answer& answer) {
    const Model model = read_model(request.model, answer.notes);
    std::optional<Semantics> srdf;
    if (request.model.srdf) srdf = read_srdf(*request.model.srdf, model.description()).semantics;
    answer.output = request.json ? info_json(model, srdf) : info_text(request.model, model, srdf);
  });
}

Answer run_check(const ModelRequest& request) {
  return answered([&](Answer& answer) {
    const Findings findings = check_model(request);
    const int errors = findings.count(Severity::error), warnings = findings.count(Severity::warning);
    const int physical = findings.count(Severity::physical_error);
    if (findings.list.empty()) {
      answer.output = fmt::format("{}: no findings\n", request.file);
      return;
    }
    answer.output = findings.to_string();
    if (answer.output.back() != '\n') answer.output += '\n';
    answer.output += fmt::format("{}: {}, {}{}\n", request.file, counted(errors, "error"),
                                 physical > 0 ? counted(physical, "physical error") + ", " : "",
                                 counted(warnings, "warning"));
    if (physical > 0) answer.code = robot_impossible;
    if (errors > 0) answer.code = model_has_errors;
  });
}

Answer run_tree(const TreeRequest& request) {
  return answered([&](Answer& answer) {
    const Model model = read_model(request.model, answer.notes);
    answer.output = tree_report(request, model.description());
  });
}

Answer run_diff(const DiffRequest& request) {
  return answered([&](Answer& answer) {
    if (!(request.tolerance >= 0))
      throw RequestError(fmt::format("--tolerance is {}; expected a number >= 0", request.tolerance));
    ModelRequest second = request.first;
    second.file = request.second;
    const Model a = read_model(request.first, answer.notes), b = read_model(second, answer.notes);
    const auto found = differences(a.description(), b.description(), request.tolerance);
    answer.output = request.json ? diff_json(found) : diff_text(request, found);
    if (!found.empty()) answer.code = models_differ;
  });
}

Answer run_compute(const ComputeRequest& request) {
  return answered([&](Answer& answer) {
    const QuantityInfo& quantity = quantity_named(request.what);
    if (quantity.quantity == Quantity::multi_arm) return compute_scene(request, answer);
    Inputs inputs = gather_inputs(request, answer.notes);
    if (is_embedded(quantity, request, inputs.model)) follow_leaders(request, inputs, answer.notes);
    const Result result = compute(quantity, request, inputs);
    if (result.closed) answer.notes += notes_of(result.closed->constraint_errors);
    const auto report = request.json ? json_report : text_report;
    answer.output = report(quantity, request, inputs, result);
  });
}

Answer run_count(const CountRequest& request) {
  return answered([&](Answer& answer) {
    std::vector<CountedQuantity> list;
    for (const std::string& name : request.algorithms) list.push_back({counted_quantity_named(name), {}, {}});
    if (list.empty()) {
      for (const Quantity quantity : offered::by_count) list.push_back({quantity, {}, {}});
    }
    const Model model = read_model(request.model, answer.notes);
    for (CountedQuantity& item : list) {
      item.total = count_operations(item.quantity, model);
      if (request.links) item.by_link = count_by_link(item.quantity, model);
    }
    answer.output = request.json ? count_json(model, list) : count_text(model, list);
  });
}

Answer run_compile(const CompileRequest& request) {
  return answered([&](Answer& answer) {
    const Written written = write_compiled(request, answer.notes);
    const std::string report = request.json ? compile_json(written) : compile_text(written);
    if (written.goes_to_stdout) {
      answer.output = written.text;
      if (!request.quiet) answer.notes += report;
    } else if (!request.quiet) {
      answer.output = report;
    }
  });
}

Answer run_operators(const OperatorsRequest& request) {
  return answered([&](Answer& answer) {
    if (request.list) {
      answer.output = request.json ? operator_list_json() : operator_list_text(request.ascii);
      return;
    }
    if (request.at.model.file.empty() || !request.expression)
      throw RequestError("expected a MODEL and an EXPRESSION, or --list (see sinew operators --help)");
    const EvaluatedOperators result = evaluate_operators(request, answer.notes);
    answer.output = request.json ? operators_json(result) : operators_text(request, result);
  });
}

namespace {

// Fills the answer with what happened to a simulation; `text` and `json` write its report.
template <class Text, class ToJson>
void report_run(const Simulated& run, const SimulateRequest& request, Answer& answer, const Text& text,
                const ToJson& json) {
  const SimulationReport& report = run.report;
  if (report.end == RunEnd::failed) answer.code = run_failed;
  if (report.end == RunEnd::interrupted) answer.code = interrupted;
  if (request.json) {
    answer.output = json();
  } else if (!request.quiet) {
    answer.output = text();
  } else {
    for (const std::string& warning : report.warnings) answer.notes += "sinew: warning: " + warning + "\n";
  }
  if (report.end == RunEnd::failed)
    answer.notes += fmt::format("sinew: the simulation failed at t = {:.6g} s: {}\n", report.t, report.why);
  if (run.page_problem.empty()) return;
  answer.notes += "sinew: " + run.page_problem + "\n";
  if (answer.code == success) answer.code = output_failed;
}

}  // namespace

Answer run_simulate(const SimulateRequest& request) {
  return answered([&](Answer& answer) {
    const Simulated run = simulate(request, answer.notes);
    report_run(
        run, request, answer, [&] { return simulation_text(run); }, [&] { return simulation_json(run); });
  });
}

Answer run_optimize(const OptimizeRequest& request) {
  return answered([&](Answer& answer) {
    const Optimized found = optimize(request, answer.notes);
    report_run(
        found.run, request.simulation, answer, [&] { return optimization_text(found); },
        [&] { return optimization_json(found); });
    if (!found.motion.converged)
      answer.notes += "sinew: warning: the motion may not be the best: " + found.motion.why + "\n";
  });
}

Answer run_xacro(const XacroRequest& request) {
  return answered([&](Answer& answer) { answer.output = write_expanded(request, answer.notes); });
}

Answer run_convert(const ConvertRequest& request) {
  return answered([&](Answer& answer) {
    Converted converted = convert(request);
    answer.output = converted.text + converted.report;
    answer.notes = std::move(converted.notes);
    if (converted.refused) answer.code = models_differ;
  });
}

Answer run_view(const ViewRequest& request) {
  return answered([&](Answer& answer) { answer.output = view(request); });
}

}  // namespace sinew::cli
