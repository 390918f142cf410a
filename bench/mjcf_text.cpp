#include "bench/mjcf_text.hpp"

#include <fmt/format.h>

#include "sinew/spatial/principal_axes.hpp"

namespace bench {
namespace {

constexpr int levels_per_file = 50;

std::string numbers(const sinew::Vector3<double>& v) {
  return fmt::format("{} {} {}", v.x, v.y, v.z);
}

class Writer {
 public:
  explicit Writer(const Robot& robot) : robot_(robot), children_(robot.links.size()) {
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      const int parent = robot.links[i].parent;
      (parent < 0 ? roots_ : children_[parent]).push_back(i);
    }
  }

  std::vector<MjcfFile> write() {
    files_.push_back({"robot.xml", {}});
    const std::string bodies = bodies_of(roots_, 1);
    files_.front().text = fmt::format(
        "<mujoco><compiler angle='radian' inertiafromgeom='false'/><option gravity='{}'/>"
        "<worldbody>{}</worldbody></mujoco>",
        numbers(robot_.gravity), bodies);
    return files_;
  }

 private:
  std::string bodies_of(const std::vector<std::size_t>& links, int level) {
    if (links.empty()) return {};
    std::string text;
    for (const std::size_t link : links) text += body(link, level + 1);
    if (level % levels_per_file != 0) return text;
    const std::string name = fmt::format("part{}.xml", files_.size());
    files_.push_back({name, "<mujoco>" + text + "</mujoco>"});
    return fmt::format("<include file='{}'/>", name);
  }

  std::string body(std::size_t index, int level) {
    const Link& link = robot_.links[index];
    const auto orientation = quaternion_of(link.placement.rotation);
    // MuJoCo would compute the principal axes itself, but only to six or seven digits.
    const sinew::PrincipalAxes principal = sinew::principal_axes(link.inertial.inertia);
    const auto axes = quaternion_of(principal.axes);
    const char* joint = link.kind == Link::Kind::rotating  ? "<joint type='hinge' axis='0 0 1'/>"
                        : link.kind == Link::Kind::sliding ? "<joint type='slide' axis='0 0 1'/>"
                                                           : "<freejoint/>";
    return fmt::format(
        "<body name='{}' pos='{}' quat='{} {} {} {}'>{}"
        "<inertial mass='{}' pos='{}' quat='{} {} {} {}' diaginertia='{}'/>{}</body>",
        link.name, numbers(link.placement.translation), orientation.w, orientation.x, orientation.y,
        orientation.z, joint, link.inertial.mass, numbers(link.inertial.com), axes.w, axes.x, axes.y, axes.z,
        numbers(principal.moments), bodies_of(children_[index], level));
  }

  const Robot& robot_;
  std::vector<std::size_t> roots_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<MjcfFile> files_;
};

}  // namespace

std::vector<MjcfFile> mjcf_of(const Robot& robot) {
  return Writer(robot).write();
}

}  // namespace bench
