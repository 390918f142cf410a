#include "sinew/chains/followers/independent_operational_space.hpp"

#include "sinew/model/tree/tree.hpp"

namespace sinew {

std::vector<int> edge::reach_of(const Model& model, const IndependentIndices& indices,
                                const detail::ReducedPattern& pattern, std::span<const FrameIndex> frames) {
  const auto& links = model.tree<double>().links;
  std::vector<bool> is_reached(indices.velocities.size());
  for (const FrameIndex frame : frames) {
    for (auto k = std::size_t(model.frame(frame).link); k != 0; k = std::size_t(links[k].parent)) {
      const int end = k + 1 < links.size() ? links[k + 1].v : model.velocity_size();
      for (int j = links[k].v; j < end; ++j) {
        if (const int g = indices.column[std::size_t(j)]; g >= 0) is_reached[std::size_t(g)] = true;
      }
    }
  }
  for (int k = pattern.size() - 1; k >= 0; --k) {
    if (!is_reached[std::size_t(k)]) continue;
    for (const int i : pattern.rows(k)) is_reached[std::size_t(i)] = true;
  }
  std::vector<int> reach;
  for (std::size_t k = 0; k < is_reached.size(); ++k) {
    if (is_reached[k]) reach.push_back(int(k));
  }
  return reach;
}

template class IndependentOperationalSpace<double>;
template class IndependentOperationalSpace<float>;

}  // namespace sinew
