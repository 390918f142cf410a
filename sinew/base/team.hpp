// Runs short tasks (microseconds) on a few threads that wait by spinning: one task for each arm, or for each block of a
// chain. Tasks are assigned to members in a fixed way, so that the data of a member's last task is still in its cache.
// (For many tasks that go to the next idle thread, use sinew/batch/workers.hpp.)
//
// The caller is member 0. A waiting member spins for tens of microseconds, then yields its core to other threads for
// about a millisecond, then sleeps until the next task. Nothing allocates after construction.
#pragma once

#include <memory>

namespace sinew::detail {

// Returns the number of threads for a number given by the user: 0 means as many as the machine has hardware threads.
// Throws std::invalid_argument for a negative number and for a number above both 1024 and the hardware threads.
int thread_count(int asked);

// Only one call at a time is allowed, and none from inside a task.
class Team {
 public:
  explicit Team(int members = 1);  // for 1 and less the caller alone runs the tasks
  ~Team();
  Team(Team&&) noexcept;
  Team& operator=(Team&&) noexcept;

  int size() const { return size_; }

  // Calls task(i) for each i in [0, count): member m takes m, m + size(), ... in this order.
  template <class Task>
  void for_each(int count, const Task& task) {
    if (size_ == 1) {
      for (int i = 0; i < count; ++i) task(i);
      return;
    }
    run([&](int member) {
      for (int i = member; i < count; i += size_) task(i);
    });
  }

  // Every member calls task(member); returns when all calls have returned. If tasks throw, it then rethrows the
  // exception of the member of lowest number.
  template <class Task>
  void run(const Task& task) {
    run([](const void* of, int member) { (*static_cast<const Task*>(of))(member); }, &task);
  }

 private:
  using Function = void (*)(const void* task, int member);
  void run(Function function, const void* task);

  struct Threads;
  std::unique_ptr<Threads> threads_;  // null if the caller is the only member
  int size_;
};

}  // namespace sinew::detail
