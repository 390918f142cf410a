// Reads SDF files: the frames of all models are collected and resolved, links and joints are read in these frames, and
// a tree of links becomes a Description.
#include "sinew/io/internal/sdf/reading.hpp"
#include "sinew/io/internal/text/read_document.hpp"

namespace sinew {
namespace sdf {
namespace {

// Returns the world or model that the file describes, or no element.
xml::Element find_subject(xml::Element root, const ValueReader& reader, Reading& reading) {
  note_other_children(root, {"world", "model"}, reading);
  const xml::Element world = root.child("world"), model = root.child("model");
  if (!world && !model) {
    reader.error(root, "<sdf> contains neither <model> nor <world>");
    return {};
  }
  for (const xml::Element child : root.children()) {
    if (child == world || child == model) continue;
    if (child.name() == "world" || child.name() == "model") {
      reader.warning(child, "a second <" + std::string(child.name()) + "> in <sdf> is left out");
    }
  }
  if (world && model) reader.error(model, "<model> next to <world>; put the model into the world");
  return world ? world : model;
}

Vector3<double> gravity_of(xml::Element world, const ValueReader& reader, int minor) {
  constexpr Vector3<double> by_default{0, 0, -9.8};  // SDF's
  const xml::Element physics = world.child("physics");
  // In 1.4 and 1.5 <gravity> was part of <physics>.
  const bool inside = minor < 6 && !world.child("gravity") && physics;
  return reader.vector3(inside ? physics : world, "gravity").value_or(by_default);
}

// Returns whether all parts could be read, so that the description is complete.
bool read_robot(xml::Element subject, int minor, Reading& reading, Description& description) {
  const bool is_world = subject.name() == "world";
  if (is_world) {
    collect_world(subject, minor, reading);
    description.gravity = gravity_of(subject, ValueReader(reading.findings, "world"), minor);
  } else {
    collect_root_model(subject, minor, reading);
  }
  connect_frames(reading);
  if (!reading.frames.solve()) return false;
  std::vector<Link> links;
  for (const LinkElement& link : reading.links) links.push_back(read_link(link, reading));
  const std::vector<ModelJoint> joints = read_joints(links, reading);
  if (links.empty() && !reading.findings.has_errors()) {
    reading.findings.error(subject.source(), "<" + std::string(subject.name()) + "> has no link");
  }
  if (reading.findings.has_errors()) return false;
  lower(links, joints, reading, description);
  return !reading.findings.has_errors();
}

CheckedDescription read_sdf_element(const xml::Document& document, xml::Element root,
                                    const ReadOptions& options) {
  Findings findings;
  const auto minor = read_version(root, findings);
  if (!minor) return CheckedDescription::refused({}, std::move(findings));
  Files files(document, findings, options);
  Reading reading{.findings = findings, .options = options, .files = files};
  const ValueReader reader(findings, "sdf");
  Description description{.source = root.source()};
  bool complete = false;
  if (const xml::Element subject = find_subject(root, reader, reading)) {
    description.name = reader.name(subject, "name");
    complete = read_robot(subject, *minor, reading, description);
  }
  description.files = files.names();
  reading.ignored.report(findings);
  reading.missing_meshes.report(findings);
  if (!complete) return CheckedDescription::refused(std::move(description), std::move(findings));
  if (options.base == Base::fixed) description = with_fixed_base(std::move(description));
  return CheckedDescription(std::move(description), std::move(findings), options.repair);
}

}  // namespace
}  // namespace sdf

CheckedDescription read_sdf_document(const xml::Document& document, const ReadOptions& options) {
  const xml::Element root = document.root();
  if (root.name() == "sdf") return sdf::read_sdf_element(document, root, options);
  Findings findings;
  findings.error(root.source(), "the root element is <" + std::string(root.name()) + ">; expected <sdf>");
  return CheckedDescription::refused({}, std::move(findings));
}

ReadResult read_sdf(const std::filesystem::path& file, const ReadOptions& options) {
  Findings findings;
  const auto document = xml::Document::read(file, findings, options.texts);
  if (!document) return {{}, std::move(findings)};
  return read_result(read_sdf_document(*document, options));
}

ReadResult read_sdf_text(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  Findings findings;
  const auto document = xml::Document::parse(text, file_name, findings);
  if (!document) return {{}, std::move(findings)};
  return read_result(read_sdf_document(*document, options));
}

}  // namespace sinew
