#include "sinew/codegen/system_compiler.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sinew/codegen/run_command.hpp"

namespace sinew {
namespace {

std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  std::istringstream text(command);
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

// The compiler's "native" differs from processor to processor: model and abilities of the first one, as Linux lists them.
std::string processor() {
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

}  // namespace

std::string SystemCompiler::name() const {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
  return text;
}

SystemCompiler find_compiler(Language language, const std::string& wanted, std::string& why_not) {
  const bool is_c = language == Language::c;
  std::vector<std::string> candidates = {wanted};
  if (wanted.empty()) {
    const char* const chosen = std::getenv(is_c ? "CC" : "CXX");
    candidates = {chosen ? chosen : ""};
    for (const char* const usual :
         is_c ? std::array{"cc", "gcc", "clang"} : std::array{"c++", "g++", "clang++"})
      candidates.emplace_back(usual);
  }
  std::string tried;
  for (const std::string& candidate : candidates) {
    SystemCompiler compiler{.command = words_of(candidate), .identity = {}};
    if (compiler.command.empty()) continue;
    std::vector<std::string> question = compiler.command;
    question.emplace_back("--version");
    if (const CommandResult answer = run_command(question); answer.succeeded) {
      compiler.identity = compiler.name() + '\n' + answer.output + processor();
      return compiler;
    }
    tried += (tried.empty() ? "" : ", ") + candidate;
  }
  why_not = std::string("no ") + (is_c ? "C" : "C++") + " compiler runs here (tried " + tried + ")";
  return {};
}

std::vector<std::string> SystemCompiler::flags(Language language) const {
  std::vector<std::string> all = {"-march=native", "-fPIC", "-shared", "-w",
                                  language == Language::c ? "-std=gnu11" : "-std=gnu++17"};
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
  const CommandResult result = run_command(words);
  if (result.succeeded) return {};
  return compiler.name() + " failed:\n" + first_lines(result.output, 10);
}

}  // namespace sinew
