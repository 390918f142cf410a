#include "sinew/io/internal/mjcf/geom.hpp"

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

using Sizes = std::array<double, 3>;

Sizes sizes_of(const Attributes& attributes) {
  Sizes result{};
  const auto numbers = attributes.numbers("size");
  std::copy(numbers.begin(), numbers.end(), result.begin());
  return result;
}

// Reads fromto, which replaces pos, the orientation, and the size along z.
bool read_fromto(const Attributes& attributes, const AttributeReader& reader, Geom& geom, Sizes& size) {
  const Element where = attributes.where("fromto");
  const bool long_shape = geom.type == GeomType::capsule || geom.type == GeomType::cylinder;
  if (!long_shape && geom.type != GeomType::box && geom.type != GeomType::ellipsoid) {
    reader.error(where, std::string("fromto of a ") + name_of(geom.type) +
                            "; expected a capsule, cylinder, box or ellipsoid");
    return false;
  }
  const auto position = attributes.vector3("pos");
  if (position && !(*position == Vector3<double>{})) {
    reader.error(where, "pos and fromto both give the position; expected one of them");
  }
  const auto segment = segment_of(attributes.numbers("fromto"));
  if (!segment) {
    reader.error(where, "the two points of fromto coincide");
    return false;
  }
  geom.placement = segment->placement;
  if (!long_shape) size[1] = size[0];
  size[long_shape ? 1 : 2] = segment->half_length;
  return true;
}

void check_size(const AttributeReader& reader, Element element, GeomType type, const Sizes& size) {
  const int count = size_count(type);
  for (int i = type == GeomType::plane ? 2 : 0; i < count; ++i) {
    if (size[static_cast<std::size_t>(i)] > 0) continue;
    reader.error(element, std::string("size of a ") + name_of(type) + ": expected " + std::to_string(count) +
                              (count == 1 ? " positive number" : " positive numbers"));
    return;
  }
}

void read_mass(const Attributes& attributes, const AttributeReader& reader, Geom& geom, const Sizes& size) {
  const double density = attributes.number("density", 1000), mass = attributes.number("mass", 1);
  if (density < 0) reader.error(attributes.where("density"), "density is negative");
  if (mass < 0) reader.error(attributes.where("mass"), "mass is negative");
  const double decisive = attributes.has("mass") ? mass : density;
  if (geom.type == GeomType::mesh || attributes.has("mesh")) {
    geom.needs_mesh = decisive != 0;
    return;
  }
  constexpr double smallest_volume = 1e-15;  // below it, MuJoCo ignores the mass
  const double solid = volume(geom.type, size);
  geom.mass = !attributes.has("mass") ? density * solid : solid > smallest_volume ? mass : 0;
  geom.inertia = geom.mass * unit_inertia(geom.type, size);
}

Shape::Kind shape_kind(GeomType type) {
  switch (type) {
    case GeomType::plane:
      return Shape::Kind::plane;
    case GeomType::sphere:
      return Shape::Kind::sphere;
    case GeomType::capsule:
      return Shape::Kind::capsule;
    case GeomType::ellipsoid:
      return Shape::Kind::ellipsoid;
    case GeomType::cylinder:
      return Shape::Kind::cylinder;
    case GeomType::box:
      return Shape::Kind::box;
    case GeomType::hfield:
    case GeomType::mesh:
      return Shape::Kind::mesh;
  }
  return Shape::Kind::mesh;
}

Vector3<double> shape_size(GeomType type, const Sizes& size) {
  const auto [a, b, c] = size;
  switch (type) {
    case GeomType::sphere:
      return {a, 0, 0};
    case GeomType::capsule:
    case GeomType::cylinder:
      return {a, 2 * b, 0};
    case GeomType::box:
      return {2 * a, 2 * b, 2 * c};
    default:
      return {a, b, c};
  }
}

void read_mesh_shape(const Attributes& attributes, Reading& reading, const AttributeReader& reader,
                     Geom& geom) {
  const std::string name = attributes.text("mesh");
  const auto mesh = reading.assets.meshes.find(name);
  if (mesh == reading.assets.meshes.end()) {
    reader.error(geom.element,
                 name.empty() ? "a mesh without attribute 'mesh'" : "unknown mesh " + xml::in_quotes(name));
    geom.needs_mesh = false;  // avoids a second error about the same mesh
    return;
  }
  geom.shape.kind = Shape::Kind::mesh;
  geom.shape.mesh = mesh->second.file;
  geom.shape.size = mesh->second.scale;
  geom.has_shape = !mesh->second.file.empty();
  if (!geom.has_shape)
    reading.ignored.add(geom.element.source(), "meshes without a file (with inline vertices) are ignored");
}

void read_shape(const Attributes& attributes, Reading& reading, const AttributeReader& reader, Geom& geom,
                const Sizes& size) {
  geom.shape.name = attributes.text("name");
  geom.shape.role = geom.collides ? Shape::Role::collision : Shape::Role::visual;
  geom.shape.placement = geom.placement;
  geom.shape.kind = shape_kind(geom.type);
  geom.shape.size = shape_size(geom.type, size);
  if (geom.type == GeomType::mesh || attributes.has("mesh"))
    read_mesh_shape(attributes, reading, reader, geom);
  if (geom.type == GeomType::hfield) {
    geom.has_shape = false;
    reading.ignored.add(geom.element.source(), "height fields are not kept");
  }
  if (const auto color = attributes.numbers("rgba"); !color.empty()) {
    geom.shape.color = std::array{color[0], color[1], color[2], color[3]};
  } else if (const auto found = reading.assets.colors.find(attributes.text("material"));
             found != reading.assets.colors.end()) {
    geom.shape.color = found->second;
  }
}

}  // namespace

std::optional<Segment> segment_of(std::span<const double> fromto) {
  const Vector3<double> from{fromto[0], fromto[1], fromto[2]}, to{fromto[3], fromto[4], fromto[5]};
  const auto direction = direction_of(from - to);
  if (!direction) return std::nullopt;
  return Segment{{turn_z_to(*direction), 0.5 * (from + to)}, 0.5 * norm(from - to)};
}

Geom read_geom(Element element, const std::string& body, int class_index, Reading& reading) {
  const char* const name = element.attribute("name");
  Geom geom;
  geom.element = element;
  geom.owner = name != nullptr ? "geom " + xml::in_quotes(name) : "geom of body " + xml::in_quotes(body);
  const AttributeReader reader(reading.findings, geom.owner);
  const auto attributes = reading.attributes(element, Heir::geom, geom_rules, class_index, reader);
  reading.geom_names.add(attributes.text("name"), element, reading.findings);
  const auto type = attributes.keyword(
      "type", {"plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"}, reader);
  geom.type = type ? static_cast<GeomType>(*type) : GeomType::sphere;
  geom.group = attributes.number("group", 0);
  geom.collides = attributes.number("contype", 1) != 0 || attributes.number("conaffinity", 1) != 0;
  geom.is_shell = attributes.keyword("shellinertia", {"false", "true"}, reader) == 1;
  if (attributes.keyword("fluidshape", {"none", "ellipsoid"}, reader) == 1) {
    reading.ignored.add(element.source(),
                        "the forces of a surrounding fluid (fluidshape) are not part of the model");
  }
  Sizes size = sizes_of(attributes);
  if (attributes.has("hfield") != (geom.type == GeomType::hfield)) {
    reader.error(element, "type=\"hfield\" and attribute 'hfield' require each other");
  }
  bool size_is_known = !attributes.has("mesh");
  if (element.has("size") && attributes.where("size") != element) size_is_known = false;  // it is invalid
  if (!attributes.has("fromto")) {
    geom.placement = placement_of(attributes, reading.settings.angles, reader);
  } else if (!read_fromto(attributes, reader, geom, size)) {
    size_is_known = false;
  }
  if (size_is_known) check_size(reader, element, geom.type, size);
  read_mass(attributes, reader, geom, size);
  read_shape(attributes, reading, reader, geom, size);
  return geom;
}

}  // namespace sinew::mjcf
