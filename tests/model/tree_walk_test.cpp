// Walks over random trees: every link receives the results of all its children or of its parent, each of them once.
#include "sinew/model/tree/tree_walk.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "sinew/model/model.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::tree_walk_test {

// Calls f(tree, joints) for some random robots; some of them have branches.
template <class F>
void for_random_trees(F&& f) {
  for (int i = 0; i < sample_count(); i += 4) {
    const Model model(random_sample(i).description);
    const Tree<double>& tree = model.tree<double>();
    f(tree, detail::JointState<double>(tree));
  }
}

// Computes the number of links that each link carries, itself included.
std::vector<int> carried_links(const Tree<double>& tree, const detail::JointState<double>& joints,
                               LinkRange links, int from_after = 0) {
  std::vector<int> memory(tree.links.size(), -1), sums(tree.links.size());  // -1: must not be read
  int carried = from_after, sum = 0;
  std::size_t last = links.last;
  tree_walk::inward(
      tree, joints, links,
      [&](const auto& own, std::size_t k) {
        EXPECT_EQ(k, --last);
        sum = 1;
        if (own.next_is_child) sum += carried;
        if (own.junction) sum += memory[k];
        sums[k] = sum;
      },
      [&](const auto& joint, std::size_t) {
        carried = sum;
        return joint.link.parent != 0;
      },
      [&](std::size_t parent, bool first) { tree_walk::add_or_overwrite(memory[parent], carried, first); });
  EXPECT_EQ(last, links.first);
  return sums;
}

TEST(TreeWalk, InwardSumsTheResultsOfAllChildren) {
  int junctions = 0;
  for_random_trees([&](const Tree<double>& tree, const detail::JointState<double>& joints) {
    std::vector<int> expected(tree.links.size(), 1);
    for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
      expected[std::size_t(tree.links[k].parent)] += expected[k];
      junctions += tree.links[k].junction;
    }
    const std::vector<int> found = carried_links(tree, joints, all_links(tree));
    for (std::size_t k = 1; k < found.size(); ++k) ASSERT_EQ(found[k], expected[k]) << k;
  });
  EXPECT_GT(junctions, 5);
}

TEST(TreeWalk, InwardContinuesAfterARangeOfLinks) {
  for_random_trees([](const Tree<double>& tree, const detail::JointState<double>& joints) {
    const std::size_t count = tree.links.size(), middle = count / 2 + 1;
    if (!is_serial(tree) || middle >= count) return;
    const std::vector<int> after = carried_links(tree, joints, {middle, count});
    const std::vector<int> before = carried_links(tree, joints, {1, middle}, after[middle]);
    ASSERT_EQ(before[1], int(count) - 1);
    ASSERT_EQ(carried_links(tree, joints, {middle, middle}), std::vector<int>(count));
  });
}

TEST(TreeWalk, OutwardPassesOnTheResultOfTheParent) {
  for_random_trees([](const Tree<double>& tree, const detail::JointState<double>& joints) {
    std::vector<int> depth(tree.links.size());
    int carried = 0;
    tree_walk::outward(
        tree, joints, all_links(tree), [&](std::size_t parent) { carried = depth[parent]; },
        [&](const auto& joint, std::size_t k) {
          ++carried;
          if (joint.link.junction) depth[k] = carried;  // nobody else reads it
          int expected = 0;
          for (std::size_t i = k; i != 0; i = std::size_t(tree.links[i].parent)) ++expected;
          EXPECT_EQ(carried, expected) << k;
        });
  });
}

}  // namespace sinew::test::tree_walk_test
