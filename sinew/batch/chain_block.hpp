// A block of a long chain: its links, and what its phases leave for one another (long_chain.hpp). Where to cut.
#pragma once

#include <algorithm>
#include <vector>

#include "sinew/algorithms/workspace.hpp"
#include "sinew/batch/unit_forces.hpp"

namespace sinew {

template <Scalar T>
struct ChainBlock {
  LinkRange links;
  LinkRange turns;                // indices in Tree::turns
  LinkRange other_moves;          // indices in Tree::other_moves
  Transform<T> pose{};            // of the last link, relative to what carries the block
  Motion<T> velocity{};           // the same
  Motion<T> base_velocity{};      // of what carries the block
  Motion<T> base_acceleration{};  // the same
  sweep::FilterElement<T> element{Matrix<T>(6, 6), Matrix<T>(6, 6), Matrix<T>(6, 6), std::vector<T>(6),
                                  std::vector<T>(6)};
  FirstFreedoms<T> first_freedoms{};                 // at the last links: what the element leaves out
  std::size_t reach{};                               // first link that feels what hangs on the last
  std::vector<T> z = std::vector<T>(6), lambda = z;  // of what hangs on the last link; of that link
  Matrix<T> P = Matrix<T>(6, 6);                     // of what hangs on the last link
  sweep::FilterElements<T> border{};
};

// Whether every link is carried by the one before it.
template <class C>
bool is_serial(const Tree<C>& tree) {
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    if (std::size_t(tree.links[k].parent) + 1 != k) return false;
  }
  return true;
}

// Whether the link has inertia of its own about its joint's axes: as the last of a block it has no other.
template <class C>
bool stands_alone(const Link<C>& link) {
  const auto& [mass, moment, inertia] = link.inertia;
  switch (link.kind) {
    case LinkKind::revolute:
    case LinkKind::helical:
      return inertia.zz > C(0);
    case LinkKind::prismatic:
      return mass > C(0);
    default:
      return mass > C(0) && inertia.xx > C(0) && inertia.yy > C(0) && inertia.zz > C(0);
  }
}

// The chain in as many blocks, base to tip, or in fewer where too few links stand alone. The last block, which carries no
// unit forces and filters once, is half as long again as the others.
template <Scalar T, class C>
std::vector<ChainBlock<T>> cut_into_blocks(const Tree<C>& tree, int count) {
  std::vector<ChainBlock<T>> blocks;
  const std::size_t links = tree.links.size() - 1;
  std::size_t first = 1;
  const auto turns_before = [&](std::size_t link) {
    const auto before = [](const Turn<C>& turn, std::size_t k) { return std::size_t(turn.link) < k; };
    return std::size_t(std::lower_bound(tree.turns.begin(), tree.turns.end(), link, before) -
                       tree.turns.begin());
  };
  const auto moves_before = [&](std::size_t link) {
    return std::size_t(std::lower_bound(tree.other_moves.begin(), tree.other_moves.end(), int(link)) -
                       tree.other_moves.begin());
  };
  const auto add = [&](std::size_t last) {
    ChainBlock<T>& block = blocks.emplace_back();
    block.links = {first, last};
    block.turns = {turns_before(first), turns_before(last)};
    block.other_moves = {moves_before(first), moves_before(last)};
    // Once, for the memory.
    block.border.correct(block.element, block.P, block.first_freedoms.measurements());
    block.border.advance(block.element, block.z, block.P);
    block.border.retreat(block.element, block.z, block.lambda);
    first = last;
  };
  for (int i = 1; i < count; ++i) {
    std::size_t last = std::max(first, links * std::size_t(2 * i) / std::size_t(2 * count + 1)) + 1;
    while (last <= links && !stands_alone(tree.links[last - 1])) ++last;
    if (last <= links) add(last);
  }
  add(links + 1);
  return blocks;
}

}  // namespace sinew
