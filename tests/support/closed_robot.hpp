// A robot with loops and the objects that compute its accelerations.
#pragma once

#include <vector>

#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/model/model.hpp"

namespace sinew::test {

inline constexpr Strategy all_strategies[] = {Strategy::automatic, Strategy::block_omega, Strategy::embedding,
                                              Strategy::dense};

template <class T = double>
struct ClosedRobot {
  explicit ClosedRobot(const Description& description, Strategy strategy = Strategy::automatic)
      : model(description), work(model), chain(model, strategy), a(std::size_t(model.velocity_size())) {}

  const std::vector<T>& accelerate(const std::vector<double>& q, const std::vector<double>& v,
                                   const std::vector<double>& tau) {
    const auto cast = [](const std::vector<double>& x) { return std::vector<T>(x.begin(), x.end()); };
    chain.forward_dynamics(work, cast(q), cast(v), cast(tau), a);
    return a;
  }

  Model model;
  Workspace<T> work;
  ClosedChain<T> chain;
  std::vector<T> a;
};

}  // namespace sinew::test
