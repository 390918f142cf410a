#include "sinew/io/internal/mjcf/named_parts.hpp"

namespace sinew::mjcf {

NamedParts::NamedParts(const BodyTree& tree) {
  const auto add = [&](int body, const std::vector<Site>& of_sites, const std::vector<Geom>& of_geoms) {
    for (const Site& site : of_sites) sites[site.name] = {body, site.placement};
    for (std::size_t i = 0; i < of_geoms.size(); ++i) {
      const std::string& name = of_geoms[i].shape.name;
      if (!name.empty()) geoms[name] = {body, i};
    }
  };
  bodies["world"] = -1;
  add(-1, tree.world_sites, tree.world_geoms);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const TreeBody& body = tree.bodies[i];
    const int index = static_cast<int>(i);
    if (!body.name.empty()) bodies[body.name] = index;
    add(index, body.sites, body.geoms);
    for (const Joint& joint : body.joints) {
      if (!joint.name.empty()) joints[joint.name] = &joint;
    }
  }
}

bool NamedParts::contains(const std::string& name) const {
  return bodies.contains(name) || joints.contains(name) || sites.contains(name) || geoms.contains(name);
}

}  // namespace sinew::mjcf
