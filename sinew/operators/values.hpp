// What the sweeps and the dense matrices read of a configuration.
#pragma once

#include <array>
#include <span>

#include "sinew/algorithms/workspace.hpp"
#include "sinew/operators/configuration.hpp"

namespace sinew::operators {

// A chosen frame and the link that carries it.
struct ChosenFrame {
  int link;
  Transform<double> placement;  // in the link's frame
  int index;                    // in frame space
};

// D and what belongs to it of a joint of several freedoms as blocks, by columns; G as a block stands in Values::gain.
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
  // One behind the last freedom of a link's own joint.
  int v_end(std::size_t link) const { return tree().links[link].v + freedoms[link]; }
  bool is_block(std::size_t link) const { return block_of[link] >= 0; }
  const VarianceBlock& block(std::size_t link) const { return blocks[std::size_t(block_of[link])]; }

  // Each makes sure that what it names is that of the position.
  void need_filter();  // P, D, G; throws std::domain_error that names the joint where D is singular
  void need_composite_inertias();   // r
  void need_costate_covariances();  // Upsilon
  void need_bias();                 // a, b
  void need_roots();                // D^(1/2) and its inverse
  void need_rates();                // rates of H, P, D, D^(1/2), G; dVx
  // Allocates what the rates need.
  void make_room_for_rates();

  Workspace<double> work;
  std::vector<ChosenFrame> frames;       // by link
  std::vector<std::size_t> first_frame;  // per link, and one more
  std::vector<std::size_t> frame_links;  // moving links that carry frames, base to tip
  std::vector<std::size_t> link_of_freedom;
  std::vector<int> freedoms;  // per link
  std::vector<double> q, v, T;

  std::vector<Force<double>> gain;              // G, per freedom
  std::vector<double> variance;                 // D, per freedom of joints that have but one
  std::vector<int> block_of;                    // per link, -1 for one freedom
  std::vector<VarianceBlock> blocks;            // of joints of several freedoms
  std::vector<RigidInertia<double>> r;          // per link
  std::vector<InverseInertia<double>> Upsilon;  // per link
  std::vector<double> diagonal;                 // of Mass^-1, left behind on the way to Upsilon
  std::vector<Motion<double>> a;                // per link
  std::vector<Force<double>> b;                 // per link

  std::vector<double> root, root_inverse;                   // of D, per freedom of joints that have but one
  std::vector<double> variance_rate, root_rate;             // likewise
  std::vector<Force<double>> gain_rate;                     // per freedom
  std::vector<Motion<double>> axis_rate;                    // rate of H^*, per freedom
  std::vector<ArticulatedInertia<double>> covariance_rate;  // rate of P, per link
  std::vector<Motion<double>> relative_velocity;            // H^* v: of the link against its parent, per link
  std::shared_ptr<MovingFilter> moving;  // not shared, but destroyed where its type is known

  unsigned long count = 0;  // of positions that have been set
  bool has_filter = false, has_composite_inertias = false, has_costate_covariances = false, has_bias = false,
       has_roots = false, has_rates = false;
};

}  // namespace sinew::operators
