#include "bench/peak.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bench/statistics.hpp"
#include "bench/timing.hpp"

namespace bench {
namespace {

constexpr long steps = 20'000;
// Enough independent sums that none waits for its predecessor: two units with a latency of four cycles need eight.
constexpr std::size_t sums = 12;

// The widest register in bytes, and the inline-assembly constraint of a register of numbers.
#if defined(__AVX512F__)
constexpr std::size_t widest = 64;
#elif defined(__AVX__)
constexpr std::size_t widest = 32;
#else
constexpr std::size_t widest = 16;
#endif
#if defined(__x86_64__)
#define BENCH_IN_REGISTER "+v"
#else
#define BENCH_IN_REGISTER "+w"
#endif
using Four [[gnu::vector_size(std::min<std::size_t>(32, widest))]] = double;
using Eight [[gnu::vector_size(std::min<std::size_t>(64, widest))]] = double;

// 10^9 additions and multiplications per second in operations x = x * a + b.
template <class Vector>
double rate() {
  Vector x[sums] = {};
  Vector a = Vector{} + 0.999999, b = Vector{} + 1e-6;
  asm volatile("" : BENCH_IN_REGISTER(a),
                    BENCH_IN_REGISTER(b));  // hides their values from the compiler
  const double start = processor_seconds();
  for (long i = 0; i < steps; ++i) {
#pragma GCC unroll 12  // all sums in registers
    for (std::size_t k = 0; k < sums; ++k) {
      Vector next = x[k] * a + b;
      asm volatile("" : BENCH_IN_REGISTER(next));  // and makes it keep each sum
      x[k] = next;
    }
  }
  const double seconds = processor_seconds() - start;
  return 2e-9 * static_cast<double>(sums * steps * sizeof(Vector) / sizeof(double)) / seconds;
}

}  // namespace

Peak measure_peak(int rounds) {
  std::vector<double> one, four, eight;
  for (int i = 0; i < rounds; ++i) {
    one.push_back(rate<double>());
    four.push_back(rate<Four>());
    eight.push_back(rate<Eight>());
  }
  return {quartiles_of(one).median, quartiles_of(four).median, quartiles_of(eight).median};
}

}  // namespace bench
