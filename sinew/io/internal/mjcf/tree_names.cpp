#include "sinew/io/internal/mjcf/tree_names.hpp"

#include <algorithm>
#include <iterator>

#include "sinew/io/internal/mjcf/reading.hpp"

namespace sinew::mjcf {
namespace {

template <class Part>
const Part* find(const std::map<std::string, Part>& parts, const std::string& name) {
  const auto found = parts.find(name);
  return found == parts.end() ? nullptr : &found->second;
}

}  // namespace

TreeNames::TreeNames(const BodyTree& tree) : tree_(tree), parts_(tree) {
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const auto& joints = tree.bodies[i].joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!joints[j].name.empty()) joints_[joints[j].name] = {static_cast<int>(i), j};
    }
  }
  const auto add = [](auto& indices, const auto& things, const auto& name_of) {
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (!name_of(things[i]).empty()) indices[name_of(things[i])] = static_cast<int>(i);
    }
  };
  add(tendons_, tree.tendons, [](const TreeTendon& each) { return each.tendon.name; });
  add(actuators_, tree.actuators, [](const TreeActuator& each) { return each.actuator.name; });
}

int TreeNames::carrier_of(const TreeTendon& tendon) const {
  if (!tendon.path.empty()) return tendon.path.front().at.body;
  const auto& terms = tendon.tendon.joints;
  const TreeJoint* const first = terms.empty() ? nullptr : find(joints_, terms.front().joint);
  return first != nullptr ? first->body : -1;
}

int TreeNames::carrier_of(const TreeActuator& actuator) const {
  switch (actuator.actuator.transmission.kind) {
    case TransmissionKind::tendon:
      return carrier_of(tree_.tendons[static_cast<std::size_t>(actuator.tendon)]);
    case TransmissionKind::site:
      return actuator.site.body;
    default:
      return actuator.joint.body;
  }
}

std::optional<int> TreeNames::carrier(const std::string& name) const {
  if (const int* const index = find(parts_.bodies, name)) return *index;
  if (const TreeJoint* const found = find(joints_, name)) return found->body;
  if (const TreeEnd* const found = find(parts_.sites, name)) return found->body;
  if (const TreeGeom* const found = find(parts_.geoms, name)) return found->body;
  if (const int* const index = find(tendons_, name))
    return carrier_of(tree_.tendons[static_cast<std::size_t>(*index)]);
  if (const int* const index = find(actuators_, name))
    return carrier_of(tree_.actuators[static_cast<std::size_t>(*index)]);
  return std::nullopt;
}

namespace {

// Returns the elements as written, then those of the copies. Calls `leave_out` for elements that refer to something
// copied and to something outside of the copy.
std::vector<Referring> with_copies(const std::vector<Element>& elements,
                                   std::span<const char* const> attributes, const TreeNames& names,
                                   Reading& reading, const std::function<void(Element)>& leave_out) {
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
      result.push_back({.element = element, .suffix = ""});
      continue;
    }
    const auto& suffixes = names.copies(copied.front());
    if (!reading.add_copies(suffixes.size(), element)) break;
    bool any = false;
    for (const std::string& suffix : suffixes) {
      const bool has_all = std::all_of(targets.begin(), targets.end(), [&](const std::string& name) {
        return names.carrier(name + suffix).has_value();
      });
      if (!has_all) continue;
      any = true;
      const int body = *names.carrier(targets.front() + suffix);
      const auto [first, is_new] = first_bodies.try_emplace(suffix, body);
      first->second = std::min(first->second, body);
      copies.push_back({.element = element, .suffix = suffix});
    }
    if (!any) leave_out(element);
  }
  for (Referring& copy : copies) copy.group = first_bodies.at(copy.suffix);
  result.insert(result.end(), copies.begin(), copies.end());
  return result;
}

}  // namespace

void read_with_copies(Element section, const std::string& kind, std::span<const char* const> attributes,
                      Reading& reading, const BodyTree& tree,
                      const std::function<void(const Referring&)>& read) {
  Attributes none;
  none.lay(section, {}, AttributeReader(reading.findings, kind.c_str()));
  const auto leave_out = [&](Element element) {
    reading.ignored.add(element.source(),
                        kind + "s between a replica and a body outside of it are not part of the model");
  };
  for (const Referring& each :
       with_copies(reading.files.children(section), attributes, TreeNames(tree), reading, leave_out))
    read(each);
}

}  // namespace sinew::mjcf
