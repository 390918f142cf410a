// Counts the operations of the library's recursions on a robot.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/sinew.hpp"

namespace sinew::cli {

// A robot in counted numbers, and room for any result.
struct CountedRobot;

struct Algorithm {
  const char* name;
  void (*run)(CountedRobot& robot);
};

std::span<const Algorithm> algorithms();
const Algorithm& algorithm_named(const std::string& name);  // throws RequestError that lists the names

struct Count {
  Operations executed{}, folded{};
};

// What the link of a joint adds to what those before it cost, in depth-first order.
struct LinkCount {
  std::string joint;
  Count added;
};

struct CountedAlgorithm {
  const Algorithm* algorithm;
  Count total;
  std::vector<LinkCount> by_link;  // where it was asked for
};

Count count_operations(const Algorithm& algorithm, const Model& model);
std::vector<LinkCount> count_by_link(const Algorithm& algorithm, const Model& model);

}  // namespace sinew::cli
