// Reads <visual>, <collision> and <material>, which are kept for viewers.
#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {

using xml::AttributeReader;
using xml::Element;

namespace {

bool is_empty(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::optional<Color> read_color(Element material, const AttributeReader& reader, Reading& reading) {
  const Element color = material.child("color");
  if (!color) return std::nullopt;
  if (!color.attribute("rgba") || is_empty(color.attribute("rgba"))) {
    reading.ignored.add(color.source(), "empty colour",
                        reader.owner() +
                            ": <color> is empty: the shape gets no colour; expected "
                            "rgba=\"red green blue alpha\"");
    return std::nullopt;
  }
  const auto rgba = reader.numbers(color, "rgba", 4, 4);
  if (!rgba) return std::nullopt;
  return Color{(*rgba)[0], (*rgba)[1], (*rgba)[2], (*rgba)[3]};
}

void note_unknown_in(Element material, Reading& reading) {
  reading.ignored.attributes_except(material, {"name"});
  reading.ignored.children_except(material, {"color"});
  if (const Element color = material.child("color")) reading.ignored.attributes_except(color, {"rgba"});
}

// Returns the colour written here, or that of another material of the same name.
std::optional<Color> color_of(Element visual, const AttributeReader& reader, Reading& reading) {
  const Element material = visual.child("material");
  if (!material) return std::nullopt;
  note_unknown_in(material, reading);
  if (material.child("color")) return read_color(material, reader, reading);
  const std::string name = material.attribute("name") ? material.attribute("name") : "";
  const auto known = reading.materials.find(name);
  if (known != reading.materials.end()) return known->second;
  if (!name.empty() && !material.child("texture")) {
    reading.ignored.add(
        material.source(), "undefined material " + name,
        reader.owner() + ": material " + xml::in_quotes(name) + " has no colour anywhere in the file");
  }
  return std::nullopt;
}

// Reads a shape inside <geometry>. Returns false if it is unknown.
bool read_geometry(Element element, const AttributeReader& reader, Reading& reading, Shape& shape) {
  const auto kind = element.name();
  if (kind == "box") {
    reading.ignored.attributes_except(element, {"size"});
    shape.kind = Shape::Kind::box;
    shape.size = reader.required_vector3(element, "size").value_or(Vector3<double>{});
  } else if (kind == "sphere") {
    reading.ignored.attributes_except(element, {"radius"});
    shape.kind = Shape::Kind::sphere;
    shape.size.x = reader.required_number(element, "radius").value_or(0);
  } else if (kind == "cylinder" || kind == "capsule") {
    reading.ignored.attributes_except(element, {"radius", "length"});
    shape.kind = kind == "cylinder" ? Shape::Kind::cylinder : Shape::Kind::capsule;
    shape.size.x = reader.required_number(element, "radius").value_or(0);
    shape.size.y = reader.required_number(element, "length").value_or(0);
  } else if (kind == "mesh") {
    reading.ignored.attributes_except(element, {"filename", "scale"});
    shape.kind = Shape::Kind::mesh;
    shape.size = reader.vector3(element, "scale").value_or(Vector3<double>{1, 1, 1});
    const auto written = reader.required_text(element, "filename").value_or("");
    auto found = reading.packages.find_file(written, reading.file);
    if (!found) found = reading.packages.find_file(written, element.source().file);
    shape.mesh = found ? found->string() : written;
    if (!found && !written.empty()) reading.missing_meshes.add(written, element.source(), reading.packages);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void collect_materials(Element robot, Reading& reading) {
  // Findings inside a link are reported when the link is read.
  Findings reported_later;
  Reading silent_reading{.findings = reported_later, .options = reading.options};
  const AttributeReader silent(reported_later, "");
  for (const Element material : robot.children()) {
    if (material.name() != "material") continue;
    const std::string name = material.attribute("name") ? material.attribute("name") : "";
    const AttributeReader reader(reading.findings, "material " + xml::in_quotes(name));
    note_unknown_in(material, reading);
    if (const auto color = read_color(material, reader, reading)) reading.materials.emplace(name, *color);
  }
  for (const Element link : robot.children()) {
    if (link.name() != "link") continue;
    for (const Element visual : link.children()) {
      const Element material = visual.child("material");
      if (!material || !material.attribute("name")) continue;
      if (const auto color = read_color(material, silent, silent_reading)) {
        reading.materials.emplace(material.attribute("name"), *color);
      }
    }
  }
}

std::optional<Shape> read_shape(Element element, const AttributeReader& reader, Reading& reading) {
  const bool visual = element.name() == "visual";
  reading.ignored.attributes_except(element, {"name"});
  if (visual) {
    reading.ignored.children_except(element, {"origin", "geometry", "material"});
  } else {
    reading.ignored.children_except(element, {"origin", "geometry"});
  }
  Shape shape;
  if (const char* const name = element.attribute("name")) shape.name = name;
  shape.role = visual ? Shape::Role::visual : Shape::Role::collision;
  shape.placement = read_origin(element, reader, reading);
  if (visual) shape.color = color_of(element, reader, reading);
  const Element geometry = only_child(element, "geometry", reader);
  const std::string what = std::string("<").append(element.name()).append(">");
  if (!geometry) {
    reading.ignored.add(element.source(), "no <geometry> in " + what,
                        reader.owner() + ": " + what + " has no <geometry> and is ignored");
    return std::nullopt;
  }
  for (const Element form : geometry.children()) {
    if (read_geometry(form, reader, reading, shape)) return shape;
    reading.ignored.add(form.source(),
                        "<" + std::string(form.name()) + "> in <geometry> is unknown and ignored");
  }
  if (geometry.children().begin() == geometry.children().end()) {
    reading.ignored.add(geometry.source(), "empty <geometry> in " + what,
                        reader.owner() + ": <geometry> is empty, and its " + what + " is ignored");
  }
  return std::nullopt;
}

}  // namespace sinew::urdf
