// Which links move as one compound body once loops and couplings are closed.
//
// A tie between two links constrains the joints between them: those on the two ways to the last link that both ways
// share. All links on these ways form a cluster, and clusters that share a link are one. What is left is a tree again:
// a cluster hangs on ONE link of another cluster or on the ground, for of two ways that meet in a link the one that goes
// on further inward takes the other's end with it. (A. Jain, "Multibody graph transformations and analysis, part II:
// closed-chain constraint embedding", Nonlinear Dynamics 67, 2012; M. Chignoli, N. Adrian, S. Kim, P. M. Wensing,
// "Recursive rigid-body dynamics algorithms for systems with kinematic loops", 2023.)
//
// Links without ties are clusters by themselves. Cost: O(links + sum of the ways).
#pragma once

#include <span>
#include <vector>

namespace sinew {

// A constraint on the relative motion of two links or, with `of_joints`, between the joints that carry them. The two
// may be the same.
struct Tie {
  int first, second;
  bool of_joints = false;
};

struct Cluster {
  int anchor = 0;            // the link it hangs on; 0: the ground
  std::vector<int> links{};  // base to tip
  std::vector<int> ties{};   // that constrain its joints, in the order given; none: a free link
  bool is_compound() const { return !ties.empty(); }
};

struct ClusterTree {
  std::vector<Cluster> clusters{};  // base to tip: a cluster's first link comes after the link it hangs on
  std::vector<int> cluster_of{};    // per link; -1 for the ground
};

// parents[k] < k is the link that carries link k; link 0 is the ground. Ties that constrain no joint (both ends on one
// link) are in no cluster.
ClusterTree find_clusters(std::span<const int> parents, std::span<const Tie> ties);

}  // namespace sinew
