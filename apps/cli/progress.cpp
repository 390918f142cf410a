#include "apps/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "apps/cli/output.hpp"

namespace sinew::cli {
namespace {

constexpr std::chrono::milliseconds pause{100};
constexpr int bar_width = 30;

std::string clock_text(double seconds) {
  if (!(seconds < 360'000)) return "days";
  const long s = std::lround(std::ceil(seconds));
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

std::string progress_line(double t, double duration, double wall_seconds) {
  const double part = std::clamp(t / duration, 0.0, 1.0);
  const int full = int(part * bar_width);
  std::string bar(std::size_t(bar_width), ' ');
  std::fill_n(bar.begin(), full, '=');
  if (full < bar_width) bar[std::size_t(full)] = '>';
  std::string line =
      fmt::format("[{}] {:3.0f} %  {:.4g} of {:.4g} s", bar, std::floor(100 * part), t, duration);
  if (t > 0 && wall_seconds > 0)
    line += fmt::format("  {:.3g} x real time  {} left", t / wall_seconds,
                        clock_text(wall_seconds * (duration - t) / t));
  return line;
}

ProgressBar::ProgressBar(double duration, bool wanted)
    : duration_(duration), shows_(wanted && isatty(STDERR_FILENO) != 0) {}

void ProgressBar::progress(double t) {
  if (!shows_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < pause) return;
  last_ = now;
  is_there_ = true;
  const double wall = std::chrono::duration<double>(now - began_).count();
  write_to_stderr("\r\x1b[K" + progress_line(t, duration_, wall));
}

void ProgressBar::clear() {
  if (is_there_) write_to_stderr("\r\x1b[K");
  is_there_ = false;
}

}  // namespace sinew::cli
