#include "sinew/io/internal/mjcf/sensor.hpp"

#include <algorithm>
#include <iterator>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/tree_names.hpp"

namespace sinew::mjcf {
namespace {

using std::string_view;

struct SensorElement {
  string_view name;
  SensorKind kind;
  const char* target;  // the attribute that names the object; null for none, "objname" for frames of any kind
};
constexpr SensorElement sensor_elements[] = {
    {"clock", SensorKind::clock, nullptr},
    {"e_kinetic", SensorKind::kinetic_energy, nullptr},
    {"jointpos", SensorKind::joint_position, "joint"},
    {"jointvel", SensorKind::joint_velocity, "joint"},
    {"jointactuatorfrc", SensorKind::joint_actuator_force, "joint"},
    {"ballquat", SensorKind::joint_quaternion, "joint"},
    {"ballangvel", SensorKind::joint_angular_velocity, "joint"},
    {"tendonpos", SensorKind::tendon_position, "tendon"},
    {"tendonvel", SensorKind::tendon_velocity, "tendon"},
    {"tendonactuatorfrc", SensorKind::tendon_actuator_force, "tendon"},
    {"actuatorpos", SensorKind::actuator_position, "actuator"},
    {"actuatorvel", SensorKind::actuator_velocity, "actuator"},
    {"actuatorfrc", SensorKind::actuator_force, "actuator"},
    {"framepos", SensorKind::frame_position, "objname"},
    {"framequat", SensorKind::frame_quaternion, "objname"},
    {"framexaxis", SensorKind::frame_x_axis, "objname"},
    {"frameyaxis", SensorKind::frame_y_axis, "objname"},
    {"framezaxis", SensorKind::frame_z_axis, "objname"},
    {"framelinvel", SensorKind::frame_linear_velocity, "objname"},
    {"frameangvel", SensorKind::frame_angular_velocity, "objname"},
    {"framelinacc", SensorKind::frame_linear_acceleration, "objname"},
    {"frameangacc", SensorKind::frame_angular_acceleration, "objname"},
    {"velocimeter", SensorKind::velocimeter, "site"},
    {"gyro", SensorKind::gyro, "site"},
    {"accelerometer", SensorKind::accelerometer, "site"},
    {"force", SensorKind::force, "site"},
    {"torque", SensorKind::torque, "site"},
    {"magnetometer", SensorKind::magnetometer, "site"},
    {"subtreecom", SensorKind::subtree_com, "body"},
    {"subtreelinvel", SensorKind::subtree_linear_velocity, "body"},
    {"subtreeangmom", SensorKind::subtree_angular_momentum, "body"},
};
constexpr string_view left_out_sensors[] = {
    "touch",          "camprojection",  "rangefinder",    "jointlimitpos", "jointlimitvel", "jointlimitfrc",
    "tendonlimitpos", "tendonlimitvel", "tendonlimitfrc", "insidesite",    "distance",      "normal",
    "fromto",         "contact",        "e_potential",    "tactile",       "user",          "plugin"};
constexpr string_view common_of_sensors[] = {"name",     "nsample", "interp", "delay",
                                             "interval", "cutoff",  "noise",  "user"};
constexpr string_view of_frames[] = {"objtype", "objname", "reftype", "refname"};
constexpr const char* targets_of_sensors[] = {"joint", "tendon",  "actuator", "site",
                                              "body",  "objname", "refname"};

bool is_among(std::span<const string_view> names, string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool can_have_reference(SensorKind kind) {
  return kind >= SensorKind::frame_position && kind <= SensorKind::frame_angular_velocity;
}
bool shows_axes(SensorKind kind) {
  return kind >= SensorKind::frame_quaternion && kind <= SensorKind::frame_z_axis;
}

class SensorReader {
 public:
  SensorReader(Reading& reading, BodyTree& tree) : reading_(reading), tree_(tree), names_(tree) {}

  void read(const Referring& from) {
    element_ = from.element;
    suffix_ = from.suffix;
    TreeSensor result{.sensor = {.source = element_.source()}, .group = from.group};
    const char* const name = element_.attribute("name");
    if (name != nullptr && *name != '\0') result.sensor.name = name + suffix_;
    result.is_left_out = !read_supported(result);
    reading_.sensor_names.add(result.sensor.name, element_, reading_.findings);
    tree_.sensors.push_back(std::move(result));
  }

 private:
  void leave_out(const std::string& what) {
    reading_.ignored.add(element_.source(), what + " are not part of the model");
  }

  // Returns false if the sensor is left out, with an error or a warning.
  bool read_supported(TreeSensor& result) {
    const std::string tag(element_.name());
    const char* const name = element_.attribute("name");
    const AttributeReader reader(reading_.findings, name != nullptr ? tag + " " + xml::in_quotes(name) : tag);
    if (is_among(left_out_sensors, tag)) return leave_out("sensors of the kind <" + tag + ">"), false;
    const auto known = std::find_if(std::begin(sensor_elements), std::end(sensor_elements),
                                    [&](const SensorElement& each) { return each.name == tag; });
    if (known == std::end(sensor_elements)) {
      reader.error(element_, "unknown element <" + tag + "> in <sensor>");
      return false;
    }
    result.sensor.kind = known->kind;
    check_attributes(*known, reader);
    read_numbers(reader, result.sensor);
    return set_object(*known, reader, result);
  }

  void check_attributes(const SensorElement& known, const AttributeReader& reader) const {
    const bool is_frame = known.target != nullptr && string_view(known.target) == "objname";
    for (const auto& [name, value] : element_.attributes()) {
      const bool is_own = known.target != nullptr && string_view(known.target) == name;
      const std::span<const string_view> frames =
          std::span(of_frames).first(can_have_reference(known.kind) ? 4 : 2);
      if (!is_among(common_of_sensors, name) && !is_own && !(is_frame && is_among(frames, name)))
        reader.error(element_, "<" + std::string(element_.name()) + "> has an unknown attribute " +
                                   xml::in_quotes(name));
    }
  }

  void read_numbers(const AttributeReader& reader, Sensor& sensor) {
    sensor.cutoff = reader.number(element_, "cutoff").value_or(0);
    if (sensor.cutoff < 0) reader.error(element_, "cutoff: expected a number of 0 or more");
    if (sensor.cutoff > 0 && (shows_axes(sensor.kind) || sensor.kind == SensorKind::joint_quaternion))
      reader.error(element_, "cutoff: an axis or quaternion cannot have one");
    const auto is_given = [&](const char* name) {
      const auto numbers = reader.numbers(element_, name, 1, 2);
      return numbers && (*numbers)[0] != 0;
    };
    if (is_given("delay") || is_given("interval"))
      reading_.ignored.add(element_.source(), "the delays and intervals of sensors are left out");
    if (sensor.kind == SensorKind::magnetometer) sensor.field = reading_.settings.options.magnetic;
  }

  template <class Part>
  const Part* named(const std::map<std::string, Part>& parts, const char* kind, const char* attribute,
                    const AttributeReader& reader) const {
    return find_named(parts, kind, element_.attribute(attribute) + suffix_, element_, attribute, reader);
  }

  // Returns false if the sensor is left out, with an error or a warning.
  bool set_object(const SensorElement& known, const AttributeReader& reader, TreeSensor& result) {
    if (known.target == nullptr) return true;
    const char* const target = known.target;
    if (!reader.required_text(element_, target)) return false;
    switch (subject_of(known.kind)) {
      case SensorSubject::joint: {
        const TreeJoint* const joint = named(names_.joints(), "joint", target, reader);
        if (joint == nullptr) return false;
        result.joint = *joint;
        return check_joint(known.kind, reader, result.joint);
      }
      case SensorSubject::tendon: {
        const int* const tendon = named(names_.tendons(), "tendon", target, reader);
        if (tendon != nullptr) result.index = *tendon;
        return tendon != nullptr;
      }
      case SensorSubject::actuator: {
        const int* const actuator = named(names_.actuators(), "actuator", target, reader);
        if (actuator == nullptr) return false;
        result.index = *actuator;
        if (!tree_.actuators[std::size_t(*actuator)].is_left_out) return true;
        return leave_out("sensors of actuators that are left out"), false;
      }
      case SensorSubject::subtree: {
        const int* const body = named(names_.bodies(), "body", target, reader);
        if (body != nullptr) result.index = *body;
        return body != nullptr;
      }
      default:
        return set_frames(target, reader, result);
    }
  }

  bool check_joint(SensorKind kind, const AttributeReader& reader, const TreeJoint& at) const {
    const Joint::Type type = tree_.bodies[std::size_t(at.body)].joints[at.index].type;
    const bool wants_ball =
        kind == SensorKind::joint_quaternion || kind == SensorKind::joint_angular_velocity;
    const bool fits =
        wants_ball ? type == Joint::Type::ball : type == Joint::Type::hinge || type == Joint::Type::slide;
    if (!fits)
      reader.error(element_,
                   std::string("joint: expected a ") + (wants_ball ? "ball joint" : "hinge or a slide"));
    return fits;
  }

  bool set_frames(const char* target, const AttributeReader& reader, TreeSensor& result) {
    if (string_view(target) == "site") {
      const TreeEnd* const site = named(names_.sites(), "site", target, reader);
      if (site != nullptr) result.frame.end = *site;
      return site != nullptr;
    }
    const bool shows_own_axes = shows_axes(result.sensor.kind);
    if (!set_frame("objtype", "objname", shows_own_axes, reader, result.frame)) return false;
    if (!element_.has("refname") && !element_.has("reftype")) return true;
    result.reference.emplace();
    return set_frame("reftype", "refname", true, reader, *result.reference);
  }

  // `shows_axes`: true if the axes of the frame matter, false if only its origin does.
  bool set_frame(const char* type_name, const char* name_name, bool needs_axes, const AttributeReader& reader,
                 TreeFrame& frame) {
    const auto type = reader.required_text(element_, type_name);
    if (!type || !reader.required_text(element_, name_name)) return false;
    if (*type == "site") {
      const TreeEnd* const site = named(names_.sites(), "site", name_name, reader);
      if (site != nullptr) frame.end = *site;
      return site != nullptr;
    }
    if (*type == "body" || *type == "xbody") {
      const int* const body = named(names_.bodies(), "body", name_name, reader);
      if (body == nullptr) return false;
      frame.end.body = *body;
      frame.at_com = *type == "body";
      if (!frame.at_com || !needs_axes) return true;
      return leave_out("sensors that show the principal axes of bodies (objtype or reftype 'body')"), false;
    }
    if (*type == "geom") {
      const TreeGeom* const found = named(names_.geoms(), "geom", name_name, reader);
      if (found == nullptr) return false;
      const auto& geoms = found->body < 0 ? tree_.world_geoms : tree_.bodies[std::size_t(found->body)].geoms;
      const Geom& geom = geoms[found->index];
      frame.end = {found->body, geom.placement};
      if (geom.mesh == nullptr) return true;
      return leave_out("sensors on geoms with meshes"), false;
    }
    if (*type == "camera") return leave_out("sensors on cameras"), false;
    reader.error(element_, std::string(type_name) +
                               ": expected one of body, xbody, geom, site, camera; got " +
                               xml::in_quotes(*type));
    return false;
  }

  Reading& reading_;
  BodyTree& tree_;
  TreeNames names_;
  Element element_;
  std::string suffix_;  // of the copy that is read
};

}  // namespace

void read_sensors(Element section, Reading& reading, BodyTree& tree) {
  SensorReader reader(reading, tree);
  read_with_copies(section, "sensor", targets_of_sensors, reading, tree,
                   [&](const Referring& each) { reader.read(each); });
}

}  // namespace sinew::mjcf
