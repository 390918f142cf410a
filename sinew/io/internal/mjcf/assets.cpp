#include "sinew/io/internal/mjcf/assets.hpp"

#include <filesystem>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

void read_mesh(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings, "mesh");
  const auto attributes = reading.attributes(element, Heir::mesh, mesh_rules, Defaults::main_class, reader);
  std::filesystem::path file = attributes.text("file");
  std::string name = attributes.text("name");
  if (name.empty()) name = file.stem().string();
  if (name.empty()) {
    reader.error(element, "<mesh> has neither name nor file");
    return;
  }
  Assets::Mesh mesh;
  if (!file.empty()) {
    if (reading.settings.strip_path) file = file.filename();
    mesh.file = (reading.files.folder() / reading.settings.mesh_folder / file).lexically_normal().string();
  }
  mesh.scale = attributes.vector3("scale").value_or(mesh.scale);
  if (!reading.assets.meshes.try_emplace(name, mesh).second) {
    reader.error(element, "mesh " + xml::in_quotes(name) + " is defined twice");
  }
}

void read_material(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings, "material");
  const auto attributes =
      reading.attributes(element, Heir::material, material_rules, Defaults::main_class, reader);
  const auto color = attributes.numbers("rgba");
  if (color.empty()) return;
  reading.assets.colors[attributes.text("name")] = {color[0], color[1], color[2], color[3]};
}

}  // namespace

void read_assets(Element section, Reading& reading) {
  for (const Element element : reading.files.children(section)) {
    const auto kind = element.name();
    if (kind == "mesh") {
      read_mesh(element, reading);
    } else if (kind == "material") {
      read_material(element, reading);
    } else if (kind == "model") {
      reading.findings.error(element.source(), "asset: <model> is not supported; use <include>");
    } else if (kind != "texture" && kind != "skin" && kind != "hfield") {
      reading.findings.error(element.source(), "asset: unknown element <" + std::string(kind) + ">");
    }
  }
}

}  // namespace sinew::mjcf
