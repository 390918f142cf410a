#include "sinew/chains/followers/reduced_factors.hpp"

#include "sinew/model/tree/tree.hpp"

namespace sinew::detail {

ReducedPattern::ReducedPattern(const Model& model, const IndependentIndices& indices) {
  const std::size_t n = indices.velocities.size();
  std::vector<std::vector<int>> above(n);
  const auto join = [&](int a, int b) {
    if (a < 0 || b < 0 || a == b) return;
    above[std::size_t(std::max(a, b))].push_back(std::min(a, b));
  };
  const auto sort = [](std::vector<int>& rows) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  };
  // M couples the degrees of freedom of a link with each other and with those of the links that it carries.
  const auto& links = model.tree<double>().links;
  for (std::size_t k = 1; k < links.size(); ++k) {
    const int end = k + 1 < links.size() ? links[k + 1].v : model.velocity_size();
    for (int i = links[k].v; i < end; ++i) {
      for (int j = i; j < links[k].v_end; ++j)
        join(indices.column[std::size_t(i)], indices.column[std::size_t(j)]);
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    std::vector<int>& rows = above[k];
    sort(rows);
    if (rows.empty()) continue;
    std::vector<int>& next = above[std::size_t(rows.back())];
    next.insert(next.end(), rows.begin(), rows.end() - 1);
  }
  first_.push_back(0);
  for (const std::vector<int>& rows : above) {
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    first_.push_back(int(rows_.size()));
  }
}

}  // namespace sinew::detail
