// A model together with the working memory that its functions need: what Python calls `sinew.Model`.
//
// C++ has one workspace per thread; in Python, several threads may call functions of one robot. Each call therefore
// borrows a workspace or a batch that no other call is using, and gives it back. Lists of free ones are only touched by
// threads that hold the GIL.
#pragma once

#include <unistd.h>

#include <memory>
#include <vector>

#include "arrays.hpp"
#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"
#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/batch/batch.hpp"
#include "sinew/chains/constrained_system.hpp"
#include "sinew/chains/derivatives/linearized_independent_dynamics.hpp"
#include "sinew/chains/followers/independent_dynamics.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/model.hpp"

namespace sinew::python {

// The number of threads of batches: 0 for as many as the machine has. A process that was forked uses one.
int threads_for(std::size_t states);
void set_threads(int threads);
int threads_setting();
bool was_forked();  // true in a child process: its parent's threads do not exist here
void watch_forks();

// Releases the GIL during a call that takes long enough for other threads to profit.
class WithoutGil {
 public:
  explicit WithoutGil(bool releases) : state_(releases ? PyEval_SaveThread() : nullptr) {}
  ~WithoutGil() {
    if (!state_) return;
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      // The interpreter has ended and wants to end this thread (pthread_exit). Its frames own objects of the interpreter
      // and must not be unwound, so it waits until the process has ended, as in Python 3.14.
      for (;;) pause();
    }
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// Objects of one kind that calls borrow. Lend and return them only while holding the GIL.
template <class Object>
class Pool {
 public:
  class Lease {
   public:
    Lease(Pool& pool, std::unique_ptr<Object> object) : pool_(pool), object_(std::move(object)) {}
    ~Lease() {
      if (object_) pool_.free_.push_back(std::move(object_));
    }
    Lease(Lease&& other) = default;
    Object& operator*() const { return *object_; }

   private:
    Pool& pool_;
    std::unique_ptr<Object> object_;
  };

  template <class Make>
  Lease lend(Make&& make) {
    if (free_.empty()) return {*this, make()};
    std::unique_ptr<Object> object = std::move(free_.back());
    free_.pop_back();
    return {*this, std::move(object)};
  }
  // Gives up all free objects without destroying them, because their threads are gone.
  void abandon() {
    for (std::unique_ptr<Object>& object : free_) (void)object.release();
    free_.clear();
  }

 private:
  std::vector<std::unique_ptr<Object>> free_;
};

// Batches (or compiled batches) that calls borrow. There are separate ones for each memory layout, and for one thread and
// several.
template <class Object>
class BatchPool {
 public:
  using Lease = typename Pool<Object>::Lease;
  BatchPool() = default;
  ~BatchPool() { forget_threads_of_parent(); }
  template <class Make>
  Lease lend(Layout layout, int threads, Make&& make) {
    forget_threads_of_parent();
    forget_other_threads(threads);
    auto& pool = pools_[layout == Layout::by_state ? 0 : 1][threads == 1 ? 0 : 1];
    return pool.lend([&] { return make(BatchOptions{.layout = layout, .threads = threads}); });
  }

 private:
  void forget_threads_of_parent() {
    if (!was_forked() || is_of_child_) return;
    is_of_child_ = true;
    for (auto& of_layout : pools_) of_layout[1].abandon();
  }
  void forget_other_threads(int threads) {
    if (threads == 1 || threads == threads_) return;
    threads_ = threads;
    for (auto& of_layout : pools_) of_layout[1] = {};
  }

  Pool<Object> pools_[2][2];
  bool is_of_child_ = false;
  int threads_ = 0;  // of the batches of several threads
};

// The file that a robot was loaded from, and how.
struct RobotFile {
  std::filesystem::path file;
  ReadOptions options;
};

class Robot {
 public:
  explicit Robot(Model model)
      : model_(std::move(model)),
        is_tree_(!model_.is_closed()),
        has_followers_(sinew::has_followers(model_)) {}
  Robot(const Robot& other) : Robot(other.model_) { file_ = other.file_; }

  const Model& model() const { return model_; }
  // The file of the robot; null if it was built in code or edited.
  const RobotFile* file() const { return file_.get(); }
  void set_file(RobotFile file) { file_ = std::make_shared<RobotFile>(std::move(file)); }
  // Whether single states can be computed by the recursions of the tree: no loops, couplings or mimic joints.
  bool is_tree() const { return is_tree_; }
  // Whether joints follow others, so that results are those of fewer, independent coordinates.
  bool has_followers() const { return has_followers_; }
  int n_q() const { return model_.position_size(); }
  int n_v() const { return model_.velocity_size(); }
  // Number of independent coordinates: n_v, without the coordinates of joints that follow others.
  int n_u();
  // Whether a call for one state takes so long that other threads should run meanwhile.
  bool is_long() const { return n_v() > 60; }

  // The number type of all arguments and results: that of the arguments.
  static constexpr std::optional<int> type() { return {}; }
  // Ends a call: warns of states without a result.
  static void conclude(const char* function, const Arguments& arguments, const BatchReport& report);

  template <class T>
  typename Pool<Workspace<T>>::Lease workspace() {
    return pools<T>().work.lend([&] { return std::make_unique<Workspace<T>>(model_); });
  }
  template <class T>
  typename Pool<IndependentDynamics<T>>::Lease independent() {
    return pools<T>().independent.lend([&] { return std::make_unique<IndependentDynamics<T>>(model_); });
  }
  template <class T>
  typename Pool<LinearizedDynamics<T>>::Lease linearized() {
    return pools<T>().linearized.lend([&] { return std::make_unique<LinearizedDynamics<T>>(model_); });
  }
  template <class T>
  typename Pool<LinearizedIndependentDynamics<T>>::Lease linearized_independent() {
    return pools<T>().linearized_independent.lend(
        [&] { return std::make_unique<LinearizedIndependentDynamics<T>>(model_); });
  }
  template <class T>
  typename Pool<DynamicsDerivatives<T>>::Lease derivatives() {
    return pools<T>().derivatives.lend([&] { return std::make_unique<DynamicsDerivatives<T>>(model_); });
  }
  Pool<ConstrainedSystem>::Lease system() {
    return systems_.lend([&] { return std::make_unique<ConstrainedSystem>(model_); });
  }
  template <class T>
  typename BatchPool<Batch<T>>::Lease batch(Layout layout, std::size_t states) {
    return pools<T>().batches.lend(layout, threads_for(states), [&](const BatchOptions& options) {
      return std::make_unique<Batch<T>>(model_, options);
    });
  }

  // Returns the frame of this name or number. Throws std::invalid_argument with a suggestion.
  FrameIndex frame(nb::handle name) const;
  // Returns the frames of a sequence of names or numbers, or of a single one.
  std::vector<FrameIndex> frames(nb::handle names) const;

 private:
  template <class T>
  struct Pools {
    Pool<Workspace<T>> work;
    Pool<IndependentDynamics<T>> independent;
    Pool<LinearizedDynamics<T>> linearized;
    Pool<LinearizedIndependentDynamics<T>> linearized_independent;
    Pool<DynamicsDerivatives<T>> derivatives;
    BatchPool<Batch<T>> batches;
  };
  template <class T>
  Pools<T>& pools() {
    if constexpr (std::same_as<T, double>)
      return doubles_;
    else
      return floats_;
  }

  Model model_;
  std::shared_ptr<const RobotFile> file_;
  bool is_tree_, has_followers_;
  int n_u_ = -1;
  Pools<double> doubles_;
  Pools<float> floats_;
  Pool<ConstrainedSystem> systems_;
};

Reference reference_named(std::string_view name);
Followers followers_named(std::string_view name);

}  // namespace sinew::python
