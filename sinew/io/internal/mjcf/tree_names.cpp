#include "sinew/io/internal/mjcf/tree_names.hpp"

#include <algorithm>

namespace sinew::mjcf {

TreeNames::TreeNames(const BodyTree& tree) : tree_(tree) {
  const auto add = [](auto& ends, int body, const auto& things, const auto& name_of) {
    for (const auto& thing : things) {
      if (!name_of(thing).empty()) ends[name_of(thing)] = {body, thing.placement};
    }
  };
  const auto site_name = [](const Site& site) -> const std::string& { return site.name; };
  const auto geom_name = [](const Geom& geom) -> const std::string& { return geom.shape.name; };
  bodies_["world"] = -1;
  add(sites_, -1, tree.world_sites, site_name);
  add(geoms_, -1, tree.world_geoms, geom_name);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const TreeBody& body = tree.bodies[i];
    const int index = static_cast<int>(i);
    if (!body.name.empty()) bodies_[body.name] = index;
    add(sites_, index, body.sites, site_name);
    add(geoms_, index, body.geoms, geom_name);
    for (std::size_t j = 0; j < body.joints.size(); ++j) {
      if (!body.joints[j].name.empty()) joints_[body.joints[j].name] = {index, j};
    }
  }
  for (std::size_t i = 0; i < tree.actuators.size(); ++i) {
    if (!tree.actuators[i].actuator.name.empty()) actuators_[tree.actuators[i].actuator.name] = i;
  }
}

std::optional<int> TreeNames::carrier(const std::string& name) const {
  if (const int* const index = body(name)) return *index;
  if (const TreeJoint* const found = joint(name)) return found->body;
  if (const TreeEnd* const found = site(name)) return found->body;
  if (const std::size_t* const index = actuator(name)) return tree_.actuators[*index].body();
  return std::nullopt;
}

std::vector<Referring> in_order(const std::vector<Element>& elements, std::span<const char* const> attributes,
                                const TreeNames& names, const std::function<void(Element)>& leave_out) {
  std::vector<Referring> result, copies;
  std::map<std::string, int> first_bodies;  // by suffix
  for (const Element element : elements) {
    std::vector<std::string> targets, copied;
    for (const char* const attribute : attributes) {
      if (const char* const name = element.attribute(attribute)) targets.emplace_back(name);
    }
    std::copy_if(targets.begin(), targets.end(), std::back_inserter(copied),
                 [&](const std::string& name) { return names.is_copied(name); });
    if (copied.empty()) {
      result.push_back({element, ""});
      continue;
    }
    bool any = false;
    for (const std::string& suffix : names.copies(copied.front())) {
      const bool has_all = std::all_of(targets.begin(), targets.end(), [&](const std::string& name) {
        return names.carrier(name + suffix).has_value();
      });
      if (!has_all) continue;
      any = true;
      const int body = *names.carrier(targets.front() + suffix);
      const auto [first, is_new] = first_bodies.try_emplace(suffix, body);
      first->second = std::min(first->second, body);
      copies.push_back({element, suffix});
    }
    if (!any) leave_out(element);
  }
  std::stable_sort(copies.begin(), copies.end(), [&](const Referring& a, const Referring& b) {
    return first_bodies.at(a.suffix) < first_bodies.at(b.suffix);
  });
  result.insert(result.end(), copies.begin(), copies.end());
  return result;
}

}  // namespace sinew::mjcf
