#include "sinew/io/internal/mjcf/equality.hpp"

#include <algorithm>
#include <map>

#include "sinew/io/internal/mjcf/named_parts.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/io/internal/mjcf/tendon_equality.hpp"

namespace sinew::mjcf {
namespace {

using Polynomial = std::array<double, 5>;

// Returns the coefficients of a(x - x0) in powers of x.
Polynomial about_zero(const Polynomial& a, double x0) {
  Polynomial c{};
  for (std::size_t k = a.size(); k-- > 0;) {  // Horner: c <- c (x - x0) + a_k
    for (std::size_t i = c.size() - 1; i > 0; --i) c[i] = c[i - 1] - x0 * c[i];
    c[0] = a[k] - x0 * c[0];
  }
  return c;
}

class EqualityReader {
 public:
  EqualityReader(Reading& reading, BodyTree& tree)
      : reading_(reading), tree_(tree), poses_(reference_poses(tree)), parts_(tree) {
    for (const TreeTendon& tendon : tree.tendons) tendons_[tendon.tendon.name] = &tendon.tendon;
  }

  // Reads one constraint. One that names what <replicate> has copied is read once for each copy.
  void read(Element element) {
    const std::string kind(element.name());
    if (const LeftOut* const known = left_out_equality(kind)) {
      ++tree_.equality_count;
      reading_.ignored.add(element.source(), std::string(known->message));
      return;
    }
    const std::vector<const char*> replicated = replicated_ends(element);
    if (replicated.empty()) return read_copy(element, kind);
    std::size_t copies = 0;
    for (const std::string& suffix : tree_.replicas.at(replicated.front())) {
      if (ends_of(element).size() != replicated.size() || !have_replica(replicated, suffix)) continue;
      suffix_ = suffix;
      read_copy(element, kind);
      ++copies;
    }
    suffix_.clear();
    if (copies > 0) return;
    reading_.ignored.add(
        element.source(),
        "equality constraints between a replica and a body outside of it are left out, as in MuJoCo");
  }

 private:
  static std::vector<const char*> ends_of(Element element) {
    std::vector<const char*> names;
    for (const char* const end :
         {"body1", "body2", "joint1", "joint2", "site1", "site2", "tendon1", "tendon2"}) {
      if (const char* const name = element.attribute(end)) names.push_back(name);
    }
    return names;
  }
  bool is_name(const std::string& name) const { return parts_.contains(name) || tendons_.contains(name); }
  bool have_replica(const std::vector<const char*>& names, const std::string& suffix) const {
    return std::all_of(names.begin(), names.end(),
                       [&](const char* name) { return tree_.replicas.at(name).contains(suffix); });
  }
  // The names that exist only with the suffixes of <replicate>.
  std::vector<const char*> replicated_ends(Element element) const {
    std::vector<const char*> names = ends_of(element);
    std::erase_if(names, [&](const char* name) { return is_name(name) || !tree_.replicas.contains(name); });
    return names;
  }

  void read_copy(Element element, const std::string& kind) {
    const int id = tree_.equality_count++;
    const char* const name = element.attribute("name");
    const AttributeReader reader(reading_.findings,
                                 name != nullptr ? kind + " " + xml::in_quotes(name) : kind);
    const ElementRules* const rules = kind == "connect"  ? &connect_rules
                                      : kind == "weld"   ? &weld_rules
                                      : kind == "joint"  ? &joint_equality_rules
                                      : kind == "tendon" ? &tendon_equality_rules
                                                         : nullptr;
    if (rules == nullptr) return reader.error(element, "unknown element <" + kind + "> in <equality>");
    const auto attributes =
        reading_.attributes(element, Heir::equality, *rules, Defaults::main_class, reader);
    reading_.equality_names.add(name_of(attributes), element, reading_.findings);
    const bool active = attributes.keyword("active", {"false", "true"}, reader) != 0;
    if (!active) {
      reading_.ignored.add(element.source(), "inactive equality constraints are ignored");
    }
    const bool kept = active && reading_.settings.with_equality();
    if (kind == "joint" || kind == "tendon") {
      auto coupling = kind == "joint" ? coupling_of(element, attributes, reader)
                                      : coupling_of_tendons(element, attributes, reader);
      if (coupling && kept) tree_.couplings.push_back({std::move(*coupling), id});
    } else {
      auto loop = loop_of(element, attributes, reader);
      if (loop && kept) tree_.loops.push_back({std::move(*loop), id});
    }
  }

  const Transform<double>& pose(int body) const {
    return body < 0 ? ground_ : poses_[static_cast<std::size_t>(body)];
  }

  std::string name_of(const Attributes& attributes) const {
    const std::string name = attributes.text("name");
    return name.empty() ? name : name + suffix_;
  }

  template <class Part>
  const Part* named(const std::map<std::string, Part>& parts, const char* kind, Element element,
                    const char* attribute, const AttributeReader& reader) const {
    return find_part(parts, kind, element, attribute, suffix_, reader);
  }

  std::optional<TreeLoop> loop_of(Element element, const Attributes& attributes,
                                  const AttributeReader& reader) const {
    const bool by_sites = attributes.has("site1") || attributes.has("site2");
    const bool welded = element.name() == "weld" && attributes.number("torquescale", 1) != 0;
    TreeLoop loop{.name = name_of(attributes),
                  .kind = welded ? ConnectionKind::weld : ConnectionKind::spherical,
                  .source = element.source()};
    const bool whole =
        by_sites ? end_at_sites(element, reader, loop) : end_at_bodies(element, attributes, reader, loop);
    return whole ? std::optional(std::move(loop)) : std::nullopt;
  }

  bool end_at_sites(Element element, const AttributeReader& reader, TreeLoop& loop) const {
    for (const char* const other : {"body1", "body2", "anchor", "relpose"}) {
      if (!element.has(other)) continue;
      reader.error(element,
                   std::string(other) + " cannot be combined with sites; expected either bodies or sites");
      return false;
    }
    const TreeEnd* const first = named(parts_.sites, "site", element, "site1", reader);
    const TreeEnd* const second = named(parts_.sites, "site", element, "site2", reader);
    if (first == nullptr || second == nullptr) return false;
    loop.first = *first;
    loop.second = *second;
    return true;
  }

  bool end_at_bodies(Element element, const Attributes& attributes, const AttributeReader& reader,
                     TreeLoop& loop) const {
    const bool weld = element.name() == "weld";
    const int* const first = named(parts_.bodies, "body", element, "body1", reader);
    const int* const second =
        element.has("body2") ? named(parts_.bodies, "body", element, "body2", reader) : &loop.second.body;
    if (!weld && !element.has("anchor")) reader.error(element, "<connect> has no attribute 'anchor'");
    const auto anchor = attributes.vector3("anchor");
    if (first == nullptr || second == nullptr || (!weld && !anchor)) return false;
    loop.first.body = *first;
    loop.second.body = *second;
    const Transform<double> second_in_first = inverse(pose(*first)) * pose(*second);
    if (!weld) {  // the anchor is given in the frame of the first body
      loop.first.placement.translation = *anchor;
      loop.second.placement.translation = inverse(second_in_first) * *anchor;
      return true;
    }
    // The anchor is given in the frame of the second body. If the quaternion of relpose is not zero, relpose is the
    // pose of the constrained frame in the first body; otherwise the pose at qpos0 is used.
    loop.second.placement.translation = anchor.value_or(Vector3<double>{});
    loop.first.placement = second_in_first * loop.second.placement;
    const auto n = attributes.numbers("relpose");
    if (!n.empty() && (n[3] != 0 || n[4] != 0 || n[5] != 0 || n[6] != 0)) {
      loop.first.placement = {rotation_from_quaternion(n[3], n[4], n[5], n[6]), {n[0], n[1], n[2]}};
    }
    return true;
  }

  const Joint* joint_named(Element element, const char* attribute, const AttributeReader& reader) const {
    const auto* const joint = named(parts_.joints, "joint", element, attribute, reader);
    if (joint == nullptr) return nullptr;
    if ((*joint)->type == Joint::Type::hinge || (*joint)->type == Joint::Type::slide) return *joint;
    reader.error(element, std::string(attribute) + ": joint " + xml::in_quotes((*joint)->name) +
                              " has several degrees of freedom; expected a hinge or a slide");
    return nullptr;
  }

  static Polynomial polynomial_of(const Attributes& attributes) {
    Polynomial a{0, 1, 0, 0, 0};
    const auto written = attributes.numbers("polycoef");
    std::copy(written.begin(), written.end(), a.begin());
    return a;
  }

  // MuJoCo's polynomial is relative to the references: y - y0 = a(x - x0), or y - y0 = a0 without a second joint.
  Coupling coupling_about(Element element, const Attributes& attributes, const Joint& joint,
                          const Joint* leader, const Polynomial& a) const {
    Coupling coupling{.name = name_of(attributes),
                      .joint = joint.name,
                      .leader = leader != nullptr ? leader->name : "",
                      .polynomial = leader != nullptr ? about_zero(a, leader->reference) : Polynomial{a[0]},
                      .source = element.source()};
    coupling.polynomial[0] += joint.reference;
    return coupling;
  }

  std::optional<Coupling> coupling_of(Element element, const Attributes& attributes,
                                      const AttributeReader& reader) const {
    const bool follows = attributes.has("joint2");
    const Joint* const joint = joint_named(element, "joint1", reader);
    const Joint* const leader = follows ? joint_named(element, "joint2", reader) : nullptr;
    if (joint == nullptr || (follows && leader == nullptr)) return std::nullopt;
    return coupling_about(element, attributes, *joint, leader, polynomial_of(attributes));
  }

  std::optional<Coupling> coupling_of_tendons(Element element, const Attributes& attributes,
                                              const AttributeReader& reader) const {
    const bool has_second = attributes.has("tendon2");
    const Tendon* const* const first = named(tendons_, "tendon", element, "tendon1", reader);
    const Tendon* const* const second =
        has_second ? named(tendons_, "tendon", element, "tendon2", reader) : nullptr;
    if (first == nullptr || (has_second && second == nullptr)) return std::nullopt;
    const auto relation =
        relation_of(**first, second != nullptr ? *second : nullptr, polynomial_of(attributes));
    if (!relation) {
      reading_.ignored.add(element.source(),
                           "equality constraints of tendons are kept only if the tendons are fixed and the "
                           "constraint relates one or two joints; others are left out");
      return std::nullopt;
    }
    const Joint* const leader = relation->leader.empty() ? nullptr : parts_.joints.at(relation->leader);
    return coupling_about(element, attributes, *parts_.joints.at(relation->joint), leader,
                          relation->polynomial);
  }

  Reading& reading_;
  BodyTree& tree_;
  Transform<double> ground_;
  std::vector<Transform<double>> poses_;  // at qpos0, by index in the tree
  std::string suffix_;                    // of the replica that is read
  NamedParts parts_;
  std::map<std::string, const Tendon*> tendons_;
};

}  // namespace

void read_equality(Element section, Reading& reading, BodyTree& tree) {
  Attributes none;
  none.lay(section, {}, AttributeReader(reading.findings, "equality"));
  EqualityReader reader(reading, tree);
  for (const Element element : reading.files.children(section)) reader.read(element);
}

}  // namespace sinew::mjcf
