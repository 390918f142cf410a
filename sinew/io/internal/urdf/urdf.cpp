// Reads URDF files: the links and joints of a <robot>, and the loops and couplings that close its tree.
#include "sinew/io/internal/text/read_document.hpp"
#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew {
namespace {

using xml::Element;

constexpr std::size_t most_findings = 1'000;

// `whole`: set to whether all links form one tree.
Description read_robot(Element robot, urdf::Reading& reading, bool& whole) {
  Description description;
  description.source = robot.source();
  description.files = {description.source.file};
  if (const char* const name = robot.attribute("name")) {
    description.name = name;
  } else {
    reading.findings.warning(robot.source(), "<robot> has no attribute 'name'");
  }
  reading.ignored.attributes_except(robot, {"name", "version"});
  urdf::collect_materials(robot, reading);
  std::vector<urdf::Link> links;
  std::vector<urdf::LinkedJoint> joints;
  urdf::note_other_children(robot, {"link", "joint", "material", "loop_joint", "joint_coupling"}, reading);
  for (const Element child : robot.children()) {
    if (child.name() == "link") {
      if (auto link = urdf::read_link(child, reading)) links.push_back(std::move(*link));
    } else if (child.name() == "joint") {
      joints.push_back(urdf::read_joint(child, reading));
    } else if (child.name() == "loop_joint") {
      if (auto loop = urdf::read_loop(child, reading)) description.loops.push_back(std::move(*loop));
    } else if (child.name() == "joint_coupling") {
      if (auto coupling = urdf::read_coupling(child, reading))
        description.couplings.push_back(std::move(*coupling));
    }
    if (reading.findings.list.size() > most_findings) {
      reading.findings.error(
          child.source(), "more than " + std::to_string(most_findings) + " findings: the rest is not read");
      return description;
    }
  }
  urdf::check_mimics(joints, reading);
  const int errors_before = reading.findings.count(Severity::error);
  description.bodies = urdf::grow_tree(std::move(links), std::move(joints), robot.source(), reading.findings);
  whole = reading.findings.count(Severity::error) == errors_before && !description.bodies.empty();
  return description;
}

// Returns whether the file already describes a floating robot: a root link without mass, often called "world", all of
// whose joints are floating.
bool already_floats(const Description& description) {
  const Body& root = description.bodies.front();
  bool carries = false;
  for (const Body& body : description.bodies) {
    if (body.parent != root.name) continue;
    if (body.joint.kind != JointKind::floating) return false;
    carries = true;
  }
  return carries && root.inertial.mass == 0;
}

void set_base(Description& description, Base base) {
  if (base == Base::as_written || description.bodies.empty()) return;
  if (!already_floats(description)) {
    if (base == Base::floating) description = with_floating_base(std::move(description));
    return;
  }
  if (base == Base::floating) return;
  for (Body& body : description.bodies) {
    if (body.parent == description.bodies.front().name) body.joint = {.name = body.joint.name};
  }
}

}  // namespace

CheckedDescription read_urdf_document(const xml::Document& document, const ReadOptions& options) {
  Findings findings;
  const Element robot = document.root();
  if (robot.name() != "robot") {
    findings.error(robot.source(),
                   "the root element is <" + std::string(robot.name()) + ">; expected <robot>");
    return CheckedDescription::refused({}, std::move(findings));
  }
  urdf::Reading reading{.findings = findings, .options = options};
  bool whole = false;
  Description description = read_robot(robot, reading, whole);
  set_base(description, options.base);
  Findings last;
  reading.ignored.report(last);
  reading.missing_meshes.report(last);
  // Validating an incomplete tree would only repeat the errors above.
  CheckedDescription result = whole
                                  ? CheckedDescription(std::move(description), std::move(findings))
                                  : CheckedDescription::refused(std::move(description), std::move(findings));
  result.add(std::move(last));
  return result;
}

ReadResult read_urdf_text(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  Findings findings;
  const auto document = xml::Document::parse(text, file_name, findings);
  if (!document) return {{}, std::move(findings)};
  return read_result(read_urdf_document(*document, options));
}

ReadResult read_urdf(const std::filesystem::path& file, const ReadOptions& options) {
  Findings findings;
  const auto document = xml::Document::read(file, findings, options.texts);
  if (!document) return {{}, std::move(findings)};
  return read_result(read_urdf_document(*document, options));
}

}  // namespace sinew
