// What the parts of the MJCF reader share while one model is read.
#pragma once

#include <map>
#include <string>

#include "sinew/io/load.hpp"
#include "sinew/io/mjcf_assets.hpp"
#include "sinew/io/mjcf_defaults.hpp"
#include "sinew/io/mjcf_include.hpp"
#include "sinew/io/mjcf_settings.hpp"

namespace sinew::mjcf {

// One name space of MJCF: bodies, joints, geoms, sites and equality constraints have one each.
class Names {
 public:
  explicit Names(const char* kind) : kind_(kind) {}
  // A name that is taken is an error; the empty one never is.
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

  // The element's own attributes over those of its class, which is `inherited` unless it names another.
  Attributes attributes(Element element, Heir heir, const ElementRules& rules, int inherited,
                        const AttributeReader& reader) const;
};

}  // namespace sinew::mjcf
