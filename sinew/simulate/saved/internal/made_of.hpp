// Compares what two simulations are made of, so that a saved one is restored only into one with the same robot, options
// and parts. Internal to simulate/.
#pragma once

#include <string>
#include <typeinfo>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

struct MadeOf {
  Model model;
  std::vector<std::string> parts{};  // options and parts in words
};

// Throws std::invalid_argument with the first difference.
void check_same(const MadeOf& saved, const MadeOf& here);

// Words for MadeOf::parts.
std::string counted(std::size_t count, const std::string& what);  // "2 controllers"
std::string name_of(const std::type_info& type);                  // "sinew::JointPd"
// The name of the class that the object was made as.
template <class Part>
std::string class_name(const Part& part) {
  return name_of(typeid(part));
}

}  // namespace sinew
