#include "sinew/operators/code.hpp"

#include <map>

#include "sinew/operators/dense.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

struct OpPair {
  Op op, adjoint;
};
// Of the operators that a program in the form that runs can have.
const std::map<std::string, OpPair>& op_table() {
  static const std::map<std::string, OpPair> table{
      {"E_phi", {Op::from_children, Op::from_parent}},
      {"H", {Op::axes, Op::axes_adjoint}},
      {"G", {Op::gain, Op::gain_adjoint}},
      {"M", {Op::inertia, Op::inertia}},
      {"P", {Op::covariance, Op::covariance}},
      {"r", {Op::composite_inertia, Op::composite_inertia}},
      {"Upsilon", {Op::costate_covariance, Op::costate_covariance}},
      {"D", {Op::variance, Op::variance}},
      {"R", {Op::armature, Op::armature}},
      {"B", {Op::frames, Op::frames_adjoint}},
      {"a", {Op::bias_acceleration, Op::dot}},
      {"b", {Op::bias_force, Op::dot}},
      {"T", {Op::moments, Op::dot}},
  };
  return table;
}

Place place_of(const Space& space) {
  if (space == body_space) return Place::body;
  if (space == joint_space) return Place::joint;
  return space == frame_space ? Place::frame : Place::other;
}

}  // namespace

Code encode(const Program& program, const Configuration& at) {
  Code code;
  std::vector<std::size_t> start;
  const auto reserve = [&](int size) {
    const std::size_t first = code.size;
    code.size += std::size_t(size);
    return first;
  };
  for (const ProgramValue& value : program.values) start.push_back(reserve(at.size_of(value.space)));
  code.input = start.front();
  code.result = start[std::size_t(program.result)];

  const auto step = [&](const Part& part) {
    Step made{Op::same, part.coefficient, part.from < 0 ? code.input : start[std::size_t(part.from)]};
    if (part.op.kind() == Kind::inverse) {
      if (!takes_all(part.op)) {
        made.op = Op::variance_inverse;
      } else {
        made.op = Op::solve;
        made.extra = int(code.inverses.size());
        code.inverses.push_back(part.op.argument());
      }
    } else if (part.op.kind() == Kind::symbol) {
      const Symbol& symbol = part.op.symbol();
      if (symbol.reach == Reach::given) {
        check_given(symbol, at);
        made.op = part.op.is_adjoint() ? Op::given_adjoint : Op::given;
        made.extra = int(code.given.size());
        code.given.push_back(&symbol);
        code.kept.push_back(part.op);
      } else {
        const OpPair& pair = op_table().at(symbol.name);
        made.op = part.op.is_adjoint() ? pair.adjoint : pair.op;
        if (made.op == Op::dot) made.extra = int(pair.op);
      }
      const std::string& name = symbol.name;
      code.needs_filter |= name == "G" || name == "P" || name == "D";
      code.needs_composite_inertias |= name == "r";
      code.needs_costate_covariances |= name == "Upsilon";
      code.needs_bias |= name == "a" || name == "b";
    }
    code.needs_filter |= made.op == Op::variance_inverse;
    return made;
  };

  for (const ProgramSweep& sweep : program.sweeps) {
    CodeSweep made{sweep.direction, sweep.is_whole, {}, {}, {}};
    std::map<std::size_t, std::size_t> carried;  // from a value to the sums of what children hand in
    for (const auto& [value, parts] : sweep.instructions) {
      const Space& space = program.values[std::size_t(value)].space;
      CodeInstruction instruction{place_of(space), start[std::size_t(value)], at.size_of(space),
                                  made.steps.size(), made.steps.size() + parts.size()};
      for (const Part& part : parts) {
        Step one = step(part);
        if (one.op == Op::from_children) {
          const auto [found, is_new] = carried.try_emplace(one.from, 0);
          if (is_new) {
            found->second = reserve(at.size_of(body_space));
            made.carries.push_back({one.from, found->second});
          }
          one.from = found->second;
        }
        made.steps.push_back(one);
      }
      made.instructions.push_back(instruction);
    }
    code.sweeps.push_back(std::move(made));
  }
  return code;
}

}  // namespace sinew::operators
