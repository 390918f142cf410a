// A few threads that wait for work by spinning, for tasks of microseconds.
//
// `run` hands the same task to every member, the caller being member 0, and returns when all have done it. A member that
// waits spins for some microseconds, then offers its core to others, then sleeps until it is called. Nothing allocates
// after construction.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace sinew {

class Team {
 public:
  explicit Team(int members);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return int(threads_.size()) + 1; }

  // task(member) must not throw.
  template <class Task>
  void run(const Task& task) {
    start([](const void* of, int member) { (*static_cast<const Task*>(of))(member); }, &task);
    task(0);
    meet();
  }

 private:
  using Function = void (*)(const void*, int);
  void start(Function function, const void* task);
  void meet();
  void work(int member);

  std::vector<std::thread> threads_;
  Function function_ = nullptr;
  const void* task_ = nullptr;
  std::atomic<unsigned> round_{0};  // counts the tasks handed out
  std::atomic<int> working_{0};     // members that have not finished
  std::atomic<bool> finished_{false};
};

}  // namespace sinew
