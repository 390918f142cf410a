// Random numbers for tests, the same on all machines for the same seed (std's distributions are not).
#pragma once

#include <cstdint>
#include <random>

#include "sinew/dense/views.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15u + 1) {}

  double uniform(double low, double high) {
    return low + (high - low) * 0x1p-53 * static_cast<double>(engine_() >> 11);
  }
  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  Vector3<double> vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  Vector3<double> unit_vector() {
    for (;;) {
      const Vector3<double> v = vector(1);
      const double length = norm(v);
      if (length > 0.1 && length < 1) return (1 / length) * v;
    }
  }
  Quaternion<double> quaternion() {
    for (;;) {
      const Quaternion<double> q{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
      if (length > 0.1 && length < 1) return {q.w / length, q.x / length, q.y / length, q.z / length};
    }
  }
  Rotation<double> rotation() {
    const auto [w, x, y, z] = quaternion();
    return rotation_from_quaternion(w, x, y, z);
  }

 private:
  std::mt19937_64 engine_;
};

inline Matrix<double> random_matrix(Random& random, int rows, int cols) {
  Matrix<double> m(rows, cols);
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) m(i, j) = random.uniform(-1, 1);
  }
  return m;
}

}  // namespace sinew::test
