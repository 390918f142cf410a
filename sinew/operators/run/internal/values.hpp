// Holds the values of a configuration that the sweeps and the dense matrices read.
#pragma once

#include <array>
#include <span>

#include "sinew/algorithms/mass_matrix/costate_covariance.hpp"
#include "sinew/operators/run/configuration.hpp"

namespace sinew::operators {

// A chosen frame and the link that carries it.
struct ChosenFrame {
  int link;
  Transform<double> placement;  // in the link's frame
  int index;                    // in frame space
};

// D and the matrices derived from it, for a joint with several DOFs, as blocks by columns. The block G is in
// Values::gain.
struct VarianceBlock {
  std::array<double, 36> D, inverse, root, root_inverse;
};

class Change;  // change.hpp
class VectorOfPosition;

struct Configuration::Values {
  Values(const Model& model, std::vector<FrameIndex> frames);

  const Tree<double>& tree() const { return *work.tree; }
  std::span<const ChosenFrame> frames_of(std::size_t link) const {
    return {frames.data() + first_frame[link], first_frame[link + 1] - first_frame[link]};
  }
  // One past the last DOF of a link's own joint.
  int v_end(std::size_t link) const { return tree().links[link].v + dofs[link]; }
  bool is_block(std::size_t link) const { return block_of[link] >= 0; }
  const VarianceBlock& block(std::size_t link) const { return blocks[std::size_t(block_of[link])]; }

  // Each function computes the quantities it names at the current position, unless that has been done.
  void need_filter();               // P, D, G; throws std::domain_error that names the joint if D is singular
  void need_composite_inertias();   // r
  void need_costate_covariances();  // Upsilon
  void need_bias();                 // a, b, and g, which is work.acceleration
  void need_roots();                // D^(1/2) and its inverse

  Workspace<double> work;
  std::vector<ChosenFrame> frames;       // sorted by link
  std::vector<std::size_t> first_frame;  // per link: index in `frames`; one more entry at the end
  std::vector<std::size_t> frame_links;  // moving links that carry frames, base to tip
  std::vector<std::size_t> link_of_dof;
  std::vector<int> dofs;  // number of DOFs, per link
  std::vector<double> q, v, T;

  std::vector<Force<double>> gain;              // G, per DOF
  std::vector<double> variance;                 // D, per DOF, for joints with one DOF
  std::vector<int> block_of;                    // per link: index in `blocks`, -1 for one DOF
  std::vector<VarianceBlock> blocks;            // of joints with several DOFs
  std::vector<RigidInertia<double>> r;          // per link
  std::vector<InverseInertia<double>> Upsilon;  // per link
  std::vector<double> diagonal;                 // of Mass^-1, a by-product of Upsilon
  std::vector<Motion<double>> a;                // per link
  std::vector<Force<double>> b;                 // per link

  std::vector<double> root, root_inverse;  // of D, per DOF, for joints with one DOF
  // What the prepared expressions differentiate along, and the motions of their cross products.
  std::vector<std::shared_ptr<Change>> changes;
  std::vector<std::shared_ptr<VectorOfPosition>> motions;

  unsigned long count = 0;  // number of positions that have been set
  bool has_filter = false, has_composite_inertias = false, has_costate_covariances = false, has_bias = false,
       has_roots = false;
};

// Computes the composite inertias r of all links.
template <class T>
void composite_inertias(const Tree<double>& tree, const detail::JointState<T>& joints,
                        std::vector<RigidInertia<T>>& r) {
  for (std::size_t k = 1; k < r.size(); ++k) r[k] = tree.links[k].inertia.template cast<T>();
  for (std::size_t k = r.size() - 1; k > 0; --k) {
    at_joint(tree, joints, k, [&](const auto& joint) {
      const auto parent = std::size_t(joint.link.parent);
      if (parent != 0) r[parent] = r[parent] + joint.to_parent(r[k]);
    });
  }
}
// Computes the costate covariances Upsilon of all links from the measurements of the filter, and the diagonal of Mass^-1.
template <class T>
void costate_covariances(const Tree<double>& tree, Workspace<T>& work,
                         std::vector<InverseInertia<T>>& Upsilon, T* diagonal) {
  for (std::size_t k = 1; k < Upsilon.size(); ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      Upsilon[k] = costate_covariance::past_joint(joint, work.measurement.data(),
                                                  Upsilon[std::size_t(joint.link.parent)],
                                                  work.influence.data(), diagonal, 1);
    });
  }
}

}  // namespace sinew::operators
