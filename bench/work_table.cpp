#include <fmt/format.h>

#include "bench/methods.hpp"
#include "bench/results.hpp"
#include "bench/text_table.hpp"

namespace bench {
namespace {

bool has_lanes(const std::string& method) {
  return method != sinew_name && method != compiled_name && method != planar_name;
}

}  // namespace

double least_microseconds(const Work& work, const std::string& method, const Peak& peak) {
  return 1e-3 * static_cast<double>(work.flops) / (has_lanes(method) ? peak.eight : peak.scalar);
}

double rate_of(const Row& row) {
  return 1e-3 * static_cast<double>(row.work->flops) / row.microseconds.median;
}

std::string work_table_of(const Results& results) {
  const Peak& peak = results.peak;
  TextTable table(
      {"work per state", "flops", "sin, cos", "microseconds", "Gflop/s", "of scalar peak", "of peak"});
  for (const Row& row : results.rows) {
    if (!row.work) continue;
    const double rate = rate_of(row);
    table.lines.push_back({fmt::format("{} {}, {}", name_of(row.job), row.robot, row.library),
                           fmt::format("{}", row.work->flops), fmt::format("{}", row.work->sines_cosines),
                           readable_time(row.microseconds.median), fmt::format("{:.1f}", rate),
                           fmt::format("{:.0f}%", 100 * rate / peak.scalar),
                           fmt::format("{:.0f}%", 100 * rate / peak.eight)});
  }
  if (table.lines.empty()) return {};
  return fmt::format(
      "peak of one core, Gflop/s: {:.1f} scalar, {:.1f} with vectors of four, {:.1f} of eight\n\n{}\n",
      peak.scalar, peak.four, peak.eight, table.text());
}

}  // namespace bench
