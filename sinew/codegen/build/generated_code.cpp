#include "sinew/codegen/build/generated_code.hpp"

#include <fstream>
#include <optional>
#include <stdexcept>

namespace sinew {
namespace {

std::string entry_name(std::size_t function) {
  return "sinew_entry_" + std::to_string(function);
}

// The text of exported entry points, through which all functions are called in the same way, whatever their arguments.
std::string entry_points(const Model& model, const SymbolicRobot& robot, const SourceOptions& options) {
  const std::string number = options.single_precision ? "float" : "double";
  const bool is_c = options.language == Language::c;
  const std::string before = source_name(model, options) + (is_c ? "_" : "::");
  const std::string linkage = is_c ? "" : "extern \"C\" ";
  std::string text = "\n";
  for (std::size_t i = 0; i < robot.functions.size(); ++i) {
    const SymbolicFunction& function = robot.functions[i];
    text += linkage + "__attribute__((visibility(\"default\"))) void " + entry_name(i) + "(const " + number +
            "* const* inputs, " + number + "* output) {\n  " + before + function.name + "(";
    for (std::size_t k = 0; k < function.inputs.size(); ++k) text += "inputs[" + std::to_string(k) + "], ";
    std::size_t written = 0;
    for (const Argument& output : function.outputs) {
      text += (written == 0 ? "output" : ", output + " + std::to_string(written));
      written += output.entries.size() * std::size_t(options.lanes);
    }
    text += ");\n}\n";
  }
  return text;
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

std::vector<GeneratedFunction> functions_of(const SharedLibrary& library, std::size_t count) {
  std::vector<GeneratedFunction> functions;
  for (std::size_t i = 0; i < count; ++i) {
    functions.push_back(reinterpret_cast<GeneratedFunction>(library.function(entry_name(i))));
    if (!functions.back()) throw std::runtime_error("the compiled library has no function " + entry_name(i));
  }
  return functions;
}

}  // namespace

GeneratedCode load_generated(const Model& model, const SymbolicRobot& robot, const SourceOptions& options,
                             const std::string& text, const SystemCompiler& compiler,
                             const LibraryCache& cache) {
  const std::string whole = text + entry_points(model, robot, options);
  std::string recipe = whole + compiler.identity;
  for (const std::string& flag : compiler.flags(options.language)) recipe += '\n' + flag;
  const std::string key = hash_text(recipe);
  const std::size_t count = robot.functions.size();
  if (const auto file = cache.find(key); !file.empty()) {
    try {
      const SharedLibrary library(file);
      return {library, functions_of(library, count), true, {}};
    } catch (const std::runtime_error&) {  // deleted meanwhile, or of another system: compile again
    }
  }
  const auto make = [&](const std::filesystem::path& library) {
    const auto source = library.parent_path() / (options.language == Language::c ? "robot.c" : "robot.cpp");
    write_file(source, whole);
    return compile_library(compiler, options.language, source, library);
  };
  std::optional<SharedLibrary> library;
  const std::string remark =
      cache.add(key, make, [&](const std::filesystem::path& file) { library.emplace(file); });
  return {*library, functions_of(*library, count), false, remark};
}

}  // namespace sinew
