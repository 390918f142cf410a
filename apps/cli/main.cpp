// The `sinew` program: parses the command line and runs the command.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "apps/cli/command_options.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/help_texts.hpp"
#include "apps/cli/output.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/version.hpp"

namespace {

using namespace sinew::cli;

// Writes the answer. As usual, a closed output pipe gives no message.
int finish(const Answer& answer) {
  write_to_stderr(answer.notes);
  errno = 0;
  if (write_to_stdout(answer.output)) return answer.code;
  if (errno != EPIPE)
    write_to_stderr(std::string("sinew: cannot write the output: ") + std::strerror(errno) + "\n");
  return output_failed;
}

Answer refused(const std::string& reason) {
  return {.code = wrong_request, .output = "", .notes = "sinew: " + reason + "\n"};
}

// Reports a missing or misspelt command with the list of commands; CLI11 would only say that one is missing.
void check_command(const CLI::App& app, int argument_count, char** arguments) {
  std::vector<std::string> words;
  for (const CLI::App* command : app.get_subcommands({})) words.push_back(command->get_name());
  if (argument_count < 2) {
    throw RequestError(fmt::format("expected a command: {} or {} (see sinew --help)",
                                   fmt::join(words.begin(), words.end() - 1, ", "), words.back()));
  }
  words.insert(words.begin(), {"--help", "-h", "--version"});
  if (std::find(words.begin(), words.end(), arguments[1]) == words.end()) {
    throw RequestError(sinew::unknown_name("command", arguments[1], words));
  }
}

// A command of the program: the parser of its options, and the function that runs it with what these say.
struct Command {
  CLI::App* parser;
  std::function<Answer()> run;
};

// The commands in the order in which --help lists them.
std::vector<Command> add_commands(CLI::App& app) {
  std::vector<Command> commands;
  const auto add = [&]<class Request>(const char* name, const char* meaning, const char* footer,
                                      void (*add_options)(CLI::App&, Request&),
                                      Answer (*run)(const Request&)) {
    CLI::App* const parser = app.add_subcommand(name, meaning);
    const auto request = std::make_shared<Request>();
    add_options(*parser, *request);
    parser->footer(std::string(footer) + exit_codes);
    commands.push_back({parser, [request, run] { return run(*request); }});
  };
  add("info", "joints, degrees of freedom, limits, frames, loops and couplings of a model", info_footer,
      add_info_options, run_info);
  add("check", "all errors and warnings of a model file", check_footer, add_check_options, run_check);
  add("tree", "the tree of bodies and joints, as text or as a graph", tree_footer, add_tree_options,
      run_tree);
  add("diff", "the differences between two robots", diff_footer, add_diff_options, run_diff);
  add("compute", "dynamics and kinematics at one state", compute_footer, add_compute_options, run_compute);
  add("count", "number of arithmetic operations of the algorithms on a model", count_footer,
      add_count_options, run_count);
  add("compile", "C++ or C code of the algorithms for one robot", compile_footer, add_compile_options,
      run_compile);
  add("operators", "spatial operator expressions, evaluated and explained", operators_footer,
      add_operators_options, run_operators);
  add("simulate", "simulation of a scene", simulate_footer, add_simulate_options, run_simulate);
  add("optimize", "the motion of least cost that a scene describes", optimize_footer, add_optimize_options,
      run_optimize);
  add("view", "show a robot or a result in the browser", view_footer, add_view_options, run_view);
  add("xacro", "a xacro file as URDF, without macros", xacro_footer, add_xacro_options, run_xacro);
  add("convert", "a robot as URDF, MJCF or SDF", convert_footer, add_convert_options, run_convert);
  return commands;
}

Answer run(int argument_count, char** arguments) {
  CLI::App app("sinew computes the dynamics of articulated rigid bodies.", "sinew");
  app.set_version_flag("--version", std::string("sinew ") + sinew::version);
  app.footer(std::string(program_footer) + exit_codes);
  app.require_subcommand(1);
  const std::vector<Command> commands = add_commands(app);
  try {
    check_command(app, argument_count, arguments);
    app.parse(argument_count, arguments);
  } catch (const RequestError& error) {
    return refused(error.what());
  } catch (const CLI::ParseError& error) {
    std::ostringstream output, notes;
    if (app.exit(error, output, notes) != 0)
      return refused(error.what() + std::string(" (see sinew --help)"));
    const bool ends = output.str().ends_with('\n');
    return {.code = success, .output = output.str() + (ends ? "" : "\n"), .notes = ""};
  }
  const auto given = std::find_if(commands.begin(), commands.end(),
                                  [](const Command& command) { return command.parser->parsed(); });
  return given->run();
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is reported as an error instead of ending the program
  std::signal(SIGXFSZ, SIG_IGN);  // so is a file that exceeds the size limit
  try {
    return finish(run(argument_count, arguments));
  } catch (const std::exception& error) {
    write_to_stderr(std::string("sinew: ") + error.what() + "\n");
    return wrong_request;
  }
}
