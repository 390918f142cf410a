// Groups the links of a tree into clusters whose joints are constrained together by loops and couplings.
//
// A tie between two links constrains the joints between them: those on the paths from the two links inward to their
// nearest common ancestor. All links on these paths except the ancestor form a cluster; clusters that share a link are
// merged. The clusters form a tree again: each is attached to ONE link of another cluster or to the ground, because if
// two paths share a link, the path that continues further inward belongs to the same cluster. (A. Jain, "Multibody
// graph transformations and analysis, part II: closed-chain constraint embedding", Nonlinear Dynamics 67, 2012;
// M. Chignoli, N. Adrian, S. Kim, P. M. Wensing, "Recursive rigid-body dynamics algorithms for systems with kinematic
// loops", 2023.)
//
// A link without ties is a cluster by itself. Cost: O(links + sum of the path lengths).
#pragma once

#include <span>
#include <vector>

namespace sinew {

// A constraint between two links. of_joints false: it restricts the relative motion of the links (a loop); true: it
// relates the positions of their inward joints (a coupling). The two links may be the same.
struct Tie {
  int first, second;
  bool of_joints = false;
};

struct Cluster {
  int anchor = 0;            // the link that carries the cluster; 0: the ground
  std::vector<int> links{};  // base to tip
  std::vector<int> ties{};   // that constrain its joints, in the order given; empty for a link in no loop
  bool is_compound() const { return !ties.empty(); }
};

struct ClusterTree {
  std::vector<Cluster> clusters{};  // base to tip: a cluster's first link comes after its anchor
  std::vector<int> cluster_of{};    // per link; -1 for the ground
};

// parents[k] < k is the parent of link k; link 0 is the ground. Ties that constrain no joint (both ends on one link)
// belong to no cluster.
ClusterTree find_clusters(std::span<const int> parents, std::span<const Tie> ties);

}  // namespace sinew
