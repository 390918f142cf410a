// Reads the forces of a scene's `simulation`: springs, pushes, disturbances.
#include <fmt/format.h>

#include <cmath>

#include "sinew/io/internal/scene/simulation.hpp"

namespace sinew::scenes {
namespace {

enum class Kind { joint_spring, point_spring, push, disturbance };
constexpr Word<Kind> force_kinds[] = {{"joint_spring", Kind::joint_spring},
                                      {"point_spring", Kind::point_spring},
                                      {"push", Kind::push},
                                      {"disturbance", Kind::disturbance}};

// Reads a required entry: a place on a body of the scene, or on the ground. Returns nothing if it is invalid or cannot
// be checked.
std::optional<LoopEnd> read_place(Fields& force, const char* key, const Stage& stage,
                                  const Reading& reading) {
  const Node* const entry = force.find(key);
  if (!entry) force.error(force.node(), std::string("has no ") + key);
  if (!entry || !stage.whole) return std::nullopt;
  const auto written = read_end(*entry, force.what(key), &*stage.whole, "", reading);
  if (!written) return std::nullopt;
  if (written->is_here) force.error(*entry, std::string(key) + ": here is only for loops and grasps");
  return written->end;
}

template <class Spring>
void read_spring(Fields& fields, Spring& spring, const Dimensions& stiffness, const Dimensions& damping) {
  spring.stiffness = not_negative(fields, "stiffness", spring.stiffness, stiffness);
  spring.damping = not_negative(fields, "damping", spring.damping, damping);
  if (!fields.has("stiffness") && !fields.has("damping"))
    fields.error(fields.node(), "has neither stiffness nor damping");
}

JointSpringPlan read_joint_spring(Fields& fields, const Stage& stage) {
  JointSpringPlan spring{.joint = read_joint(fields, "joint", stage.whole ? &*stage.whole : nullptr)};
  read_spring(fields, spring, joint_stiffness, joint_damping);
  spring.rest = fields.number("rest", joint_position).value_or(spring.rest);
  return spring;
}

PointSpringPlan read_point_spring(Fields& fields, const Stage& stage, const Reading& reading) {
  const auto first = read_place(fields, "first", stage, reading),
             second = read_place(fields, "second", stage, reading);
  PointSpringPlan spring{.first = first.value_or(LoopEnd{}), .second = second.value_or(LoopEnd{})};
  if (first && second && first->body == second->body)
    fields.error(fields.node(), "both ends are on one body; expected two bodies");
  read_spring(fields, spring, {dimension::stiffness}, {dimension::damping});
  spring.length = not_negative(fields, "length", spring.length, {dimension::length});
  return spring;
}

PushPlan read_push(Fields& fields, const Stage& stage, const Reading& reading) {
  const auto at = read_place(fields, "at", stage, reading);
  PushPlan push{.at = at.value_or(LoopEnd{})};
  if (at && at->body.empty())
    fields.error(*fields.find("at"), "at: is on the ground, expected a place on a body");
  if (!fields.has("force") && !fields.has("moment"))
    fields.error(fields.node(), "has neither force nor moment");
  push.force = fields.vector3("force", {dimension::force}).value_or(push.force);
  push.moment = fields.vector3("moment", {dimension::torque}).value_or(push.moment);
  push.from = not_negative(fields, "from", push.from, {dimension::time});
  push.until = fields.number("until", {dimension::time}).value_or(push.until);
  if (!(push.until > push.from))
    fields.error(*fields.find("until"),
                 fmt::format("until: got {:g}, expected a time after {:g}", push.until, push.from));
  return push;
}

DisturbancePlan read_disturbance(Fields& fields) {
  constexpr double most = 9007199254740992;  // 2^53: every integer up to here is exact in double
  DisturbancePlan plan;
  if (!fields.has("size")) fields.error(fields.node(), "has no size");
  plan.size = not_negative(fields, "size", plan.size, {dimension::torque, dimension::force});
  plan.period = above_zero(fields, "period", plan.period, {dimension::time});
  const double seed = fields.number("seed").value_or(double(plan.seed));
  if (seed >= 0 && seed <= most && seed == std::floor(seed)) {
    plan.seed = static_cast<std::uint64_t>(seed);
  } else {
    fields.error(*fields.find("seed"),
                 fmt::format("seed: got {:g}, expected a whole number from 0 to 2^53", seed));
  }
  return plan;
}

}  // namespace

std::vector<ForcePlan> read_forces(Fields& simulation, const Stage& stage, const Reading& reading) {
  std::vector<ForcePlan> plans;
  const std::vector<Node>& list = simulation.list("forces");
  for (std::size_t i = 0; i < list.size(); ++i) {
    Fields fields(list[i], "force " + std::to_string(i + 1), reading);
    if (list[i].kind != Node::Kind::map) continue;
    if (!fields.has("kind")) fields.error(list[i], "has no kind");
    const auto kind = read_word(fields, "kind", force_kinds);
    if (!kind) continue;  // without a kind, the allowed keys are not known
    switch (*kind) {
      case Kind::joint_spring:
        plans.emplace_back(read_joint_spring(fields, stage));
        break;
      case Kind::point_spring:
        plans.emplace_back(read_point_spring(fields, stage, reading));
        break;
      case Kind::push:
        plans.emplace_back(read_push(fields, stage, reading));
        break;
      case Kind::disturbance:
        plans.emplace_back(read_disturbance(fields));
        break;
    }
    fields.finish();
  }
  return plans;
}

}  // namespace sinew::scenes
