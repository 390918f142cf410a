#include "sinew/model/model.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "sinew/base/unknown_name.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/tree/cast_tree.hpp"
#include "sinew/model/tree/internal/lowering.hpp"
#include "sinew/spatial/exponential.hpp"

namespace sinew {

struct Model::Data {
  Description description;
  Findings warnings, physical_errors;
  Lowered lowered;
  Tree<float> single;
  std::unordered_map<std::string_view, int> frame_names, joint_names;  // views into `lowered`
  struct Follower {
    int q, leader_q;
    double multiplier, offset;
  };
  std::vector<Follower> followers;  // leaders before their followers
};

namespace {

[[noreturn]] void unknown(const char* what, std::string_view name,
                          const std::vector<std::string_view>& known) {
  std::string message = std::string("no ") + what + " '" + std::string(name) + "'; there are:";
  constexpr std::size_t shown = 12;
  for (std::size_t i = 0; i < std::min(shown, known.size()); ++i)
    message.append(i ? ", " : " ").append(known[i]);
  if (known.size() > shown) message += " and " + std::to_string(known.size() - shown) + " more";
  if (known.empty()) message += " none";
  throw std::invalid_argument(message);
}

void require_size(const char* what, std::size_t given, int expected) {
  if (given == std::size_t(expected)) return;
  throw std::invalid_argument(std::string(what) + " has " + std::to_string(given) + " numbers, expected " +
                              std::to_string(expected));
}

const NamedPosition& find_position(const Description& description, std::string_view name) {
  std::vector<std::string> known;
  for (const NamedPosition& position : description.named_positions) {
    if (position.name == name) return position;
    known.push_back(position.name);
  }
  throw std::invalid_argument(unknown_name("position", name, known));
}

}  // namespace

Model::Model(Description description) : Model(CheckedDescription(std::move(description))) {}

Model::Model(CheckedDescription checked) {
  auto [description, findings] = std::move(checked).take();
  if (findings.has_errors()) throw InvalidModel(std::move(findings));
  data_ = build(std::move(description), findings);
}

std::shared_ptr<const Model::Data> Model::build(Description description, const Findings& findings) {
  auto data = std::make_shared<Data>();
  data->description = std::move(description);
  data->lowered = lower(data->description);
  Lowered& lowered = data->lowered;
  data->warnings = findings.of(Severity::warning);
  data->physical_errors = findings.of(Severity::physical_error);
  data->single = cast_tree<float>(lowered.tree);
  for (std::size_t i = 1; i < lowered.frames.size(); ++i) data->frame_names[lowered.frames[i].name] = int(i);
  for (std::size_t i = 0; i < lowered.joints.size(); ++i) data->joint_names[lowered.joints[i].name] = int(i);

  std::unordered_map<int, Data::Follower> waiting;  // by the follower's index in q
  for (const Body& body : data->description.bodies) {
    if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
    const Mimic& mimic = *body.joint.mimic;
    const int q = lowered.joints[std::size_t(data->joint_names.at(body.joint.name))].q_index;
    const int leader_q = lowered.joints[std::size_t(data->joint_names.at(mimic.joint))].q_index;
    waiting.emplace(q, Data::Follower{q, leader_q, mimic.multiplier, mimic.offset});
  }
  while (!waiting.empty()) {  // leaders first; validation has rejected cycles
    std::vector<Data::Follower> chain;
    for (auto next = waiting.begin(); next != waiting.end(); next = waiting.find(chain.back().leader_q)) {
      chain.push_back(next->second);
      waiting.erase(next);
    }
    data->followers.insert(data->followers.end(), chain.rbegin(), chain.rend());
  }
  return data;
}

const Description& Model::description() const {
  return data_->description;
}
const std::string& Model::name() const {
  return data_->description.name;
}
const Findings& Model::warnings() const {
  return data_->warnings;
}
const Findings& Model::physical_errors() const {
  return data_->physical_errors;
}
bool Model::is_possible() const {
  return data_->physical_errors.list.empty();
}
int Model::position_size() const {
  return data_->lowered.tree.q_size;
}
int Model::velocity_size() const {
  return data_->lowered.tree.v_size;
}
std::span<const JointInfo> Model::joints() const {
  return data_->lowered.joints;
}
std::span<const FixedJointInfo> Model::fixed_joints() const {
  return data_->lowered.fixed_joints;
}
std::span<const FrameInfo> Model::frames() const {
  return data_->lowered.frames;
}
std::span<const DegreeOfFreedom> Model::dofs() const {
  return data_->lowered.dofs;
}
std::span<const TendonInfo> Model::tendons() const {
  return data_->lowered.tendons;
}
const Vector3<double>& Model::gravity() const {
  return data_->description.gravity;
}

const JointInfo& Model::joint(std::string_view name) const {
  if (const auto it = data_->joint_names.find(name); it != data_->joint_names.end()) {
    return joints()[std::size_t(it->second)];
  }
  std::vector<std::string_view> known;
  for (const JointInfo& joint : joints()) known.push_back(joint.name);
  unknown("moving joint", name, known);
}

FrameIndex Model::frame(std::string_view name) const {
  if (name.empty()) return ground;
  if (const auto it = data_->frame_names.find(name); it != data_->frame_names.end()) return {it->second};
  std::vector<std::string_view> known;
  for (const FrameInfo& frame : frames().subspan(1)) known.push_back(frame.name);
  unknown("frame or body", name, known);
}

TendonIndex Model::tendon(std::string_view name) const {
  std::vector<std::string_view> known;
  for (const TendonInfo& tendon : tendons()) {
    if (tendon.name == name) return {int(known.size())};
    known.push_back(tendon.name);
  }
  unknown("tendon", name, known);
}

const FrameInfo& Model::frame(FrameIndex frame) const {
  if (frame.value < 0 || std::size_t(frame.value) >= frames().size()) {
    throw std::invalid_argument("frame index " + std::to_string(frame.value) + " is outside 0.." +
                                std::to_string(frames().size() - 1));
  }
  return frames()[std::size_t(frame.value)];
}

FrameIndex Model::last_body() const {
  int index = int(frames().size()) - 1;
  while (index > 0 && !frames()[std::size_t(index)].is_body) --index;
  return {index};
}

bool Model::is_closed() const {
  const Description& robot = description();
  const auto mimics = [](const Body& body) {
    return body.joint.mimic.has_value() && body.joint.kind != JointKind::fixed;
  };
  return !robot.loops.empty() || !robot.couplings.empty() ||
         std::any_of(robot.bodies.begin(), robot.bodies.end(), mimics);
}
bool Model::is_follower(std::string_view joint) const {
  const Description& robot = description();
  const auto mimics = [&](const Body& body) {
    return body.joint.name == joint && body.joint.mimic.has_value() && body.joint.kind != JointKind::fixed;
  };
  const auto follows = [&](const Coupling& c) { return c.joint == joint && !c.leader.empty(); };
  return std::any_of(robot.bodies.begin(), robot.bodies.end(), mimics) ||
         std::any_of(robot.couplings.begin(), robot.couplings.end(), follows);
}
bool Model::has_lock(std::string_view joint) const {
  const auto& couplings = description().couplings;
  return std::any_of(couplings.begin(), couplings.end(),
                     [&](const Coupling& c) { return c.joint == joint && c.leader.empty(); });
}
double Model::mass() const {
  double sum = 0;
  const auto& links = data_->lowered.tree.links;
  for (std::size_t k = 1; k < links.size(); ++k) sum += links[k].inertia.mass;
  return sum;
}

std::vector<double> Model::neutral_position() const {
  std::vector<double> q(std::size_t(position_size()), 0.0);
  for (const JointInfo& joint : joints()) {
    if (joint.kind == JointKind::spherical) q[std::size_t(joint.q_index)] = 1;
    if (joint.kind == JointKind::floating) q[std::size_t(joint.q_index) + 3] = 1;
  }
  return q;
}

std::vector<double> Model::initial_position() const {
  std::vector<double> q = neutral_position();
  for (const Body& body : description().bodies) {
    const std::vector<double>& own = body.joint.initial;
    if (body.joint.kind == JointKind::fixed || own.empty()) continue;
    std::copy(own.begin(), own.end(), q.begin() + joint(body.joint.name).q_index);
  }
  return q;
}

std::vector<double> Model::named_position(std::string_view name) const {
  const NamedPosition& position = find_position(description(), name);
  std::vector<double> q = initial_position();
  std::vector<bool> is_set(q.size(), false);
  for (const auto& [moved, values] : position.joints) {
    const auto first = std::size_t(joint(moved).q_index);
    std::copy(values.begin(), values.end(), q.begin() + std::ptrdiff_t(first));
    is_set[first] = true;
  }
  for (const Data::Follower& f : data_->followers) {
    if (is_set[std::size_t(f.q)] || !is_set[std::size_t(f.leader_q)]) continue;
    q[std::size_t(f.q)] = f.multiplier * q[std::size_t(f.leader_q)] + f.offset;
    is_set[std::size_t(f.q)] = true;
  }
  edge::check_overflow("the position", q.data(), q.size());
  return q;
}

std::vector<double> Model::initial_controls() const {
  std::vector<double> controls;
  for (const Actuator& actuator : description().actuators)
    controls.push_back(actuator.control_range.clamped(0));
  return controls;
}

std::vector<double> Model::named_controls(std::string_view name) const {
  const NamedPosition& position = find_position(description(), name);
  const auto& actuators = description().actuators;
  std::vector<double> controls = initial_controls();
  for (const auto& control : position.controls) {
    const auto actuator = std::find_if(actuators.begin(), actuators.end(),
                                       [&](const Actuator& a) { return a.name == control.first; });
    controls[std::size_t(actuator - actuators.begin())] = control.second;
  }
  return controls;
}

void Model::integrate(std::span<const double> q, std::span<const double> v, double time,
                      std::span<double> out) const {
  require_size("q", q.size(), position_size());
  require_size("v", v.size(), velocity_size());
  require_size("the result", out.size(), position_size());
  edge::check_finite<double>("q", q);
  edge::check_finite<double>("v", v);
  edge::check_finite<double>("the time", {&time, 1});
  for (const JointInfo& joint : joints()) {
    const double* rate = &v[std::size_t(joint.v_index)];
    const double* from = &q[std::size_t(joint.q_index)];
    double* to = &out[std::size_t(joint.q_index)];
    const bool spherical = joint.kind == JointKind::spherical;
    if (!spherical && joint.kind != JointKind::floating) {
      for (int i = 0; i < joint.v_size; ++i) to[i] = from[i] + time * rate[i];
      continue;
    }
    const Vector3<double> rotation = time * Vector3<double>{rate[0], rate[1], rate[2]};
    const double* quaternion = spherical ? from : from + 3;
    if (std::all_of(quaternion, quaternion + 4, [](double x) { return x == 0; })) {
      throw std::invalid_argument("the quaternion of joint '" + joint.name + "' has length zero");
    }
    const Quaternion<double> rotated_to = rotated(quaternion, rotation);
    if (!spherical) {
      const Rotation<double> before =
          rotation_from_quaternion(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
      const Vector3<double> step =
          before * screw_translation(rotation, time * Vector3<double>{rate[3], rate[4], rate[5]});
      to[0] = from[0] + step.x;
      to[1] = from[1] + step.y;
      to[2] = from[2] + step.z;
      to += 3;
    }
    to[0] = rotated_to.w;
    to[1] = rotated_to.x;
    to[2] = rotated_to.y;
    to[3] = rotated_to.z;
  }
  edge::check_overflow("the position", out.data(), out.size());
}

void Model::follow_mimics(std::span<double> q) const {
  require_size("q", q.size(), position_size());
  for (const Data::Follower& f : data_->followers) {
    q[std::size_t(f.q)] = f.multiplier * q[std::size_t(f.leader_q)] + f.offset;
  }
  edge::check_overflow("the position", q.data(), q.size());
}

Model Model::with_gravity(const Vector3<double>& gravity) const {
  Description changed = description();
  changed.gravity = gravity;
  Findings findings = validate(changed);
  if (findings.has_errors()) throw InvalidModel(std::move(findings));
  Model result = *this;
  Findings kept = physical_errors();
  kept.list.insert(kept.list.end(), warnings().list.begin(), warnings().list.end());
  result.data_ = build(std::move(changed), kept);
  return result;
}

void edge::impossible(const char* function, const Model& model) {
  throw ImpossibleRobot(function, model.name(), model.physical_errors());
}

void edge::wrong_model(const char* what, bool is_moved_from) {
  if (is_moved_from) moved_from(what);
  throw std::invalid_argument(std::string(what) + " was made for another model");
}

void edge::check_index(const char* what, int index, int count) {
  if (index >= 0 && index < count) return;
  throw std::invalid_argument(
      std::string("there is no ") + what + " " + std::to_string(index) +
      (count > 0 ? ": expected 0 to " + std::to_string(count - 1) : ": there are none"));
}

template <>
const Tree<double>& Model::tree<double>() const {
  return data_->lowered.tree;
}
template <>
const Tree<float>& Model::tree<float>() const {
  return data_->single;
}

}  // namespace sinew
