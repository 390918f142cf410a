// Propagates six unit forces on the last link of a block inward through its joints, side by side in SIMD registers. The
// forces become the columns of psi; the joints that they pass give Omega and nu (long_chain.hpp).
//
//   e = H f,  Omega += e^* e / D,  nu += e (tau - H z) / D,  f -> f - G e,  nu += f a,  f -> phi f
//
// with D, G and tau - H z from the filter.
//
// Cost: about 225 multiplications per revolute link, several per instruction.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sinew/algorithms/composite_momenta.hpp"
#include "sinew/scalar/registers.hpp"
#include "sinew/sweep/filter_scan.hpp"

namespace sinew {

// The degrees of freedom (DOFs) that the forces pass first, stored one by one: e, 1 / D and tau - H z.
template <class T>
struct FirstFreedoms {
  static constexpr int most = 8;
  int count = most;
  T e[most][6] = {}, inverse_variance[most] = {}, innovation[most] = {};

  sweep::Measurements<T> measurements() const {
    const auto size = std::size_t(count);
    return {{e[0], 6, count}, {inverse_variance, size}, {innovation, size}};
  }
};

template <class T>
class UnitForces {
 public:
  // `first` receives the terms of the first DOFs, which the sums Omega and nu leave out.
  explicit UnitForces(FirstFreedoms<T>& first) : first_(first) {
    first_.count = 0;
    f_[0 / width].angular.x[0 % width] = f_[1 / width].angular.y[1 % width] =
        f_[2 / width].angular.z[2 % width] = T(1);
    f_[3 / width].linear.x[3 % width] = f_[4 / width].linear.y[4 % width] =
        f_[5 / width].linear.z[5 % width] = T(1);
  }

  template <class Joint>
  SINEW_INLINE void pass(const Joint& joint, const Measurement<T>* measurement, const Motion<T>& bias) {
    for (int i = joint.count() - 1; i >= 0; --i) {
      const auto& [gain, inverse_variance, innovation] = measurement[i];
      T e[count * width];
      Lanes weighted[count];
      for (int g = 0; g < count; ++g) {
        const Lanes lanes = joint.measure(f_[g], i);
        std::memcpy(e + g * width, &lanes, sizeof lanes);
        weighted[g] = inverse_variance * lanes;
        const auto& [a, l] = gain;
        f_[g] = {
            {f_[g].angular.x - a.x * lanes, f_[g].angular.y - a.y * lanes, f_[g].angular.z - a.z * lanes},
            {f_[g].linear.x - l.x * lanes, f_[g].linear.y - l.y * lanes, f_[g].linear.z - l.z * lanes}};
      }
      if (first_.count < first_.most) {
        const int k = first_.count++;
        std::copy(e, e + 6, first_.e[k]);
        first_.inverse_variance[k] = inverse_variance;
        first_.innovation[k] = innovation;
        continue;
      }
      for (int g = 0; g < count; ++g) nu_[g] += innovation * weighted[g];
      for (int j = 0; j < 6; ++j) {
        for (int g = 0; g <= j / width; ++g) omega_[j][g] += e[j] * weighted[g];
      }
    }
    composite::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
      for (int g = 0; g < count; ++g) {
        nu_[g] += dot(bias, f_[g]);
        phi(f_[g]);
      }
    });
  }

  // Returns whether the magnitude of any number of the forces is larger than `size`.
  bool exceed(T size) const {
    bool larger = false;
    for (const Force<Lanes>& f : f_) {
      for (const Lanes* x :
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
  static constexpr int width = __BIGGEST_ALIGNMENT__ / int(sizeof(T)), count = (6 + width - 1) / width;
  using Lanes = typename lanes::Registers<T, width>::Reals;

  FirstFreedoms<T>& first_;
  Force<Lanes> f_[count] = {};
  Lanes omega_[6][count] = {};  // its lower triangle
  Lanes nu_[count] = {};
};

}  // namespace sinew
