#include "sinew/operators/run/internal/reached.hpp"

#include <algorithm>

namespace sinew::operators {

Reached reached_by_columns(const Expression& x, const Code& code) {
  if (x.from() != joint_space || x.to() != joint_space) return Reached::all;
  if (std::ranges::any_of(code.sweeps, &CodeSweep::is_whole)) return Reached::all;
  std::vector<Direction> directions;  // of the sweeps in order, without repetitions
  for (const CodeSweep& sweep : code.sweeps) {
    if (sweep.direction == Direction::memoryless) continue;
    if (directions.empty() || directions.back() != sweep.direction) directions.push_back(sweep.direction);
  }
  const std::size_t most = is_self_adjoint(x) ? 2 : 1;
  if (directions.empty() || directions.size() > most) return Reached::all;
  return directions.front() == Direction::inward ? Reached::own_and_before : Reached::own_and_behind;
}

Region region_of(Reached reached, const Configuration::Values& values, int first, int last) {
  const auto& links = values.tree().links;
  Region region{all_links(values.tree())};
  switch (reached) {
    case Reached::all:
      break;
    case Reached::own_and_before:
      region.links.last = values.link_of_dof[std::size_t(last - 1)] + 1;
      if (region.links.last < links.size()) region.end = links[region.links.last].v;
      break;
    case Reached::own_and_behind:
      region.links.first = values.link_of_dof[std::size_t(first)];
      region.begin = links[region.links.first].v;
      break;
  }
  return region;
}

}  // namespace sinew::operators
