// Lists the bodies of a model in the order of the page: a parent before its children, parts of a scene together.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew::viewer {

class PageBodies {
 public:
  explicit PageBodies(const Description& description);

  const std::vector<const Body*>& list() const { return list_; }
  int index_of(const std::string& body) const;         // -1: the ground
  int index_of_joint(const std::string& joint) const;  // the body it carries; -1: no such joint

 private:
  std::vector<const Body*> list_;
  std::unordered_map<std::string, int> by_name_, by_joint_;
};

}  // namespace sinew::viewer
