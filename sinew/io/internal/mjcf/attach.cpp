#include "sinew/io/internal/mjcf/attach.hpp"

#include <filesystem>

#include "sinew/io/internal/mjcf/graft.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/io/internal/mjcf/sections.hpp"

namespace sinew::mjcf {

// A model that others attach. Its bodies point into its settings and assets.
struct Submodel {
  Submodel(std::unique_ptr<xml::Document> document, Reading& user)
      : files(std::move(document), user.findings, user.shared.options.texts),
        reading{.shared = user.shared,
                .files = files,
                .findings = user.findings,
                .ignored = user.ignored,
                .depth = user.depth + 1} {
    reading.settings.options = user.settings.options;
  }

  Files files;
  Reading reading;
  BodyTree tree{};
  std::string name{};
};

namespace {

// Reads the model when it is first asked for. Returns null, and reports an error, if that is impossible.
Submodel* submodel_of(const std::string& file, Element at, Reading& reading) {
  auto& submodels = reading.shared.submodels;
  const std::string key = std::to_string(reading.depth) + " " + file;
  if (const auto found = submodels.find(key); found != submodels.end()) return found->second.get();
  const AttributeReader reader(reading.findings, "model " + xml::in_quotes(file));
  submodels[key] = nullptr;
  if (reading.depth >= max_model_depth) {
    reader.error(
        at, "models that attach models are nested more than " + std::to_string(max_model_depth) + " deep");
    return nullptr;
  }
  if (submodels.size() > std::size_t(max_submodels)) {
    reader.error(at, "more than the " + std::to_string(max_submodels) + " models that are accepted");
    return nullptr;
  }
  std::error_code fault;
  if (!reading.shared.options.texts && !std::filesystem::is_regular_file(file, fault)) {
    reader.error(at, "no such file");
    return nullptr;
  }
  auto document = xml::Document::read(file, reading.findings, reading.shared.options.texts);
  if (!document) return nullptr;
  const Element root = document->root();
  if (root.name() != "mujoco") {
    reader.error(at, "its root element is <" + std::string(root.name()) + ">; expected <mujoco>");
    return nullptr;
  }
  const auto model = std::make_shared<Submodel>(std::move(document), reading);
  model->name = read_sections(model->reading, model->tree);
  for (std::string& name : model->files.names()) reading.shared.submodel_files.push_back(std::move(name));
  submodels[key] = model;
  return model.get();
}

int index_of_body(const BodyTree& tree, const std::string& name) {
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    if (tree.bodies[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::string model_name_of(const std::string& file, Element at, Reading& reading) {
  const Submodel* const model = submodel_of(file, at, reading);
  return model != nullptr ? model->name : "";
}

void attach(const Placed& placed, int parent, Reading& reading, BodyTree& tree) {
  const Element element = placed.element;
  const AttributeReader reader(reading.findings, "attach");
  Attributes attributes;
  attributes.lay(element, attach_rules, reader);
  if (!attributes.has("prefix")) return reader.error(element, "it has no attribute 'prefix'");
  const std::string name = attributes.text("model"), body = attributes.text("body");
  if (name.empty() || attributes.has("frame")) {
    return reader.error(element,
                        "only bodies and whole models of a <model> in <asset> can be attached; expected the "
                        "attribute 'model', and 'body' to attach a part of it");
  }
  const auto found = reading.assets.models.find(name);
  if (found == reading.assets.models.end())
    return reader.error(element, "unknown model " + xml::in_quotes(name));
  Submodel* const model = submodel_of(found->second.file, found->second.element, reading);
  if (model == nullptr) return;
  const int root = body.empty() ? -1 : index_of_body(model->tree, body);
  if (!body.empty() && root < 0) {
    return reader.error(element, "model " + xml::in_quotes(name) + " has no body " + xml::in_quotes(body));
  }
  graft({.from = model->tree,
         .root = root,
         .prefix = attributes.text("prefix"),
         .frame = placed.frame,
         .parent = parent,
         .at = element},
        reading, tree);
}

}  // namespace sinew::mjcf
