// Two threads in one workspace are refused in builds that check for it; this file checks for it in every build.
#ifndef SINEW_CHECK_THREADS
#define SINEW_CHECK_THREADS
#endif
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <future>
#include <thread>
#include <vector>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::in_use_thread_test {

thread_local std::function<void()> at_a_sine;  // called in the middle of a recursion

// A scalar type of this file alone, so that the recursions of other files are not replaced by those that check.
struct Number {
  double x = 0;
  constexpr Number() = default;
  constexpr Number(double value) : x(value) {}
  friend constexpr Number operator+(Number a, Number b) { return a.x + b.x; }
  friend constexpr Number operator-(Number a, Number b) { return a.x - b.x; }
  friend constexpr Number operator*(Number a, Number b) { return a.x * b.x; }
  friend constexpr Number operator/(Number a, Number b) { return a.x / b.x; }
  friend constexpr Number operator-(Number a) { return -a.x; }
  [[maybe_unused]] friend constexpr Number& operator+=(Number& a, Number b) { return a = a + b; }
  [[maybe_unused]] friend constexpr Number& operator-=(Number& a, Number b) { return a = a - b; }
  friend constexpr bool operator==(Number a, Number b) { return a.x == b.x; }
  friend constexpr auto operator<=>(Number a, Number b) { return a.x <=> b.x; }
  friend Number sin(Number a) {
    if (at_a_sine) at_a_sine();
    return std::sin(a.x);
  }
  friend Number cos(Number a) { return std::cos(a.x); }
  [[maybe_unused]] friend Number sqrt(Number a) { return std::sqrt(a.x); }
};

const std::string expected =
    "two threads use one workspace at the same time: expected a workspace of its own for each thread";

class InUseThread : public testing::Test {
 protected:
  void accelerate() { forward_dynamics(work, zeros, zeros, zeros, a); }
  // Calls `meanwhile` on this thread while another thread is in the middle of forward dynamics.
  void while_in_use(const std::function<void()>& meanwhile) {
    std::promise<void> inside, done;
    std::thread other([&] {
      std::vector<Number> result(3);
      bool first = true;
      at_a_sine = [&] {
        if (!std::exchange(first, false)) return;
        inside.set_value();
        done.get_future().wait();
      };
      forward_dynamics(work, zeros, zeros, zeros, result);
    });
    inside.get_future().wait();
    meanwhile();
    done.set_value();
    other.join();
  }

  const Model model{planar_chain(3)};
  Workspace<Number> work{model};
  const std::vector<Number> zeros = std::vector<Number>(3);
  std::vector<Number> a = zeros;
};

TEST_F(InUseThread, OfOneWorkspaceByTwoThreadsIsRefused) {
  while_in_use([&] {
    EXPECT_EQ(complaint<std::logic_error>([&] { accelerate(); }), expected);
    EXPECT_EQ(complaint<std::logic_error>([&] { update_poses(work, zeros); }), expected);
    EXPECT_EQ(complaint<std::logic_error>([&] { pose(work, ground); }), expected);
  });
}

TEST_F(InUseThread, EndsWithTheCallAlsoWhenItThrows) {
  while_in_use([] {});
  EXPECT_NO_THROW(accelerate());
  at_a_sine = [] { throw std::runtime_error("mine"); };
  EXPECT_EQ(complaint<std::runtime_error>([&] { accelerate(); }), "mine");
  at_a_sine = nullptr;
  std::thread([&] { EXPECT_NO_THROW(accelerate()); }).join();
}

TEST_F(InUseThread, OfSeparateWorkspacesIsAllowed) {
  Workspace<Number> own(model);
  while_in_use([&] { EXPECT_NO_THROW(forward_dynamics(own, zeros, zeros, zeros, a)); });
}

TEST_F(InUseThread, AllowsNestedCallsOfOneThread) {
  bool first = true;
  at_a_sine = [&] {
    if (std::exchange(first, false)) update_filter(work, zeros);
  };
  EXPECT_NO_THROW(accelerate());
  at_a_sine = nullptr;
}

TEST_F(InUseThread, IsNotCopiedWithTheWorkspace) {
  while_in_use([&] {
    Workspace<Number> copy(work);
    EXPECT_NO_THROW(forward_dynamics(copy, zeros, zeros, zeros, a));
  });
}

}  // namespace sinew::test::in_use_thread_test
