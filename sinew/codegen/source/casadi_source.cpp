#include "sinew/codegen/source/casadi_source.hpp"

#include <algorithm>

namespace sinew {
namespace {

std::size_t stored_numbers(const CasadiMatrix& matrix) {
  const std::vector<int>& s = matrix.sparsity;
  const bool is_dense = s.size() == 3 && s[2] == 1;
  return std::size_t(is_dense ? s[0] * s[1] : s[std::size_t(s[1]) + 2]);
}

// The functions of CasADi's interface around one function of the text.
class Interface {
 public:
  Interface(const CasadiFunction& function, const SymbolicFunction& code, const std::string& prefix)
      : function_(function),
        code_(prefix + "_" + code.name),
        prefix_(prefix),
        name_(casadi_name(function, prefix)) {}

  std::string text() const {
    const std::size_t n_in = function_.inputs.size(), n_out = function_.outputs.size();
    std::string out =
        "\n// " + name_ + ": (" + names(function_.inputs) + ") -> (" + names(function_.outputs) + ")\n";
    out += exported("int", "", "const double** arg, double** res, long long* iw, double* w, int mem") +
           " {\n" + call() + "  (void)iw;\n  (void)w;\n  (void)mem;\n  return 0;\n}\n";
    out += exported("long long", "_n_in", "void") + " { return " + std::to_string(n_in) + "; }\n";
    out += exported("long long", "_n_out", "void") + " { return " + std::to_string(n_out) + "; }\n";
    out += name_table("_name_in", function_.inputs) + name_table("_name_out", function_.outputs);
    out +=
        sparsity_table("_sparsity_in", function_.inputs) + sparsity_table("_sparsity_out", function_.outputs);
    out +=
        exported("int", "_work", "long long* sz_arg, long long* sz_res, long long* sz_iw, long long* sz_w") +
        " {\n  if (sz_arg) *sz_arg = " + std::to_string(n_in) +
        ";\n  if (sz_res) *sz_res = " + std::to_string(n_out) +
        ";\n  if (sz_iw) *sz_iw = 0;\n  if (sz_w) *sz_w = " + std::to_string(work_size()) +
        ";\n  return 0;\n}\n";
    out += exported("void", "_incref", "void") + " {}\n" + exported("void", "_decref", "void") + " {}\n";
    out += exported("int", "_checkout", "void") + " { return 0; }\n";
    return out + exported("void", "_release", "int mem") + " { (void)mem; }\n";
  }

 private:
  using Matrices = std::vector<CasadiMatrix>;

  std::string exported(const std::string& type, const std::string& suffix,
                       const std::string& arguments) const {
    return prefix_ + "_EXPORT " + type + " " + name_ + suffix + "(" + arguments + ")";
  }
  static std::string names(const Matrices& matrices) {
    std::string out;
    for (const CasadiMatrix& each : matrices) out += (out.empty() ? "" : ", ") + each.name;
    return out;
  }
  std::size_t work_size() const {
    std::size_t sum = 0;
    for (const CasadiMatrix& each : function_.outputs) sum += stored_numbers(each);
    return sum;
  }
  // A null argument stands for zeros; a null result is not wanted, and goes to w.
  std::string call() const {
    std::string arguments;
    for (std::size_t i = 0; i < function_.inputs.size(); ++i) {
      if (!function_.inputs[i].is_passed) continue;
      const std::string place = "arg[" + std::to_string(i) + "]";
      arguments += (arguments.empty() ? "" : ", ") + place + " ? " + place + " : " + prefix_ + "_zeros";
    }
    std::size_t offset = 0, passed = 0;
    for (std::size_t i = 0; i < function_.outputs.size(); ++i) {
      const CasadiMatrix& matrix = function_.outputs[i];
      if (!matrix.is_passed) continue;
      const std::string place = "res[" + std::to_string(i) + "]";
      arguments += ", " + place + " ? " + place + " : w + " + std::to_string(offset);
      offset += stored_numbers(matrix), ++passed;
    }
    if (passed == 0) return "  (void)arg;\n  (void)res;\n";
    return "  " + code_ + "(" + arguments + ");\n";
  }
  std::string table(const std::string& suffix, const std::string& type, const std::string& rows,
                    std::size_t count) const {
    return exported(type, suffix, "long long i") + " {\n" + rows + "  return i >= 0 && i < " +
           std::to_string(count) + " ? all[i] : 0;\n}\n";
  }
  std::string name_table(const std::string& suffix, const Matrices& matrices) const {
    std::string rows = "  static const char* const all[] = {";
    for (const CasadiMatrix& each : matrices)
      rows += (&each == matrices.data() ? "\"" : ", \"") + each.name + "\"";
    return table(suffix, "const char*", rows + "};\n", matrices.size());
  }
  std::string sparsity_table(const std::string& suffix, const Matrices& matrices) const {
    std::string rows, all;
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      std::string numbers;
      for (const int x : matrices[k].sparsity) numbers += (numbers.empty() ? "" : ", ") + std::to_string(x);
      const std::string name = "s" + std::to_string(k);
      rows += "  static const long long " + name + "[] = {" + numbers + "};\n";
      all += (k == 0 ? "" : ", ") + name;
    }
    rows += "  static const long long* const all[] = {" + all + "};\n";
    return table(suffix, "const long long*", rows, matrices.size());
  }

  const CasadiFunction& function_;
  std::string code_, prefix_, name_;
};

}  // namespace

SourceOptions casadi_options(const std::string& name) {
  return {.language = Language::c, .name = name};
}

std::string casadi_name(const CasadiFunction& function, const std::string& prefix) {
  return function.kind + prefix + "_" + function.quantity;
}

std::string write_casadi_source(const Model& model, const CasadiRobot& robot, const std::string& name) {
  const SourceOptions options = casadi_options(name);
  const std::string prefix = source_name(model, options);
  std::size_t largest = 1;
  for (const CasadiFunction& function : robot.functions) {
    for (const CasadiMatrix& input : function.inputs) largest = std::max(largest, stored_numbers(input));
  }
  std::string out = write_source(model, robot.robot, options);
  out +=
      "\n// The functions as CasADi's `external` loads them from a shared library:\n//\n//   cc -O2 -shared "
      "-fPIC " +
      prefix + ".c -o " + prefix +
      ".so -lm\n//\n// q is the array of its numbers: derivatives of quaternions are those "
      "by their four numbers.\n";
  out += "#if defined(_WIN32)\n#define " + prefix +
         "_EXPORT __declspec(dllexport)\n#elif defined(__GNUC__)\n#define " + prefix +
         "_EXPORT __attribute__((visibility(\"default\")))\n#else\n#define " + prefix + "_EXPORT\n#endif\n";
  out += "\nstatic const double " + prefix + "_zeros[" + std::to_string(largest) + "] = {0};\n";
  for (const CasadiFunction& function : robot.functions)
    out += Interface(function, robot.robot.functions[function.code], prefix).text();
  return out;
}

}  // namespace sinew
