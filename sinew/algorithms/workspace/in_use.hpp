// Detects, in debug builds, two threads that use one workspace at the same time, which would give wrong numbers.
//
// Every function that writes to a workspace has an InUse object while it runs. If sinew is built with
// SINEW_CHECK_THREADS (a CMake option, on in debug builds, and passed on to all targets that link with sinew), InUse
// records the thread, and another thread that enters in the meantime gets std::logic_error. Otherwise InUse does
// nothing. The workspace contains an Occupant in every build, so that code built with the option can be linked with
// code built without it.
#pragma once

#include <atomic>

namespace sinew {

namespace detail {

// The thread that is working in a workspace, if any.
class Occupant {
 public:
  Occupant() = default;
  // A copy belongs to another workspace, in which no thread is working yet.
  Occupant(const Occupant&) {}
  Occupant& operator=(const Occupant&) { return *this; }

  bool enter();  // false: this thread was inside already; throws if another thread is inside
  void leave() { thread_.store(nullptr, std::memory_order_release); }
  void check_absent() const;  // throws if a thread other than the caller's is inside

 private:
  std::atomic<const void*> thread_{nullptr};  // address of a thread_local of the thread inside, or null
};

}  // namespace detail

namespace edge {

template <class Workspace>
class InUse {
 public:
#ifdef SINEW_CHECK_THREADS
  static constexpr bool is_checked = true;
#else
  static constexpr bool is_checked = false;
#endif

  explicit InUse([[maybe_unused]] const Workspace& work) {
    if constexpr (is_checked) occupant_ = work.occupant.enter() ? &work.occupant : nullptr;
  }
  ~InUse() {
    if constexpr (is_checked) {
      if (occupant_) occupant_->leave();
    }
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  detail::Occupant* occupant_ = nullptr;
};

}  // namespace edge
}  // namespace sinew
