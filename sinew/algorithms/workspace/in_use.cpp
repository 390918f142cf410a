#include "sinew/algorithms/workspace/in_use.hpp"

#include <stdexcept>

namespace sinew {
namespace {

thread_local const char this_thread = 0;

[[noreturn]] void refuse() {
  throw std::logic_error(
      "two threads use one workspace at the same time: expected a workspace of its own for each thread");
}

}  // namespace

bool detail::Occupant::enter() {
  const void* inside = nullptr;
  if (thread_.compare_exchange_strong(inside, &this_thread, std::memory_order_acquire)) return true;
  if (inside != &this_thread) refuse();
  return false;
}

void detail::Occupant::check_absent() const {
  const void* const inside = thread_.load(std::memory_order_acquire);
  if (inside != nullptr && inside != &this_thread) refuse();
}

}  // namespace sinew
