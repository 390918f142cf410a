#include "sinew/codegen/source/source.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "sinew/codegen/source/internal/dialect.hpp"
#include "sinew/codegen/source/internal/function_body.hpp"
#include "sinew/codegen/source/internal/source_names.hpp"
#include "sinew/version.hpp"

namespace sinew {

namespace {

constexpr std::string_view origin_mark = ": its dynamics as straight-line code, written by sinew ";

// The meaning of a joint's coordinates (model/description/description.hpp); empty if its kind says enough.
const char* coordinates_of(JointKind kind) {
  switch (kind) {
    case JointKind::cylindrical:
      return "rotation, then translation";
    case JointKind::universal:
      return "rotation about the first axis, then about the second";
    case JointKind::planar:
      return "two translations, then the rotation";
    case JointKind::spherical:
      return "q: quaternion w x y z; v: angular velocity in the body frame";
    case JointKind::floating:
      return "q: x y z, quaternion w x y z; v: twist in the body frame, angular then linear";
    default:
      return "";
  }
}

class Writer {
 public:
  Writer(const Model& model, const SymbolicRobot& robot, const SourceOptions& options)
      : model_(model), robot_(robot), options_(options), dialect_(options, source_name(model, options)) {}

  std::string text() const {
    const std::string& name = dialect_.name();
    std::string out = heading();
    out += cpp() ? "#pragma once\n\n#include <cmath>\n\nnamespace " + name +
                       " {\n\nusing std::cos;\nusing std::sin;\nusing std::sqrt;\n"
                 : "#ifndef " + name + "_H\n#define " + name + "_H\n\n#include <math.h>\n";
    out += counts() + dialect_.preamble();
    for (const SymbolicFunction& function : robot_.functions) out += text_of(function);
    return out + (cpp() ? "\n}  // namespace " + name + "\n" : "\n#endif\n");
  }

 private:
  bool cpp() const { return dialect_.is_cpp(); }

  std::string heading() const {
    std::string out =
        "// " + in_comment(model_.name()) + std::string(origin_mark) + version + ". Do not edit.\n//\n";
    for (const SymbolicFunction& function : robot_.functions)
      out += "//   " + call(function) + "   // " + sizes(function) + "\n";
    const Vector3<double>& g = model_.gravity();
    out += "//\n// Units are SI: m, kg, s, rad, N, N m. The model's gravity is " + dialect_.number(g.x) +
           " " + dialect_.number(g.y) + " " + dialect_.number(g.z) +
           "; friction is not included. Arguments must not overlap.\n";
    if (robot_.followers == Followers::embedded) {
      out += embedded_followers();
    } else if (model_.is_closed()) {
      out +=
          "// Loops, couplings and mimics of the model are left open: these are the equations of its tree.\n";
    }
    if (dialect_.has_lanes()) {
      const std::string lanes = std::to_string(options_.lanes);
      out += "// Every argument holds " + lanes + " states side by side: entry i of state s is x[" + lanes +
             " * i + s].\n";
    }
    out += "// Entries (tau and a are like v):\n";
    for (const JointInfo& joint : model_.joints()) {
      const std::string coordinates = coordinates_of(joint.kind);
      out += "//   " + range("q", joint.q_index, joint.q_size) + ", " +
             range("v", joint.v_index, joint.v_size) + "   " + name_of(joint.kind) + " joint '" +
             in_comment(joint.name) + "'" + (coordinates.empty() ? "" : ", " + coordinates) + "\n";
    }
    for (std::size_t i = 0; i < robot_.parameters.names.size(); ++i) {
      out += "//   parameters[" + std::to_string(i) + "]   " + in_comment(robot_.parameters.names[i]) +
             ", in the model " + dialect_.number(robot_.parameters.nominal[i]) + "\n";
    }
    return out;
  }
  std::string embedded_followers() const {
    std::string entries;
    for (const int v : robot_.independent)
      entries += (entries.empty() ? "v[" : ", v[") + std::to_string(v) + "]";
    std::string out =
        "// Joints that follow others (mimics, couplings) are embedded: their entries of q, v and a are not "
        "read,\n"
        "// and results other than accelerations and poses have entries for the independent joints only:\n// "
        "  " +
        entries + "\n";
    if (!model_.description().loops.empty()) out += "// Loops of the model are left open.\n";
    return out;
  }
  static std::string range(const char* name, int first, int count) {
    const std::string start = name + ("[" + std::to_string(first));
    return count == 1 ? start + "]" : start + ".." + std::to_string(first + count - 1) + "]";
  }
  std::string call(const SymbolicFunction& function) const {
    std::string out = dialect_.name() + (cpp() ? "::" : "_") + function.name + "(";
    std::string separator;
    for (const auto* arguments : {&function.inputs, &function.outputs}) {
      for (const Argument& argument : *arguments) out += std::exchange(separator, ", ") + argument.name;
    }
    return out + ");";
  }
  // "q[7], v[7], tau[7] -> a[7]"
  std::string sizes(const SymbolicFunction& function) const {
    const std::string each = dialect_.has_lanes() ? " * " + std::to_string(options_.lanes) + "]" : "]";
    const auto size = [&](const Argument& argument) {
      return argument.name + "[" + std::to_string(argument.entries.size()) + each;
    };
    std::string out, separator;
    for (const Argument& input : function.inputs) out += std::exchange(separator, ", ") + size(input);
    separator = " -> ";
    for (const Argument& output : function.outputs) out += std::exchange(separator, ", ") + size(output);
    return out;
  }

  std::string counts() const {
    const std::pair<const char*, int> sizes[] = {{"position_size", model_.position_size()},
                                                 {"velocity_size", model_.velocity_size()},
                                                 {"parameter_count", int(robot_.parameters.names.size())},
                                                 {"lane_count", options_.lanes}};
    std::string out = "\n";
    for (const auto& [what, size] : sizes) {
      out += cpp() ? "constexpr int " + std::string(what) + " = " + std::to_string(size) + ";\n"
                   : "enum { " + dialect_.own(what) + " = " + std::to_string(size) + " };\n";
    }
    return out;
  }

  std::string text_of(const SymbolicFunction& function) const {
    const Operations count = operation_count(robot_.graph, function);
    std::string head = "\n// " + in_comment(function.meaning) + ".\n// " + sizes(function) + "\n// " +
                       std::to_string(count.multiplications) + " multiplications, " +
                       std::to_string(count.additions) + " additions, " + std::to_string(count.divisions) +
                       " divisions, " + std::to_string(count.sines_cosines) + " sines and cosines.\n";
    head += std::string(dialect_.is_inline()) + "void " + dialect_.own(function.name) + "(";
    std::string casts;
    const auto declare = [&](const Argument& argument, const std::string& constness, const char* separator) {
      const std::string array = dialect_.has_lanes() ? argument.name + "_lanes" : argument.name;
      const std::string restricted = std::string("* ") + dialect_.restricted() + " ";
      const std::string in_memory = constness + dialect_.own("in_memory");
      head += separator + constness + dialect_.real() + restricted + array;
      if (dialect_.has_lanes())
        casts += "  " + in_memory + restricted + argument.name + " = (" + in_memory + "*)" + array + ";\n";
    };
    for (const Argument& input : function.inputs)
      declare(input, "const ", &input == function.inputs.data() ? "" : ", ");
    for (const Argument& output : function.outputs) declare(output, "", ", ");
    return head + ") {\n" + casts + function_body(robot_.graph, function, dialect_) + "}\n";
  }

  const Model& model_;
  const SymbolicRobot& robot_;
  const SourceOptions& options_;
  const Dialect dialect_;
};

}  // namespace

bool is_written_source(const std::filesystem::path& file) {
  std::string first_line;
  std::getline(std::ifstream(file), first_line);
  return first_line.starts_with("// ") && first_line.find(origin_mark) != std::string::npos;
}

std::string source_name(const Model& model, const SourceOptions& options) {
  return identifier_alone(options.name.empty() ? model.name() : options.name);
}

std::string write_source(const Model& model, const SymbolicRobot& robot, const SourceOptions& options) {
  if (options.lanes < 1 || options.lanes > 64 || (options.lanes & (options.lanes - 1)) != 0)
    throw std::invalid_argument(std::to_string(options.lanes) + " lanes; expected 1, 2, 4, 8, 16, 32 or 64");
  return Writer(model, robot, options).text();
}

}  // namespace sinew
