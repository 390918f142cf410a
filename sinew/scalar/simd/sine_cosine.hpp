// Computes sine and cosine of several angles at once with SIMD instructions.
//
// Each angle is reduced to [-pi/4, pi/4] by subtracting a multiple of pi/2 given in three parts (Cody & Waite 1980).
// Two polynomials give sine and cosine of the reduced angle; the quadrant determines which is which, and their signs.
// In double the polynomials are those of Sun's fdlibm, within 2.5 units in the last place for |angle| <= 1e6; in
// single precision they are those of Moshier's Cephes, for |angle| <= 1e4. Larger angles, and those that are not
// finite, are passed to the standard library one by one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "sinew/scalar/simd/pack.hpp"

namespace sinew {

namespace lanes {

template <std::floating_point T>
struct SineNumbers;
template <>
struct SineNumbers<double> {
  static constexpr double farthest = 1e6;
  static constexpr double rounder = 0x1.8p52;
  static constexpr double half_pi[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  static constexpr double sine[] = {-1.66666666666666324348e-01, 8.33333333332248946124e-03,
                                    -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                                    -2.50507602534068634195e-08, 1.58969099521155010221e-10};
  static constexpr double cosine[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                      2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                      2.08757232129817482790e-09, -1.13596475577881948265e-11};
};
template <>
struct SineNumbers<float> {
  static constexpr float farthest = 1e4f;
  static constexpr float rounder = 0x1.8p23f;
  static constexpr float half_pi[] = {0x1.92p+0f, 0x1.fb4p-12f, 0x1.4442d2p-24f};
  static constexpr float sine[] = {-1.6666654611e-1f, 8.3321608736e-3f, -1.9515295891e-4f};
  static constexpr float cosine[] = {4.166664568298827e-2f, -1.388731625493765e-3f, 2.443315711809948e-5f};
};

// c[0] + c[1] z + c[2] z^2 + ...
template <std::size_t from = 0, class V, class T, std::size_t count>
SINEW_INLINE void polynomial(const T (&c)[count], const V& z, V& value) {
  if constexpr (from + 1 == count) {
    value = c[from] - V{};
  } else {
    polynomial<from + 1>(c, z, value);
    value = c[from] + z * value;
  }
}

// Computes sine and cosine of angles of magnitude up to SineNumbers<T>::farthest.
template <std::floating_point T, int count>
SINEW_INLINE void sine_cosine(const detail::Pack<T, count>& angle, detail::Pack<T, count>& sine,
                              detail::Pack<T, count>& cosine) {
  using Reals = detail::Pack<T, count>;
  using Integers = detail::Pack<std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>, count>;
  using Numbers = SineNumbers<T>;
  // Adding 1.5 * 2^(bits of the fraction) rounds to an integer and leaves it in the low bits.
  const Reals shifted = angle * T(0.63661977236758134308) + Numbers::rounder;
  Integers quadrant, sine_bits, cosine_bits;
  copy_bits(shifted, quadrant);
  const Reals n = shifted - Numbers::rounder;
  const Reals r = ((angle - n * Numbers::half_pi[0]) - n * Numbers::half_pi[1]) - n * Numbers::half_pi[2];

  const Reals z = r * r;
  Reals sine_series, cosine_series;
  polynomial(Numbers::sine, z, sine_series);
  polynomial(Numbers::cosine, z, cosine_series);
  const Reals s = r + r * z * sine_series;
  const Reals half = T(0.5) * z, w = T(1) - half;
  const Reals c = w + (((T(1) - w) - half) + z * z * cosine_series);

  // Bits are selected by `and` and `xor`, because not every processor compares 64-bit integers in registers.
  constexpr int to_sign = 8 * int(sizeof(T)) - 2;  // from the bit of value 2 to the sign bit
  const Integers sine_sign = (quadrant & 2) << to_sign, cosine_sign = ((quadrant + 1) & 2) << to_sign;
  copy_bits(s, sine_bits);
  copy_bits(c, cosine_bits);
  const Integers exchanged = (sine_bits ^ cosine_bits) & -(quadrant & 1);  // zero in even quadrants
  copy_bits(sine_bits ^ exchanged ^ sine_sign, sine);
  copy_bits(cosine_bits ^ exchanged ^ cosine_sign, cosine);
}

inline constexpr int sine_lanes = 8;

// Computes sine and cosine of `sine_lanes` angles of any size.
template <std::floating_point T>
SINEW_INLINE void sine_cosine(const double (&angle)[sine_lanes], T (&sine)[sine_lanes],
                              T (&cosine)[sine_lanes]) {
  detail::Pack<double, sine_lanes> x, s, c;
  // One by one: reading at once what was written one by one waits until it has reached the memory.
  for (int i = 0; i < sine_lanes; ++i) x[i] = angle[i];
  sine_cosine<double, sine_lanes>(x, s, c);
  for (int i = 0; i < sine_lanes; ++i) {
    sine[i] = T(s[i]);
    cosine[i] = T(c[i]);
  }
  constexpr double farthest = SineNumbers<double>::farthest;
  if (sum<double, sine_lanes>(x * x) < 0.9 * farthest * farthest) return;
  for (int i = 0; i < sine_lanes; ++i) {
    if (!(std::abs(angle[i]) <= farthest)) {
      sine[i] = T(std::sin(angle[i]));
      cosine[i] = T(std::cos(angle[i]));
    }
  }
}

}  // namespace lanes

namespace detail {

// Calls set(i, sine, cosine) for each of angle(0), ..., angle(count - 1). For double and float it computes several
// angles at a time.
template <Scalar T, class Angle, class Set>
SINEW_INLINE void sines_and_cosines(std::size_t count, Angle&& angle, Set&& set) {
  if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
    for (std::size_t first = 0; first < count; first += lanes::sine_lanes) {
      const int used = int(std::min<std::size_t>(lanes::sine_lanes, count - first));
      double angles[lanes::sine_lanes] = {};
      T sine[lanes::sine_lanes], cosine[lanes::sine_lanes];
      for (int i = 0; i < used; ++i) angles[i] = angle(first + std::size_t(i));
      lanes::sine_cosine(angles, sine, cosine);
      for (int i = 0; i < used; ++i) set(first + std::size_t(i), sine[i], cosine[i]);
    }
  } else {
    if constexpr (requires(T x) { has_far_angle(x); }) {
      T squares{};
      for (std::size_t i = 0; i < count; ++i) {
        const T x = angle(i);
        squares += x * x;
        const auto [sine, cosine] = near_sine_cosine(x);
        set(i, sine, cosine);
      }
      if (!has_far_angle(squares)) return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto [sine, cosine] = sine_cosine(T(angle(i)));
      set(i, sine, cosine);
    }
  }
}

}  // namespace detail
}  // namespace sinew
