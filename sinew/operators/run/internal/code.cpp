#include "sinew/operators/run/internal/code.hpp"

#include <map>
#include <set>
#include <stdexcept>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/run/internal/change.hpp"

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
      {"g", {Op::weights, Op::dot}},
      {"T", {Op::torques, Op::dot}},
      {"v", {Op::velocities, Op::dot}},
      {"D^(1/2)", {Op::variance_root, Op::variance_root}},
      {"cross", {Op::cross, Op::cross_adjoint}},
      {"d(H)", {Op::axes_change, Op::axes_change_adjoint}},
      {"d(G)", {Op::gain_change, Op::gain_change_adjoint}},
      {"d(P)", {Op::covariance_change, Op::covariance_change}},
      {"d(D)", {Op::variance_change, Op::variance_change}},
      {"d(D^(1/2))", {Op::variance_root_change, Op::variance_root_change}},
      {"d(r)", {Op::composite_inertia_change, Op::composite_inertia_change}},
      {"d(Upsilon)", {Op::costate_covariance_change, Op::costate_covariance_change}},
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
        const auto& [op, adjoint] = ops_of(symbol);
        made.op = part.op.is_adjoint() ? adjoint : op;
        if (made.op == Op::dot) made.extra = int(op);
        if (symbol.operands) made.extra = need_change(symbol);
      }
      const std::string& name = symbol.name;
      code_.needs_filter |= name == "G" || name == "P" || name == "D";
      code_.needs_composite_inertias |= name == "r";
      code_.needs_costate_covariances |= name == "Upsilon";
      code_.needs_bias |= name == "a" || name == "b" || name == "g";
      code_.needs_roots |= name == "D^(1/2)";
    }
    return made;
  }

  OpPair ops_of(const Symbol& symbol) const {
    const auto found = op_table().find(family_of(symbol));
    if (found != op_table().end()) return found->second;
    if (at_.setting(Purpose::matrix).has_custom_joints)
      throw std::invalid_argument(symbol.name + " is not known: '" + at_.model().name() +
                                  "' has custom joints, which do not give second derivatives of their axes");
    return {Op::no_change, Op::no_change};
  }
  // Notes what a derivative or cross product needs. Returns the index of its motion or direction.
  int need_change(const Symbol& symbol) {
    const auto& [of, along] = *symbol.operands;
    if (!of) return code_.motions.emplace_back(motion_of(along, at_));
    const std::string family = family_of(symbol);
    NeededChange needed{.index = change_along(along, at_)};
    (family == "d(H)"         ? needed.axes
     : family == "d(r)"       ? needed.composite_inertias
     : family == "d(Upsilon)" ? needed.costate_covariances
                              : needed.filter) = true;
    code_.changes.push_back(needed);
    return needed.index;
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
