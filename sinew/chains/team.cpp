#include "sinew/chains/team.hpp"

namespace sinew {
namespace {

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

constexpr int spins = 1000;   // tens of microseconds
constexpr int yields = 1000;  // a millisecond or so

// Spins, then yields, until `done`; says whether it came to that.
template <class Done>
bool wait_for(const Done& done) {
  for (int i = 0; i < spins; ++i) {
    if (done()) return true;
    pause();
  }
  for (int i = 0; i < yields; ++i) {
    if (done()) return true;
    std::this_thread::yield();
  }
  return false;
}

}  // namespace

Team::Team(int members) {
  for (int member = 1; member < members; ++member) threads_.emplace_back([this, member] { work(member); });
}

Team::~Team() {
  finished_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Team::start(Function function, const void* task) {
  function_ = function;
  task_ = task;
  working_.store(int(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

void Team::meet() {
  const auto done = [&] { return working_.load(std::memory_order_acquire) == 0; };
  while (!wait_for(done)) {
  }
}

void Team::work(int member) {
  unsigned seen = 0;
  for (;;) {
    const auto called = [&] { return round_.load(std::memory_order_acquire) != seen; };
    while (!wait_for(called)) round_.wait(seen, std::memory_order_acquire);
    ++seen;
    if (finished_.load(std::memory_order_relaxed)) return;
    function_(task_, member);
    working_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace sinew
