// <default>: classes of attributes that elements inherit.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "sinew/io/mjcf_attributes.hpp"
#include "sinew/model/findings.hpp"

namespace sinew::mjcf {

class Files;

inline constexpr std::size_t max_default_classes = 10'000;

// Elements that inherit from a class.
enum class Heir { joint, geom, site, mesh, material, equality };

class Defaults {
 public:
  Defaults();

  // A <default> of the root, with everything nested in it. Top-level ones all add to the same class ("main"
  // unless they name it); a nested class starts from its parent as it stands when all of the parent's own
  // elements are read.
  void read(Element section, Files& files, Findings& findings);

  static constexpr int main_class = 0;
  // The class of that name; an unknown one is an error, and `otherwise`.
  int find(const std::string& name, Element user, int otherwise, const AttributeReader& reader) const;

  // What such an element starts from.
  const Attributes& of(int class_index, Heir heir) const {
    return classes_[static_cast<std::size_t>(class_index)][static_cast<std::size_t>(heir)];
  }

 private:
  using Class = std::array<Attributes, 6>;  // by Heir

  std::vector<Class> classes_;
  std::map<std::string, int> by_name_;
};

}  // namespace sinew::mjcf
