#include "sinew/codegen/source.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sinew/codegen/dialect.hpp"
#include "sinew/codegen/schedule.hpp"
#include "sinew/version.hpp"

namespace sinew {

namespace {
using Operation = SymbolGraph::Operation;

// The statements of one function.
class Body {
 public:
  Body(const SymbolGraph& graph, const SymbolicFunction& function, const Dialect& dialect)
      : graph_(graph),
        dialect_(dialect),
        schedule_(schedule(graph, function)),
        names_(graph.nodes().size()),
        stores_(graph.nodes().size()) {
    for (const Argument& input : function.inputs) {
      for (std::size_t i = 0; i < input.entries.size(); ++i) name(input.entries[i]) = entry(input.name, i);
    }
    for (const Argument& output : function.outputs) {
      for (std::size_t i = 0; i < output.entries.size(); ++i) {
        const Symbol& s = output.entries[i];
        stores_[std::size_t(s.node())].push_back({entry(output.name, i), s.is_negative()});
      }
    }
  }

  std::string text(const SymbolicFunction& function) {
    for (const Argument& input : function.inputs) {
      const bool used = std::any_of(input.entries.begin(), input.entries.end(), [&](const Symbol& s) {
        return schedule_.uses[std::size_t(s.node())] > 0;
      });
      if (!used) text_ += "  (void)" + input.name + ";\n";
    }
    for (std::size_t round = 0; round < schedule_.angles.size(); ++round) take_sines(round);
    for (const std::int32_t node : schedule_.order) compute(std::size_t(node));
    for (std::size_t node = 0; node < stores_.size(); ++node) store(node);  // what is given, and sines
    return std::move(text_);
  }

 private:
  struct Place {
    std::string name;
    bool negative;
  };
  static std::string entry(const std::string& array, std::size_t i) {
    return array + "[" + std::to_string(i) + "]";
  }
  std::string& name(const Symbol& s) { return names_[std::size_t(s.node())]; }

  void take_sines(std::size_t round) {
    const std::vector<Symbol>& angles = schedule_.angles[round];
    const std::string suffix = round == 0 ? "" : std::to_string(round + 1);
    std::vector<std::string> operands;
    for (const Symbol& angle : angles) {
      prepare(angle);
      operands.push_back(operand(angle));
    }
    text_ += dialect_.sines(operands, suffix);
    for (std::size_t node = 0; node < names_.size(); ++node) {
      const auto& [operation, a, b, value] = graph_.nodes()[node];
      if (operation != Operation::sine && operation != Operation::cosine) continue;
      const auto found = std::find(angles.begin(), angles.end(), a);
      if (found == angles.end()) continue;
      names_[node] = entry((operation == Operation::sine ? "sine" : "cosine") + suffix,
                           std::size_t(found - angles.begin()));
    }
  }

  // Computes an angle, with all it needs, before its turn.
  void prepare(const Symbol& s) {
    const auto& [operation, a, b, value] = graph_[s];
    if (operation == Operation::constant || !name(s).empty()) return;
    prepare(a), prepare(b);
    compute(std::size_t(s.node()));
  }

  void compute(std::size_t node) {
    if (!names_[node].empty() || schedule_.inside[node]) return;
    const auto& [operation, a, b, value] = graph_.nodes()[node];
    const std::string name = "t" + std::to_string(++temporaries_);
    if (operation == Operation::square_root) {
      text_ += dialect_.square_root(name, (a.is_negative() ? "-" : "") + operand(a));
    } else {
      text_ += "  const " + std::string(dialect_.value()) + " " + name + " = " + expression(node) + ";\n";
    }
    names_[node] = name;
    store(node);
  }

  void store(std::size_t node) {
    const bool constant = graph_.nodes()[node].operation == Operation::constant;
    for (const auto& [place, negative] : std::exchange(stores_[node], {})) {
      const std::string value =
          (negative ? "-" : "") + (constant ? dialect_.number(graph_.nodes()[node].value) : names_[node]);
      text_ += "  " + place + " = " + (constant ? dialect_.in_all_lanes(value) : value) + ";\n";
    }
  }

  std::string operand(const Symbol& s) const {
    const auto node = std::size_t(s.node());
    if (graph_.is_constant(s)) return dialect_.number(graph_[s].value);
    return schedule_.inside[node] ? expression(node) : names_[node];
  }

  std::string expression(std::size_t node) const {
    const auto& [operation, a, b, value] = graph_.nodes()[node];
    switch (operation) {
      case Operation::sum:
        return operand(a) + (b.is_negative() ? " - " : " + ") + operand(b);
      case Operation::product:
        return operand(a) + " * " + operand(b);
      default:
        return dialect_.number(1) + " / " + operand(a);
    }
  }

  const SymbolGraph& graph_;
  const Dialect& dialect_;
  const Schedule schedule_;
  std::vector<std::string> names_;          // per node: how it is read; empty before it is computed
  std::vector<std::vector<Place>> stores_;  // per node: outputs it goes to
  std::string text_;
  int temporaries_ = 0;
};

class Writer {
 public:
  Writer(const Model& model, const SymbolicRobot& robot, const SourceOptions& options)
      : model_(model),
        robot_(robot),
        options_(options),
        dialect_(options),
        name_(source_name(model, options)) {}

  std::string text() {
    out_ = heading();
    if (!options_.exported) {
      out_ += cpp() ? "#pragma once\n\n" : "#ifndef " + name_ + "_H\n#define " + name_ + "_H\n\n";
    }
    out_ += cpp() ? "#include <cmath>\n" : "#include <math.h>\n";
    if (cpp()) out_ += "\nnamespace " + name_ + " {\n";
    if (cpp()) out_ += "\nusing std::cos;\nusing std::sin;\nusing std::sqrt;\n";
    out_ += counts();
    out_ += dialect_.preamble();
    for (const SymbolicFunction& function : robot_.functions) write(function);
    if (cpp()) out_ += "\n}  // namespace " + name_ + "\n";
    if (!cpp() && !options_.exported) out_ += "\n#endif\n";
    return std::move(out_);
  }

 private:
  bool cpp() const { return dialect_.is_cpp(); }
  std::string prefix() const { return cpp() && !options_.exported ? "" : name_ + "_"; }

  std::string heading() const {
    std::string out = "// " + model_.name() + ": its dynamics as straight-line code, written by sinew " +
                      version + ". Do not edit.\n//\n// Units are SI. Arguments must not overlap. ";
    out += options_.lanes > 1 ? "Every one holds " + std::to_string(options_.lanes) +
                                    " states side by side:\n// entry i of state s is x[" +
                                    std::to_string(options_.lanes) + " * i + s]. Entries:\n"
                              : "Entries:\n";
    for (const JointInfo& joint : model_.joints()) {
      out += "//   " + range("q", joint.q_index, joint.q_size) + ", " +
             range("v", joint.v_index, joint.v_size) + "   " + name_of(joint.kind) + " joint '" + joint.name +
             "'\n";
    }
    for (std::size_t i = 0; i < robot_.parameters.names.size(); ++i) {
      out += "//   parameters[" + std::to_string(i) + "]   " + robot_.parameters.names[i] +
             ", in the model " + dialect_.number(robot_.parameters.nominal[i]) + "\n";
    }
    return out;
  }
  static std::string range(const char* name, int first, int count) {
    const std::string start = name + ("[" + std::to_string(first));
    return count == 1 ? start + "]" : start + ".." + std::to_string(first + count - 1) + "]";
  }

  std::string counts() const {
    const std::pair<const char*, int> sizes[] = {{"position_size", model_.position_size()},
                                                 {"velocity_size", model_.velocity_size()},
                                                 {"parameter_count", int(robot_.parameters.names.size())},
                                                 {"lane_count", options_.lanes}};
    std::string out = "\n";
    for (const auto& [what, size] : sizes) {
      out += cpp() ? "inline constexpr int " + std::string(what) + " = " + std::to_string(size) + ";\n"
                   : "enum { " + name_ + "_" + what + " = " + std::to_string(size) + " };\n";
    }
    return out;
  }

  void write(const SymbolicFunction& function) {
    const Operations count = operation_count(robot_.graph, function);
    out_ += "\n// " + function.meaning + ".\n// " + std::to_string(count.multiplications) +
            " multiplications, " + std::to_string(count.additions) + " additions, " +
            std::to_string(count.divisions) + " divisions, " + std::to_string(count.sines_cosines) +
            " sines and cosines.\n";
    const char* visible = "__attribute__((visibility(\"default\"))) ";
    out_ += !options_.exported ? (cpp() ? "inline " : "static inline ")
            : cpp()            ? std::string("extern \"C\" ") + visible
                               : visible;
    out_ += "void " + prefix() + function.name + "(";
    std::string casts;
    const auto declare = [&](const Argument& argument, const char* constness, const char* separator) {
      const std::string array = dialect_.has_lanes() ? argument.name + "_lanes" : argument.name;
      out_ +=
          separator + std::string(constness) + dialect_.real() + "* " + dialect_.restricted() + " " + array;
      if (dialect_.has_lanes())
        casts += "  " + std::string(constness) + "in_memory* " + dialect_.restricted() + " " + argument.name +
                 " = (" + constness + "in_memory*)" + array + ";\n";
    };
    for (const Argument& input : function.inputs)
      declare(input, "const ", &input == function.inputs.data() ? "" : ", ");
    for (const Argument& output : function.outputs) declare(output, "", ", ");
    out_ += ") {\n" + casts + Body(robot_.graph, function, dialect_).text(function) + "}\n";
  }

  const Model& model_;
  const SymbolicRobot& robot_;
  const SourceOptions& options_;
  const Dialect dialect_;
  std::string name_, out_;
};

}  // namespace

std::string source_name(const Model& model, const SourceOptions& options) {
  const std::string name = identifier(options.name.empty() ? model.name() : options.name);
  return name.empty() || (name[0] >= '0' && name[0] <= '9') ? "robot_" + name : name;
}

std::string write_source(const Model& model, const SymbolicRobot& robot, const SourceOptions& options) {
  if (options.lanes < 1 || options.lanes > 64 || (options.lanes & (options.lanes - 1)) != 0)
    throw std::invalid_argument(std::to_string(options.lanes) + " lanes; expected 1, 2, 4, 8, 16, 32 or 64");
  return Writer(model, robot, options).text();
}

}  // namespace sinew
