// Computes the inertia of a link from the volumes of its collisions: <inertial auto="true">.
#include "sinew/io/internal/mjcf/geom_inertia.hpp"
#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {

using xml::Element;

namespace {

std::optional<mjcf::ShapeMeasures> solid_of(const Shape& shape) {
  using mjcf::GeomType;
  const auto& [x, y, z] = shape.size;
  switch (shape.kind) {
    case Shape::Kind::box:
      return mjcf::solid_measures(GeomType::box, {x / 2, y / 2, z / 2});
    case Shape::Kind::sphere:
      return mjcf::solid_measures(GeomType::sphere, {x, 0, 0});
    case Shape::Kind::cylinder:
      return mjcf::solid_measures(GeomType::cylinder, {x, y / 2, 0});
    case Shape::Kind::capsule:
      return mjcf::solid_measures(GeomType::capsule, {x, y / 2, 0});
    case Shape::Kind::ellipsoid:
      return mjcf::solid_measures(GeomType::ellipsoid, {x, y, z});
    case Shape::Kind::plane:
    case Shape::Kind::mesh:
      return std::nullopt;
  }
  return std::nullopt;
}

// Returns the inertia of two bodies that are fixed to each other.
Inertial sum(const Inertial& a, const Inertial& b) {
  const double mass = a.mass + b.mass;
  if (!(mass > 0)) return {};
  const Vector3<double> com = (1 / mass) * (a.mass * a.com + b.mass * b.com);
  return {mass, com,
          a.inertia + point_mass_inertia(a.mass, a.com - com) + b.inertia +
              point_mass_inertia(b.mass, b.com - com)};
}

}  // namespace

Inertial automatic_inertial(Element inertial, const std::vector<ReadShape>& shapes,
                            const ValueReader& reader) {
  constexpr double water = 1000;  // SDF's default density
  constexpr Inertial harmless{.mass = 1, .com = {}, .inertia = {1, 0, 0, 1, 0, 1}};
  const double link_density = reader.number(inertial, "density").value_or(water);
  Inertial total;
  bool has_collision = false;
  for (const auto& [element, shape] : shapes) {
    if (element.name() != "collision") continue;
    has_collision = true;
    const auto solid = shape ? solid_of(*shape) : std::nullopt;
    if (!solid) {
      reader.error(element,
                   "<inertial auto=\"true\"> needs the volume of every <collision>, which is known for box, "
                   "sphere, cylinder, capsule and ellipsoid only; write <mass> and <inertia>");
      return harmless;
    }
    const double mass = reader.number(element, "density").value_or(link_density) * solid->extent;
    const auto& [x, y, z] = solid->unit_inertia;
    const Symmetric3<double> moments{mass * x, 0, 0, mass * y, 0, mass * z};
    total = sum(total, {mass, shape->placement.translation, conjugate(shape->placement.rotation, moments)});
  }
  if (!has_collision) {
    reader.error(inertial, "<inertial auto=\"true\"> needs a <collision>");
    return harmless;
  }
  if (const auto mass = reader.number(inertial, "mass"); mass && total.mass > 0) {
    const double scale = *mass / total.mass;
    const auto& [xx, xy, xz, yy, yz, zz] = total.inertia;
    return {*mass, total.com, {scale * xx, scale * xy, scale * xz, scale * yy, scale * yz, scale * zz}};
  }
  return total;
}

}  // namespace sinew::sdf
