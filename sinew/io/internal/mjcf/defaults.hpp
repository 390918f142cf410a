// Reads <default>: classes of attributes that elements inherit.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "sinew/base/findings.hpp"
#include "sinew/io/internal/mjcf/actuator_settings.hpp"
#include "sinew/io/internal/mjcf/attributes.hpp"

namespace sinew::mjcf {

class Files;

inline constexpr std::size_t max_default_classes = 10'000;

// The kinds of elements that inherit from a class.
enum class Heir { joint, geom, site, mesh, material, equality, tendon };

class Defaults {
 public:
  Defaults();

  // Reads a <default> of the root and everything nested in it. All top-level <default> elements add to the same class,
  // which is called "main" unless they name it. A nested class starts as a copy of its parent, taken after all of the
  // parent's own elements are read.
  void read(Element section, Files& files, Findings& findings);

  static constexpr int main_class = 0;
  // Returns the index of a class. For an unknown name, reports an error and returns `otherwise`.
  int find(const std::string& name, Element user, int otherwise, const AttributeReader& reader) const;

  // Returns the attributes that an element of this kind inherits.
  const Attributes& of(int class_index, Heir heir) const {
    return classes_[static_cast<std::size_t>(class_index)][static_cast<std::size_t>(heir)];
  }
  const ActuatorSettings& of_actuators(int class_index) const {
    return actuators_[static_cast<std::size_t>(class_index)];
  }

 private:
  using Class = std::array<Attributes, 7>;  // by Heir

  std::vector<Class> classes_;
  std::vector<ActuatorSettings> actuators_;  // of the same classes
  std::map<std::string, int> by_name_;
};

}  // namespace sinew::mjcf
