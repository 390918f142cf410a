#include "apps/cli/tree.hpp"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "apps/cli/errors.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::cli {
namespace {

// A line of the graph: from one body to another one, where no name means the ground. Joints carry; loops and couplings
// connect.
struct Edge {
  std::string from, to, label;
  bool carries = true;
};

// Returns the name to show. A body may be called "ground", too, so names are compared as they are.
std::string shown_name(const std::string& body) {
  return body.empty() ? "ground" : body;
}

std::string joint_label(const Joint& joint) {
  std::string label = joint.name.empty() ? name_of(joint.kind) : joint.name + ", " + name_of(joint.kind);
  if (joint.mimic) label += ", follows " + joint.mimic->joint;
  return label;
}

std::vector<Edge> edges_of(const Description& description) {
  std::vector<Edge> edges;
  std::map<std::string, std::string> body_of_joint;
  for (const Body& body : description.bodies) {
    edges.push_back({body.parent, body.name, joint_label(body.joint)});
    body_of_joint[body.joint.name] = body.name;
  }
  for (const Loop& loop : description.loops) {
    const std::string label = fmt::format("{}, {}", loop.name, name_of(loop.connection.kind));
    edges.push_back({loop.first.body, loop.second.body, label, false});
  }
  for (const Coupling& coupling : description.couplings) {
    if (coupling.leader.empty()) continue;
    edges.push_back({body_of_joint[coupling.leader], body_of_joint[coupling.joint], coupling.name, false});
  }
  return edges;
}

// Writes a line per body. Only the bodies beyond a branching are indented, so that a serial arm is a plain list. The
// indentation ends after 100 branchings, which bounds the length of a line.
std::string text_tree(const Description& description) {
  constexpr std::size_t most_indents = 100;
  std::map<std::string, std::vector<const Body*>> children;
  for (const Body& body : description.bodies) children[body.parent].push_back(&body);
  struct Open {  // bodies of one parent, of which the first `next` are written
    const std::vector<const Body*>* bodies;
    std::size_t next;
    std::size_t indents;
  };
  std::string text = description.name + "\n";
  std::vector<std::string> indents = {""};
  std::vector<Open> stack = {{&children[""], 0, 1}};  // not a recursion: chains can be long
  while (!stack.empty()) {
    Open& open = stack.back();
    if (open.next == open.bodies->size()) {
      stack.pop_back();
      continue;
    }
    const Body& body = *(*open.bodies)[open.next++];
    const bool last = open.next == open.bodies->size();
    const bool branches = open.bodies->size() > 1 && open.indents <= most_indents;
    indents.resize(open.indents);
    const char* const mark = branches ? (last ? "└─ " : "├─ ") : "";
    for (const std::string& indent : indents) text += indent;
    text += fmt::format("{}{}  ({})\n", mark, body.name, joint_label(body.joint));
    if (branches) indents.emplace_back(last ? "   " : "│  ");
    stack.push_back({&children[body.name], 0, indents.size()});
  }
  for (const Edge& edge : edges_of(description)) {
    if (!edge.carries)
      text += fmt::format("{} ↔ {}  ({})\n", shown_name(edge.from), shown_name(edge.to), edge.label);
  }
  return text;
}

std::string with_escapes(const std::string& text, const std::map<char, std::string>& escapes) {
  std::string escaped;
  for (const char c : text) {
    const auto found = escapes.find(c);
    escaped += found == escapes.end() ? std::string(1, c) : found->second;
  }
  return escaped;
}

std::string dot_graph(const Description& description) {
  const auto quoted = [](const std::string& text) {
    return "\"" + with_escapes(text, {{'"', "\\\""}, {'\\', "\\\\"}, {'\n', " "}}) + "\"";
  };
  std::string text =
      "digraph " + quoted(description.name) + " {\n  node [shape=box]\n  \"\" [label=\"ground\"]\n";
  for (const Edge& edge : edges_of(description)) {
    text += fmt::format("  {} -> {} [label={}{}]\n", quoted(edge.from), quoted(edge.to), quoted(edge.label),
                        edge.carries ? "" : ", style=dashed, dir=none, constraint=false");
  }
  return text + "}\n";
}

std::string mermaid_graph(const Description& description) {
  std::map<std::string, std::string> ids;
  std::string nodes, lines;
  const auto quoted = [](const std::string& text) {
    return "\"" + with_escapes(text, {{'"', "#quot;"}, {'#', "#35;"}, {'<', "#lt;"}, {'\n', " "}}) + "\"";
  };
  const auto id_of = [&](const std::string& body) {
    const auto [entry, is_new] = ids.try_emplace(body, fmt::format("b{}", ids.size()));
    if (is_new) nodes += fmt::format("  {}[{}]\n", entry->second, quoted(shown_name(body)));
    return entry->second;
  };
  for (const Edge& edge : edges_of(description)) {
    const std::string from = id_of(edge.from), to = id_of(edge.to);
    lines += fmt::format("  {} {}|{}| {}\n", from, edge.carries ? "-->" : "-.-", quoted(edge.label), to);
  }
  return "flowchart TD\n" + nodes + lines;
}

}  // namespace

std::string tree_report(const TreeRequest& request, const Description& description) {
  if (request.format == "text") return text_tree(description);
  if (request.format == "dot") return dot_graph(description);
  if (request.format == "mermaid") return mermaid_graph(description);
  throw RequestError("--format: " + unknown_name("format", request.format, {"text", "dot", "mermaid"}));
}

}  // namespace sinew::cli
