#include "apps/cli/interrupt.hpp"

namespace sinew::cli {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM};
std::atomic<bool> interrupted_by_signal = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

extern "C" void note_interrupt(int) {
  interrupted_by_signal = true;
}

}  // namespace

Interrupt::Interrupt() {
  interrupted_by_signal = false;
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = int(SA_RESETHAND) | SA_RESTART;
  for (int i = 0; i < 2; ++i) sigaction(signals[i], &action, &before_[i]);
}

Interrupt::~Interrupt() {
  for (int i = 0; i < 2; ++i) sigaction(signals[i], &before_[i], nullptr);
}

const std::atomic<bool>& Interrupt::happened() const {
  return interrupted_by_signal;
}

}  // namespace sinew::cli
