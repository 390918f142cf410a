#include "sinew/codegen/build/system_compiler.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sinew/base/compiler.hpp"

namespace sinew {
namespace {

std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::istringstream text(command);
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

// Identifies the processor, since -march=native differs from one to another: model and features of the first core, as
// Linux lists them.
std::string processor_text() {
  std::string text;
  std::ifstream list("/proc/cpuinfo");
  for (std::string line; std::getline(list, line) && !line.empty();) {
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features") ||
        line.starts_with("CPU part")) {
      text += line + '\n';
    }
  }
  utsname system{};
  if (::uname(&system) == 0) text += system.machine;
  return text;
}

std::string first_lines(const std::string& text, int count) {
  std::size_t end = 0;
  for (int i = 0; i < count && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

constexpr double longest_question = 10;  // seconds that a compiler may take to print its version
constexpr int shown_lines = 10;

// The error message for a command that did not succeed.
std::string failure_of(const std::string& command, const CommandResult& result) {
  std::string text = command + " failed";
  if (!result.cut_off.empty()) text += ": " + result.cut_off;
  const std::string said = first_lines(result.output, shown_lines);
  if (said.empty()) return text;
  const bool is_one_line = said.find('\n') >= said.size() - 1;
  text += is_one_line ? (result.cut_off.empty() ? ": " : ", and said: ") : ":\n";
  return text + said.substr(0, said.find_last_not_of('\n') + 1);
}

}  // namespace

std::string SystemCompiler::name() const {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
  return text;
}

SystemCompiler find_compiler(Language language, const std::string& wanted, const CommandLimits& limits) {
  const bool is_c = language == Language::c;
  const std::string variable = is_c ? "CC" : "CXX";
  const char* const chosen = wanted.empty() ? std::getenv(variable.c_str()) : nullptr;
  std::vector<std::string> candidates = {chosen ? chosen : wanted};
  if (wanted.empty()) {
    for (const char* const usual :
         is_c ? std::array{"cc", "gcc", "clang"} : std::array{"c++", "g++", "clang++"})
      candidates.emplace_back(usual);
  }
  CommandLimits short_limits = limits;
  short_limits.seconds = std::min(limits.seconds, longest_question);
  std::string tried, trouble;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    SystemCompiler compiler{.command = words_of(candidates[i]), .identity = {}, .limits = limits};
    if (compiler.command.empty()) continue;
    std::vector<std::string> question = compiler.command;
    question.emplace_back("--version");
    const CommandResult answer = run_command(question, short_limits);
    if (answer.succeeded) {
      compiler.identity = compiler.name() + '\n' + answer.output + processor_text();
      if (!trouble.empty()) compiler.remark = trouble + "; " + compiler.name() + " is used in its place";
      return compiler;
    }
    tried += (tried.empty() ? "" : ", ") + candidates[i];
    // The default compilers may be missing, but a compiler that the user chose should work.
    if (i == 0)
      trouble = (chosen ? "$" + variable + ": " : "") + failure_of(candidates[i] + " --version", answer);
  }
  const std::string none =
      std::string("no ") + (is_c ? "C" : "C++") + " compiler runs here (tried " + tried + ")";
  SystemCompiler nothing;
  nothing.remark = trouble.empty() ? none : none + "; " + trouble;
  return nothing;
}

std::vector<std::string> SystemCompiler::flags(Language language) const {
  // On arm64 clang does not know -march=native; GCC and clang know -mcpu=native.
  std::vector<std::string> all = {processor::is_arm64 ? "-mcpu=native" : "-march=native", "-fPIC", "-shared",
                                  "-w", language == Language::c ? "-std=gnu11" : "-std=gnu++17"};
  if (!optimises) return all;
  for (const char* const flag : {"-O3", "-ffp-contract=fast", "-fno-math-errno", "-fno-trapping-math",
                                 "-fno-tree-vectorize", "-fno-tree-slp-vectorize"})
    all.emplace_back(flag);
  return all;
}

std::string compile_library(const SystemCompiler& compiler, Language language,
                            const std::filesystem::path& source, const std::filesystem::path& library) {
  std::vector<std::string> words = compiler.command;
  for (const std::string& flag : compiler.flags(language)) words.push_back(flag);
  for (const std::string& word : {source.string(), std::string("-o"), library.string(), std::string("-lm")})
    words.push_back(word);
  const CommandResult result = run_command(words, compiler.limits);
  return result.succeeded ? std::string() : failure_of(compiler.name(), result);
}

}  // namespace sinew
