#include "sinew/chains/embedding/cluster_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/random.hpp"

namespace sinew::test::cluster_tree_test {

// Links 1-2-3-4 in series on the ground, 5-6 on link 2.
const std::vector<int> parents{0, 0, 1, 2, 3, 2, 5};

std::vector<int> cluster_with(const ClusterTree& tree, int link) {
  return tree.clusters[static_cast<std::size_t>(tree.cluster_of[static_cast<std::size_t>(link)])].links;
}
using Links = std::vector<int>;

TEST(ClusterTree, WithoutLoopsHasNoCompoundBodies) {
  const ClusterTree tree = find_clusters(parents, {});
  ASSERT_EQ(tree.clusters.size(), 6u);
  for (std::size_t c = 0; c < 6; ++c) {
    EXPECT_EQ(tree.clusters[c].links, Links{static_cast<int>(c) + 1});
    EXPECT_EQ(tree.clusters[c].anchor, parents[c + 1]);
    EXPECT_FALSE(tree.clusters[c].is_compound());
  }
}

TEST(ClusterTree, ContainsTheLinksFromTheEndsOfALoopToTheirCommonAncestor) {
  const std::vector<Tie> ties{{4, 6}};
  const ClusterTree tree = find_clusters(parents, ties);
  EXPECT_EQ(cluster_with(tree, 4), (Links{3, 4, 5, 6}));
  EXPECT_EQ(tree.clusters[static_cast<std::size_t>(tree.cluster_of[4])].anchor, 2);
  EXPECT_EQ(cluster_with(tree, 1), Links{1});
  EXPECT_EQ(cluster_with(tree, 2), Links{2});
}

TEST(ClusterTree, OfALoopThroughTheGroundExtendsToTheGround) {
  const ClusterTree tree = find_clusters(parents, std::vector<Tie>{{0, 3}});
  EXPECT_EQ(cluster_with(tree, 3), (Links{1, 2, 3}));
  EXPECT_EQ(tree.clusters[0].anchor, 0);
}

TEST(ClusterTree, OfCoupledJointsContainsTheLinksThatTheyMove) {
  // A joint that carries the other, two on different branches, and a locked one.
  const auto links = [](const Tie& tie) {
    return cluster_with(find_clusters(parents, std::vector<Tie>{tie}), tie.second);
  };
  EXPECT_EQ(links({2, 4, true}), (Links{2, 3, 4}));
  EXPECT_EQ(links({4, 5, true}), (Links{3, 4, 5}));
  EXPECT_EQ(links({5, 5, true}), Links{5});
}

TEST(ClusterTree, IgnoresALoopOfALinkToItself) {
  const ClusterTree tree = find_clusters(parents, std::vector<Tie>{{3, 3}});
  for (const Cluster& cluster : tree.clusters) EXPECT_FALSE(cluster.is_compound());
}

TEST(ClusterTree, MergesLoopsThatShareALink) {
  const ClusterTree tree = find_clusters(parents, std::vector<Tie>{{4, 6}, {1, 3}});
  EXPECT_EQ(cluster_with(tree, 2), (Links{2, 3, 4, 5, 6}));
  EXPECT_EQ(tree.clusters[1].anchor, 1);
  EXPECT_EQ(tree.clusters[1].ties, (std::vector<int>{0, 1}));
}

// The links of a loop by definition: those that carry exactly one of the ends, or are an end.
std::set<int> links_between(const std::vector<int>& up, int a, int b) {
  const auto carriers = [&](int k) {
    std::set<int> found;
    for (; k != 0; k = up[static_cast<std::size_t>(k)]) found.insert(k);
    return found;
  };
  const std::set<int> of_a = carriers(a), of_b = carriers(b);
  std::set<int> between;
  std::set_symmetric_difference(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                                std::inserter(between, between.begin()));
  return between;
}

TEST(ClusterTree, IsATreeOfClustersThatAreAttachedToOneLinkEach) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const int links = 1 + random.below(20);
    std::vector<int> up{0};
    for (int k = 1; k <= links; ++k) up.push_back(random.below(k));
    std::vector<Tie> ties;
    for (int t = random.below(5); t > 0; --t)
      ties.push_back({random.below(links + 1), random.below(links + 1)});
    const ClusterTree tree = find_clusters(up, ties);
    std::vector<bool> seen(up.size());
    int last_first = 0;
    for (std::size_t c = 0; c < tree.clusters.size(); ++c) {
      const Cluster& cluster = tree.clusters[c];
      ASSERT_GT(cluster.links.front(), last_first);  // base to tip
      last_first = cluster.links.front();
      ASSERT_LT(cluster.anchor, cluster.links.front());
      for (const int k : cluster.links) {
        ASSERT_FALSE(seen[static_cast<std::size_t>(k)]);
        seen[static_cast<std::size_t>(k)] = true;
        ASSERT_EQ(tree.cluster_of[static_cast<std::size_t>(k)], static_cast<int>(c));
        const int parent = up[static_cast<std::size_t>(k)];
        ASSERT_TRUE(parent == cluster.anchor ||
                    tree.cluster_of[static_cast<std::size_t>(parent)] == static_cast<int>(c));
      }
      ASSERT_TRUE(cluster.links.size() == 1 || cluster.is_compound());
      for (const int t : cluster.ties) {
        const auto [first, second, of_joints] = ties[static_cast<std::size_t>(t)];
        for (const int k : links_between(up, first, second))
          ASSERT_EQ(tree.cluster_of[static_cast<std::size_t>(k)], static_cast<int>(c)) << i;
      }
    }
    ASSERT_EQ(std::count(seen.begin(), seen.end(), true), links);
  }
}

}  // namespace sinew::test::cluster_tree_test
