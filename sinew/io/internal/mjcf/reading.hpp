// Holds the data that the parts of the MJCF reader share while one model is read.
#pragma once

#include <map>
#include <string>

#include "sinew/io/internal/mjcf/assets.hpp"
#include "sinew/io/internal/mjcf/defaults.hpp"
#include "sinew/io/internal/mjcf/include.hpp"
#include "sinew/io/internal/mjcf/settings.hpp"
#include "sinew/io/load.hpp"

namespace sinew::mjcf {

// One namespace of MJCF. Bodies, joints, geoms, sites and equality constraints have one each.
class Names {
 public:
  explicit Names(const char* kind) : kind_(kind) {}
  // Reports a name that is already taken as an error. Empty names are not checked.
  void add(const std::string& name, Element element, Findings& findings);

 private:
  const char* kind_;
  std::map<std::string, Source> first_;
};

struct Reading {
  Files& files;
  Findings& findings;
  Base base = Base::as_written;
  xml::Ignored ignored{};
  Settings settings{};
  Defaults defaults{};
  Assets assets{};
  Names body_names{"body"}, joint_names{"joint"}, geom_names{"geom"}, site_names{"site"},
      equality_names{"equality"};

  // Returns the attributes of the element's class, overridden by its own. The class is `inherited` unless the element
  // names another.
  Attributes attributes(Element element, Heir heir, const ElementRules& rules, int inherited,
                        const AttributeReader& reader) const;
};

}  // namespace sinew::mjcf
