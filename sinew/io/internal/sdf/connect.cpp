// Connects each frame to its base and its carrier, by the names written in the file or by SDF's defaults.
#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {
namespace {

class Connector {
 public:
  explicit Connector(Reading& reading) : frames_(reading.frames), findings_(reading.findings) {}

  void connect(const FrameNames& names) {
    FrameNode& node = frames_.node(names.frame);
    node.placement = names.pose.placement;
    node.carrier = carrier_of(names, node);
    node.base = base_of(names, node);
    if (!names.placement_frame.empty()) {
      node.placement_frame = frames_.require(names.inner_scope, names.placement_frame,
                                             owner(node) + ": placement_frame", node.element);
    }
  }

 private:
  static std::string owner(const FrameNode& node) {
    return std::string(name_of(node.kind)) + " " + xml::in_quotes(node.name);
  }

  int found_or(int found, int otherwise) const { return found == no_frame ? otherwise : found; }

  int base_of(const FrameNames& names, const FrameNode& node) {
    const int scope_frame = frames_.scope(node.scope).frame;
    if (!names.pose.relative_to.empty()) {
      return found_or(frames_.require(node.scope, names.pose.relative_to, owner(node) + ": relative_to",
                                      names.pose.element),
                      scope_frame);
    }
    // By default a joint is placed in its child, and a frame in what it is attached to.
    const bool in_carrier =
        node.kind == FrameKind::joint || (node.kind == FrameKind::frame && !names.carrier.empty());
    return in_carrier ? node.carrier : scope_frame;
  }

  int carrier_of(const FrameNames& names, FrameNode& node) {
    const Scope& scope = frames_.scope(node.scope);
    switch (node.kind) {
      case FrameKind::world:
      case FrameKind::link:
        return world_frame;
      case FrameKind::joint:
        return child_of_joint(names, node, scope.frame);
      case FrameKind::frame:
        if (names.carrier.empty()) return scope.frame;
        return found_or(
            frames_.require(node.scope, names.carrier, owner(node) + ": attached_to", names.carrier_element),
            scope.frame);
      case FrameKind::model:
        return canonical_link(names, node);
    }
    return world_frame;
  }

  int child_of_joint(const FrameNames& names, FrameNode& node, int otherwise) {
    int found = no_frame;
    if (names.carrier == "world") {
      findings_.error(names.carrier_element.source(),
                      owner(node) + ": the child must not be the world; exchange <parent> and <child>");
    } else if (!names.carrier.empty()) {
      found = frames_.require(node.scope, names.carrier, owner(node) + ": <child>", names.carrier_element);
    }
    node.has_carrier = found != no_frame;
    return found_or(found, otherwise);
  }

  int canonical_link(const FrameNames& names, const FrameNode& node) {
    const Scope& inside = frames_.scope(names.inner_scope);
    if (inside.is_static) return world_frame;
    if (!names.carrier.empty()) {
      return found_or(frames_.require(names.inner_scope, names.carrier, owner(node) + ": canonical_link",
                                      names.carrier_element),
                      world_frame);
    }
    if (inside.first_link != no_frame) return inside.first_link;
    if (inside.first_model != no_frame) return inside.first_model;
    findings_.error(node.element.source(), owner(node) + " has no link");
    return world_frame;
  }

  FrameGraph& frames_;
  Findings& findings_;
};

}  // namespace

void connect_frames(Reading& reading) {
  Connector connector(reading);
  for (const FrameNames& names : reading.frame_names) connector.connect(names);
}

}  // namespace sinew::sdf
