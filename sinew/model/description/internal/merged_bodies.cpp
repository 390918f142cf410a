#include "sinew/model/description/internal/merged_bodies.hpp"

#include <string_view>
#include <unordered_map>

#include "sinew/model/tree/internal/lowering.hpp"

namespace sinew {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

// A body of a group, and the pose of its frame in that of the group's first body.
struct Member {
  std::size_t group = none;
  Transform<double> pose{};
};

// Adds inertias about their common mass centre, which loses fewer digits than about a frame far away.
Inertial sum_of(const std::vector<Inertial>& parts) {
  Inertial total;
  Vector3<double> moment{};
  for (const Inertial& part : parts) {
    total.mass += part.mass;
    moment += part.mass * part.com;
  }
  if (total.mass != 0) total.com = (1 / total.mass) * moment;
  for (const Inertial& part : parts)
    total.inertia = total.inertia + part.inertia + point_mass_inertia(part.mass, part.com - total.com);
  return total;
}

}  // namespace

std::vector<MergedBody> merged_bodies(const Description& description) {
  std::vector<MergedBody> groups;
  std::vector<std::vector<Inertial>> parts;  // of the groups
  std::unordered_map<std::string_view, Member> members{{"", {}}};
  for (const int index : depth_first_order(description)) {
    const Body& body = description.bodies[std::size_t(index)];
    Member member;
    if (body.joint.kind == JointKind::fixed) {
      const Member& parent = members.at(body.parent);
      member = {parent.group, parent.pose * body.placement};
    } else {
      member.group = groups.size();
      groups.emplace_back();
      parts.emplace_back();
    }
    members.emplace(body.name, member);
    if (member.group == none) continue;
    const auto& [mass, com, inertia] = body.inertial;
    groups[member.group].bodies.push_back(index);
    parts[member.group].push_back({mass, member.pose.rotation * com + member.pose.translation,
                                   conjugate(member.pose.rotation, inertia)});
  }
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i].total = sum_of(parts[i]);
  return groups;
}

}  // namespace sinew
