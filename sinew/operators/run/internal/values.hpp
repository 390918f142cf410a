// Holds the values of a configuration that the sweeps and the dense matrices read.
#pragma once

#include <array>
#include <span>

#include "sinew/algorithms/workspace/workspace.hpp"
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
  std::array<double, 36> D, inverse, root, root_inverse, rate, root_rate;
};

struct MovingFilter;  // values_in_motion.cpp

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
  void need_bias();                 // a, b
  void need_roots();                // D^(1/2) and its inverse
  void need_rates();                // rates of H, P, D, D^(1/2), G; dVx
  // Allocates the memory that the rates need.
  void make_room_for_rates();

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

  std::vector<double> root, root_inverse;                   // of D, per DOF, for joints with one DOF
  std::vector<double> variance_rate, root_rate;             // likewise
  std::vector<Force<double>> gain_rate;                     // per DOF
  std::vector<Motion<double>> axis_rate;                    // rate of H^*, per DOF
  std::vector<ArticulatedInertia<double>> covariance_rate;  // rate of P, per link
  std::vector<Motion<double>> relative_velocity;            // H^* v, per link: velocity relative to parent
  std::shared_ptr<MovingFilter> moving;  // has one owner; a shared_ptr because the type is incomplete here

  unsigned long count = 0;  // number of positions that have been set
  bool has_filter = false, has_composite_inertias = false, has_costate_covariances = false, has_bias = false,
       has_roots = false, has_rates = false;
};

}  // namespace sinew::operators
