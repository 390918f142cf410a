// A few threads that wait for work by spinning, for tasks of microseconds that are known beforehand: one for each arm, or
// for each block of a chain. Members have fixed places, so that what one worked on is still in its cache the next time.
// (Tasks that are many, and go to whoever is free, are for sinew/batch/workers.hpp.)
//
// The caller is member 0. A member that waits spins for some microseconds, then offers its core to others, then sleeps
// until it is called. Nothing allocates after construction.
#pragma once

#include <memory>

namespace sinew {

// How many threads are meant by a number that a user gave: 0 is as many as the machine has. Throws std::invalid_argument
// for a negative one, and for more than 1024 that the machine has not.
int thread_count(int asked);

// One call at a time, and none from inside a task.
class Team {
 public:
  explicit Team(int members = 1);  // 1 and less: the caller alone
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

  // Every member calls task(member); returns when all have done so. What a task throws comes out here then; if several do,
  // what the first of these members threw.
  template <class Task>
  void run(const Task& task) {
    run([](const void* of, int member) { (*static_cast<const Task*>(of))(member); }, &task);
  }

 private:
  using Function = void (*)(const void* task, int member);
  void run(Function function, const void* task);

  struct Threads;
  std::unique_ptr<Threads> threads_;  // none if the caller is alone
  int size_;
};

}  // namespace sinew
