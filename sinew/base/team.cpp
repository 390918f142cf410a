#include "sinew/base/team.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sinew/base/compiler.hpp"

namespace sinew::detail {
namespace {

constexpr int spins = 1000;   // tens of microseconds
constexpr int yields = 1000;  // a millisecond or so

// Spins, then yields, until done() is true. Returns false if it is still false after that.
template <class Done>
bool wait_for(const Done& done) {
  for (int i = 0; i < spins; ++i) {
    if (done()) return true;
    processor::pause();
  }
  for (int i = 0; i < yields; ++i) {
    if (done()) return true;
    std::this_thread::yield();
  }
  return false;
}

}  // namespace

int thread_count(int asked) {
  if (asked < 0)
    throw std::invalid_argument("the number of threads is " + std::to_string(asked) +
                                ": expected 0 (as many as the machine has) or more");
  const int machine = std::max(1, int(std::thread::hardware_concurrency()));
  if (const int most = std::max(1024, machine); asked > most)
    throw std::invalid_argument("the number of threads is " + std::to_string(asked) + ": expected at most " +
                                std::to_string(most));
  return asked > 0 ? asked : machine;
}

// The threads of all members except the caller, and their shared state.
struct alignas(64) Team::Threads {
  Threads() = default;
  // Delegates, so that the destructor joins the threads already started if one of them cannot be.
  explicit Threads(int members) : Threads() {
    failures.resize(std::size_t(members));
    for (int member = 1; member < members; ++member) threads.emplace_back([this, member] { work(member); });
  }
  ~Threads() {
    finished.store(true, std::memory_order_relaxed);
    next_round();
    for (std::thread& thread : threads) thread.join();
  }

  void start(Function of, const void* with) {
    function = of;
    task = with;
    working.store(int(threads.size()), std::memory_order_relaxed);
    next_round();
  }
  void next_round() {
    round.fetch_add(1, std::memory_order_release);
    round.notify_all();
  }
  void attempt(int member) noexcept {
    try {
      function(task, member);
    } catch (...) {
      failures[std::size_t(member)] = std::current_exception();
    }
  }
  void meet() {
    const auto done = [&] { return working.load(std::memory_order_acquire) == 0; };
    while (!wait_for(done)) {
    }
  }
  void work(int member) {
    unsigned seen = 0;
    for (;;) {
      const auto called = [&] { return round.load(std::memory_order_acquire) != seen; };
      while (!wait_for(called)) round.wait(seen, std::memory_order_acquire);
      ++seen;
      if (finished.load(std::memory_order_relaxed)) return;
      attempt(member);
      working.fetch_sub(1, std::memory_order_release);
    }
  }
  void hand_on_failure() {
    const auto first =
        std::find_if(failures.begin(), failures.end(), [](const auto& f) { return f != nullptr; });
    if (first == failures.end()) [[likely]]
      return;
    const std::exception_ptr failure = *first;
    std::fill(failures.begin(), failures.end(), nullptr);
    std::rethrow_exception(failure);
  }

  // The data exchanged between the members, on one cache line.
  Function function = nullptr;
  const void* task = nullptr;
  std::atomic<unsigned> round{0};  // counts the tasks that were started
  std::atomic<int> working{0};     // members that have not finished
  std::atomic<bool> finished{false};
  std::vector<std::exception_ptr> failures{};  // of each member in this round
  std::vector<std::thread> threads{};
};

Team::Team(int members) : size_(std::max(1, members)) {
  if (size_ > 1) threads_ = std::make_unique<Threads>(size_);
}
Team::~Team() = default;
Team::Team(Team&&) noexcept = default;
Team& Team::operator=(Team&&) noexcept = default;

void Team::run(Function function, const void* task) {
  if (!threads_) return function(task, 0);
  threads_->start(function, task);
  threads_->attempt(0);
  threads_->meet();
  threads_->hand_on_failure();
}

}  // namespace sinew::detail
