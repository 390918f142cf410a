// Whether two threads work in one workspace at the same time, which gives wrong numbers: debug builds look.
//
// Every function that writes to a workspace holds an InUse while it runs. Where sinew is built with SINEW_CHECK_THREADS (a
// CMake option, on in debug builds, and told to all who link with sinew) it notes the thread; another thread that comes
// meanwhile gets std::logic_error. Otherwise it is nothing. The note has its place in the workspace in every build, so that
// code built one way can be linked with code built the other way.
#pragma once

#include <atomic>

namespace sinew {

// The thread that works in something just now.
class Occupant {
 public:
  Occupant() = default;
  // What is copied or moved is somewhere else, where nobody works yet.
  Occupant(const Occupant&) {}
  Occupant& operator=(const Occupant&) { return *this; }

  bool enter();  // false: it is in already
  void leave() { thread_.store(nullptr, std::memory_order_release); }
  void check_absent() const;  // of threads other than the caller's

 private:
  std::atomic<const void*> thread_{nullptr};  // the address of something that every thread has one of
};

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
  Occupant* occupant_ = nullptr;
};

}  // namespace edge
}  // namespace sinew
