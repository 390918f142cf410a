// Collects the frames, links and joints of models, of models inside them and of what they include.
#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {

using xml::Element;

namespace {

constexpr int max_model_depth = 100;
constexpr std::size_t most_findings = 1'000;

// A model together with what an <include> says about it.
struct ModelPart {
  Element element{};
  std::string name{};
  Pose pose{};
  std::string placement_frame{};
  bool is_static = false, is_merged = false;
  int minor = 11;
};

class Collector {
 public:
  explicit Collector(Reading& reading) : reading_(reading), frames_(reading.frames) {}

  void collect_model(const ModelPart& part, int parent, std::string prefix) {
    if (++depth_ > max_model_depth) {
      error(part.element, "models are nested more than " + std::to_string(max_model_depth) + " deep");
    } else {
      const int scope = open_scope(part, parent, std::move(prefix));
      collect_parts(part.element, scope);
      note_other_children(part.element, {"pose", "static", "link", "joint", "frame", "model", "include"},
                          reading_);
    }
    --depth_;
  }

  void collect_parts(Element owner, int scope) {
    for (const Element child : owner.children()) {
      if (too_many(child)) return;
      if (child.name() == "link" && scope != 0) {
        add_link(child, scope);
      } else if (child.name() == "joint") {
        add_joint(child, scope);
      } else if (child.name() == "frame") {
        add_frame(child, scope);
      } else if (child.name() == "model") {
        add_model(child, scope);
      } else if (child.name() == "include") {
        add_include(child, scope);
      }
    }
  }

  // Returns a <model> as written, under its own name.
  ModelPart part_of(Element model, int minor) {
    const ValueReader reader(reading_.findings, "model " + quoted_name(model));
    reading_.ignored.attributes_except(model, {"name", "canonical_link", "placement_frame", "namespace"});
    return {.element = model,
            .name = reader.name(model, "name"),
            .pose = reader.pose(model),
            .placement_frame = reader.name(model, "placement_frame"),
            .is_static = reader.flag(model, "static").value_or(false),
            .minor = minor};
  }

 private:
  void error(Element element, const std::string& what) { reading_.findings.error(element.source(), what); }

  static std::string quoted_name(Element element) {
    const char* const name = element.attribute("name");
    return xml::in_quotes(name != nullptr ? name : "");
  }

  bool too_many(Element at) {
    if (reading_.findings.list.size() < most_findings) return false;
    if (!stopped_) {
      error(at, "more than " + std::to_string(most_findings) + " findings: the rest is not read");
    }
    return stopped_ = true;
  }

  // Checks the name of an element. Names that SDF reserves are refused; until 1.6 a joint could be called world.
  bool has_good_name(Element element, const std::string& name, int minor) {
    const std::string what = "<" + std::string(element.name()) + ">";
    if (name.empty()) {
      error(element, what + " has no name");
    } else if (name == "__model__" || (name == "world" && (minor >= 7 || element.name() != "joint"))) {
      error(element, what + ": the name " + xml::in_quotes(name) + " is reserved");
    } else {
      return true;
    }
    return false;
  }

  // Adds a frame under the name of its element, or returns no_frame if that name cannot be used.
  int add_named(Element element, FrameKind kind, int scope, const std::string& name) {
    if (!has_good_name(element, name, frames_.scope(scope).minor)) return no_frame;
    return frames_.add(
        {.kind = kind, .name = frames_.scope(scope).prefix + name, .scope = scope, .element = element}, name);
  }

  void add_link(Element element, int scope) {
    const ValueReader reader(reading_.findings, "link " + quoted_name(element));
    const int frame = add_named(element, FrameKind::link, scope, reader.name(element, "name"));
    if (frame == no_frame) return;
    reading_.frame_names.push_back({.frame = frame, .pose = reader.pose(element)});
    reading_.links.push_back({element, frame, scope});
    // The link of a merged model is a link of the model that includes it, too.
    for (int at = scope;; at = frames_.scope(at).parent) {
      if (frames_.scope(at).first_link == no_frame) frames_.scope(at).first_link = frame;
      if (frames_.scope(at).names == at) break;
    }
  }

  void add_joint(Element element, int scope) {
    const ValueReader reader(reading_.findings, "joint " + quoted_name(element));
    const int frame = add_named(element, FrameKind::joint, scope, reader.name(element, "name"));
    if (frame == no_frame) return;
    const Element child = reader.only(element, "child");
    if (!child) reader.error(element, "has no <child>");
    reading_.frame_names.push_back({.frame = frame,
                                    .pose = reader.pose(element),
                                    .carrier = child ? trimmed_text(child) : "",
                                    .carrier_element = child ? child : element});
    reading_.joints.push_back({element, frame, scope});
  }

  void add_frame(Element element, int scope) {
    const ValueReader reader(reading_.findings, "frame " + quoted_name(element));
    const int frame = add_named(element, FrameKind::frame, scope, reader.name(element, "name"));
    if (frame == no_frame) return;
    reading_.ignored.attributes_except(element, {"name", "attached_to"});
    reading_.frame_names.push_back({.frame = frame,
                                    .pose = reader.pose(element),
                                    .carrier = reader.name(element, "attached_to"),
                                    .carrier_element = element});
    reading_.named_frames.push_back(frame);
  }

  void add_model(Element element, int scope) {
    collect_inner(part_of(element, frames_.scope(scope).minor), scope);
  }

  void collect_inner(const ModelPart& part, int scope) {
    if (!has_good_name(part.element, part.name, part.minor)) return;
    std::string prefix = frames_.scope(scope).prefix;
    if (!part.is_merged) prefix += part.name + "::";
    collect_model(part, scope, std::move(prefix));
  }

  // Adds the frame of a model and the scope of what is inside it.
  int open_scope(const ModelPart& part, int parent, std::string prefix) {
    const Scope outer = frames_.scope(parent);
    const std::string own_name = part.is_merged ? "_merged__" + part.name + "__model__" : part.name;
    const int frame = frames_.add(
        {.kind = FrameKind::model, .name = outer.prefix + own_name, .scope = parent, .element = part.element},
        own_name);
    const int scope = frames_.add_scope({.frame = frame,
                                         .names = part.is_merged ? outer.names : -1,
                                         .prefix = std::move(prefix),
                                         .parent = parent,
                                         .is_static = part.is_static || outer.is_static,
                                         .minor = part.minor});
    frames_.set_model_scope(frame, scope);
    Scope& around = frames_.scope(parent);
    if (!part.is_merged && around.first_model == no_frame) around.first_model = frame;
    const char* const canonical = part.element.attribute("canonical_link");
    reading_.frame_names.push_back({.frame = frame,
                                    .pose = part.pose,
                                    .carrier = canonical != nullptr ? canonical : "",
                                    .carrier_element = part.element,
                                    .inner_scope = scope,
                                    .placement_frame = part.placement_frame});
    return scope;
  }

  void add_include(Element include, int scope) {
    const Element uri_element = include.child("uri");
    const std::string uri = uri_element ? trimmed_text(uri_element) : "";
    const ValueReader reader(reading_.findings, "include of " + xml::in_quotes(uri));
    if (uri.empty()) return reader.error(include, "<include> has no <uri>");
    reading_.ignored.attributes_except(include, {"merge"});
    note_other_children(include, {"uri", "name", "pose", "static", "placement_frame", "namespace"}, reading_);
    const Element root = reading_.files.open(include, uri, reader);
    if (!root) return;
    if (const auto part = included_part(include, root, reader, scope)) collect_inner(*part, scope);
    reading_.files.close();
  }

  // Returns the model of an included file with the changes that the <include> makes.
  std::optional<ModelPart> included_part(Element include, Element root, const ValueReader& reader,
                                         int scope) {
    if (root.name() != "sdf") {
      reader.error(include, "the root element of " + root.source().file + " is <" + std::string(root.name()) +
                                ">; expected <sdf>");
      return std::nullopt;
    }
    const auto minor = read_version(root, reading_.findings);
    if (!minor) return std::nullopt;
    const Element model = reader.only(root, "model");
    if (!model) {
      if (root.child("light") || root.child("actor")) return std::nullopt;  // they carry no link
      reader.error(include, root.source().file + " contains no <model>");
      return std::nullopt;
    }
    ModelPart part = part_of(model, *minor);
    part.is_merged = reader.flag_attribute(include, "merge").value_or(false);
    if (part.is_merged && scope == 0) {
      reader.error(include, "merge=\"true\" is supported in a <model> only, not in a <world>");
      return std::nullopt;
    }
    if (part.is_merged) part.is_static = false;  // a merged model is part of the model that includes it
    if (const auto name = reader.text(include, "name")) part.name = *name;
    if (const auto is_static = reader.flag(include, "static")) part.is_static = *is_static;
    const Pose pose = reader.pose(include);
    if (pose.element) part.pose = pose;
    if (const auto placement = reader.text(include, "placement_frame")) {
      if (!pose.element) reader.error(include, "<placement_frame> needs a <pose>");
      part.placement_frame = *placement;
    }
    return part;
  }

  Reading& reading_;
  FrameGraph& frames_;
  int depth_ = 0;
  bool stopped_ = false;
};

}  // namespace

void collect_world(Element world, int minor, Reading& reading) {
  reading.frames.scope(0).minor = minor;
  note_other_children(world, {"model", "include", "frame", "joint", "gravity"}, reading);
  Collector(reading).collect_parts(world, 0);
}

void collect_root_model(Element model, int minor, Reading& reading) {
  Collector collector(reading);
  const ModelPart part = collector.part_of(model, minor);
  if (part.name.empty()) return reading.findings.error(model.source(), "<model> has no name");
  collector.collect_model(part, 0, "");
}

}  // namespace sinew::sdf
