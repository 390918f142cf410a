// The machine and date of a measurement.
#pragma once

#include <string>

namespace bench {

struct Machine {
  std::string processor;  // its name, family and model
  unsigned cores;
  std::string system;
  std::string date;  // of today, 2026-01-31
};
Machine this_machine();

}  // namespace bench
