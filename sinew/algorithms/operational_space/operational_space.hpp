// Computes the operational-space inertia Lambda of frames, its inverse Omega = J M^-1 J^* (the Delassus matrix of the
// frames), and the bias, pseudo-inverse and null-space projection of operational-space control.
//
// SOA 5.2, (20): Omega = B^* psi^* H^* D^-1 H psi B. Six unit forces are propagated inward from a frame, with D and G
// of the filter. Each degree of freedom (DOF) that they pass adds its compliance:
//
//   z -> phi (I - G H) z,    S += (H z)^* (H z) / D
//
// At the ground S is Omega. The paths of several frames form a tree. Its nodes are the frames and the links at which
// paths meet. From a node c to the next node p toward the ground
//
//   Omega(c, c) = S + psi(p, c)^* Omega(p, p) psi(p, c)
//   Omega(c, x) = psi(p, c)^* Omega(p, x)                    for every node x that is not outboard of c
//
// so that every link on the paths is passed once. The rest of the cost grows with the square of the number of frames.
//
//   Lambda = Omega^-1                           operational-space inertia
//   p = - Lambda (J a_0 + dJ/dt v)              bias, a_0: joint accelerations at zero joint torques
//   J+ = M^-1 J^* Lambda                        dynamically consistent pseudo-inverse
//   N^* tau = tau - J^* Lambda J M^-1 tau       joint torques that do not accelerate the frames
//
// The rank of Omega is that of J: it drops at singular positions, and if the frames have more rows than the DOFs can
// move independently.
//
// Cost: per revolute link on the paths 183 multiplications and 129 additions, several per instruction.
#pragma once

#include <array>
#include <span>
#include <string>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/unit_forces.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/dense/solvers/symmetric_solver.hpp"

namespace sinew {

namespace edge {
[[noreturn]] void no_frames();
[[noreturn]] void singular_frames(const std::string& frames, int rank, int rows);
}  // namespace edge

// The operational space of a set of frames, at the position of a workspace: Omega is computed when a function first
// needs it at a position. Make it once; its functions allocate nothing. They throw std::invalid_argument if the
// workspace belongs to another model.
template <Scalar T>
class OperationalSpace {
 public:
  // All results refer to the frames' twists, stacked in the given order, in this reference. Throws
  // std::invalid_argument if there is no frame or an unknown one.
  OperationalSpace(const Model& model, std::span<const FrameIndex> frames,
                   Reference reference = Reference::body);
  OperationalSpace(const Model& model, FrameIndex frame, Reference reference = Reference::body)
      : OperationalSpace(model, std::span<const FrameIndex>(&frame, 1), reference) {}

  int size() const { return omega_.rows(); }
  const Matrix<T>& omega(Workspace<T>& work);
  int rank(Workspace<T>& work);  // of Omega and of J
  bool is_regular(Workspace<T>& work) { return rank(work) == size(); }

  // These two compute J x and J^* f.
  void jacobian_times(Workspace<T>& work, In<T> x, Out<T> twists);
  void jacobian_adjoint_times(Workspace<T>& work, In<T> forces, Out<T> tau);

  // The functions below need a regular Omega. Otherwise they throw std::domain_error, which names the frames and the
  // rank.

  // Computes Lambda.
  void lambda(Workspace<T>& work, MatrixOut<T> out);
  // Computes p, the forces on the frames that keep them from accelerating under gravity, velocities and `environment`.
  // Sets the state of the workspace.
  void bias(Workspace<T>& work, In<T> q, In<T> v, Out<T> out, const EnvironmentIn<T>& environment = {});
  // Computes J+, n_v x size().
  void pseudo_inverse(Workspace<T>& work, MatrixOut<T> out);
  // Computes N^* tau.
  void project(Workspace<T>& work, In<T> tau, Out<T> out);

 private:
  using Block = std::array<T, 36>;  // by columns
  struct Node {
    std::size_t link;
    int before = -1;    // the next node toward the ground; -1: none
    Momenta<T> psi{6};  // unit forces on this node, propagated to the next
  };

  // Computes Omega unless it is known at the position of the workspace. `function`: the name that error messages give.
  void need_omega(Workspace<T>& work, const char* function);
  void compute_omega(const Workspace<T>& work);
  void find_paths(const Model& model);
  void update_placements(const Workspace<T>& work);
  void carry(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, Node& node, Block& S) const;
  void require_regular(Workspace<T>& work, const char* function);
  Block& block(std::size_t a, std::size_t b) { return blocks_[a * nodes_.size() + b]; }
  std::size_t frame_node(std::size_t frame) const { return nodes_.size() - frames_.size() + frame; }

  OwnedModel model_;
  std::vector<FrameIndex> frames_;
  std::string names_;
  Reference reference_;
  std::vector<std::size_t> path_;         // links between the frames and the ground, base to tip
  std::vector<Node> nodes_;               // links at which paths meet, base to tip; then the frames
  std::vector<Transform<T>> placements_;  // of the frames, or of their references, in their links
  std::vector<Block> blocks_;             // Omega between nodes
  std::vector<T> joint_, torques_, stacked_;
  Matrix<T> omega_;
  SymmetricSolver<T> solver_;
  bool factorised_ = false;
  PositionKey known_{};  // where Omega was computed
};

template <Scalar T>
OperationalSpace<T>::OperationalSpace(const Model& model, std::span<const FrameIndex> frames,
                                      Reference reference)
    : model_(model),
      frames_(frames.begin(), frames.end()),
      reference_(reference),
      placements_(frames.size()),
      joint_(std::size_t(model.velocity_size())),
      torques_(joint_.size()),
      stacked_(6 * frames.size()),
      omega_(int(stacked_.size()), int(stacked_.size())),
      solver_(omega_.rows()) {
  if (frames.empty()) edge::no_frames();
  for (const FrameIndex frame : frames)
    names_ += (names_.empty() ? "'" : ", '") + model.frame(frame).name + "'";
  find_paths(model);
}

template <Scalar T>
void OperationalSpace<T>::find_paths(const Model& model) {
  const auto& links = model.tree<double>().links;
  std::vector<int> arrivals(
      links.size());  // number of frames on a link plus paths that arrive from its children
  std::vector<bool> used(links.size());
  for (const FrameIndex frame : frames_) {
    auto k = std::size_t(model.frame(frame).link);
    ++arrivals[k];
    for (; k != 0 && !used[k]; k = std::size_t(links[k].parent)) {
      used[k] = true;
      ++arrivals[std::size_t(links[k].parent)];
    }
  }
  std::vector<int> node_at(links.size(), -1);  // the node at the link, or the next one toward the ground
  for (std::size_t k = 1; k < links.size(); ++k) {
    if (!used[k]) continue;
    path_.push_back(k);
    node_at[k] = node_at[std::size_t(links[k].parent)];
    if (arrivals[k] < 2) continue;
    nodes_.push_back({.link = k, .before = node_at[k]});
    node_at[k] = int(nodes_.size()) - 1;
  }
  for (const FrameIndex frame : frames_) {
    const auto k = std::size_t(model.frame(frame).link);
    nodes_.push_back({.link = k, .before = node_at[k]});
  }
  blocks_.resize(nodes_.size() * nodes_.size());
}

template <Scalar T>
void OperationalSpace<T>::update_placements(const Workspace<T>& work) {
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const FrameInfo& info = work.model.frame(frames_[f]);
    placements_[f] = info.placement.template cast<T>();
    if (reference_ == Reference::body) continue;
    const Transform<T> world = inverse(work.pose[std::size_t(info.link)]);
    placements_[f] =
        reference_ == Reference::world ? world : Transform<T>{world.rotation, placements_[f].translation};
  }
}

// Propagates the six forces of a node to the next node and computes S.
template <Scalar T>
void OperationalSpace<T>::carry(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work, Node& node,
                                Block& S) const {
  S = {};
  const std::size_t last = node.before < 0 ? 0 : nodes_[std::size_t(node.before)].link;
  for (std::size_t k = node.link; k != last; k = std::size_t(tree.links[k].parent)) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      unit_forces::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
        T measured[6][6];  // per DOF: H z of the six forces
        const Measurement<T>* const measurement = work.measurement.data() + joint.link.v;
        unit_forces::for_each_column<true>(node.psi, 0, 6, [&](auto& z, int j) SINEW_INLINE_LAMBDA {
          unit_forces::cross_dofs(joint, joint.count(), measurement, z,
                                  [&](int i, const auto& e, const auto&)
                                      SINEW_INLINE_LAMBDA { detail::keep(&measured[i][j], e); });
          phi(z);
        });
        for (int i = 0; i < joint.count(); ++i) {
          const T* const h = measured[i];
          for (std::size_t b = 0; b < 6; ++b) {
            const T weighted = measurement[i].inverse_variance * h[b];
            for (std::size_t a = b; a < 6; ++a) S[6 * b + a] = S[6 * b + a] + h[a] * weighted;
          }
        }
      });
    });
  }
  for (std::size_t b = 0; b < 6; ++b) {
    for (std::size_t a = 0; a < b; ++a) S[6 * b + a] = S[6 * a + b];
  }
}

template <Scalar T>
void OperationalSpace<T>::need_omega(Workspace<T>& work, const char* function) {
  edge::check_made_for("the operational space", model_, work.model);
  edge::check_workspace(work);
  if (guards_results<T> && known_ == work.contents.key()) return;
  known_ = {};
  filter::need(work, function);
  if (reference_ != Reference::body) kinematics::need_poses(work, function);
  compute_omega(work);
  known_ = work.contents.key();
}

template <Scalar T>
void OperationalSpace<T>::compute_omega(const Workspace<T>& work) {
  const Tree<ConstantOf<T>>& tree = *work.tree;
  update_placements(work);
  factorised_ = false;
  for (std::size_t c = 0; c < nodes_.size(); ++c) {
    Node& node = nodes_[c];
    const Transform<T> placement = c < frame_node(0) ? Transform<T>{} : placements_[c - frame_node(0)];
    for (int i = 0; i < 6; ++i) {
      Force<T> unit{};
      unit[i] = T(1);
      node.psi.set(i, placement.force_to_parent(unit));
    }
    carry(tree, work, node, block(c, c));
    // Computes psi^* Omega(p, x). With x = c, for which Omega(p, c) = Omega(p, p) psi, it gives psi^* Omega(p, p) psi.
    const auto times = [&](const Block& omega, Block& out) {
      for (int j = 0; j < 6; ++j) {
        const T* const w = omega.data() + 6 * j;
        const Motion<T> column{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
        for (int i = 0; i < 6; ++i) out[std::size_t(6 * j + i)] = dot(node.psi.get(i), column);
      }
    };
    const auto transpose = [](const Block& from, Block& to) {
      for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j) to[6 * i + j] = from[6 * j + i];
      }
    };
    for (std::size_t x = 0; x < c; ++x) {
      if (node.before < 0) {
        block(c, x) = block(x, c) = {};
        continue;
      }
      times(block(std::size_t(node.before), x), block(c, x));
      transpose(block(c, x), block(x, c));
    }
    if (node.before < 0) continue;
    Block own;
    times(block(std::size_t(node.before), c), own);
    for (std::size_t i = 0; i < 36; ++i) block(c, c)[i] = block(c, c)[i] + own[i];
  }
  for (std::size_t a = 0; a < frames_.size(); ++a) {
    for (std::size_t b = 0; b < frames_.size(); ++b) {
      const Block& from = block(frame_node(a), frame_node(b));
      for (int j = 0; j < 6; ++j) {
        T* const column = &omega_(int(6 * a), int(6 * b) + j);
        for (int i = 0; i < 6; ++i) column[i] = from[std::size_t(6 * j + i)];
      }
    }
  }
  if constexpr (std::floating_point<T>) {
    T trace{};  // if the trace of a positive semidefinite matrix is finite, all its entries are
    for (std::size_t a = 0; a < frames_.size(); ++a) {
      const Block& own = block(frame_node(a), frame_node(a));
      trace += own[0] + own[7] + own[14] + own[21] + own[28] + own[35];
    }
    edge::check_overflow("Omega", &trace, 1);
  }
}

template <Scalar T>
const Matrix<T>& OperationalSpace<T>::omega(Workspace<T>& work) {
  need_omega(work, "OperationalSpace::omega");
  return omega_;
}
template <Scalar T>
int OperationalSpace<T>::rank(Workspace<T>& work) {
  need_omega(work, "OperationalSpace::rank");
  if (!factorised_) solver_.factorise(omega_);
  factorised_ = true;
  return solver_.rank();
}
template <Scalar T>
void OperationalSpace<T>::require_regular(Workspace<T>& work, const char* function) {
  need_omega(work, function);
  if (!is_regular(work)) edge::singular_frames(names_, rank(work), size());
}
template <Scalar T>
void OperationalSpace<T>::lambda(Workspace<T>& work, MatrixOut<T> out) {
  require_regular(work, "OperationalSpace::lambda");
  solver_.inverse(out);
  edge::check_overflow("the operational inertia", out);
}

template <Scalar T>
void OperationalSpace<T>::jacobian_times(Workspace<T>& work, In<T> x, Out<T> twists) {
  need_omega(work, "OperationalSpace::jacobian_times");
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_input("x", x, tree.v_size);
  edge::check_size("the twists", twists, size());
  work.contents.drop("OperationalSpace::jacobian_times", content::all_accelerations);
  work.acceleration[0] = {};
  for (const std::size_t k : path_) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      work.acceleration[k] = joint.motion_to_child(work.acceleration[std::size_t(joint.link.parent)]);
      joint.advance(work.acceleration[k], x.data() + joint.link.v);
    });
  }
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const Motion<T> twist = placements_[f].motion_to_child(work.acceleration[nodes_[frame_node(f)].link]);
    std::copy(twist.data(), twist.data() + 6, twists.data() + 6 * f);
  }
  edge::check_overflow("the product", twists);
}

template <Scalar T>
void OperationalSpace<T>::jacobian_adjoint_times(Workspace<T>& work, In<T> forces, Out<T> tau) {
  need_omega(work, "OperationalSpace::jacobian_adjoint_times");
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_input("the forces", forces, size());
  edge::check_size("the result tau", tau, tree.v_size);
  work.contents.drop("OperationalSpace::jacobian_adjoint_times", content::filter_states);
  std::fill(tau.data(), tau.data() + tau.size(), T(0));
  for (const std::size_t k : path_) work.force[k] = {};
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const T* const x = forces.data() + 6 * f;
    const std::size_t link = nodes_[frame_node(f)].link;
    work.force[link] += placements_[f].force_to_parent({{x[0], x[1], x[2]}, {x[3], x[4], x[5]}});
  }
  for (auto k = path_.rbegin(); k != path_.rend(); ++k) {
    at_joint(tree, work.joints, *k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      for (int i = 0; i < joint.count(); ++i) tau[std::size_t(link.v + i)] = joint.measure(work.force[*k], i);
      if (link.parent != 0) work.force[std::size_t(link.parent)] += joint.force_to_parent(work.force[*k]);
    });
  }
  edge::check_overflow("the product", tau);
}

template <Scalar T>
void OperationalSpace<T>::bias(Workspace<T>& work, In<T> q, In<T> v, Out<T> out,
                               const EnvironmentIn<T>& environment) {
  edge::check_made_for("the operational space", model_, work.model);
  edge::check_size("the result bias", out, size());
  std::fill(torques_.begin(), torques_.end(), T(0));
  forward_dynamics(work, q, v, torques_, joint_, environment);
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const Motion<T> rate = T(-1) * acceleration(work, frames_[f], reference_);
    std::copy(rate.data(), rate.data() + 6, out.data() + 6 * f);
  }
  // The torques that the workspace holds results for are not those of the caller.
  work.contents.drop("OperationalSpace::bias",
                     content::all_accelerations | content::filter_states | content::innovations);
  require_regular(work, "OperationalSpace::bias");
  solver_.solve(out);
  edge::check_overflow("the operational bias", out);
}

template <Scalar T>
void OperationalSpace<T>::pseudo_inverse(Workspace<T>& work, MatrixOut<T> out) {
  require_regular(work, "OperationalSpace::pseudo_inverse");
  edge::check_size("the pseudo-inverse", out, work.model.velocity_size(), size());
  for (int j = 0; j < size(); ++j) {
    std::fill(stacked_.begin(), stacked_.end(), T(0));
    stacked_[std::size_t(j)] = T(1);
    solver_.solve(stacked_);
    jacobian_adjoint_times(work, stacked_, torques_);
    solve_mass_matrix(work, torques_, VectorView<T>(&out(0, j), joint_.size()));
  }
}

template <Scalar T>
void OperationalSpace<T>::project(Workspace<T>& work, In<T> tau, Out<T> out) {
  require_regular(work, "OperationalSpace::project");
  edge::check_size("the result", out, work.model.velocity_size());
  solve_mass_matrix(work, tau, joint_);
  jacobian_times(work, joint_, stacked_);
  solver_.solve(stacked_);
  jacobian_adjoint_times(work, stacked_, torques_);
  for (std::size_t i = 0; i < torques_.size(); ++i) out[i] = tau[i] - torques_[i];
  edge::check_overflow("the projection", out);
}

extern template class OperationalSpace<double>;
extern template class OperationalSpace<float>;

}  // namespace sinew
