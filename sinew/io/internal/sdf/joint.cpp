// Reads <joint>: its type, its two links, its axes and what only some types have.
#include "sinew/io/internal/sdf/joint.hpp"

#include <iterator>
#include <numbers>
#include <unordered_map>

namespace sinew::sdf {

using xml::Element;

namespace {

constexpr const char* type_names[] = {"fixed",     "revolute",  "continuous", "prismatic", "ball",
                                      "universal", "revolute2", "screw",      "gearbox"};

std::optional<JointType> read_type(Element joint, const ValueReader& reader) {
  const std::string type = reader.name(joint, "type");
  std::string known;
  for (std::size_t i = 0; i < std::size(type_names); ++i) {
    if (type == type_names[i]) return JointType(i);
    known += (i == 0 ? "" : ", ") + std::string(type_names[i]);
  }
  reader.error(joint, "type " + xml::in_quotes(type) + " is unknown; expected one of " + known);
  return std::nullopt;
}

class JointReader {
 public:
  JointReader(const std::vector<Link>& links, Reading& reading) : links_(links), reading_(reading) {
    for (std::size_t i = 0; i < links.size(); ++i) link_index_[links[i].frame] = int(i);
  }

  std::optional<ModelJoint> read(const JointElement& joint) {
    const Element element = joint.element;
    const FrameNode& node = reading_.frames.node(joint.frame);
    const ValueReader reader(reading_.findings, "joint " + xml::in_quotes(node.name));
    const int errors_before = reading_.findings.count(Severity::error);
    note_parts(element);
    const auto type = read_type(element, reader);
    if (!type) return std::nullopt;
    ModelJoint result{.name = node.name, .frame = joint.frame, .type = *type, .source = element.source()};
    result.child = link_at(node.carrier);
    result.parent = read_parent(joint, reader);
    if (result.parent == result.child && node.has_carrier) {
      reader.error(element, "<parent> and <child> are on the same link");
    }
    if (is_on_ground(result.parent) && is_on_ground(result.child)) return std::nullopt;  // it cannot move
    read_axes(joint, reader, result);
    if (*type == JointType::screw) result.pitch = read_pitch(element, reader);
    if (*type == JointType::gearbox) read_gears(joint, reader, result);
    result.must_close_loop = must_close_loop(element, reader);
    const bool well = reading_.findings.count(Severity::error) == errors_before;
    return well ? std::optional(std::move(result)) : std::nullopt;
  }

 private:
  void note_parts(Element element) {
    reading_.ignored.attributes_except(element, {"name", "type"});
    note_other_children(element,
                        {"pose", "parent", "child", "axis", "axis2", "physics", "thread_pitch",
                         "screw_thread_pitch", "gearbox_ratio", "gearbox_reference_body"},
                        reading_);
  }

  int link_at(int frame) const {
    const auto found = link_index_.find(reading_.frames.link_of(frame));
    return found == link_index_.end() ? ground : found->second;
  }

  bool is_on_ground(int link) const { return link == ground || links_[std::size_t(link)].is_static; }

  int link_named(const JointElement& joint, const std::string& name, const std::string& owner,
                 Element where) {
    if (name == "world") return ground;
    const int frame = reading_.frames.require(joint.scope, name, owner, where);
    return frame == no_frame ? ground : link_at(frame);
  }

  int read_parent(const JointElement& joint, const ValueReader& reader) {
    const auto parent = reader.text(joint.element, "parent");
    if (!parent) {
      if (!joint.element.child("parent")) reader.error(joint.element, "has no <parent>");
      return ground;
    }
    return link_named(joint, *parent, reader.owner() + ": <parent>", joint.element.child("parent"));
  }

  void read_axes(const JointElement& joint, const ValueReader& reader, ModelJoint& result) {
    constexpr const char* names[] = {"axis", "axis2"};
    const int count = axis_count(result.type);
    for (int i = 0; i < 2; ++i) {
      const Element axis = reader.only(joint.element, names[i]);
      result.axes[i].frame = joint.frame;
      if (i >= count) {
        if (axis) note_useless_axis(axis, result.type, reader);
        continue;
      }
      if (!axis) {
        reading_.ignored.add(joint.element.source(), std::string("no ") + names[i],
                             reader.owner() + ": no <" + names[i] + ">; its direction is z, SDF's default");
        continue;
      }
      result.axes[i] = read_axis(axis, joint, result.type == JointType::continuous, reader, reading_);
      if (auto mimic = read_mimic(axis, joint, reader, reading_)) {
        if (has_one_dof(result.type)) {
          result.mimic = std::move(mimic);
        } else {
          reader.error(axis, std::string("a ") + name_of(result.type) + " joint cannot mimic another joint");
        }
      }
    }
  }

  void note_useless_axis(Element axis, JointType type, const ValueReader& reader) {
    const std::string what = "<" + std::string(axis.name()) + "> of a " + name_of(type) + " joint is ignored";
    reading_.ignored.add(axis.source(), what, reader.owner() + ": " + what);
  }

  double read_pitch(Element joint, const ValueReader& reader) {
    constexpr double revolution = 2 * std::numbers::pi;
    if (const auto lead = reader.number(joint, "screw_thread_pitch")) return *lead / revolution;
    if (const auto pitch = reader.number(joint, "thread_pitch")) {  // radians per metre, left-handed
      if (*pitch != 0) return -1 / *pitch;
      reader.error(joint, "<thread_pitch> is 0; expected radians per metre");
      return 0;
    }
    reader.warning(joint, "no <screw_thread_pitch>; SDF's default is 1 metre per revolution");
    return 1 / revolution;
  }

  void read_gears(const JointElement& joint, const ValueReader& reader, ModelJoint& result) {
    result.gear_ratio = reader.number(joint.element, "gearbox_ratio").value_or(1);
    const auto reference = reader.text(joint.element, "gearbox_reference_body");
    if (reference) {
      result.gear_reference = link_named(joint, *reference, reader.owner() + ": <gearbox_reference_body>",
                                         joint.element.child("gearbox_reference_body"));
    } else if (!joint.element.child("gearbox_reference_body")) {
      reader.error(joint.element, "a gearbox needs <gearbox_reference_body>");
    }
  }

  static bool must_close_loop(Element joint, const ValueReader& reader) {
    const Element physics = joint.child("physics");
    const Element simbody = physics ? physics.child("simbody") : Element();
    return simbody && reader.flag(simbody, "must_be_loop_joint").value_or(false);
  }

  const std::vector<Link>& links_;
  Reading& reading_;
  std::unordered_map<int, int> link_index_;  // by frame
};

}  // namespace

const char* name_of(JointType type) {
  return type_names[static_cast<int>(type)];
}

Vector3<double> in_world(const Axis& axis, const FrameGraph& frames) {
  return frames.pose(axis.frame).rotation * axis.direction;
}

std::string message_start(const ModelJoint& joint) {
  return "joint " + xml::in_quotes(joint.name) + ": ";
}

int axis_count(JointType type) {
  switch (type) {
    case JointType::fixed:
    case JointType::ball:
      return 0;
    case JointType::universal:
    case JointType::revolute2:
    case JointType::gearbox:
      return 2;
    default:
      return 1;
  }
}

bool has_one_dof(JointType type) {
  return axis_count(type) == 1;
}

std::vector<ModelJoint> read_joints(const std::vector<Link>& links, Reading& reading) {
  JointReader reader(links, reading);
  std::vector<ModelJoint> joints;
  for (const JointElement& joint : reading.joints) {
    if (auto read = reader.read(joint)) joints.push_back(std::move(*read));
  }
  return joints;
}

}  // namespace sinew::sdf
