// Computes the derivatives of inverse dynamics, dtau/dq and dtau/dv, and the mass matrix, column by column.
//
// With the sums over all that a DOF carries of r, B and f (common_frame.hpp):
//
//   t = r S    s = 2 B^* S    u = 2 B P + r Q + S x* f    w = 2 B S + r X
//
//   if j carries i:    dtau_i/dq_j = s_i . P_j + t_i . Q_j     dtau_i/dv_j = s_i . S_j + t_i . X_j     M_ij = t_i . S_j
//   if i carries j:    dtau_i/dq_j = S_i . u_j                 dtau_i/dv_j = S_i . w_j                 M_ij = S_i . t_j
//
// DOFs of the same joint carry each other in the sense of the first line. All other entries are zero. s is a moment, so
// that the products with it take three numbers. (S. Singh, R. P. Russell & P. M. Wensing, "Efficient analytical
// derivatives of rigid-body dynamics using spatial vector algebra", IEEE RA-L 7(2), 2022.)
//
// Cost: 24 multiplications for a pair (i, j) of which j carries i, 18 for the opposite pair. A register holds the rows of
// several i, and the columns j come by.
#pragma once

#include "sinew/algorithms/derivatives/internal/common_frame.hpp"

namespace sinew::common_frame {

// Which entries of a column are not zero, for the rows i of one register.
enum class Entries : std::uint8_t { none, carried, carrying, both };

template <Scalar T>
class InverseDynamicsColumns {
 public:
  using L = Side<T>;
  // Rows of the common frame.
  enum : int { t = row::matrices, s = t + 6, u = s + 3, w = u + 6, end = w + 6 };
  static constexpr int row_count = int(end) - int(row::matrices);

  explicit InverseDynamicsColumns(const DofTable& dofs) : n_(dofs.size()) {
    const int n = dofs.size(), packs = (n + width<T> - 1) / width<T>;
    for (int b = 0; b < packs; ++b) {
      first_mask_.push_back(masks_.size());
      for (int j = 0; j < n; ++j) {
        T carried[width<T>] = {}, carrying[width<T>] = {};
        int carried_count = 0, carrying_count = 0;
        for (int i = b * width<T>; i < std::min(n, (b + 1) * width<T>); ++i) {
          if (dofs.carries(j, i))
            carried[i % width<T>] = T(1), ++carried_count;
          else if (dofs.carries(i, j))
            carrying[i % width<T>] = T(1), ++carrying_count;
        }
        const int used = std::min(width<T>, n - b * width<T>);
        entries_.push_back(carried_count == used                 ? Entries::carried
                           : carrying_count == used              ? Entries::carrying
                           : carried_count + carrying_count == 0 ? Entries::none
                                                                 : Entries::both);
        if (entries_.back() == Entries::both)
          masks_.push_back({read_side<T>(carried), read_side<T>(carrying)});
      }
    }
  }

  // Computes t, s, u and w; r, B and f are those of all that a DOF carries.
  static void prepare(DofRows<T>& rows) {
    for (int b = 0; b < rows.packs(); ++b) {
      const RigidInertia<L> r{rows.number(row::carried_mass, b), rows.vector(row::moment, b),
                              rows.symmetric(row::inertia, b)};
      const MassFlow<L> twice_B(rows.matrix(row::flow, b), rows.vector(row::momentum, b));
      const Motion<L> S = rows.motion(row::S, b);
      rows.set_six(t, b, r * S);
      rows.set(s, b, transpose_times(twice_B, S));
      rows.set_six(
          u, b,
          twice_B * rows.motion(row::P, b) + r * rows.motion(row::Q, b) + cross(S, rows.force(row::f, b)));
      rows.set_six(w, b, twice_B * S + r * rows.motion(row::X, b));
    }
  }

  // Writes the n x n matrices by columns. Returns whether all numbers are finite.
  bool write(const DofRows<T>& rows, T* by_q, T* by_v, T* M) const {
    constexpr std::size_t stride = DofRows<T>::stride;
    const int n = n_;
    ColumnWriter<T> write_q(by_q, n), write_v(by_v, n), write_m(M, n);
    // The last register of a column reaches into the next column, which is written later.
    for (int b = rows.packs() - 1; b >= 0; --b) {
      const Entries* entries = entries_.data() + std::size_t(b) * std::size_t(n);
      const Masks* masks = masks_.data() + first_mask_[std::size_t(b)];
      L ti[6], si[3], Si[6];
      for (int c = 0; c < 6; ++c) ti[c] = rows.number(t + c, b), Si[c] = rows.number(row::S + c, b);
      for (int c = 0; c < 3; ++c) si[c] = rows.number(s + c, b);
      for (int j = 0; j < n; ++j) {
        const T *const S = rows.at(row::S, j), *const P = rows.at(row::P, j), *const Q = rows.at(row::Q, j),
                       *const X = rows.at(row::X, j), *const tj = rows.at(t, j), *const uj = rows.at(u, j),
                       *const wj = rows.at(w, j);
        const auto carried = [&](L& q, L& v, L& m) SINEW_INLINE_LAMBDA {
          q = si[0] * P[0] + si[1] * P[stride] + si[2] * P[2 * stride];
          v = si[0] * S[0] + si[1] * S[stride] + si[2] * S[2 * stride];
          m = ti[0] * S[0];
          q += ti[0] * Q[0];
          v += ti[0] * X[0];
          for (std::size_t c = 1; c < 6; ++c) {
            q += ti[c] * Q[c * stride];
            v += ti[c] * X[c * stride];
            m += ti[c] * S[c * stride];
          }
        };
        const auto carrying = [&](L& q, L& v, L& m) SINEW_INLINE_LAMBDA {
          q = Si[0] * uj[0];
          v = Si[0] * wj[0];
          m = Si[0] * tj[0];
          for (std::size_t c = 1; c < 6; ++c) {
            q += Si[c] * uj[c * stride];
            v += Si[c] * wj[c * stride];
            m += Si[c] * tj[c * stride];
          }
        };
        L q, v, m;
        switch (entries[j]) {
          case Entries::none:
            q = v = m = L(T(0));
            break;
          case Entries::carried:
            carried(q, v, m);
            break;
          case Entries::carrying:
            carrying(q, v, m);
            break;
          case Entries::both: {
            L q2, v2, m2;
            carried(q, v, m);
            carrying(q2, v2, m2);
            const auto& [lower, upper] = *masks++;
            q = lower * q + upper * q2;
            v = lower * v + upper * v2;
            m = lower * m + upper * m2;
          }
        }
        write_q(b, j, q);
        write_v(b, j, v);
        write_m(b, j, m);
      }
    }
    return write_q.wrote_finite_numbers() && write_v.wrote_finite_numbers() && write_m.wrote_finite_numbers();
  }

 private:
  struct Masks {
    L carried, carrying;
  };
  int n_;
  std::vector<Entries> entries_;         // of register b and column j at b n + j
  std::vector<Masks> masks_;             // for entries of both kinds, in the same order
  std::vector<std::size_t> first_mask_;  // of each register
};

}  // namespace sinew::common_frame
