// A robot at many states with options of the user's: what Python calls sinew.Batch.
#pragma once

#include "robot.hpp"

namespace sinew::python {

// Every call computes with a batch of its own, so that several threads may call at once.
class BatchOfRobot {
 public:
  BatchOfRobot(const Robot& robot, const BatchOptions& options, int type);
  BatchOfRobot(const BatchOfRobot&) = delete;

  const Robot& robot() const { return robot_; }
  const BatchOptions& options() const { return options_; }
  int lanes() const { return lanes_; }
  InstructionSet instructions() const { return instructions_; }
  std::span<const int> independent() const { return independent_; }
  int threads() const;
  const BatchReport& report() const { return report_; }  // of the last call

  // As in `Robot`.
  int n_q() const { return robot_.n_q(); }
  int n_v() const { return robot_.n_v(); }
  int n_u() const { return int(independent_.size()); }
  bool is_tree() const { return robot_.is_tree(); }
  bool has_followers() const { return robot_.has_followers(); }
  FrameIndex frame(nb::handle name) const { return robot_.frame(name); }
  std::vector<FrameIndex> frames(nb::handle names) const { return robot_.frames(names); }
  std::optional<int> type() const { return type_; }
  template <class T>
  typename BatchPool<Batch<T>>::Lease batch(Layout layout, std::size_t) {
    return pool<T>().lend(layout, threads(), [&](BatchOptions options) {
      options.instructions = options_.instructions;
      options.reproducible = options_.reproducible;
      options.followers = options_.followers;
      return std::make_unique<Batch<T>>(robot_.model(), options);
    });
  }
  void conclude(const char*, const Arguments&, const BatchReport& report) { report_ = report; }

 private:
  template <class T>
  BatchPool<Batch<T>>& pool() {
    if constexpr (std::same_as<T, double>)
      return doubles_;
    else
      return floats_;
  }

  Robot robot_;
  BatchOptions options_;
  int type_;
  int lanes_;
  InstructionSet instructions_;
  std::vector<int> independent_;
  BatchReport report_;
  BatchPool<Batch<double>> doubles_;
  BatchPool<Batch<float>> floats_;
};

}  // namespace sinew::python
