// Counts the arithmetic operations of the library's algorithms on a robot.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/sinew.hpp"

namespace sinew::cli {

// A robot whose scalars count operations, with memory for all inputs and results.
struct CountedRobot;

struct Algorithm {
  const char* name;
  void (*run)(CountedRobot& robot);
};

std::span<const Algorithm> algorithms();
const Algorithm& algorithm_named(const std::string& name);  // throws RequestError with the known names

struct Count {
  Operations executed{}, folded{};
};

// The operations that a joint's link adds to those of the links before it, in depth-first order.
struct LinkCount {
  std::string joint;
  Count added;
};

struct CountedAlgorithm {
  const Algorithm* algorithm;
  Count total;
  std::vector<LinkCount> by_link;  // only with --links
};

Count count_operations(const Algorithm& algorithm, const Model& model);
std::vector<LinkCount> count_by_link(const Algorithm& algorithm, const Model& model);

}  // namespace sinew::cli
