#include "sinew/io/internal/mjcf/tendon.hpp"

#include <algorithm>
#include <iterator>

#include "sinew/io/internal/mjcf/named_parts.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

using ElementKind = TendonElement::Kind;

class TendonReader {
 public:
  TendonReader(Reading& reading, BodyTree& tree) : reading_(reading), tree_(tree), parts_(tree) {}

  // Reads one tendon. One that names what <replicate> has copied is read once for each copy.
  void read(Element element) {
    const std::vector<std::string> replicated = replicated_names(element);
    if (replicated.empty()) return read_copy(element);
    const auto& suffixes = tree_.replicas.at(replicated.front());
    const auto elements = element.children();
    const auto size = std::size_t(std::distance(elements.begin(), elements.end()));
    if (!reading_.add_copies(size * suffixes.size(), element)) return;
    bool is_read = false;
    for (const std::string& suffix : suffixes) {
      const auto has_copy = [&](const std::string& name) { return tree_.replicas.at(name).contains(suffix); };
      if (!std::all_of(replicated.begin(), replicated.end(), has_copy)) continue;
      suffix_ = suffix;
      read_copy(element);
      is_read = true;
    }
    suffix_.clear();
    if (!is_read)
      reading_.ignored.add(element.source(), "tendons between copies of different <replicate> are left out");
  }

 private:
  // The names that exist only with the suffixes of <replicate>.
  std::vector<std::string> replicated_names(Element element) const {
    std::vector<std::string> names;
    for (const Element child : reading_.files.children(element)) {
      for (const char* const attribute : {"joint", "site", "geom", "sidesite"}) {
        const char* const name = child.attribute(attribute);
        if (name != nullptr && !parts_.contains(name) && tree_.replicas.contains(name))
          names.emplace_back(name);
      }
    }
    return names;
  }

  void read_copy(Element element) {
    const std::string kind(element.name());
    const char* const name = element.attribute("name");
    const AttributeReader reader(reading_.findings,
                                 name != nullptr ? "tendon " + xml::in_quotes(name) : "tendon");
    const bool is_spatial = kind == "spatial";
    if (!is_spatial && kind != "fixed")
      return reader.error(element, "unknown element <" + kind + "> in <tendon>");
    const auto attributes = reading_.attributes(
        element, Heir::tendon, is_spatial ? spatial_rules : fixed_rules, Defaults::main_class, reader);
    TreeTendon tendon;
    tendon.tendon.name = attributes.text("name");
    tendon.tendon.source = element.source();
    if (!tendon.tendon.name.empty()) {
      if (!suffix_.empty()) tree_.replicas[tendon.tendon.name].insert(suffix_);
      tendon.tendon.name += suffix_;
    }
    reading_.tendon_names.add(tendon.tendon.name, element, reading_.findings);
    read_forces(attributes, reader, tendon.tendon);
    report_left_out(element, attributes);
    for (const Element child : reading_.files.children(element)) {
      is_spatial ? read_element(child, reader, tendon) : read_term(child, reader, tendon.tendon);
    }
    tree_.tendons.push_back(std::move(tendon));
  }

  void read_forces(const Attributes& attributes, const AttributeReader& reader, Tendon& tendon) {
    const Settings& settings = reading_.settings;
    if (settings.with_springs()) tendon.stiffness = attributes.number("stiffness", 0);
    if (settings.with_damping()) tendon.damping = attributes.number("damping", 0);
    tendon.actuation = actuator_range(attributes, settings.autolimits, reader);
    tendon.rest_lengths = rest_lengths_of(attributes, reader);
    if (!is_limited(attributes, settings.autolimits, reader) || !settings.with_limits()) return;
    const auto range = attributes.numbers("range");
    const double lower = range.empty() ? 0 : range[0], upper = range.empty() ? 0 : range[1];
    if (!(lower < upper)) {
      return reader.error(attributes.where(range.empty() ? "limited" : "range"),
                          "range: the lower limit must be below the upper one of a limited tendon");
    }
    tendon.lower = lower;
    tendon.upper = upper;
  }

  // The default -1 -1 stands for the length at which the springs of joints are at rest.
  static std::optional<std::array<double, 2>> rest_lengths_of(const Attributes& attributes,
                                                              const AttributeReader& reader) {
    const auto written = attributes.numbers("springlength");
    if (written.empty()) return std::nullopt;
    const Element where = attributes.where("springlength");
    // One number stands for both, even if the class of the tendon gives two.
    const bool is_one = xml::parse_numbers(where.attribute("springlength")).values.size() == 1;
    const std::array<double, 2> rest{written[0], is_one ? written[0] : written[1]};
    if (rest[0] == -1 && rest[1] == -1) return std::nullopt;
    if (rest[0] > rest[1])
      reader.error(where, "springlength: the first number must not exceed the second one");
    return rest;
  }

  void report_left_out(Element element, const Attributes& attributes) {
    const auto has_more_terms = [&](const char* name) {
      const auto terms = attributes.numbers(name);
      return std::any_of(terms.begin() + std::min<std::ptrdiff_t>(1, std::ssize(terms)), terms.end(),
                         [](double term) { return term != 0; });
    };
    const auto warn_if = [&](bool given, const char* what) {
      if (given) reading_.ignored.add(element.source(), what);
    };
    warn_if(has_more_terms("stiffness") || has_more_terms("damping"),
            "the quadratic and cubic terms of tendon springs and damping are left out");
    warn_if(attributes.number("frictionloss", 0) != 0, "dry friction of tendons is left out");
    warn_if(attributes.number("armature", 0) != 0, "armature of tendons is left out");
  }

  void read_term(Element child, const AttributeReader& reader, Tendon& tendon) {
    if (child.name() != "joint") return unexpected(child, "joint", reader);
    Attributes attributes;
    attributes.lay(child, tendon_joint_rules, reader);
    const Joint* const* const joint = find_part(parts_.joints, "joint", child, "joint", suffix_, reader);
    const auto coefficient = reader.required_number(child, "coef");
    if (joint == nullptr || !coefficient) return;
    if ((*joint)->type == Joint::Type::hinge || (*joint)->type == Joint::Type::slide) {
      tendon.joints.push_back({(*joint)->name, *coefficient});
    } else {
      reader.error(child, "joint: joint " + xml::in_quotes((*joint)->name) +
                              " has several degrees of freedom; expected a hinge or a slide");
    }
  }

  void read_element(Element child, const AttributeReader& reader, TreeTendon& tendon) {
    const auto kind = child.name();
    Attributes attributes;
    TendonElement& element = tendon.tendon.path.emplace_back();
    TreeTendon::Element& place = tendon.path.emplace_back();
    if (kind == "site") {
      attributes.lay(child, tendon_site_rules, reader);
      if (const auto* site = find_part(parts_.sites, "site", child, "site", suffix_, reader))
        place.at = *site;
    } else if (kind == "pulley") {
      attributes.lay(child, pulley_rules, reader);
      element.kind = ElementKind::pulley;
      element.divisor = reader.required_number(child, "divisor").value_or(1);
    } else if (kind == "geom") {
      attributes.lay(child, tendon_geom_rules, reader);
      read_obstacle(child, reader, element, place);
    } else {
      unexpected(child, "site, pulley or geom", reader);
    }
  }

  void read_obstacle(Element child, const AttributeReader& reader, TendonElement& element,
                     TreeTendon::Element& place) {
    element.kind = ElementKind::sphere;
    if (child.has("sidesite")) {
      if (const auto* side = find_part(parts_.sites, "site", child, "sidesite", suffix_, reader))
        place.side = *side;
    }
    place.geom = 0;
    const auto* const found = find_part(parts_.geoms, "geom", child, "geom", suffix_, reader);
    if (found == nullptr) return;
    place.at.body = found->body;
    place.geom = static_cast<int>(found->index);
    const GeomType type = geom_of(tree_, place).type;
    if (type == GeomType::cylinder) element.kind = ElementKind::cylinder;
    if (type == GeomType::sphere || type == GeomType::cylinder) return;
    reader.error(child, std::string("geom: a tendon cannot wrap around a ") + name_of(type) +
                            "; expected a sphere or a cylinder");
  }

  static void unexpected(Element child, const char* expected, const AttributeReader& reader) {
    reader.error(child, "unexpected element <" + std::string(child.name()) + ">; expected " + expected);
  }

  Reading& reading_;
  BodyTree& tree_;
  NamedParts parts_;
  std::string suffix_;  // of the replica that is read
};

}  // namespace

void read_tendons(Element section, Reading& reading, BodyTree& tree) {
  Attributes none;
  none.lay(section, {}, AttributeReader(reading.findings, "tendon"));
  TendonReader reader(reading, tree);
  for (const Element element : reading.files.children(section)) reader.read(element);
}

}  // namespace sinew::mjcf
