#include "sinew/io/internal/mjcf/defaults.hpp"

#include <algorithm>
#include <iterator>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/mjcf/include.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

// Elements of <default> that are skipped, because the description has no such elements.
constexpr std::string_view without_use[] = {"camera", "light", "pair"};

struct HeirRules {
  std::string_view name;
  const ElementRules& rules;
};
const HeirRules heirs[] = {{"joint", joint_rules},       {"geom", geom_rules},
                           {"site", site_rules},         {"mesh", mesh_rules},
                           {"material", material_rules}, {"equality", equality_rules},
                           {"tendon", spatial_rules}};  // as in Heir

bool is_without_use(std::string_view kind) {
  for (const auto& each : without_use) {
    if (each == kind) return true;
  }
  return false;
}

}  // namespace

Defaults::Defaults() : classes_(1), actuators_(1), by_name_{{"main", main_class}} {}

int Defaults::find(const std::string& name, Element user, int otherwise,
                   const AttributeReader& reader) const {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) return found->second;
  reader.error(user, "unknown default class " + xml::in_quotes(name) +
                         detail::did_you_mean(name, by_name_, [](const auto& each) { return each.first; }));
  return otherwise;
}

void Defaults::read(Element section, Files& files, Findings& findings) {
  struct Pending {
    Element element;
    int parent;  // -1 if there is none
  };
  std::vector<Pending> pending{{section, -1}};
  while (!pending.empty()) {
    const auto [element, parent] = pending.back();
    pending.pop_back();
    const AttributeReader naming(findings, "default");
    Attributes own;
    own.lay(element, default_rules, naming);
    const std::string name = own.text("class");
    int index = main_class;
    if (parent < 0) {
      if (!name.empty()) by_name_[name] = main_class;
    } else if (name.empty()) {
      naming.error(element, "a nested <default> must have a class");
      continue;
    } else if (classes_.size() >= max_default_classes) {
      naming.error(element,
                   "more than the " + std::to_string(max_default_classes) + " classes that are accepted");
      return;
    } else {
      index = static_cast<int>(classes_.size());
      if (!by_name_.try_emplace(name, index).second) {
        naming.error(element, "class " + xml::in_quotes(name) + " is defined twice");
        continue;
      }
      classes_.push_back(Class(classes_[static_cast<std::size_t>(parent)]));
      actuators_.push_back(ActuatorSettings(actuators_[static_cast<std::size_t>(parent)]));
    }
    const AttributeReader reader(findings, "default class " + xml::in_quotes(name.empty() ? "main" : name));
    std::vector<Element> nested;
    for (const Element child : files.children(element)) {
      const auto kind = child.name();
      if (kind == "default") {
        nested.push_back(child);
        continue;
      }
      const auto heir =
          std::find_if(std::begin(heirs), std::end(heirs), [&](const auto& h) { return h.name == kind; });
      if (heir == std::end(heirs) && !is_actuator(kind)) {
        if (!is_without_use(kind))
          reader.error(child, "unknown element <" + std::string(kind) + "> in <default>");
      } else if (child.has("name") || child.has("class")) {
        reader.error(child, "<" + std::string(kind) + "> in <default> cannot have a name or a class");
      } else if (is_actuator(kind)) {
        read_settings(child, reader, actuators_[static_cast<std::size_t>(index)]);
      } else {
        auto& own_class = classes_[static_cast<std::size_t>(index)];
        own_class[static_cast<std::size_t>(heir - heirs)].lay(child, heir->rules, reader);
      }
    }
    for (auto each = nested.rbegin(); each != nested.rend(); ++each) pending.push_back({*each, index});
  }
}

}  // namespace sinew::mjcf
