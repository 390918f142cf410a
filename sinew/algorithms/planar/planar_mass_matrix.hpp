// Computes the mass matrix of a planar chain by composite bodies (CRBA) of four numbers: mass, first moment, inertia.
//
// R87 (28)-(33); Table III counts its operations. M(i, k) = H phi(i, k) r(k) H^T: the composite body of link k and
// the links outboard of it rotates with unit velocity about joint k. Its momentum is its first moment h rotated by a
// right angle, and the moment of this momentum grows by r . h from joint to joint inward.
//
// Cost: per link 10 multiplications, 14 additions, one sine and cosine; 2 and 2 for every entry above the diagonal.
#pragma once

#include "sinew/algorithms/planar/planar_chain.hpp"

namespace sinew {

// Computes both triangles of M, n x n.
template <Scalar T>
void mass_matrix(PlanarWorkspace<T>& work, In<T> q, MatrixOut<T> M) {
  planar::check(work, q);
  const edge::InUse in_use(work);
  edge::check_finite("q", q);
  edge::check_size("the mass matrix", M, work.chain.size(), work.chain.size());
  planar::set_links<false, T>(work, q.data(), nullptr);
  auto* const links = work.links.data();
  const std::size_t count = work.links.size();
  T J{};
  Vector2<T> h{};
  for (std::size_t k = count; k-- > 0;) {
    auto& link = links[k];
    const Vector2<T>& r = link.arm;
    const Vector2<T> shifted{h.x + link.mass_beyond * r.x, h.y + link.mass_beyond * r.y};
    J = J + (r.x * (h.x + shifted.x) + r.y * (h.y + shifted.y)) + link.inertia;
    h = {shifted.x + link.moment.x, shifted.y + link.moment.y};
    link.moment_across = planar::signed_by(link, J);
    link.force_across = {planar::signed_by(link, h.x), planar::signed_by(link, h.y)};
    const int i = int(k);
    M(i, i) = J + link.armature;
    for (std::size_t j = k + 1; j < count; ++j) {
      auto& beyond = links[j];
      beyond.moment_across =
          beyond.moment_across + (r.x * beyond.force_across.x + r.y * beyond.force_across.y);
      M(int(j), i) = M(i, int(j)) = planar::signed_by(link, beyond.moment_across);
    }
  }
  edge::check_overflow("the mass matrix", M);
}

extern template void mass_matrix(PlanarWorkspace<double>&, In<double>, MatrixOut<double>);
extern template void mass_matrix(PlanarWorkspace<float>&, In<float>, MatrixOut<float>);

}  // namespace sinew
