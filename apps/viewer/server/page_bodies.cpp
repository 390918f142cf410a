#include "apps/viewer/server/page_bodies.hpp"

#include <algorithm>

namespace sinew::viewer {
namespace {

int value_or_none(const std::unordered_map<std::string, int>& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? -1 : found->second;
}

}  // namespace

// Adds the bodies in the order of the description, each after its ancestors.
PageBodies::PageBodies(const Description& description) {
  std::unordered_map<std::string, const Body*> described;
  for (const Body& body : description.bodies) described.emplace(body.name, &body);
  std::vector<const Body*> waiting;
  for (const Body& body : description.bodies) {
    for (const Body* next = &body; next && !by_name_.contains(next->name);) {
      waiting.push_back(next);
      const auto parent = described.find(next->parent);
      next = parent == described.end() ? nullptr : parent->second;
    }
    for (; !waiting.empty(); waiting.pop_back()) {
      const int index = int(list_.size());
      by_name_.emplace(waiting.back()->name, index);
      by_joint_.emplace(waiting.back()->joint.name, index);
      list_.push_back(waiting.back());
    }
  }
}

int PageBodies::index_of(const std::string& body) const {
  return value_or_none(by_name_, body);
}

int PageBodies::index_of_joint(const std::string& joint) const {
  return value_or_none(by_joint_, joint);
}

}  // namespace sinew::viewer
