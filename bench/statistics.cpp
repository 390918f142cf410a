#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

Quartiles quartiles_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) {
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return std::lerp(values[below], values[above], place - std::floor(place));
  };
  return {values.front(), at(0.25), at(0.5), at(0.75)};
}

Quartiles ratio_of(const Turns& ours, const Turns& theirs) {
  const auto every = static_cast<std::size_t>(std::max(ours.every, theirs.every));
  const std::size_t our_step = every / static_cast<std::size_t>(ours.every);
  const std::size_t their_step = every / static_cast<std::size_t>(theirs.every);
  std::vector<double> ratios;
  for (std::size_t i = 0;
       i * our_step < ours.microseconds.size() && i * their_step < theirs.microseconds.size(); ++i) {
    ratios.push_back(ours.microseconds[i * our_step] / theirs.microseconds[i * their_step]);
  }
  return quartiles_of(std::move(ratios));
}

}  // namespace bench
