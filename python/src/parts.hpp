// Converts descriptions of robots between C++ and the classes of sinew/description.py. `Part` lists the fields of each
// class once, for both directions.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "sinew/chains/arms/grasp.hpp"
#include "sinew/model/description/description.hpp"
#include "spatial.hpp"

namespace sinew::python {

// The name of the Python class of T, and its fields: `fields(field, part)` calls field(name, member) for each.
template <class T>
struct Part;

// ---- The last enumerator of each kind, and the names of kinds that the library does not name ----

template <class E>
inline constexpr E last_of = E{};
template <>  // custom joints are made in C++
inline constexpr JointKind last_of<JointKind> = JointKind::floating;
template <>
inline constexpr ConnectionKind last_of<ConnectionKind> = ConnectionKind::directions;
template <>
inline constexpr TransmissionKind last_of<TransmissionKind> = TransmissionKind::site;
template <>
inline constexpr ActivationKind last_of<ActivationKind> = ActivationKind::filter;
template <>
inline constexpr SensorKind last_of<SensorKind> = SensorKind::kinetic_energy;
template <>
inline constexpr TendonElement::Kind last_of<TendonElement::Kind> = TendonElement::Kind::pulley;
template <>
inline constexpr Shape::Kind last_of<Shape::Kind> = Shape::Kind::mesh;
template <>
inline constexpr Shape::Role last_of<Shape::Role> = Shape::Role::collision;

inline const char* kind_name(Shape::Kind kind) {
  constexpr const char* names[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh"};
  return names[std::size_t(kind)];
}
inline const char* kind_name(Shape::Role role) {
  return role == Shape::Role::visual ? "visual" : "collision";
}
template <class E>
requires std::is_enum_v<E>
const char* kind_name(E value) {
  return name_of(value);
}

// ---- From Python. `path` names the value in messages: "description.bodies[2].joint". Throw std::invalid_argument. ----

void read(const std::string& path, nb::handle from, std::string& to);
void read(const std::string& path, nb::handle from, double& to);
void read(const std::string& path, nb::handle from, int& to);
void read(const std::string& path, nb::handle from, Vector3<double>& to);
void read(const std::string& path, nb::handle from, Symmetric3<double>& to);
void read(const std::string& path, nb::handle from, Transform<double>& to);
void read(const std::string& path, nb::handle from, Interval& to);
void read(const std::string& path, nb::handle from, Source& to);
void read(const std::string& path, nb::handle from, std::vector<double>& to);
void read(const std::string& path, nb::handle from, std::vector<Force<double>>& to);
// Returns the elements of a list or another sequence.
std::vector<nb::object> elements_of(const std::string& path, nb::handle sequence);
[[noreturn]] void wrong_type(const std::string& path, nb::handle value, const std::string& expected);
// Returns the number of the name among `names`.
std::size_t kind_of(const std::string& path, nb::handle name, const std::vector<std::string>& names);
nb::object class_named(const char* name);

template <class E>
requires std::is_enum_v<E>
void read(const std::string& path, nb::handle from, E& to) {
  std::vector<std::string> names;
  for (int i = 0; i <= int(last_of<E>); ++i) names.emplace_back(kind_name(E(i)));
  to = E(kind_of(path, from, names));
}
template <std::size_t count>
void read(const std::string& path, nb::handle from, std::array<double, count>& to) {
  const std::vector<double> numbers = double_vector(path.c_str(), from, int(count));
  std::copy(numbers.begin(), numbers.end(), to.begin());
}
template <class T>
void read(const std::string& path, nb::handle from, std::vector<T>& to);
template <class T>
void read(const std::string& path, nb::handle from, std::vector<std::pair<std::string, T>>& to);
template <class T>
void read(const std::string& path, nb::handle from, std::optional<T>& to);

template <class T>
requires requires {
  Part<T>::name;
}
void read(const std::string& path, nb::handle from, T& to) {
  if (!nb::isinstance(from, class_named(Part<T>::name)))
    wrong_type(path, from, std::string("a sinew.") + Part<T>::name);
  Part<T>::fields(
      [&](const char* name, auto& member) { read(path + "." + name, nb::getattr(from, name), member); }, to);
}
template <class T>
void read(const std::string& path, nb::handle from, std::vector<T>& to) {
  for (const nb::object& element : elements_of(path, from)) {
    const std::string place = path + "[" + std::to_string(to.size()) + "]";
    read(place, element, to.emplace_back());
  }
}
template <class T>
void read(const std::string& path, nb::handle from, std::vector<std::pair<std::string, T>>& to) {
  if (!PyDict_Check(from.ptr())) wrong_type(path, from, "a dict");
  for (const auto& [name, value] : nb::borrow<nb::dict>(from)) {
    auto& entry = to.emplace_back();
    read("a name in " + path, name, entry.first);
    read(path + "['" + entry.first + "']", value, entry.second);
  }
}
template <class T>
void read(const std::string& path, nb::handle from, std::optional<T>& to) {
  if (!from.is_none()) read(path, from, to.emplace());
}

// ---- To Python ----

inline nb::object to_python(const std::string& text) {
  return nb::str(text.c_str(), text.size());
}
inline nb::object to_python(double number) {
  return nb::float_(number);
}
inline nb::object to_python(int number) {
  return nb::int_(number);
}
inline nb::object to_python(const Vector3<double>& vector) {
  return three(vector);
}
inline nb::object to_python(const Transform<double>& pose) {
  return homogeneous(pose);
}
inline nb::object to_python(const std::vector<double>& numbers) {
  return copied<double>(numbers);
}
template <std::size_t count>
nb::object to_python(const std::array<double, count>& numbers) {
  return copied<double>(numbers);
}
inline nb::object to_python(const Interval& interval) {
  return copied<double>(std::array{interval.lower, interval.upper});
}
inline nb::object to_python(const std::vector<Force<double>>& forces) {
  return copied_rows(forces, [](const Force<double>& force) { return force; });
}
nb::object to_python(const Symmetric3<double>& matrix);
nb::object to_python(const Source& source);
template <class E>
requires std::is_enum_v<E> nb::object to_python(E value) {
  return nb::str(kind_name(value));
}
template <class T>
nb::object to_python(const std::vector<T>& elements);
template <class T>
nb::object to_python(const std::vector<std::pair<std::string, T>>& entries);
template <class T>
nb::object to_python(const std::optional<T>& value);

template <class T>
requires requires {
  Part<T>::name;
}
nb::object to_python(const T& part) {
  nb::dict given;
  Part<T>::fields([&](const char* name, const auto& member) { given[name] = to_python(member); }, part);
  return class_named(Part<T>::name)(**given);
}
template <class T>
nb::object to_python(const std::vector<T>& elements) {
  nb::list list;
  for (const T& element : elements) list.append(to_python(element));
  return list;
}
template <class T>
nb::object to_python(const std::vector<std::pair<std::string, T>>& entries) {
  nb::dict dict;
  for (const auto& [name, value] : entries) dict[to_python(name)] = to_python(value);
  return dict;
}
template <class T>
nb::object to_python(const std::optional<T>& value) {
  return value ? to_python(*value) : nb::none();
}

// ---- The classes. `part` is const or not. ----

template <>
struct Part<Inertial> {
  static constexpr const char* name = "Inertial";
  static void fields(auto&& field, auto& part) {
    field("mass", part.mass);
    field("com", part.com);
    field("inertia", part.inertia);
  }
};
template <>
struct Part<DegreeOfFreedom> {
  static constexpr const char* name = "DegreeOfFreedom";
  static void fields(auto&& field, auto& part) {
    field("armature", part.armature);
    field("damping", part.damping);
    field("dry_friction", part.dry_friction);
    field("stiffness", part.stiffness);
    field("rest_position", part.rest_position);
    field("lower", part.lower);
    field("upper", part.upper);
    field("max_velocity", part.max_velocity);
    field("max_effort", part.max_effort);
    field("actuation", part.actuation);
  }
};
template <>
struct Part<Mimic> {
  static constexpr const char* name = "Mimic";
  static void fields(auto&& field, auto& part) {
    field("joint", part.joint);
    field("multiplier", part.multiplier);
    field("offset", part.offset);
  }
};
template <>
struct Part<Joint> {
  static constexpr const char* name = "Joint";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("kind", part.kind);
    field("axis", part.axis);
    field("axis2", part.axis2);
    field("pitch", part.pitch);
    field("dofs", part.dofs);
    field("mimic", part.mimic);
    field("initial", part.initial);
  }
};
template <>
struct Part<Shape> {
  static constexpr const char* name = "Shape";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("kind", part.kind);
    field("role", part.role);
    field("placement", part.placement);
    field("size", part.size);
    field("mesh", part.mesh);
    field("color", part.color);
  }
};
template <>
struct Part<Body> {
  static constexpr const char* name = "Body";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("parent", part.parent);
    field("placement", part.placement);
    field("joint", part.joint);
    field("inertial", part.inertial);
    field("shapes", part.shapes);
    field("gravity_compensation", part.gravity_compensation);
    field("source", part.source);
  }
};
template <>
struct Part<Frame> {
  static constexpr const char* name = "Frame";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("body", part.body);
    field("placement", part.placement);
    field("source", part.source);
  }
};
template <>
struct Part<Connection> {
  static constexpr const char* name = "Connection";
  static void fields(auto&& field, auto& part) {
    field("kind", part.kind);
    field("distance", part.distance);
    field("directions", part.directions);
  }
};
template <>
struct Part<LoopEnd> {
  static constexpr const char* name = "LoopEnd";
  static void fields(auto&& field, auto& part) {
    field("body", part.body);
    field("placement", part.placement);
  }
};
template <>
struct Part<Loop> {
  static constexpr const char* name = "Loop";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("connection", part.connection);
    field("first", part.first);
    field("second", part.second);
    field("source", part.source);
  }
};
template <>
struct Part<Coupling> {
  static constexpr const char* name = "Coupling";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("joint", part.joint);
    field("leader", part.leader);
    field("polynomial", part.polynomial);
    field("source", part.source);
  }
};
template <>
struct Part<TendonJoint> {
  static constexpr const char* name = "TendonJoint";
  static void fields(auto&& field, auto& part) {
    field("joint", part.joint);
    field("coefficient", part.coefficient);
  }
};
template <>
struct Part<TendonElement> {
  static constexpr const char* name = "TendonElement";
  static void fields(auto&& field, auto& part) {
    field("kind", part.kind);
    field("at", part.at);
    field("radius", part.radius);
    field("side", part.side);
    field("divisor", part.divisor);
  }
};
template <>
struct Part<Tendon> {
  static constexpr const char* name = "Tendon";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("joints", part.joints);
    field("offset", part.offset);
    field("path", part.path);
    field("stiffness", part.stiffness);
    field("damping", part.damping);
    field("rest_lengths", part.rest_lengths);
    field("lower", part.lower);
    field("upper", part.upper);
    field("actuation", part.actuation);
    field("source", part.source);
  }
};
template <>
struct Part<NamedPosition> {
  static constexpr const char* name = "NamedPosition";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("joints", part.joints);
    field("controls", part.controls);
    field("source", part.source);
  }
};
template <>
struct Part<Transmission> {
  static constexpr const char* name = "Transmission";
  static void fields(auto&& field, auto& part) {
    field("kind", part.kind);
    field("target", part.target);
    field("site", part.site);
    field("reference", part.reference);
    field("gear", part.gear);
  }
};
template <>
struct Part<Actuator> {
  static constexpr const char* name = "Actuator";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("transmission", part.transmission);
    field("gain", part.gain);
    field("bias", part.bias);
    field("activation", part.activation);
    field("time_constant", part.time_constant);
    field("control_range", part.control_range);
    field("activation_range", part.activation_range);
    field("force_range", part.force_range);
    field("source", part.source);
  }
};
template <>
struct Part<Sensor> {
  static constexpr const char* name = "Sensor";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("kind", part.kind);
    field("object", part.object);
    field("frame", part.frame);
    field("reference", part.reference);
    field("field", part.field);
    field("cutoff", part.cutoff);
    field("source", part.source);
  }
};
template <>
struct Part<Description> {
  static constexpr const char* name = "Description";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("bodies", part.bodies);
    field("frames", part.frames);
    field("gravity", part.gravity);
    field("loops", part.loops);
    field("couplings", part.couplings);
    field("tendons", part.tendons);
    field("named_positions", part.named_positions);
    field("actuators", part.actuators);
    field("sensors", part.sensors);
    field("source", part.source);
    field("files", part.files);
  }
};
template <>
struct Part<Grasp> {
  static constexpr const char* name = "Grasp";
  static void fields(auto&& field, auto& part) {
    field("name", part.name);
    field("arm", part.arm);
    field("connection", part.connection);
    field("first", part.first);
    field("second", part.second);
  }
};

}  // namespace sinew::python
