// Sine and cosine of several angles at once.
//
// Eight doubles go through one stream of vector instructions: the angle is reduced to [-pi/4, pi/4] by subtracting a
// multiple of pi/2 given in three parts (Cody & Waite 1980), the two polynomials are those of Sun's fdlibm, and the
// quadrant picks and signs them. Within 2.5 units in the last place for |angle| <= 1e6; larger ones and those that
// are not finite go through the standard library, lane by lane.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

inline constexpr int sine_lanes = 8;

namespace lanes {

typedef double Doubles __attribute__((vector_size(sine_lanes * sizeof(double))));
typedef std::int64_t Integers __attribute__((vector_size(sine_lanes * sizeof(double))));

inline constexpr double farthest_angle = 1e6;

SINEW_INLINE void sine_cosine(const Doubles& angle, Doubles& sine, Doubles& cosine) {
  // Adding 1.5 * 2^52 rounds to an integer, which then stands in the low bits.
  constexpr double rounder = 0x1.8p52;
  const Doubles shifted = angle * 0.63661977236758134308 + rounder;
  const Integers quadrant = __builtin_bit_cast(Integers, shifted);
  const Doubles n = shifted - rounder;
  const Doubles r = ((angle - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;

  const Doubles z = r * r;
  const Doubles s =
      r + r * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 +
                              z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
  const Doubles half = 0.5 * z, w = 1.0 - half;
  const Doubles c =
      w + (((1.0 - w) - half) +
           z * z *
               (4.16666666666666019037e-02 +
                z * (-1.38888888888741095749e-03 +
                     z * (2.48015872894767294178e-05 +
                          z * (-2.75573143513906633035e-07 +
                               z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));

  const Integers odd = (quadrant & 1) != 0;
  const Doubles picked_sine = odd ? c : s, picked_cosine = odd ? s : c;
  const Integers sine_sign = (quadrant & 2) << 62, cosine_sign = ((quadrant + 1) & 2) << 62;
  const Integers sine_bits = __builtin_bit_cast(Integers, picked_sine) ^ sine_sign;
  const Integers cosine_bits = __builtin_bit_cast(Integers, picked_cosine) ^ cosine_sign;
  sine = __builtin_bit_cast(Doubles, sine_bits);
  cosine = __builtin_bit_cast(Doubles, cosine_bits);
}

}  // namespace lanes

// Sine and cosine of `sine_lanes` angles.
template <std::floating_point T>
SINEW_INLINE void sine_cosine(const double (&angle)[sine_lanes], T (&sine)[sine_lanes],
                              T (&cosine)[sine_lanes]) {
  lanes::Doubles x, s, c;
  for (int i = 0; i < sine_lanes; ++i) x[i] = angle[i];
  lanes::sine_cosine(x, s, c);
  for (int i = 0; i < sine_lanes; ++i) {
    sine[i] = T(s[i]);
    cosine[i] = T(c[i]);
    if (!(std::abs(angle[i]) <= lanes::farthest_angle)) {
      sine[i] = T(std::sin(angle[i]));
      cosine[i] = T(std::cos(angle[i]));
    }
  }
}

// Calls set(i, sine, cosine) for each of angle(0), ..., angle(count - 1), several at a time where the scalar is a
// built-in number.
template <Scalar T, class Angle, class Set>
SINEW_INLINE void sines_and_cosines(std::size_t count, Angle&& angle, Set&& set) {
  if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
    for (std::size_t first = 0; first < count; first += sine_lanes) {
      const int used = int(std::min<std::size_t>(sine_lanes, count - first));
      double angles[sine_lanes] = {};
      T sine[sine_lanes], cosine[sine_lanes];
      for (int i = 0; i < used; ++i) angles[i] = angle(first + std::size_t(i));
      sine_cosine(angles, sine, cosine);
      for (int i = 0; i < used; ++i) set(first + std::size_t(i), sine[i], cosine[i]);
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const auto [sine, cosine] = sine_cosine(T(angle(i)));
      set(i, sine, cosine);
    }
  }
}

}  // namespace sinew
