// Reads MJCF files as MuJoCo 2.2.2 compiles them: files become sections, sections become a tree of bodies, and the tree
// becomes a Description.
#include <algorithm>
#include <iterator>

#include "sinew/io/internal/mjcf/equality.hpp"
#include "sinew/io/internal/mjcf/inertial.hpp"
#include "sinew/io/internal/mjcf/lowering.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/io/internal/mjcf/tree.hpp"
#include "sinew/io/internal/text/read_document.hpp"

namespace sinew {
namespace mjcf {
namespace {

// Sections are read in this order, whatever their order in the file: a class may be used before the <default> that
// defines it.
constexpr std::string_view understood[] = {"compiler", "option", "default", "asset", "worldbody", "equality"};

void read_section(Element section, Reading& reading, BodyTree& tree) {
  const auto kind = section.name();
  if (kind == "compiler") {
    read_compiler(section, reading.settings, reading.findings);
  } else if (kind == "option") {
    read_option(section, reading.settings, reading.files, reading.findings, reading.ignored);
  } else if (kind == "default") {
    reading.defaults.read(section, reading.files, reading.findings);
  } else if (kind == "asset") {
    read_assets(section, reading);
  } else if (kind == "worldbody") {
    read_worldbody(section, reading, tree);
  } else {
    read_equality(section, reading, tree);
  }
}

void leave_out(Element section, Reading& reading) {
  const auto kind = section.name();
  const LeftOut* const known = left_out_section(kind);
  if (known == nullptr) {
    reading.findings.error(section.source(), "unknown element <" + std::string(kind) + "> in <mujoco>");
  } else if (known->how == LeftOut::How::with_warning && *section.children().begin()) {
    reading.ignored.add(section.source(), std::string(known->message));
  }
}

void set_total_mass(const Settings& settings, BodyTree& tree) {
  if (!settings.total_mass) return;
  std::vector<Inertial*> all;
  for (TreeBody& body : tree.bodies) all.push_back(&body.inertial);
  scale_to_total_mass(all, *settings.total_mass);
}

bool is_understood(Element section) {
  return std::find(std::begin(understood), std::end(understood), section.name()) != std::end(understood);
}

CheckedDescription read_model(Files& files, const ReadOptions& options, Findings& findings) {
  const Base base = options.base;
  const Element root = files.root();
  Attributes attributes;
  attributes.lay(root, root_rules, AttributeReader(findings, "mujoco"));
  Reading reading{.files = files, .findings = findings, .base = base};
  BodyTree tree;
  const std::vector<Element> sections = files.children(root);
  for (const auto& kind : understood) {
    for (const Element section : sections) {
      if (section.name() == kind) read_section(section, reading, tree);
    }
  }
  for (const Element section : sections) {
    if (!is_understood(section)) leave_out(section, reading);
  }
  reading.ignored.report(findings);
  set_total_mass(reading.settings, tree);
  Description description{
      .name = attributes.text("model"), .gravity = reading.settings.gravity(), .source = root.source()};
  description.files = files.names();
  if (findings.has_errors()) return CheckedDescription::refused(std::move(description), std::move(findings));
  lower(tree, base, description, findings);
  if (base == Base::fixed) description = with_fixed_base(std::move(description));
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
