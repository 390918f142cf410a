#include "sinew/operators/run/internal/code.hpp"

#include <map>
#include <set>

#include "sinew/operators/compare/dense.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

struct OpPair {
  Op op, adjoint;
};
// The operation codes of all operators that a program of Form::run can contain.
const std::map<std::string, OpPair>& op_table() {
  static const std::map<std::string, OpPair> table{
      {"E_phi", {Op::same, Op::from_parent}},
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
      {"T", {Op::torques, Op::dot}},
      {"v", {Op::velocities, Op::dot}},
      {"D^(1/2)", {Op::variance_root, Op::variance_root}},
      {"dVx", {Op::cross, Op::cross_adjoint}},
      {"rate(H)", {Op::axes_rate, Op::axes_rate_adjoint}},
      {"rate(G)", {Op::gain_rate, Op::gain_rate_adjoint}},
      {"rate(P)", {Op::covariance_rate, Op::covariance_rate}},
      {"rate(D)", {Op::variance_rate, Op::variance_rate}},
      {"rate(D^(1/2))", {Op::variance_root_rate, Op::variance_root_rate}},
  };
  return table;
}

Place place_of(const Space& space) {
  if (space == body_space) return Place::body;
  if (space == joint_space) return Place::joint;
  return space == frame_space ? Place::frame : Place::other;
}

bool is_handed(const Part& part) {
  return part.op.kind() == Kind::symbol && part.op.symbol().name == "E_phi" && !part.op.is_adjoint();
}

class Encoder {
 public:
  Encoder(const Program& program, const Configuration& at)
      : program_(program), at_(at), is_at_frames_(zero_without_frames(program)) {
    for (const ProgramValue& value : program.values) start_.push_back(reserve(value.space));
    for (const ProgramSweep& sweep : program.sweeps) {
      for (const Instruction& made : sweep.instructions) {
        for (const Part& part : made.parts) {
          if (part.from >= 0 && !is_handed(part)) read_.insert(part.from);
        }
      }
    }
    read_.insert(program.result);
  }

  Code encode() {
    code_.input = start_.front();
    for (const ProgramSweep& sweep : program_.sweeps) add(sweep);
    code_.result = start_[std::size_t(program_.result)];
    return std::move(code_);
  }

 private:
  std::size_t reserve(const Space& space) {
    const std::size_t first = code_.size;
    code_.size += std::size_t(at_.size_of(space));
    return first;
  }

  void add(const ProgramSweep& sweep) {
    CodeSweep made{.direction = sweep.direction, .is_whole = sweep.is_whole};
    std::map<int, std::size_t> sums;  // by value: offset of the sum over the children
    for (const auto& [value, parts] : sweep.instructions) {
      for (const Part& part : parts) {
        if (is_handed(part)) sums.try_emplace(part.from, nowhere);
      }
    }
    for (auto& [value, sum] : sums) sum = reserve(body_space);
    std::set<int> made_here;
    for (const auto& [value, parts] : sweep.instructions) {
      made_here.insert(value);
      if (parts.size() == 1 && is_handed(parts.front()) && parts.front().coefficient == 1 &&
          !sums.contains(value)) {
        start_[std::size_t(value)] = sums.at(parts.front().from);  // the sum is already in memory
        continue;
      }
      const Space& space = program_.values[std::size_t(value)].space;
      CodeInstruction one{.place = place_of(space),
                          .to = start_[std::size_t(value)],
                          .size = at_.size_of(space),
                          .first = made.steps.size(),
                          .last = made.steps.size() + parts.size()};
      if (const auto sum = sums.find(value); sum != sums.end()) {
        one.handed_to = sum->second;
        one.is_kept = read_.contains(value);
      }
      one.is_at_frames = is_at_frames_[std::size_t(value)] && one.handed_to == nowhere;
      made.is_at_frames &= one.is_at_frames || one.place == Place::frame;
      for (const Part& part : parts) {
        made.steps.push_back(is_handed(part) ? Step{Op::same, part.coefficient, sums.at(part.from)}
                                             : step(part));
      }
      made.instructions.push_back(one);
    }
    for (const auto& [value, sum] : sums) {
      if (!made_here.contains(value)) made.handed.push_back({start_[std::size_t(value)], sum});
    }
    made.is_at_frames &= sums.empty();
    code_.sweeps.push_back(std::move(made));
  }

  Step step(const Part& part) {
    Step made{Op::same, part.coefficient, part.from < 0 ? code_.input : start_[std::size_t(part.from)]};
    if (part.op.kind() == Kind::inverse) {
      made.op = takes_all(part.op)                    ? Op::solve
                : part.op.argument() == names::D_half ? Op::variance_root_inverse
                                                      : Op::variance_inverse;
      code_.needs_filter |= made.op == Op::variance_inverse;
      code_.needs_roots |= made.op == Op::variance_root_inverse;
      if (made.op == Op::solve) {
        made.extra = int(code_.inverses.size());
        code_.inverses.push_back(part.op.argument());
      }
    } else if (part.op.kind() == Kind::symbol) {
      const Symbol& symbol = part.op.symbol();
      if (symbol.reach == Reach::given) {
        check_given(symbol, at_);
        made.op = part.op.is_adjoint() ? Op::given_adjoint : Op::given;
        made.extra = int(code_.given.size());
        code_.given.push_back(part.op);
      } else {
        const auto& [op, adjoint] = op_table().at(symbol.name);
        made.op = part.op.is_adjoint() ? adjoint : op;
        if (made.op == Op::dot) made.extra = int(op);
      }
      const std::string& name = symbol.name;
      code_.needs_filter |= name == "G" || name == "P" || name == "D";
      code_.needs_composite_inertias |= name == "r";
      code_.needs_costate_covariances |= name == "Upsilon";
      code_.needs_bias |= name == "a" || name == "b";
      code_.needs_roots |= name == "D^(1/2)";
      code_.needs_rates |= name == "dVx" || name.starts_with("rate(");
    }
    return made;
  }

  const Program& program_;
  const Configuration& at_;
  const std::vector<bool> is_at_frames_;
  Code code_;
  std::vector<std::size_t> start_;  // offset of each value in memory
  std::set<int> read_;              // values that are read other than to pass them to the parent
};

}  // namespace

Code encode(const Program& program, const Configuration& at) {
  return Encoder(program, at).encode();
}

}  // namespace sinew::operators
