// Holds the data of a CompiledRobot: its functions, their compiled code, and the general recursions that replace
// missing code.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "sinew/codegen/build/generated_code.hpp"
#include "sinew/codegen/build/internal/general_robot.hpp"
#include "sinew/codegen/compile.hpp"

namespace sinew {

inline constexpr int batch_lanes = 8;
// Of a function: q, v, tau, dq, dv, dtau and the open parameters.
inline constexpr std::size_t most_inputs = 7;

// The general recursions for several callers at once: each borrows working memory of its own, made if none is free.
class GeneralRobots {
 public:
  GeneralRobots(const Model& model, std::span<const std::string> parameters, Followers followers)
      : model_(model), names_(parameters.begin(), parameters.end()), followers_(followers) {}
  // Takes inputs in the order of generated functions: open parameters come last.
  void evaluate(Quantity quantity, FrameIndex frame, std::span<const double* const> inputs,
                double* output) const;

 private:
  struct Member {
    GeneralRobot robot;
    std::vector<double> parameters;  // parameters of its model
  };
  Member take(const double* parameters) const;

  Model model_;
  std::vector<std::string> names_;
  Followers followers_;
  mutable std::mutex mutex_;
  mutable std::vector<Member> free_;
};

struct CompiledRobot::Data {
  struct Function {
    QuantityRequest wanted;
    FrameIndex frame;
    std::string name;
    struct Input {
      std::string name;
      std::size_t size;
    };
    std::vector<Input> inputs;  // without the parameters
    std::size_t output_size;
    int code;  // index among the compiled functions; -1: always computed by the general recursions
  };

  Data(const Model& of, SymbolicRobot& robot, std::span<const QuantityRequest> wanted_);
  std::size_t find(Quantity quantity, std::string_view frame) const;  // throws std::invalid_argument
  std::size_t parameter_count() const { return parameters.names.size(); }
  // Whether compiled code computes a function, for one state and for batch_lanes states.
  bool has_code(std::size_t function) const { return one && functions[function].code >= 0; }
  bool has_lanes(std::size_t function) const { return lanes && functions[function].code >= 0; }
  // Takes out of the robot the functions that are not compiled: forward dynamics of a model with loops, or with
  // couplings unless these are embedded. Returns the quantities that are left.
  std::vector<QuantityRequest> leave_to_general(SymbolicRobot& robot);
  // Evaluates one state; open parameters come last.
  void evaluate(std::size_t function, std::span<const double* const> inputs, double* output) const;

  Model model;
  std::vector<QuantityRequest> wanted;
  ParameterList parameters;
  std::vector<int> independent;
  Followers followers;
  std::vector<Function> functions;
  std::optional<GeneratedCode> one, lanes;  // for one state, and for batch_lanes states
  GeneralRobots general;
  std::string remark;
  CompileReport report;
};

}  // namespace sinew
