#include "sinew/io/internal/mjcf/assets.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sinew/io/internal/mjcf/attach.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

std::vector<double> number_list(const Attributes& attributes, const char* name,
                                const AttributeReader& reader) {
  auto [values, problem] = xml::parse_numbers(attributes.text(name));
  if (problem.empty() && values.size() % 3 != 0) problem = "expected three numbers for each point or face";
  if (!problem.empty()) reader.error(attributes.where(name), std::string(name) + ": " + problem);
  return problem.empty() ? values : std::vector<double>{};
}

void read_points(const Attributes& attributes, const AttributeReader& reader, MeshAsset& asset) {
  const auto points = number_list(attributes, "vertex", reader);
  for (std::size_t i = 0; i < points.size(); i += 3) {
    asset.written.points.push_back({points[i], points[i + 1], points[i + 2]});
  }
  if (!attributes.has("face")) return;
  const auto corners = number_list(attributes, "face", reader);
  const auto is_index = [&](double x) {
    return x >= 0 && x < static_cast<double>(asset.written.points.size()) && x == std::floor(x);
  };
  if (!std::all_of(corners.begin(), corners.end(), is_index)) {
    return reader.error(attributes.where("face"), "face: expected indices of the mesh's points, from 0");
  }
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    auto& face = asset.written.faces.emplace_back();
    for (std::size_t j = 0; j < 3; ++j) face[j] = static_cast<std::uint32_t>(corners[i + j]);
  }
}

void read_frame(const Attributes& attributes, const AttributeReader& reader, MeshAsset& asset) {
  asset.scale = attributes.vector3("scale").value_or(asset.scale);
  asset.origin = attributes.vector3("refpos").value_or(asset.origin);
  const auto q = attributes.numbers("refquat");
  if (q.empty()) return;
  const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
  if (length < shortest_direction)
    return reader.error(attributes.where("refquat"), "refquat has length zero");
  asset.axes = rotation_from_quaternion(q[0] / length, q[1] / length, q[2] / length, q[3] / length);
}

// Reports a file that does not exist. The mesh cannot be shown, which is no reason to refuse the robot.
void check_file(Element element, const MeshAsset& asset, Reading& reading) {
  std::error_code fault;
  if (asset.file.empty() || reading.shared.options.texts || std::filesystem::exists(asset.file, fault))
    return;
  reading.ignored.add(element.source(), "missing mesh",
                      "mesh file " + xml::in_quotes(asset.file) + " does not exist, and is not shown");
}

void read_mesh(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings, "mesh");
  const auto attributes = reading.attributes(element, Heir::mesh, mesh_rules, Defaults::main_class, reader);
  std::filesystem::path file = attributes.text("file");
  MeshAsset asset;
  asset.name = attributes.text("name");
  if (asset.name.empty()) asset.name = file.stem().string();
  if (asset.name.empty()) return reader.error(element, "<mesh> has neither name nor file");
  if (!file.empty()) {
    if (reading.settings.strip_path) file = file.filename();
    asset.file = reading.files.asset_path(reading.settings.mesh_folder / file, file, element).string();
  } else if (attributes.has("vertex")) {
    read_points(attributes, reader, asset);
  } else {
    asset.is_generated = attributes.has("builtin");
    if (!asset.is_generated) reader.error(element, "<mesh> has neither file, nor vertex, nor builtin");
  }
  read_frame(attributes, reader, asset);
  using mesh::MassKind;
  if (reading.settings.exact_mesh_inertia) asset.kind = MassKind::exact;
  if (const auto kind = attributes.keyword("inertia", {"convex", "exact", "legacy", "shell"}, reader)) {
    asset.kind = static_cast<MassKind>(*kind);
  }
  check_file(element, asset, reading);
  const std::string name = asset.name;
  if (!reading.assets.meshes.try_emplace(name, std::move(asset)).second) {
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

void read_model_asset(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings, "model");
  Attributes attributes;
  attributes.lay(element, model_rules, reader);
  const std::filesystem::path file = attributes.text("file");
  if (file.empty()) return reader.error(element, "<model> has no attribute 'file'");
  const std::string path = (reading.files.folder() / file).lexically_normal().string();
  std::string name = attributes.text("name");
  if (name.empty()) name = model_name_of(path, element, reading);
  if (!reading.assets.models.try_emplace(name, Assets::Model{path, element}).second) {
    reader.error(element, "model " + xml::in_quotes(name) + " is defined twice");
  }
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
      read_model_asset(element, reading);
    } else if (kind != "texture" && kind != "skin" && kind != "hfield") {
      reading.findings.error(element.source(), "asset: unknown element <" + std::string(kind) + ">");
    }
  }
}

}  // namespace sinew::mjcf
