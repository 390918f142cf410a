// Shows the progress of a simulation in one line of a terminal.
#pragma once

#include <chrono>
#include <string>

#include "sinew/simulate/simulation.hpp"

namespace sinew::cli {

// "[=====>         ]  37 %  3.7 of 10 s  25 x real time  0:02 left"
std::string progress_line(double t, double duration, double wall_seconds);

// Writes the line to standard error if that is a terminal, at most ten times a second, and not at all for short runs.
class ProgressBar : public Recorder {
 public:
  ProgressBar(double duration, bool wanted);
  ~ProgressBar() override { clear(); }
  void record(const Sample&) override {}
  void progress(double t) override;
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  double duration_;
  bool shows_, is_there_ = false;
  Clock::time_point began_ = Clock::now(), last_ = began_;
};

}  // namespace sinew::cli
