#include "sinew/chains/embedding/cluster_tree.hpp"

#include <algorithm>
#include <numeric>

namespace sinew {
namespace {

// Disjoint sets of links (union-find); each set is represented by its link of lowest number.
class Sets {
 public:
  explicit Sets(std::size_t count) : up_(count) { std::iota(up_.begin(), up_.end(), 0); }
  int find(int k) {
    while (up_[std::size_t(k)] != k) k = up_[std::size_t(k)] = up_[std::size_t(up_[std::size_t(k)])];
    return k;
  }
  void unite(int a, int b) {
    a = find(a), b = find(b);
    up_[std::size_t(std::max(a, b))] = std::min(a, b);
  }

 private:
  std::vector<int> up_;
};

// Calls f with every link whose joint the tie constrains.
template <class F>
void for_each_on_path(std::span<const int> parents, const Tie& tie, F&& f) {
  int a = tie.first, b = tie.second;
  if (tie.of_joints) {
    f(a);
    if (a != b) f(b);
    a = parents[std::size_t(a)], b = parents[std::size_t(b)];
  }
  while (a != b) {
    int& outer = a > b ? a : b;  // parents have lower numbers, so the higher one is no common ancestor
    f(outer);
    outer = parents[std::size_t(outer)];
  }
}

}  // namespace

ClusterTree find_clusters(std::span<const int> parents, std::span<const Tie> ties) {
  const std::size_t count = parents.size();
  Sets sets(count);
  std::vector<int> link_of(ties.size(), -1);  // one of the links whose joints the tie constrains
  for (std::size_t t = 0; t < ties.size(); ++t) {
    for_each_on_path(parents, ties[t], [&](int k) {
      if (link_of[t] >= 0) sets.unite(k, link_of[t]);
      link_of[t] = k;
    });
  }
  ClusterTree tree{.clusters = {}, .cluster_of = std::vector<int>(count, -1)};
  for (std::size_t k = 1; k < count; ++k) {
    const auto lowest = std::size_t(sets.find(int(k)));
    if (lowest == k) {
      tree.cluster_of[k] = int(tree.clusters.size());
      tree.clusters.push_back({.anchor = parents[k]});
    }
    tree.cluster_of[k] = tree.cluster_of[lowest];
    tree.clusters[std::size_t(tree.cluster_of[k])].links.push_back(int(k));
  }
  for (std::size_t t = 0; t < ties.size(); ++t) {
    if (link_of[t] < 0) continue;
    const int cluster = tree.cluster_of[std::size_t(link_of[t])];
    tree.clusters[std::size_t(cluster)].ties.push_back(int(t));
  }
  return tree;
}

}  // namespace sinew
