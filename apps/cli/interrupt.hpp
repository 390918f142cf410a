// Ctrl-C as a wish to stop, not a death: as long as one of these lives, the first SIGINT or SIGTERM is noted. The second
// one kills.
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

 private:
  struct sigaction before_[2];
};

}  // namespace sinew::cli
