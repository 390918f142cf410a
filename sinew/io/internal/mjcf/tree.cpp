#include "sinew/io/internal/mjcf/tree.hpp"

#include "sinew/io/internal/mjcf/attach.hpp"
#include "sinew/io/internal/mjcf/inertial.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/replicate.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

// A <body>, <replicate> or <attach> that is still to be read.
struct Pending {
  Placed placed;
  int parent;
};

void push_children(const Contents& contents, int parent, std::vector<Pending>& stack) {
  for (auto child = contents.children.rbegin(); child != contents.children.rend(); ++child) {
    stack.push_back({*child, parent});
  }
}

// Unnamed sites cannot be referred to and are not kept.
void read_site(const Placed& placed, Reading& reading, std::vector<Site>& sites) {
  const Element element = placed.element;
  const char* const name = element.attribute("name");
  const AttributeReader reader(reading.findings, name != nullptr ? "site " + xml::in_quotes(name) : "site");
  const auto attributes = reading.attributes(element, Heir::site, site_rules, placed.class_index, reader);
  Site site{attributes.text("name"), {}, element.source()};
  reading.site_names.add(site.name, element, reading.findings);
  if (!attributes.has("fromto")) {
    site.placement = placement_of(attributes, reading.settings.angles, reader);
  } else if (const auto segment = segment_of(attributes.numbers("fromto"))) {
    site.placement = segment->placement;
  } else {
    reader.error(attributes.where("fromto"), "the two points of fromto coincide");
  }
  site.placement = placed.frame * site.placement;
  if (!site.name.empty()) sites.push_back(std::move(site));
}

// Reads one body and puts its children on the stack.
void read_body(const Pending& pending, Reading& reading, BodyTree& tree, std::vector<Pending>& stack) {
  const Element element = pending.placed.element;
  const int index = static_cast<int>(tree.bodies.size());
  TreeBody body;
  body.parent = pending.parent;
  body.settings = &reading.settings;
  body.source = element.source();
  Attributes attributes;
  const char* const written_name = element.attribute("name");
  body.name = written_name != nullptr ? written_name : "";
  const std::string label = body.name.empty() ? "body" + std::to_string(index + 1) : body.name;
  const AttributeReader reader(reading.findings, "body " + xml::in_quotes(label));
  attributes.lay(element, body_rules, reader);
  if (body.name == "world") reader.error(element, "the name 'world' is reserved for the ground");
  reading.body_names.add(body.name, element, reading.findings);
  body.own_placement = placement_of(attributes, reading.settings.angles, reader);
  body.placement = pending.placed.frame * body.own_placement;
  if (reading.settings.with_gravity_compensation())
    body.gravity_compensation = attributes.number("gravcomp", 0);
  body.follows_mocap = attributes.keyword("mocap", {"false", "true"}, reader) == 1;

  const int inherited = pending.placed.class_index;
  const int class_index = attributes.has("childclass") ? reading.defaults.find(attributes.text("childclass"),
                                                                               element, inherited, reader)
                                                       : inherited;
  const Contents contents = contents_of(element, class_index, reader, reading);
  for (const Placed& joint : contents.joints) body.joints.push_back(read_joint(joint, label, reading));
  for (const Placed& geom : contents.geoms) body.geoms.push_back(read_geom(geom, label, reading));
  for (const Placed& site : contents.sites) read_site(site, reading, body.sites);
  if (contents.inertial) body.written = read_inertial(*contents.inertial, label, reading);
  tree.bodies.push_back(std::move(body));
  push_children(contents, index, stack);
}

}  // namespace

void read_contents(const Contents& contents, const char* owner, Reading& reading, BodyTree& tree) {
  const AttributeReader reader(reading.findings, owner);
  if (contents.inertial)
    reader.error(contents.inertial->element, "an <inertial> is allowed only in a <body>");
  for (const Placed& joint : contents.joints)
    reader.error(joint.element, "a joint is allowed only in a <body>");
  for (const Placed& geom : contents.geoms) tree.world_geoms.push_back(read_geom(geom, owner, reading));
  for (const Placed& site : contents.sites) read_site(site, reading, tree.world_sites);

  std::vector<Pending> stack;  // instead of recursion, because bodies may be deeply nested
  push_children(contents, -1, stack);
  while (!stack.empty()) {
    const Pending next = stack.back();
    stack.pop_back();
    const auto kind = next.placed.element.name();
    if (kind == "body") {
      read_body(next, reading, tree, stack);
    } else if (kind == "replicate") {
      replicate(next.placed, next.parent, reading, tree);
    } else {
      attach(next.placed, next.parent, reading, tree);
    }
  }
}

void read_worldbody(Element section, Reading& reading, BodyTree& tree) {
  const AttributeReader reader(reading.findings, "worldbody");
  Attributes none;
  none.lay(section, {}, reader);
  read_contents(contents_of(section, Defaults::main_class, reader, reading), "worldbody", reading, tree);
}

const Geom& geom_of(const BodyTree& tree, const TreeTendon::Element& obstacle) {
  const int body = obstacle.at.body;
  const auto& geoms = body < 0 ? tree.world_geoms : tree.bodies[static_cast<std::size_t>(body)].geoms;
  return geoms[static_cast<std::size_t>(obstacle.geom)];
}

std::vector<Transform<double>> reference_poses(const BodyTree& tree) {
  std::vector<Transform<double>> poses;
  for (const TreeBody& body : tree.bodies) {
    const Transform<double> parent =
        body.parent < 0 ? Transform<double>{} : poses[static_cast<std::size_t>(body.parent)];
    poses.push_back(parent * body.placement);
  }
  return poses;
}

}  // namespace sinew::mjcf
