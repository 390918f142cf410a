// Holds the data that the parts of the MJCF reader share while one model is read.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sinew/io/internal/mjcf/assets.hpp"
#include "sinew/io/internal/mjcf/defaults.hpp"
#include "sinew/io/internal/mjcf/include.hpp"
#include "sinew/io/internal/mjcf/settings.hpp"
#include "sinew/io/load.hpp"

namespace sinew::mjcf {

struct Submodel;

// Documented limits of <replicate> and <attach>: the bodies, shapes, sites and elements of tendons that they make
// together, the copies of one
// <replicate>, the depth of nested ones, and the models that are read.
inline constexpr int max_copied_elements = 200'000, max_copies = 100'000, max_replicate_depth = 32;
inline constexpr int max_model_depth = 16, max_submodels = 256;

// One namespace of MJCF. Bodies, joints, geoms, sites, equality constraints and tendons
// have one each.
class Names {
 public:
  explicit Names(const char* kind) : kind_(kind) {}
  // Reports a name that is already taken as an error. Empty names are not checked.
  void add(const std::string& name, Element element, Findings& findings);

 private:
  const char* kind_;
  std::map<std::string, Source> first_;
};

// Shared by a model and the models that it attaches.
struct Shared {
  Findings& findings;
  const ReadOptions& options;
  xml::Ignored ignored{};
  std::map<std::string, std::shared_ptr<Submodel>> submodels{};  // by file; attached bodies point into them
  std::vector<std::string> submodel_files{};
  int copied_elements = 0;
  int replicate_depth = 0;
};

// One model: a file with those that it includes.
struct Reading {
  Shared& shared;
  Files& files;
  Findings& findings;
  xml::Ignored& ignored;
  int depth = 0;  // 0 for the file itself, 1 for models that it attaches, ...
  Settings settings{};
  Defaults defaults{};
  Assets assets{};
  Names body_names{"body"}, joint_names{"joint"}, geom_names{"geom"}, site_names{"site"},
      equality_names{"equality"}, tendon_names{"tendon"}, actuator_names{"actuator"}, sensor_names{"sensor"};

  // Returns the attributes of the element's class, overridden by its own. The class is `inherited` unless the element
  // names another.
  Attributes attributes(Element element, Heir heir, const ElementRules& rules, int inherited,
                        const AttributeReader& reader) const;
  // Counts what <replicate> and <attach> copy. Returns false, and reports an error, if it is more than
  // max_copied_elements in all.
  bool add_copies(std::size_t count, Element at);
};

}  // namespace sinew::mjcf
