#include "sinew/io/internal/mjcf/tree.hpp"

#include "sinew/io/internal/mjcf/inertial.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

// A <body> that is still to be read.
struct Pending {
  Element element;
  int parent;
  int class_index;
  bool parent_moves;
};

// The children of a <body> or <worldbody>, by kind.
struct Contents {
  std::vector<Element> joints, geoms, sites, bodies;
  Element inertial;
};

Contents contents_of(Element element, const AttributeReader& reader, Reading& reading) {
  Contents result;
  for (const Element child : reading.files.children(element)) {
    const auto kind = child.name();
    if (kind == "body") {
      result.bodies.push_back(child);
    } else if (kind == "joint" || kind == "freejoint") {
      result.joints.push_back(child);
    } else if (kind == "geom") {
      result.geoms.push_back(child);
    } else if (kind == "site") {
      result.sites.push_back(child);
    } else if (kind == "inertial") {
      if (result.inertial) reader.error(child, "a second <inertial>; expected one");
      result.inertial = child;
    } else if (const LeftOut* const known = left_out_in_body(kind); known == nullptr) {
      reader.error(child, "unknown element <" + std::string(kind) + ">");
    } else if (known->how == LeftOut::How::as_error) {
      reader.error(child, std::string(known->message));
    } else if (known->how == LeftOut::How::with_warning) {
      reading.ignored.add(child.source(), std::string(known->message));
    }
  }
  return result;
}

// Unnamed sites cannot be referred to and are not kept.
void read_site(Element element, int class_index, Reading& reading, std::vector<Site>& sites) {
  const char* const name = element.attribute("name");
  const AttributeReader reader(reading.findings, name != nullptr ? "site " + xml::in_quotes(name) : "site");
  const auto attributes = reading.attributes(element, Heir::site, site_rules, class_index, reader);
  Site site{attributes.text("name"), {}, element.source()};
  reading.site_names.add(site.name, element, reading.findings);
  if (!attributes.has("fromto")) {
    site.placement = placement_of(attributes, reading.settings.angles, reader);
  } else if (const auto segment = segment_of(attributes.numbers("fromto"))) {
    site.placement = segment->placement;
  } else {
    reader.error(attributes.where("fromto"), "the two points of fromto coincide");
  }
  if (!site.name.empty()) sites.push_back(std::move(site));
}

void read_body_attributes(Element element, const Attributes& attributes, const AttributeReader& reader,
                          Reading& reading, TreeBody& body) {
  body.placement = placement_of(attributes, reading.settings.angles, reader);
  if (attributes.number("gravcomp", 0) != 0) {
    reader.error(element, "gravcomp is not supported; refusing because the body would feel full gravity");
  }
  body.follows_mocap = attributes.keyword("mocap", {"false", "true"}, reader) == 1;
  if (!body.follows_mocap) return;
  if (body.parent >= 0 || !body.joints.empty()) {
    reader.error(element, "a mocap body must be a child of <worldbody> and have no joint");
  }
  reading.ignored.add(element.source(), "mocap bodies are fixed to the ground at the pose in the file");
}

// Returns whether a floating base gives this body, a child of the ground, a free joint. Only a body without joints can
// get one: between the ground and a joint there is no body with mass that could float.
bool is_freed(const Contents& contents, const TreeBody& body, const AttributeReader& reader) {
  for (std::size_t i = 0; i < body.joints.size(); ++i) {
    if (body.joints[i].type == Joint::Type::free) continue;
    reader.error(contents.joints[i],
                 "cannot have a floating base: a joint connects it to the ground; expected a <freejoint/> "
                 "instead of its joints, or a body without joints between the ground and its joints");
    return false;
  }
  return body.joints.empty() && !body.follows_mocap;
}

// Reads one body and puts its children on the stack.
void read_body(const Pending& pending, Reading& reading, BodyTree& tree, std::vector<Pending>& stack) {
  const Element element = pending.element;
  const int index = static_cast<int>(tree.bodies.size());
  const char* const written_name = element.attribute("name");
  TreeBody body;
  body.name = written_name != nullptr ? written_name : "";
  body.parent = pending.parent;
  body.source = element.source();
  const std::string label = body.name.empty() ? "body" + std::to_string(index + 1) : body.name;
  const AttributeReader reader(reading.findings, "body " + xml::in_quotes(label));
  if (body.name == "world") reader.error(element, "the name 'world' is reserved for the ground");
  reading.body_names.add(body.name, element, reading.findings);
  Attributes attributes;
  attributes.lay(element, body_rules, reader);
  const int class_index =
      attributes.has("childclass")
          ? reading.defaults.find(attributes.text("childclass"), element, pending.class_index, reader)
          : pending.class_index;
  const Contents contents = contents_of(element, reader, reading);

  for (const Element joint : contents.joints) {
    body.joints.push_back(joint.name() == "freejoint" ? read_freejoint(joint, label, reading)
                                                      : read_joint(joint, label, class_index, reading));
  }
  const bool top_level = pending.parent < 0;
  check_joints(element, label, body.joints, top_level, reading.findings);
  read_body_attributes(element, attributes, reader, reading, body);
  const bool freed = top_level && reading.base == Base::floating && is_freed(contents, body, reader);
  const bool moves = pending.parent_moves || !body.joints.empty() || freed;

  std::vector<Geom> geoms;
  for (const Element geom : contents.geoms) {
    geoms.push_back(read_geom(geom, label, class_index, reading));
    const GeomType type = geoms.back().type;
    if (moves && (type == GeomType::plane || type == GeomType::hfield)) {
      AttributeReader(reading.findings, geoms.back().owner)
          .error(geom, std::string("a ") + name_of(type) + " on a moving body; expected it on the ground");
    }
    if (geoms.back().has_shape) body.shapes.push_back(geoms.back().shape);
  }
  std::optional<Inertial> written;
  if (contents.inertial) written = read_inertial(contents.inertial, label, reading);
  body.inertial = inertial_of({element, label, written, geoms, moves}, reading);
  for (const Element site : contents.sites) read_site(site, class_index, reading, body.sites);
  for (auto child = contents.bodies.rbegin(); child != contents.bodies.rend(); ++child) {
    stack.push_back({*child, index, class_index, moves});
  }
  tree.bodies.push_back(std::move(body));
}

}  // namespace

void read_worldbody(Element section, Reading& reading, BodyTree& tree) {
  const AttributeReader reader(reading.findings, "worldbody");
  Attributes none;
  none.lay(section, {}, reader);
  const Contents contents = contents_of(section, reader, reading);
  if (contents.inertial) reader.error(contents.inertial, "the ground cannot have an <inertial>");
  for (const Element joint : contents.joints) reader.error(joint, "the ground cannot have a joint");
  for (const Element geom : contents.geoms) {
    read_geom(geom, "world", Defaults::main_class, reading);
    reading.ignored.add(geom.source(), "geoms of the ground are not kept");
  }
  for (const Element site : contents.sites) read_site(site, Defaults::main_class, reading, tree.world_sites);

  std::vector<Pending> stack;  // instead of recursion, because bodies may be deeply nested
  for (auto child = contents.bodies.rbegin(); child != contents.bodies.rend(); ++child) {
    stack.push_back({*child, -1, Defaults::main_class, false});
  }
  while (!stack.empty()) {
    const Pending next = stack.back();
    stack.pop_back();
    read_body(next, reading, tree, stack);
  }
}

}  // namespace sinew::mjcf
