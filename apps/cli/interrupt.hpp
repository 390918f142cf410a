// Turns Ctrl-C into a request to stop. While an object of this class exists, the first SIGINT, SIGTERM or SIGHUP (the
// terminal was closed) only sets a flag; a second signal of the same kind ends the program. SIGHUP stays ignored if it
// was ignored before, as under nohup.
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
  // Goes on as if no signal had come: what it asked to stop has stopped, and the next step runs.
  void forget() const;

 private:
  struct sigaction before_[3];
};

}  // namespace sinew::cli
