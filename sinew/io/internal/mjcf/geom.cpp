#include "sinew/io/internal/mjcf/geom.hpp"

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/io/internal/mjcf/tensors.hpp"

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

void read_mass(const Attributes& attributes, const AttributeReader& reader, Geom& geom) {
  geom.density = attributes.number("density", 1000);
  if (attributes.has("mass")) geom.written_mass = attributes.number("mass", 0);
  if (geom.density < 0) reader.error(attributes.where("density"), "density is negative");
  if (geom.written_mass.value_or(0) < 0) reader.error(attributes.where("mass"), "mass is negative");
  geom.is_shell = attributes.keyword("shellinertia", {"false", "true"}, reader) == 1;
  if (geom.is_shell && geom.is_mesh()) {
    reader.error(attributes.where("shellinertia"),
                 "shellinertia of a mesh; expected inertia=\"shell\" in its <mesh>");
  }
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

// Returns the placement of the file's points: the mesh asset moves them before it scales them. Returns nothing if the
// scales of a rotated mesh differ, which no placement represents.
std::optional<Transform<double>> placement_of_points(const MeshAsset& asset) {
  const auto& [sx, sy, sz] = asset.scale;
  const bool is_rotated = !(asset.axes == Rotation<double>{});
  if (is_rotated && (sx != sy || sy != sz)) return std::nullopt;
  const Vector3<double> p = transpose_times(asset.axes, asset.origin);
  return Transform<double>{transpose(asset.axes), -Vector3<double>{sx * p.x, sy * p.y, sz * p.z}};
}

void find_mesh(const Attributes& attributes, Reading& reading, const AttributeReader& reader, Geom& geom) {
  const std::string name = attributes.text("mesh");
  const auto mesh = reading.assets.meshes.find(name);
  if (mesh == reading.assets.meshes.end()) {
    reader.error(geom.element,
                 name.empty() ? "a mesh without attribute 'mesh'" : "unknown mesh " + xml::in_quotes(name));
    geom.has_shape = false;
    return;
  }
  geom.mesh = &mesh->second;
  if (!geom.is_mesh()) {
    geom.fit_scale = attributes.number("fitscale", 1);
    geom.fits_aabb = reading.settings.fit_aabb;
  } else if (geom.mesh->file.empty()) {
    geom.has_shape = false;
    reading.ignored.add(geom.element.source(), "meshes without a file (with inline vertices) are not shown");
  } else if (!placement_of_points(*geom.mesh)) {
    geom.has_shape = false;
    reading.ignored.add(geom.element.source(),
                        "meshes that are rotated and then scaled unevenly are not shown");
  }
}

void read_shape(const Attributes& attributes, Reading& reading, Geom& geom) {
  geom.shape.name = attributes.text("name");
  geom.shape.role = geom.collides ? Shape::Role::collision : Shape::Role::visual;
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
  return Segment{{rotation_of_z_to(*direction), 0.5 * (from + to)}, 0.5 * norm(from - to)};
}

Geom read_geom(const Placed& placed, const std::string& body, Reading& reading) {
  const Element element = placed.element;
  const char* const name = element.attribute("name");
  Geom geom;
  geom.element = element;
  geom.owner = name != nullptr ? "geom " + xml::in_quotes(name) : "geom of body " + xml::in_quotes(body);
  const AttributeReader reader(reading.findings, geom.owner);
  const auto attributes = reading.attributes(element, Heir::geom, geom_rules, placed.class_index, reader);
  reading.geom_names.add(attributes.text("name"), element, reading.findings);
  const auto type = attributes.keyword(
      "type", {"plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh"}, reader);
  geom.type = type ? static_cast<GeomType>(*type) : GeomType::sphere;
  geom.group = attributes.number("group", 0);
  geom.collides = attributes.number("contype", 1) != 0 || attributes.number("conaffinity", 1) != 0;
  if (attributes.keyword("fluidshape", {"none", "ellipsoid"}, reader) == 1) {
    reading.ignored.add(element.source(),
                        "the forces of a surrounding fluid (fluidshape) are not part of the model");
  }
  geom.size = sizes_of(attributes);
  if (attributes.has("hfield") != (geom.type == GeomType::hfield)) {
    reader.error(element, "type=\"hfield\" and attribute 'hfield' require each other");
  }
  bool size_is_known = !attributes.has("mesh");
  if (element.has("size") && attributes.where("size") != element) size_is_known = false;  // it is invalid
  if (!attributes.has("fromto")) {
    geom.placement = placement_of(attributes, reading.settings.angles, reader);
  } else if (!read_fromto(attributes, reader, geom, geom.size)) {
    size_is_known = false;
  }
  geom.placement = placed.frame * geom.placement;
  if (size_is_known) check_size(reader, element, geom.type, geom.size);
  read_mass(attributes, reader, geom);
  if (geom.is_mesh() || attributes.has("mesh")) find_mesh(attributes, reading, reader, geom);
  read_shape(attributes, reading, geom);
  return geom;
}

Inertial inertial_of(const Geom& geom) {
  const auto& [rotation, position] = geom.placement;
  if (geom.is_mesh()) {
    if (!geom.has_mass() || geom.mesh == nullptr || !geom.mesh->mass.problem.empty()) return {};
    const mesh::MeshMass& whole = geom.mesh->mass;
    const double density = geom.written_mass ? *geom.written_mass / whole.volume : geom.density;
    return {density * whole.volume, geom.placement * whole.com,
            scaled(density, conjugate(rotation, whole.inertia))};
  }
  constexpr double smallest_volume = 1e-15;  // below it, MuJoCo ignores the mass
  const auto [extent, unit_inertia] =
      geom.is_shell ? shell_measures(geom.type, geom.size) : solid_measures(geom.type, geom.size);
  const double mass = !geom.written_mass         ? geom.density * extent
                      : extent > smallest_volume ? *geom.written_mass
                                                 : 0;
  if (mass == 0) return {};
  return {mass, position, scaled(mass, conjugate(rotation, diagonal(unit_inertia)))};
}

void fit_to_mesh(Geom& geom) {
  const MeshAsset& mesh = *geom.mesh;
  const Transform<double> principal{mesh.principal, mesh.mass.com};
  geom.placement = geom.placement * principal;
  geom.size = geom.fits_aabb ? fitted_to_box(geom.type, 0.5 * (mesh.high - mesh.low))
                             : fitted_to_inertia(geom.type, (1 / mesh.mass.volume) * mesh.moments);
  if (geom.fits_aabb) geom.placement.translation = geom.placement * (0.5 * (mesh.high + mesh.low));
  for (double& size : geom.size) size *= geom.fit_scale;
}

Shape shape_of(const Geom& geom) {
  Shape shape = geom.shape;
  shape.placement = geom.placement;
  shape.kind = shape_kind(geom.type);
  shape.size = shape_size(geom.type, geom.size);
  if (geom.is_mesh()) {
    shape.mesh = geom.mesh->file;
    shape.size = geom.mesh->scale;
    shape.placement = geom.placement * *placement_of_points(*geom.mesh);
  }
  return shape;
}

}  // namespace sinew::mjcf
