#include "sinew/io/internal/sdf/frames.hpp"

#include "sinew/base/unknown_name.hpp"

namespace sinew::sdf {

const char* name_of(FrameKind kind) {
  constexpr const char* names[] = {"world", "model", "link", "joint", "frame"};
  return names[static_cast<int>(kind)];
}

int FrameGraph::add_scope(Scope scope) {
  const int index = int(scopes_.size());
  if (scope.names < 0) scope.names = index;
  scopes_.push_back(std::move(scope));
  tables_.emplace_back();
  return index;
}

void FrameGraph::add_name(int scope, const std::string& name, int frame) {
  tables_[std::size_t(scopes_[std::size_t(scope)].names)].try_emplace(name, frame);
}

int FrameGraph::add(FrameNode node, const std::string& name) {
  const Scope& scope = scopes_[std::size_t(node.scope)];
  const int frame = int(nodes_.size());
  const auto [entry, is_new] = tables_[std::size_t(scope.names)].try_emplace(name, frame);
  if (!is_new) {
    const FrameNode& other = nodes_[std::size_t(entry->second)];
    // Until 1.6 a joint and a link could have the same name, which joints used for the link.
    if (other.kind != node.kind && scope.minor < 7) {
      if (node.kind == FrameKind::link) entry->second = frame;
    } else {
      findings_->error(node.element.source(), std::string(name_of(node.kind)) + " " + xml::in_quotes(name) +
                                                  ": the name is taken by a " + name_of(other.kind) + " (" +
                                                  other.element.source().file + ":" +
                                                  std::to_string(other.element.line()) + ")");
    }
  }
  nodes_.push_back(std::move(node));
  return frame;
}

int FrameGraph::find(int scope, std::string_view name) const {
  for (;;) {
    if (name == "__model__") return scope == 0 ? no_frame : scopes_[std::size_t(scope)].frame;
    if (name == "world" && scope == 0) return world_frame;
    const auto& table = tables_[std::size_t(scopes_[std::size_t(scope)].names)];
    if (const auto found = table.find(name); found != table.end()) return found->second;
    const auto separator = name.find("::");
    if (separator == std::string_view::npos) return no_frame;
    const auto model = table.find(name.substr(0, separator));
    if (model == table.end()) return no_frame;
    const auto inner = model_scopes_.find(model->second);
    if (inner == model_scopes_.end()) return no_frame;
    scope = inner->second;
    name.remove_prefix(separator + 2);
  }
}

int FrameGraph::require(int scope, const std::string& name, const std::string& owner,
                        xml::Element where) const {
  const int frame = find(scope, name);
  if (frame != no_frame) return frame;
  std::vector<std::string> known;
  for (const auto& [each, id] : tables_[std::size_t(scopes_[std::size_t(scope)].names)])
    known.push_back(each);
  known.push_back(scope == 0 ? "world" : "__model__");
  findings_->error(where.source(), owner + ": " + unknown_name("frame", name, known));
  return no_frame;
}

}  // namespace sinew::sdf
