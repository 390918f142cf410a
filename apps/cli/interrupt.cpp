#include "apps/cli/interrupt.hpp"

#include <iterator>

#include "apps/cli/errors.hpp"

namespace sinew::cli {
namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
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
  for (std::size_t i = 0; i < std::size(signals); ++i) {
    sigaction(signals[i], nullptr, &before_[i]);
    const bool is_ignored = signals[i] == SIGHUP && before_[i].sa_handler == SIG_IGN;
    if (!is_ignored) sigaction(signals[i], &action, nullptr);
  }
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < std::size(signals); ++i) sigaction(signals[i], &before_[i], nullptr);
}

const std::atomic<bool>& Interrupt::happened() const {
  return interrupted_by_signal;
}

void Interrupt::stop_if_happened() const {
  if (interrupted_by_signal) throw Interrupted();
}

void Interrupt::forget() const {
  interrupted_by_signal = false;
}

}  // namespace sinew::cli
