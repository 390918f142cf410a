// Collects what a format cannot express: one warning for each kind of loss, which names the elements.
#pragma once

#include <string>
#include <vector>

#include "sinew/base/findings.hpp"

namespace sinew::write {

class Losses {
 public:
  // `what`: what the format lacks and what is written instead. `element`: the name of the body, joint, ...; empty if the
  // loss concerns the whole robot.
  void add(const Source& source, const std::string& what, const std::string& element = {});
  Findings findings() const;

 private:
  struct Kind {
    std::string what;
    Source first;
    std::vector<std::string> elements;
  };
  std::vector<Kind> kinds_;  // in the order of their first elements
};

}  // namespace sinew::write
