// Reads <visual> and <collision>, which are kept for viewers.
#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {

using xml::Element;

namespace {

// Returns the text's numbers if there are 3 or 4 of them. A colour without alpha is opaque.
std::optional<std::array<double, 4>> read_color(Element diffuse, const ValueReader& reader) {
  const auto [values, problem] = xml::parse_numbers(diffuse.text());
  if (problem.empty() && (values.size() == 3 || values.size() == 4)) {
    return std::array<double, 4>{values[0], values[1], values[2], values.size() == 4 ? values[3] : 1};
  }
  reader.warning(diffuse, "<diffuse>: expected 3 or 4 numbers, got " + xml::in_quotes(trimmed_text(diffuse)) +
                              "; the colour is left out");
  return std::nullopt;
}

std::optional<std::array<double, 4>> color_of(Element visual, const ValueReader& reader) {
  const Element material = visual.child("material");
  const Element diffuse = material ? material.child("diffuse") : Element();
  auto color = diffuse ? read_color(diffuse, reader) : std::nullopt;
  const auto transparency = reader.number(visual, "transparency");
  if (color && transparency) (*color)[3] *= 1 - *transparency;
  return color;
}

double size_of(Element form, const char* child, const ValueReader& reader, Reading& reading) {
  if (!form.child(child)) {
    const std::string what =
        "<" + std::string(form.name()) + "> has no <" + child + ">, SDF's default is 1 m";
    reading.ignored.add(form.source(), what, reader.owner() + ": " + what);
  }
  return reader.number(form, child).value_or(1);
}

void read_mesh(Element form, const ValueReader& reader, Reading& reading, Shape& shape) {
  note_other_children(form, {"uri", "scale"}, reading);
  shape.kind = Shape::Kind::mesh;
  shape.size = reader.vector3(form, "scale").value_or(Vector3<double>{1, 1, 1});
  const auto uri = reader.text(form, "uri");
  if (!uri) {
    if (!form.child("uri")) reader.error(form, "<mesh> has no <uri>");
    return;
  }
  Packages& packages = reading.files.packages();
  const auto found = packages.find_file(*uri, form.source().file);
  shape.mesh = found ? found->string() : *uri;
  if (!found) reading.missing_meshes.add(*uri, form.source(), packages);
}

// A plane is centred on its origin, and its normal is the z axis of the shape.
void read_plane(Element form, const ValueReader& reader, Shape& shape) {
  shape.kind = Shape::Kind::plane;
  shape.size = {0.5, 0.5, 0};
  if (const Element size = form.child("size")) {
    const auto [values, problem] = xml::parse_numbers(size.text());
    if (problem.empty() && values.size() == 2) shape.size = {values[0] / 2, values[1] / 2, 0};
  }
  const auto normal = reader.vector3(form, "normal");
  if (normal && norm(*normal) > 0) shape.placement = shape.placement * frame_along({}, *normal);
}

// Reads a shape inside <geometry>. Returns false if sinew has no such shape.
bool read_geometry(Element form, const ValueReader& reader, Reading& reading, Shape& shape) {
  const auto kind = form.name();
  if (kind == "box") {
    shape.kind = Shape::Kind::box;
    shape.size = reader.vector3(form, "size").value_or(Vector3<double>{1, 1, 1});
  } else if (kind == "sphere") {
    shape.kind = Shape::Kind::sphere;
    shape.size.x = size_of(form, "radius", reader, reading);
  } else if (kind == "cylinder" || kind == "capsule") {
    shape.kind = kind == "cylinder" ? Shape::Kind::cylinder : Shape::Kind::capsule;
    shape.size = {size_of(form, "radius", reader, reading), size_of(form, "length", reader, reading), 0};
  } else if (kind == "ellipsoid") {
    shape.kind = Shape::Kind::ellipsoid;
    shape.size = reader.vector3(form, "radii").value_or(Vector3<double>{1, 1, 1});
  } else if (kind == "plane") {
    read_plane(form, reader, shape);
  } else if (kind == "mesh") {
    read_mesh(form, reader, reading, shape);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<Shape> read_shape(Element element, const LinkElement& link, const ValueReader& reader,
                                Reading& reading) {
  const bool is_visual = element.name() == "visual";
  note_other_children(element, {"pose", "geometry", "material", "transparency", "density"}, reading);
  Shape shape;
  shape.name = reader.name(element, "name");
  shape.role = is_visual ? Shape::Role::visual : Shape::Role::collision;
  shape.placement = pose_on_link(element, link, reader, reading);
  if (is_visual) shape.color = color_of(element, reader);
  const Element geometry = reader.only(element, "geometry");
  if (!geometry) {
    const std::string what = "<" + std::string(element.name()) + "> has no <geometry> and is not shown";
    reading.ignored.add(element.source(), what, reader.owner() + ": " + what);
    return std::nullopt;
  }
  for (const Element form : geometry.children()) {
    if (form.name() == "empty") continue;
    if (read_geometry(form, reader, reading, shape)) return shape;
    reading.ignored.add(form.source(), "<" + std::string(form.name()) +
                                           "> in <geometry> is not shown: sinew has no such shape");
  }
  return std::nullopt;
}

}  // namespace sinew::sdf
