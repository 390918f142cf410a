// Reads MJCF files as MuJoCo 3 compiles them: files become sections, sections become a tree of bodies, and the tree
// becomes a Description.
#include <set>

#include "sinew/io/internal/mjcf/inertial.hpp"
#include "sinew/io/internal/mjcf/lowering.hpp"
#include "sinew/io/internal/mjcf/masses.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/sections.hpp"
#include "sinew/io/internal/text/read_document.hpp"

namespace sinew {
namespace mjcf {
namespace {

void set_total_mass(const Settings& settings, BodyTree& tree) {
  if (!settings.total_mass) return;
  std::vector<Inertial*> all;
  for (TreeBody& body : tree.bodies) all.push_back(&body.inertial);
  scale_to_total_mass(all, *settings.total_mass);
}

// Keeps the positions of joints that still move.
void remove_fixed_joints(Description& description) {
  std::set<std::string> moving;
  for (const Body& body : description.bodies) {
    if (body.joint.kind != JointKind::fixed) moving.insert(body.joint.name);
  }
  for (NamedPosition& position : description.named_positions) {
    std::erase_if(position.joints, [&](const auto& joint) { return !moving.contains(joint.first); });
  }
}

CheckedDescription read_model(Files& files, const ReadOptions& options, Findings& findings) {
  Shared shared{.findings = findings, .options = options};
  Reading reading{.shared = shared, .files = files, .findings = findings, .ignored = shared.ignored};
  BodyTree tree;
  const std::string name = read_sections(reading, tree);
  complete(tree, reading);
  shared.ignored.report(findings);
  set_total_mass(reading.settings, tree);
  Description description{
      .name = name, .gravity = reading.settings.options.gravity(), .source = files.root().source()};
  description.files = files.names();
  description.files.insert(description.files.end(), shared.submodel_files.begin(),
                           shared.submodel_files.end());
  if (findings.has_errors()) return CheckedDescription::refused(std::move(description), std::move(findings));
  lower(tree, options.base, description, findings);
  if (options.base == Base::fixed) {
    description = with_fixed_base(std::move(description));
    remove_fixed_joints(description);
  }
  return CheckedDescription(std::move(description), std::move(findings), options.repair);
}

}  // namespace
}  // namespace mjcf

CheckedDescription read_mjcf_document(std::unique_ptr<xml::Document> document, const ReadOptions& options) {
  Findings findings;
  mjcf::Files files(std::move(document), findings, options.texts);
  const xml::Element root = files.root();
  if (root.name() == "mujoco") return mjcf::read_model(files, options, findings);
  findings.error(root.source(), "the root element is <" + std::string(root.name()) + ">; expected <mujoco>");
  return CheckedDescription::refused({}, std::move(findings));
}

ReadResult read_mjcf(const std::filesystem::path& file, const ReadOptions& options) {
  Findings findings;
  auto document = xml::Document::read(file, findings, options.texts);
  if (!document) return {{}, std::move(findings)};
  return read_result(read_mjcf_document(std::move(document), options));
}

ReadResult read_mjcf_text(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  Findings findings;
  auto document = xml::Document::parse(text, file_name, findings);
  if (!document) return {{}, std::move(findings)};
  return read_result(read_mjcf_document(std::move(document), options));
}

}  // namespace sinew
