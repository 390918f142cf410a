// Computes psi, Omega and nu of a block of a long chain from its filter (long_chain.hpp): six unit forces on the last
// link of the block are propagated inward (algorithms/dynamics/unit_forces.hpp) and become the columns of psi.
//
//   e = H f,  Omega += e^* e / D,  nu += e (tau - H z) / D,  f -> f - G e,  nu += f a,  f -> phi f
//
// with D, G and tau - H z from the filter. The forces stay in SIMD registers from link to link.
//
// Cost: about 225 multiplications per revolute link, several per instruction.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sinew/algorithms/dynamics/unit_forces.hpp"
#include "sinew/sweep/scans/filter_scan.hpp"

namespace sinew::detail {

// The degrees of freedom (DOFs) that the forces cross first, stored one by one: e, 1 / D and tau - H z.
template <class T>
struct FirstDofs {
  static constexpr int most = 8;
  int count = most;
  T e[most][6] = {}, inverse_variance[most] = {}, innovation[most] = {};

  sweep::Measurements<T> measurements() const {
    const auto size = std::size_t(count);
    return {{e[0], 6, count}, {inverse_variance, size}, {innovation, size}};
  }
};

template <class T>
class BlockResponse {
 public:
  // `first` receives the terms of the first DOFs, which the sums Omega and nu leave out.
  explicit BlockResponse(FirstDofs<T>& first) : first_(first) {
    first_.count = 0;
    f_[0 / width].angular.x[0 % width] = f_[1 / width].angular.y[1 % width] =
        f_[2 / width].angular.z[2 % width] = T(1);
    f_[3 / width].linear.x[3 % width] = f_[4 / width].linear.y[4 % width] =
        f_[5 / width].linear.z[5 % width] = T(1);
  }

  template <class Joint>
  SINEW_INLINE void cross_joint(const Joint& joint, const Measurement<T>* measurement,
                                const Motion<T>& bias) {
    Packed e[6][count];  // per DOF
    for (int g = 0; g < count; ++g) {
      unit_forces::cross_dofs(joint, joint.count(), measurement, f_[g],
                              [&](int i, const Packed& measured, const Force<Packed>&)
                                  SINEW_INLINE_LAMBDA { e[i][g] = measured; });
    }
    for (int i = joint.count() - 1; i >= 0; --i) add_terms(e[i], measurement[i]);
    unit_forces::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
      for (int g = 0; g < count; ++g) {
        nu_[g] += dot(bias, f_[g]);
        phi(f_[g]);
      }
    });
  }

  // Returns whether the magnitude of any number of the forces is larger than `size`.
  bool exceed(T size) const {
    bool larger = false;
    for (const Force<Packed>& f : f_) {
      for (const Packed* x :
           {&f.angular.x, &f.angular.y, &f.angular.z, &f.linear.x, &f.linear.y, &f.linear.z}) {
        for (int lane = 0; lane < width; ++lane) larger |= !(std::abs((*x)[lane]) <= size);
      }
    }
    return larger;
  }

  // Writes psi, Omega and nu.
  void write_to(sweep::FilterElement<T>& out) const {
    for (int j = 0; j < 6; ++j) {
      const int g = j / width, lane = j % width;
      const auto& [a, l] = f_[g];
      const T column[6] = {a.x[lane], a.y[lane], a.z[lane], l.x[lane], l.y[lane], l.z[lane]};
      for (int i = 0; i < 6; ++i) out.A(i, j) = column[i];
      for (int i = j; i < 6; ++i) out.J(i, j) = out.J(j, i) = omega_[i][g][lane];
      out.eta[std::size_t(j)] = nu_[g][lane];
    }
  }

 private:
  // `width`: how many numbers a register of the target machine holds; `count`: how many registers six numbers take.
  static constexpr int width = register_size<T>, count = (6 + width - 1) / width;
  using Packed = Pack<T, width>;

  // Adds the terms of one DOF to Omega and nu, or stores them if it is among the first.
  SINEW_INLINE void add_terms(const Packed (&measured)[count], const Measurement<T>& measurement) {
    T e[count * width];
    std::memcpy(e, measured, sizeof e);
    if (first_.count < first_.most) {
      const int k = first_.count++;
      std::copy(e, e + 6, first_.e[k]);
      first_.inverse_variance[k] = measurement.inverse_variance;
      first_.innovation[k] = measurement.innovation;
      return;
    }
    Packed weighted[count];
    for (int g = 0; g < count; ++g) weighted[g] = measurement.inverse_variance * measured[g];
    for (int g = 0; g < count; ++g) nu_[g] += measurement.innovation * weighted[g];
    for (int j = 0; j < 6; ++j) {
      for (int g = 0; g <= j / width; ++g) omega_[j][g] += e[j] * weighted[g];
    }
  }

  FirstDofs<T>& first_;
  Force<Packed> f_[count] = {};
  Packed omega_[6][count] = {};  // its lower triangle
  Packed nu_[count] = {};
};

}  // namespace sinew::detail
