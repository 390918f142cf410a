// Runs work in a child process, so that a crash can be detected and survived.
#pragma once

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>

namespace sinew::test {

// Calls work(first), ..., work(last - 1), some dozens per process. Describes the first that crashed or ran for more
// than a minute: "number 17: signal 11"; empty if there is none.
template <class Work>
std::string run_in_children(int first, int last, Work&& work) {
  constexpr int batch = 50;
  constexpr unsigned longest = 60;  // seconds
  using Current = std::atomic<int>;
  void* const shared =
      mmap(nullptr, sizeof(Current), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::runtime_error("no shared memory");
  Current& current = *new (shared) Current(first);
  std::string problem;
  for (int begin = first; begin < last && problem.empty(); begin += batch) {
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process");
    if (child == 0) {
      alarm(longest);
      for (int i = begin; i < begin + batch && i < last; ++i) {
        current = i;
        work(i);
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
      problem = "number " + std::to_string(current) + ": signal " + std::to_string(WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
      problem = "number " + std::to_string(current) + ": exit code " + std::to_string(WEXITSTATUS(status));
  }
  munmap(shared, sizeof(Current));
  return problem;
}

}  // namespace sinew::test
