// Converts positions, velocities, accelerations, joint torques, matrices and six-vectors of one robot between sinew and
// another library (a peer). The two may list the joints in different orders and choose different coordinates.
//
//   const interop::Converter peer(model, interop::Convention::pinocchio, names);   // names of the peer's joints
//   peer.q_from_sinew(q, their_q);
//   peer.mass_matrix_to_sinew(q, their_M, M);
//
// The velocities are related by v_peer = T(q) v. T is orthogonal in every convention: it permutes the joints, and it
// rotates the velocities of floating, spherical and planar joints. With P, which swaps the halves of a twist,
//
//   a_peer = T a + dT/dt v        tau_peer = T tau        M_peer = T M T^*        J_peer = P J T^*
//
// For a floating joint with rotation R whose linear velocity the peer gives in the world, dT/dt v = R (omega x linear).
// The bias force is the torque at zero acceleration. The peer's zero is not sinew's: bias_force of the peer is
// inverse_dynamics at a_to_sinew(q, v, 0).
//
// Everywhere q and v are those of sinew, except where they are converted. Input and result must not overlap. A converter
// is immutable and can be shared by threads.
//
// Cost: O(n) for vectors, O(n^2) for matrices.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/interop/convention.hpp"
#include "sinew/spatial/spatial_vector.hpp"

namespace sinew::interop {

// A joint of the peer. The name is that of a joint of the model, or of the body that a joint of the model carries; a
// peer's own name of the floating base (Convention::root_joint) is known too. Fixed joints may be listed and are
// ignored.
struct PeerJoint {
  std::string name{};
  int position_size = -1;  // how many numbers of the peer's q it has; -1: as the convention says
};

// Where the coordinates of a joint are in both libraries.
struct JointMap {
  std::string name{};
  JointKind kind{};
  int q = 0, v = 0, q_size = 0, v_size = 0;
  int peer_q = 0, peer_v = 0, peer_q_size = 0;  // the peer has as many velocities
  Transform<double> base{};                     // of a floating joint, in the peer's base
};

class Converter {
 public:
  // Throws std::invalid_argument if the peer's joints are not those of the model. The message names every joint that is
  // unknown, missing or listed twice, or that the peer does not have in this form.
  Converter(const Model& model, const Convention& convention, std::span<const PeerJoint> joints);
  Converter(const Model& model, const Convention& convention, std::span<const std::string> names);
  // For peers that list the joints in the order of the convention.
  Converter(const Model& model, const Convention& convention);

  const Model& model() const { return model_; }
  const Convention& convention() const { return convention_; }
  int position_size() const { return position_size_; }          // of the peer's q
  int velocity_size() const { return velocity_size_; }          // of the peer's v
  std::span<const JointMap> joints() const { return joints_; }  // in the order of the peer

  void q_to_sinew(In<double> peer, Out<double> q) const;
  void q_from_sinew(In<double> q, Out<double> peer) const;
  void v_to_sinew(In<double> q, In<double> peer, Out<double> v) const;
  void v_from_sinew(In<double> q, In<double> v, Out<double> peer) const;
  void a_to_sinew(In<double> q, In<double> v, In<double> peer, Out<double> a) const;
  void a_from_sinew(In<double> q, In<double> v, In<double> a, Out<double> peer) const;
  void tau_to_sinew(In<double> q, In<double> peer, Out<double> tau) const;
  void tau_from_sinew(In<double> q, In<double> tau, Out<double> peer) const;

  // n x n matrices that map velocities or accelerations to torques, such as the mass matrix, or torques to velocities or
  // accelerations, such as its inverse.
  void mass_matrix_to_sinew(In<double> q, MatrixIn<double> peer, MatrixOut<double> M) const;
  void mass_matrix_from_sinew(In<double> q, MatrixIn<double> M, MatrixOut<double> peer) const;
  // 6 x n matrices, for the same reference of the twist on both sides (docs/coming_from/index.md).
  void jacobian_to_sinew(In<double> q, MatrixIn<double> peer, MatrixOut<double> J) const;
  void jacobian_from_sinew(In<double> q, MatrixIn<double> J, MatrixOut<double> peer) const;

  // Twists and wrenches about the same point in the same axes on both sides.
  Motion<double> twist_to_sinew(In<double> peer) const;
  std::array<double, 6> twist_from_sinew(const Motion<double>& twist) const;
  Force<double> wrench_to_sinew(In<double> peer) const;
  std::array<double, 6> wrench_from_sinew(const Force<double>& wrench) const;

 private:
  void check_q(In<double> q) const;
  Rotation<double> rotation_of(const JointMap& joint, In<double> q) const;
  std::vector<Rotation<double>> rotations(In<double> q) const;
  // T x and T^* x of one joint. The pointers are to the joint's own entries, which are `stride` numbers apart.
  void to_peer(const JointMap& joint, const Rotation<double>& R, const double* x, double* peer,
               int stride) const;
  void to_sinew(const JointMap& joint, const Rotation<double>& R, const double* peer, double* x,
                int stride) const;
  // dT/dt v of one joint
  std::array<double, 6> drift(const JointMap& joint, const Rotation<double>& R, In<double> v) const;

  Model model_;
  Convention convention_;
  std::vector<JointMap> joints_{};
  int position_size_ = 0, velocity_size_ = 0;
};

}  // namespace sinew::interop
