// Makes the state of a scene satisfy its loops and grasps, or warns if it does not.
#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/io/internal/scene/parts.hpp"

namespace sinew::scenes {
namespace {

// Returns whether `name` is the joint's name, or the name of the robot it belongs to.
bool is_named(const JointInfo& joint, const std::string& name) {
  return joint.name == name || joint.name.starts_with(name + "/");
}

std::vector<int> read_held(const Node& assemble, const Model& whole, const Reading& reading) {
  std::vector<int> held;
  Fields fields(assemble, "assemble", reading);
  for (const Node& item : fields.list("hold")) {
    const auto name = yaml::text_of(item, fields.what("hold"), reading);
    if (!name) continue;
    const std::size_t before = held.size();
    std::vector<std::string> known;
    for (const JointInfo& joint : whole.joints()) {
      known.push_back(joint.name);
      for (int i = 0; is_named(joint, *name) && i < joint.v_size; ++i) held.push_back(joint.v_index + i);
    }
    if (held.size() == before) fields.error(item, "hold: " + unknown_name("joint", *name, known));
  }
  fields.finish();
  return held;
}

std::string in_words(const ConstraintErrors& left) {
  const bool of_position = !left.position.fits();
  const ConstraintError& worst = of_position ? left.position : left.velocity;
  return fmt::format("constraint error of {} is {:.3g} {}", worst.row, worst.size,
                     of_position ? "m or rad" : "m/s or rad/s");
}

void hand_out(const State& whole, Scene& scene) {
  auto q = whole.q.begin();
  auto v = whole.v.begin();
  const auto take = [&](State& state) {
    std::copy_n(q, state.q.size(), state.q.begin());
    std::copy_n(v, state.v.size(), state.v.begin());
    q += std::ptrdiff_t(state.q.size()), v += std::ptrdiff_t(state.v.size());
  };
  for (SceneRobot& robot : scene.robots) take(robot.state);
  if (scene.object) take(scene.object->state);
}

}  // namespace

void make_consistent(Scene& scene, const Node& root, const Node* assemble, const Reading& reading) {
  const Model whole = as_one_model(scene);
  State state = as_one_state(scene);
  if (!assemble) {
    const ConstraintErrors found = constraint_errors(whole, state.q, state.v);
    if (!found.fit()) {
      const Node* const q = root.find("q");
      reading.findings.warning(reading.at(q ? *q : root),
                               "the state violates the loops: " + in_words(found) +
                                   "; a simulation starts at a nearby state that satisfies them, and "
                                   "assemble: true uses it everywhere");
    }
    return;
  }
  const bool is_map = assemble->kind == Node::Kind::map;
  const std::vector<int> held = is_map ? read_held(*assemble, whole, reading) : std::vector<int>{};
  if (reading.findings.has_errors()) return;
  if (!whole.is_possible()) {
    reading.error(*assemble, "assemble: needs the inertias of the robot, which are impossible: " +
                                 to_string(whole.physical_errors().list.front()) +
                                 "; expected repair: inertia too");
    return;
  }
  const ConstraintErrors left = sinew::make_consistent(whole, state.q, state.v, held);
  if (!left.fit()) {
    reading.error(*assemble, "assemble: found no state that satisfies the loops: " + in_words(left));
    return;
  }
  hand_out(state, scene);
}

}  // namespace sinew::scenes
