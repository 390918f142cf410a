// Generates uniform random numbers that are the same on every machine. std::uniform_real_distribution differs between
// standard libraries; the generator std::mt19937_64 does not.
#pragma once

#include <cstdint>
#include <random>

namespace sinew {

class Uniform {
 public:
  explicit Uniform(std::uint64_t seed) : generator_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * (double(generator_() >> 11) * 0x1p-53);
  }

 private:
  std::mt19937_64 generator_;
};

}  // namespace sinew
