#include "sinew/batch/workers.hpp"

#include "sinew/base/team.hpp"

#ifdef SINEW_HAS_TBB
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#else
#include <atomic>
#endif

namespace sinew {

#ifdef SINEW_HAS_TBB

struct Workers::Threads {
  // More threads than processors would cause a warning of oneTBB and gain no speed.
  explicit Threads(int count) : arena(std::min(count, tbb::info::default_concurrency())) {
    arena.initialize();
  }
  tbb::task_arena arena;
};

void Workers::run(std::size_t count, Function function, const void* task) {
  threads_->arena.execute([&] {
    tbb::parallel_for(std::size_t(0), count, [&](std::size_t i) {
      function(task, tbb::this_task_arena::current_thread_index(), i);
    });
  });
}

#else

struct Workers::Threads {
  explicit Threads(int count) : team(count) {}
  detail::Team team;
};

void Workers::run(std::size_t count, Function function, const void* task) {
  std::atomic<std::size_t> next{0};
  threads_->team.run([&](int worker) {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
      function(task, worker, i);
  });
}

#endif

Workers::Workers(int threads) : count_(detail::thread_count(threads)) {
  if (count_ > 1) threads_ = std::make_unique<Threads>(count_);
}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

}  // namespace sinew
