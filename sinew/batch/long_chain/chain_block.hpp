// Cuts a long chain into blocks of links and stores what the phases of long_chain.hpp compute for each block.
#pragma once

#include <algorithm>
#include <vector>

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/batch/long_chain/block_response.hpp"

namespace sinew::detail {

template <Scalar T>
struct ChainBlock {
  LinkRange links;
  LinkRange rotating_links;       // indices in Tree::rotating_links
  LinkRange other_moves;          // indices in Tree::other_moves
  Transform<T> pose{};            // of the last link, relative to the link before the block
  Motion<T> velocity{};           // of the last link, relative to the link before the block
  Motion<T> base_velocity{};      // of the link before the block
  Motion<T> base_acceleration{};  // of the link before the block
  sweep::FilterElement<T> element{Matrix<T>(6, 6), Matrix<T>(6, 6), Matrix<T>(6, 6), std::vector<T>(6),
                                  std::vector<T>(6)};
  FirstDofs<T> first_dofs{};                         // of the last links, which the element leaves out
  std::size_t reach{};                               // first link that forces on the last link affect
  std::vector<T> z = std::vector<T>(6), lambda = z;  // z of the links after the block; lambda of its last
  Matrix<T> P = Matrix<T>(6, 6);                     // of the links after the block
  sweep::FilterElements<T> border{};
};

// Returns whether the link has inertia of its own for every motion of its joint. The last link of a block must have it,
// because a block is first computed without the links after it.
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

// Cuts the chain into `count` blocks, base to tip, or into fewer if too few links can be the last of a block
// (stands_alone). The last block, which propagates no unit forces and filters once, is 1.5 times as long as the
// others.
template <Scalar T, class C>
std::vector<ChainBlock<T>> cut_into_blocks(const Tree<C>& tree, int count) {
  std::vector<ChainBlock<T>> blocks;
  const std::size_t links = tree.links.size() - 1;
  std::size_t first = 1;
  const auto rotating_before = [&](std::size_t link) {
    const auto before = [](const RotatingLink<C>& rotating, std::size_t k) {
      return std::size_t(rotating.link) < k;
    };
    return std::size_t(
        std::lower_bound(tree.rotating_links.begin(), tree.rotating_links.end(), link, before) -
        tree.rotating_links.begin());
  };
  const auto moves_before = [&](std::size_t link) {
    return std::size_t(std::lower_bound(tree.other_moves.begin(), tree.other_moves.end(), int(link)) -
                       tree.other_moves.begin());
  };
  const auto add = [&](std::size_t last) {
    ChainBlock<T>& block = blocks.emplace_back();
    block.links = {first, last};
    block.rotating_links = {rotating_before(first), rotating_before(last)};
    block.other_moves = {moves_before(first), moves_before(last)};
    // Called once here, so that they have allocated their memory.
    block.border.correct(block.element, block.P, block.first_dofs.measurements());
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

}  // namespace sinew::detail
