// Distributes many tasks over threads. Each task goes to a thread that is free, because some states may take longer
// or a core may be delayed. If sinew is built with oneTBB, the threads are those of oneTBB, which all batches of a
// program share; otherwise they are a `Team` (sinew/base/team.hpp).
#pragma once

#include <cstddef>
#include <memory>

namespace sinew {

class Workers {
 public:
  explicit Workers(int threads = 0);  // at most this many; 0: as many as the machine has
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  int count() const { return count_; }

  // Calls task(worker, i) once for each i in [0, count), in any order, several at a time. `worker` is at least 0, less
  // than this->count(), and different for calls at the same time, so that it can select the working memory. Rethrows an
  // exception of a task; further tasks may then be left out. Call one for_each at a time, and none from inside a task.
  // Does not allocate.
  template <class Task>
  void for_each(std::size_t count, const Task& task) {
    if (count_ == 1 || count <= 1) {
      for (std::size_t i = 0; i < count; ++i) task(0, i);
      return;
    }
    run(
        count, [](const void* of, int worker, std::size_t i) { (*static_cast<const Task*>(of))(worker, i); },
        &task);
  }

 private:
  using Function = void (*)(const void* task, int worker, std::size_t i);
  void run(std::size_t count, Function function, const void* task);

  struct Threads;
  std::unique_ptr<Threads> threads_;
  int count_;
};

}  // namespace sinew
