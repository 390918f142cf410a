// Computes joint accelerations and their derivatives, da/dq, da/dv and da/dtau = M^-1, column by column, without dtau/dq
// and dtau/dv.
//
// The filter of R87 (35)-(47) in a common frame (common_frame.hpp), where phi is the identity, takes the mass flow along:
//
//   inward   P = r + sum P+          D = S^* P S + armature      G = P S / D                  P+ = P - G S^* P
//            Z = 2 B + sum Z+        beta = Z^* S / D            Z+ = Z - G (S^* Z)
//            z = f0 + sum z+         e = tau - S^* z             z+ = z + G e                 f0: f at a = 0
//   outward  a = e / D - G^* lambda  lambda += S a
//
// A change of q_j gives the links k behind joint j the forces r_k Q_j + 2 B_k P_j, and the force f across the joint turns
// with it. The filter makes z_j = (P Q_j + Z P_j)+ + S_j x* f of these forces. Row i of M^-1 is the response to a unit
// torque at i. With e, zeta and eta for it (zeta and eta are zero for joints that are not on the path from i to the ground),
//
//   inward   e_i = 1, zeta_i = G_i, eta_i = beta_i;    then, at each l on the path,
//            e_l = - S_l^* zeta       zeta += G_l e_l       eta += beta_l e_l
//   outward  x_l = e_l / D_l - G_l^* lambda              lambda += S_l x_l                    x: row i of M^-1
//            da_i/dq_j = - lambda^* z_j - zeta^* Q_j - eta^* P_j
//
// with lambda before joint j, and zeta and eta behind it. The same with X_j for Q_j and S_j for P_j, and without f, gives
// da_i/dv_j. So products with M^-1 are never formed, and one response serves both matrices. (A. Jain & G. Rodriguez,
// "Linearization of manipulator dynamics using spatial operators", IEEE Trans. SMC 23(1), 1993, derive da/dq from the
// filter.)
//
// Cost: O(n) and 24 multiplications for each pair (i, j) in one branch, 33 more if j carries i. A register holds several
// i.
#pragma once

#include "sinew/algorithms/derivatives/internal/common_frame.hpp"

namespace sinew::common_frame {

template <Scalar T>
class ForwardDynamicsColumns {
 public:
  using L = Side<T>;
  static constexpr std::size_t stride = DofRows<T>::stride;
  enum : int {
    covariance = row::matrices,  // P at the last DOF of each joint, for all its DOFs
    Z = covariance + 21,         // and Z, by columns
    G = Z + 18,
    inverse_variance = G + 6,
    beta = inverse_variance + 1,
    lambda = beta + 3,
    z_of_q = lambda + 6,
    z_of_v = z_of_q + 6,
    end = z_of_v + 6
  };
  static constexpr int row_count = int(end) - int(row::matrices);

  explicit ForwardDynamicsColumns(const DofTable& dofs)
      : sums_(std::size_t(dofs.size())),
        innovations_(std::size_t(dofs.size())),
        responses_(2 * std::size_t(dofs.size())),
        on_path_(2 * std::size_t(dofs.size())),
        lambdas_(2 * std::size_t(dofs.size())) {
    unit_[width<T> - 1] = T(1);
    for (int first = 0; first < dofs.size(); first += 2 * width<T>)
      paths_.push_back(path_of(dofs, first, std::min(dofs.size(), first + 2 * width<T>)));
  }

  // Computes a and P, Z, D, G, beta and e. The bodies' r, B and f are those at a = 0. Z and z go through the same update,
  // so that they are the four columns of one matrix, whose rows are packs.
  void filter(CommonFrame<T>& frame, const T* armature, const T* tau) {
    const DofTable& dofs = frame.dofs;
    DofRows<T>& rows = frame.rows;
    ArticulatedInertia<T> P;
    StateRows states;
    int next = -1;  // the first DOF of the joint before
    for (std::size_t at = dofs.joints.size(); at-- > 0;) {
      const JointDofs& joint = dofs.joints[at];
      const int last = joint.last();
      if (next < 0 || dofs.parent[std::size_t(next)] != last) P = {}, states = {};
      if (dofs.junction[std::size_t(last)]) {
        auto& [more, more_states] = sums_[std::size_t(last)];
        P = P + std::exchange(more, {});
        states += std::exchange(more_states, {});
      }
      add_body(rows, last, P, states);
      for (int j = joint.first; j <= last; ++j) keep(rows, j, P, states);
      for (int j = last; j >= joint.first; --j) {
        const Motion<T> S = rows.motion_of(row::S, j);
        const Force<T> column = P * S;
        const T inverse = T(1) / (dot(S, column) + armature[j]);
        const Force<T> gain = inverse * column;
        rows.set_of(G, j, gain);
        *rows.at(inverse_variance, j) = inverse;
        P = minus_product(P, gain, column);
        Four moments = states.times(S);  // S^* Z and -e
        moments[3] -= tau[j];
        states.subtract(gain, moments);
        moments = inverse * moments;
        for (int c = 0; c < 3; ++c) *rows.at(beta + c, j) = moments[c];
        innovations_[std::size_t(j)] = -moments[3];
      }
      next = joint.first;
      if (joint.parent >= 0 && joint.parent != joint.first - 1) {
        auto& [sum, sum_of_states] = sums_[std::size_t(joint.parent)];
        sum = sum + P;
        sum_of_states += states;
      }
    }
  }

  // Throws std::domain_error or std::overflow_error, which names the joint, if D is not a positive number. The search goes
  // inward, because a joint without inertia spoils the results of those before it.
  static void check_regular(const CommonFrame<T>& frame, const Model& model) {
    for (int j = frame.dofs.size() - 1; j >= 0; --j) {
      const T& inverse = *frame.rows.at(inverse_variance, j);
      if (inverse > T(0) && edge::all_finite(&inverse, 1)) [[likely]]
        continue;
      if (inverse == T(0) || !(inverse == inverse)) edge::overflows("the articulated inertia");
      for (const JointInfo& joint : model.joints()) {
        if (j >= joint.v_index && j < joint.v_index + joint.v_size) edge::singular_joint(joint.name.c_str());
      }
    }
  }

  // Computes a from e, and adds it to the accelerations A0 and to the forces f.
  void accelerate(CommonFrame<T>& frame, T* a) {
    const DofTable& dofs = frame.dofs;
    DofRows<T>& rows = frame.rows;
    Motion<T> sum{};
    for (const JointDofs& joint : dofs.joints) {
      if (joint.parent < 0) {
        sum = {};
      } else if (joint.parent != joint.first - 1) {
        sum = rows.motion_of(lambda, joint.parent);
      }
      const Motion<T> before = sum;
      for (int j = joint.first; j < joint.end(); ++j) {
        const T rate = innovations_[std::size_t(j)] - dot(rows.force_of(G, j), sum);
        a[j] = rate;
        sum += rate * rows.motion_of(row::S, j);
        rows.set_of(lambda, j, sum);
        if (joint.parent >= 0) rows.set_of(row::A0, j, rows.motion_of(row::A0, j) + before);
      }
    }
    for (int b = 0; b < rows.packs(); ++b) {
      const RigidInertia<L> r{rows.number(row::own_mass, b), rows.vector(row::moment, b),
                              rows.symmetric(row::inertia, b)};
      rows.set_six(row::f, b, rows.force(row::f, b) + r * rows.motion(lambda, b));
    }
  }

  // Computes z of each DOF, for q and v; f is the sum over all that a DOF carries.
  static void prepare(CommonFrame<T>& frame) {
    DofRows<T>& rows = frame.rows;
    for (int b = 0; b < rows.packs(); ++b) {
      const ArticulatedInertia<L> P{rows.symmetric(covariance, b), rows.matrix(covariance + 6, b),
                                    rows.symmetric(covariance + 15, b)};
      const Force<L> x = rows.force(Z, b), y = rows.force(Z + 6, b), z = rows.force(Z + 12, b);
      const auto flow = [&](const Vector3<L>& w) SINEW_INLINE_LAMBDA { return w.x * x + w.y * y + w.z * z; };
      const Motion<L> S = rows.motion(row::S, b);
      const Force<L> of_q = P * rows.motion(row::Q, b) + flow(rows.vector(row::P, b)),
                     of_v = P * rows.motion(row::X, b) + flow(S.angular),
                     gain = rows.number(row::alone, b) * rows.force(G, b),
                     turned = rows.number(row::alone, b) * cross(S, rows.force(row::f, b));
      rows.set_six(z_of_q, b, of_q - dot(S, of_q) * gain + turned);
      rows.set_six(z_of_v, b, of_v - dot(S, of_v) * gain);
    }
    for (const JointDofs& joint : frame.several) {
      for (int j = joint.first; j < joint.end(); ++j) {
        for (const int z : {int(z_of_q), int(z_of_v)}) {
          Force<T> state = rows.force_of(z, j);
          for (int l = joint.last(); l >= joint.first; --l)
            state -= dot(rows.motion_of(row::S, l), state) * rows.force_of(G, l);
          if (z == z_of_q) state += cross(rows.motion_of(row::S, j), rows.force_of(row::f, j));
          rows.set_of(z, j, state);
        }
      }
    }
  }

  // Writes the n x n matrices by columns. Returns whether all numbers are finite.
  bool write(const CommonFrame<T>& frame, T* by_q, T* by_v, T* inverse_mass) {
    const int n = frame.dofs.size();
    Writers writers{{by_q, n}, {by_v, n}, {inverse_mass, n}};
    // The last register of a column reaches into the next column, which is written later.
    for (std::size_t i = paths_.size(); i-- > 0;) {
      if (2 * int(i) + 1 < frame.rows.packs())
        write_rows<2>(frame, paths_[i], 2 * int(i), writers);
      else
        write_rows<1>(frame, paths_[i], 2 * int(i), writers);
    }
    return writers.by_q.wrote_finite_numbers() && writers.by_v.wrote_finite_numbers() &&
           writers.by_tau.wrote_finite_numbers();
  }

 private:
  using Four = detail::Pack<T, 4>;
  // Z and z, row by row.
  struct StateRows {
    Four wx{}, wy{}, wz{}, x{}, y{}, z{};
    SINEW_INLINE void operator+=(const StateRows& other) {
      wx += other.wx, wy += other.wy, wz += other.wz, x += other.x, y += other.y, z += other.z;
    }
    SINEW_INLINE Four times(const Motion<T>& S) const {
      const auto& [w, v] = S;
      return (w.x * wx + w.y * wy + w.z * wz) + (v.x * x + v.y * y + v.z * z);
    }
    SINEW_INLINE void subtract(const Force<T>& f, const Four& by) {
      const auto& [n, g] = f;
      wx -= n.x * by, wy -= n.y * by, wz -= n.z * by, x -= g.x * by, y -= g.y * by, z -= g.z * by;
    }
  };
  struct Writers {
    ColumnWriter<T> by_q, by_v, by_tau;
  };
  struct Carried {
    ArticulatedInertia<T> P{};
    StateRows states{};
  };
  // Of several rows i of M^-1: zeta and eta.
  struct Response {
    Force<L> zeta{};
    Vector3<L> eta{};
    SINEW_INLINE void operator+=(const Response& other) {
      zeta += other.zeta;
      eta += other.eta;
    }
  };
  // Of several rows i and one DOF on the path: e / D, and the parts of the derivatives that need no lambda.
  struct OnPath {
    L innovation, of_q, of_v;
  };

  static SINEW_INLINE void add_body(const DofRows<T>& rows, int dof, ArticulatedInertia<T>& P,
                                    StateRows& states) {
    const T *const h = rows.at(row::moment, dof), *const I = rows.at(row::inertia, dof),
                   *const E = rows.at(row::flow, dof), *const p = rows.at(row::momentum, dof),
                   *const f = rows.at(row::f, dof);
    P += RigidInertia<T>{*rows.at(row::own_mass, dof),
                         {h[0], h[stride], h[2 * stride]},
                         {I[0], I[stride], I[2 * stride], I[3 * stride], I[4 * stride], I[5 * stride]}};
    const T px = p[0], py = p[stride], pz = p[2 * stride];
    states += {Four{E[0], E[stride], E[2 * stride], f[0]},
               Four{E[3 * stride], E[4 * stride], E[5 * stride], f[stride]},
               Four{E[6 * stride], E[7 * stride], E[8 * stride], f[2 * stride]},
               Four{T(0), pz, -py, f[3 * stride]},
               Four{-pz, T(0), px, f[4 * stride]},
               Four{py, -px, T(0), f[5 * stride]}};
  }
  static SINEW_INLINE void keep(DofRows<T>& rows, int dof, const ArticulatedInertia<T>& P,
                                const StateRows& states) {
    const auto& [A, B, C] = P;
    T* to = rows.at(covariance, dof);
    for (const T number : {A.xx, A.xy, A.xz, A.yy, A.yz, A.zz, B.xx, B.xy, B.xz, B.yx, B.yy,
                           B.yz, B.zx, B.zy, B.zz, C.xx, C.xy, C.xz, C.yy, C.yz, C.zz})
      *to = number, to += stride;
    to = rows.at(Z, dof);
    for (const Four& numbers : {states.wx, states.wy, states.wz, states.x, states.y, states.z}) {
      to[0] = numbers[0], to[6 * stride] = numbers[1], to[12 * stride] = numbers[2];
      to += stride;
    }
  }

  // The joints on the paths from the rows of one register to the ground, from the tips inward.
  struct Step {
    int joint;
    bool goes_on;      // the response of the joint before it in the list is that of its child
    bool is_junction;  // responses of other children are in memory
    bool waits;        // its response is added to that of its parent in memory
  };
  struct Path {
    std::vector<Step> steps;
    std::vector<char> contains;  // per joint
  };
  static Path path_of(const DofTable& dofs, int first_row, int end_row) {
    Path path{.steps = {}, .contains = std::vector<char>(dofs.joints.size())};
    for (int i = first_row; i < end_row; ++i) {
      for (int l = i; l >= 0; l = dofs.parent[std::size_t(l)])
        path.contains[std::size_t(dofs.joint[std::size_t(l)])] = 1;
    }
    std::vector<char> met(dofs.joints.size());
    for (int at = int(dofs.joints.size()) - 1; at >= 0; --at) {
      if (!path.contains[std::size_t(at)]) continue;
      bool goes_on = false;
      if (!path.steps.empty()) {
        Step& before = path.steps.back();
        const int parent = dofs.joints[std::size_t(before.joint)].parent;
        goes_on = parent == dofs.joints[std::size_t(at)].last();
        before.waits = parent >= 0 && !goes_on;
        if (before.waits) met[std::size_t(dofs.joint[std::size_t(parent)])] = 1;
      }
      path.steps.push_back({at, goes_on, bool(met[std::size_t(at)]), false});
    }
    return path;
  }

  // Computes the rows of `registers` registers, from register b on. Two at a time do not wait for each other's results.
  template <int registers>
  void write_rows(const CommonFrame<T>& frame, const Path& path, int b, Writers& writers) {
    inward<registers>(frame, path, b);
    outward<registers>(frame, path, b, writers);
  }

  // Computes zeta and eta on the paths to the ground.
  template <int registers>
  void inward(const CommonFrame<T>& frame, const Path& path, int b) {
    const DofTable& dofs = frame.dofs;
    const DofRows<T>& rows = frame.rows;
    Response now[registers];
    for (const Step& step : path.steps) {
      const JointDofs& joint = dofs.joints[std::size_t(step.joint)];
      Response* const summed = &responses_[2 * std::size_t(joint.last())];
      unrolled<registers>([&](auto r) SINEW_INLINE_LAMBDA {
        if (!step.goes_on) now[r] = {};
        if (step.is_junction) now[r] += std::exchange(summed[r], {});
      });
      for (int l = joint.last(); l >= joint.first; --l) {
        const int lane = l - b * width<T>;
        const T *const S = rows.at(row::S, l), *const gain = rows.at(G, l), *const to_eta = rows.at(beta, l);
        const T inverse = *rows.at(inverse_variance, l);
        unrolled<registers>([&](auto r) SINEW_INLINE_LAMBDA {
          auto& [zeta, eta] = now[r];
          L e = -times(S, zeta);
          if (lane >= r * width<T> && lane < (r + 1) * width<T>)
            e += read_side<T>(unit_ + ((r + 1) * width<T> - 1 - lane));
          add(gain, e, zeta);
          eta.x += to_eta[0] * e, eta.y += to_eta[stride] * e, eta.z += to_eta[2 * stride] * e;
          on_path_[2 * std::size_t(l) + std::size_t(r)].innovation = inverse * e;
        });
      }
      for (int j = joint.first; j < joint.end(); ++j) {
        const T *const Q = rows.at(row::Q, j), *const P = rows.at(row::P, j), *const X = rows.at(row::X, j),
                       *const S = rows.at(row::S, j);
        unrolled<registers>([&](auto r) SINEW_INLINE_LAMBDA {
          const auto& [zeta, eta] = now[r];
          OnPath& of = on_path_[2 * std::size_t(j) + std::size_t(r)];
          of.of_q = times(Q, zeta) + times(P, eta);
          of.of_v = times(X, zeta) + times(S, eta);
        });
      }
      if (step.waits) {
        unrolled<registers>([&](auto r) SINEW_INLINE_LAMBDA {
          responses_[2 * std::size_t(joint.parent) + std::size_t(r)] += now[r];
        });
      }
    }
  }

  // Computes the rows and writes them.
  template <int registers>
  void outward(const CommonFrame<T>& frame, const Path& path, int b, Writers& writers) {
    const DofTable& dofs = frame.dofs;
    const DofRows<T>& rows = frame.rows;
    Writers to = writers;
    Motion<L> sum[registers];  // lambda
    for (std::size_t at = 0; at < dofs.joints.size(); ++at) {
      const JointDofs& joint = dofs.joints[at];
      const bool is_on_path = path.contains[at], is_first = joint.parent < 0;
      if (is_first || joint.parent != joint.first - 1) {
        unrolled<registers>([&](auto r) SINEW_INLINE_LAMBDA {
          sum[r] = is_first ? Motion<L>{} : lambdas_[2 * std::size_t(joint.parent) + std::size_t(r)];
        });
      }
      for (int j = joint.first; j < joint.end(); ++j) {
        const T *const zq = rows.at(z_of_q, j), *const zv = rows.at(z_of_v, j);
        unrolled<registers>([&](auto index) SINEW_INLINE_LAMBDA {
          constexpr int r = registers - 1 - index;
          L q = times(zq, sum[r]), v = times(zv, sum[r]);
          if (is_on_path) {
            const OnPath& of = on_path_[2 * std::size_t(j) + std::size_t(r)];
            q += of.of_q, v += of.of_v;
          }
          to.by_q(b + r, j, -q);
          to.by_v(b + r, j, -v);
        });
      }
      for (int l = joint.first; l < joint.end(); ++l) {
        const T *const gain = rows.at(G, l), *const S = rows.at(row::S, l);
        unrolled<registers>([&](auto index) SINEW_INLINE_LAMBDA {
          constexpr int r = registers - 1 - index;
          L x = -times(gain, sum[r]);
          if (is_on_path) x += on_path_[2 * std::size_t(l) + std::size_t(r)].innovation;
          add(S, x, sum[r]);
          to.by_tau(b + r, l, x);
        });
      }
      if (dofs.junction[std::size_t(joint.last())]) {
        unrolled<registers>([&](auto r) SINEW_INLINE_LAMBDA {
          lambdas_[2 * std::size_t(joint.last()) + std::size_t(r)] = sum[r];
        });
      }
    }
    writers = to;
  }

  // The products of six or three numbers of one DOF, `stride` apart, with those of several rows.
  template <class Six>
  static SINEW_INLINE L times(const T* numbers, const Six& of) requires requires {
    of.linear;
  }
  {
    const L even =
        numbers[0] * of.angular.x + numbers[2 * stride] * of.angular.z + numbers[4 * stride] * of.linear.y;
    return even + (numbers[stride] * of.angular.y + numbers[3 * stride] * of.linear.x +
                   numbers[5 * stride] * of.linear.z);
  }
  static SINEW_INLINE L times(const T* numbers, const Vector3<L>& of) {
    return numbers[0] * of.x + numbers[stride] * of.y + numbers[2 * stride] * of.z;
  }
  // Adds x times the six numbers.
  template <class Six>
  static SINEW_INLINE void add(const T* numbers, const L& x, Six& to) {
    to.angular.x += numbers[0] * x;
    to.angular.y += numbers[stride] * x;
    to.angular.z += numbers[2 * stride] * x;
    to.linear.x += numbers[3 * stride] * x;
    to.linear.y += numbers[4 * stride] * x;
    to.linear.z += numbers[5 * stride] * x;
  }

  std::vector<Carried> sums_;        // per DOF, at junctions; zero between sweeps
  std::vector<T> innovations_;       // e
  std::vector<Response> responses_;  // per DOF, at junctions; zero between sweeps
  std::vector<OnPath> on_path_;      // per DOF
  std::vector<Motion<L>> lambdas_;   // per DOF, at junctions
  std::vector<Path> paths_;          // per register
  T unit_[2 * width<T> - 1] = {};    // a register from width - 1 - i on has a one in lane i
};

}  // namespace sinew::common_frame
