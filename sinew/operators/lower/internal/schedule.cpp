#include "sinew/operators/lower/internal/schedule.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sinew::operators {
namespace {

bool is_link_space(const Space& space) {
  return space == joint_space || space == body_space || space == frame_space;
}

class Scheduler {
 public:
  explicit Scheduler(const UnscheduledProgram& values)
      : values_(values), is_made_(values.values.size()), is_whole_(values.values.size()) {
    is_made_[0] = true;
    for (std::size_t v = 0; v < is_whole_.size(); ++v)
      is_whole_[v] = !is_link_space(values.values[v].space) ||
                     std::ranges::any_of(values.parts[v], [](const Part& p) { return takes_all(p.op); });
  }

  std::vector<ProgramSweep> schedule() {
    std::vector<ProgramSweep> sweeps;
    while (std::ranges::count(is_made_, false) > 0) {
      std::vector<int> inward = ready(Direction::inward), outward = ready(Direction::outward);
      const bool goes_inward = hops(inward) > 0 && hops(inward) >= hops(outward);
      const std::vector<int>& chosen = goes_inward ? inward : outward;
      if (!chosen.empty() && (hops(chosen) > 0 || !some_whole(sweeps))) {
        sweeps.push_back({hops(chosen) == 0 ? Direction::memoryless
                          : goes_inward     ? Direction::inward
                                            : Direction::outward,
                          in_order(chosen)});
      } else if (chosen.empty() && !some_whole(sweeps)) {
        throw std::logic_error("an expression could not be scheduled into sweeps");
      }
    }
    return sweeps;
  }

 private:
  static std::optional<Direction> direction_of(const Part& part) {
    if (!is_hop(part.op)) return {};
    return part.op.is_adjoint() ? Direction::outward : Direction::inward;
  }

  // All values that one sweep in this direction can compute. Starts from all values, and removes those that it cannot
  // compute.
  std::vector<int> ready(Direction direction) const {
    const auto count = int(is_made_.size());
    std::vector<bool> in(is_made_.size());
    for (int v = 0; v < count; ++v)
      in[std::size_t(v)] = !is_made_[std::size_t(v)] && !is_whole_[std::size_t(v)];
    for (bool changed = true; changed;) {
      changed = false;
      for (int v = 0; v < count; ++v) {
        if (!in[std::size_t(v)]) continue;
        const bool can = std::ranges::all_of(values_.parts[std::size_t(v)], [&](const Part& part) {
          const auto needed = direction_of(part);
          return (!needed || *needed == direction) &&
                 (part.from < 0 || is_made_[std::size_t(part.from)] || in[std::size_t(part.from)]);
        });
        if (!can) in[std::size_t(v)] = false, changed = true;
      }
    }
    std::vector<int> found;
    for (int v = 0; v < count; ++v) {
      if (in[std::size_t(v)]) found.push_back(v);
    }
    return found;
  }

  int hops(const std::vector<int>& some) const {
    return int(std::ranges::count_if(some, [&](int v) {
      return std::ranges::any_of(values_.parts[std::size_t(v)],
                                 [](const Part& p) { return direction_of(p).has_value(); });
    }));
  }

  // Orders the instructions of a sweep. At a link, a value comes after the values of the same sweep that it reads
  // there; recursions come as early as possible.
  std::vector<Instruction> in_order(std::vector<int> left) {
    const auto repeats = [&](int v) {
      return std::ranges::any_of(values_.parts[std::size_t(v)],
                                 [v](const Part& part) { return part.from == v; });
    };
    std::stable_partition(left.begin(), left.end(), repeats);
    std::vector<Instruction> ordered;
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](int v) {
        return std::ranges::none_of(values_.parts[std::size_t(v)], [&](const Part& part) {
          return !is_hop(part.op) && std::ranges::find(left, part.from) != left.end();
        });
      });
      ordered.push_back({*next, values_.parts[std::size_t(*next)]});
      is_made_[std::size_t(*next)] = true;
      left.erase(next);
    }
    return ordered;
  }

  // Computes the values that need complete operands and have them. Returns whether there were any.
  bool some_whole(std::vector<ProgramSweep>& sweeps) {
    bool any = false;
    for (std::size_t v = 0; v < is_made_.size(); ++v) {
      if (is_made_[v] || !is_whole_[v]) continue;
      const auto& parts = values_.parts[v];
      if (!std::ranges::all_of(parts,
                               [&](const Part& p) { return p.from < 0 || is_made_[std::size_t(p.from)]; }))
        continue;
      sweeps.push_back({Direction::memoryless, {{int(v), parts}}, true});
      is_made_[v] = any = true;
    }
    return any;
  }

  const UnscheduledProgram& values_;
  std::vector<bool> is_made_, is_whole_;
};

}  // namespace

std::vector<ProgramSweep> schedule(const UnscheduledProgram& program) {
  return Scheduler(program).schedule();
}

bool is_hop(const Expression& op) {
  return op.kind() == Expression::Kind::symbol && op.symbol().reach == Reach::hop;
}

}  // namespace sinew::operators
