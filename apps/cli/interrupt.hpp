// Ctrl-C as a wish to stop, not a death: as long as one of these lives, the first SIGINT, SIGTERM or SIGHUP (a terminal that
// is closed) is noted. The second of a kind kills. Who ignores SIGHUP, as nohup has it, goes on ignoring it.
#pragma once

#include <atomic>

#include <csignal>

namespace sinew::cli {

class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  const std::atomic<bool>& happened() const;
  void stop_if_happened() const;  // throws Interrupted

 private:
  struct sigaction before_[3];
};

}  // namespace sinew::cli
