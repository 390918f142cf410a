#include "sinew/io/internal/text/yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew::yaml {
namespace {

// Thrown to stop parsing, because the rest of the file would make no sense.
struct Refusal {
  int line;
  std::string why;
};

int line_of(const YAML::Mark& mark) {
  return mark.line + 1;
}

void check_tag(const YAML::Mark& mark, const std::string& tag) {
  if (!tag.empty() && tag != "?" && tag != "!")
    throw Refusal{line_of(mark), "tag " + xml::in_quotes(tag) + " is not accepted; expected a plain value"};
}

// Joint names can be keys, and may be any text on one line.
bool is_name(const std::string& text) {
  return !text.empty() && text.size() <= 256 &&
         std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

int size_of(const Node& node) {
  int size = 1;
  for (const Node& child : node.children) size += size_of(child);
  return size;
}

int depth_of(const Node& node) {
  int depth = 0;
  for (const Node& child : node.children) depth = std::max(depth, depth_of(child));
  return depth + 1;
}

// Builds the tree from the parser's events, which come depth first.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file_name, Findings& findings, Dialect dialect)
      : file_(file_name), findings_(findings), dialect_(dialect) {}

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({.kind = Node::Kind::nothing, .line = line_of(mark)}, anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (dialect_ == Dialect::scene) check_tag(mark, tag);
    // The parser marks text in quotes with the tag "!".
    add({.kind = Node::Kind::text,
         .line = line_of(mark),
         .text = value,
         .is_quoted = tag == "!",
         .tag = tag == "!" || tag == "?" ? "" : tag},
        anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto named = anchored_.find(anchor);
    if (named == anchored_.end())
      throw Refusal{line_of(mark), "an alias is inside the value that it refers to"};
    check_depth(line_of(mark), depth_of(named->second));
    count(line_of(mark), size_of(named->second));
    place(named->second);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::Kind::list, mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::Kind::map, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Node node;  // a map has alternating keys and values until it is closed
    YAML::anchor_t anchor;
  };

  void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check_tag(mark, tag);
    check_depth(line_of(mark), 1);
    path_.push_back({{.kind = kind, .line = line_of(mark)}, anchor});
  }

  void close() {
    auto [node, anchor] = std::move(path_.back());
    path_.pop_back();
    if (node.kind == Node::Kind::map) pair_up(node);
    add(std::move(node), anchor);
  }

  // Moves keys into their values. If a key is written twice, reports an error and keeps the first value.
  void pair_up(Node& map) {
    std::vector<Node> entries;
    std::map<std::string, int, std::less<>> lines;
    for (std::size_t i = 0; i + 1 < map.children.size(); i += 2) {
      Node &key = map.children[i], &value = map.children[i + 1];
      if (key.kind != Node::Kind::text) throw Refusal{key.line, "expected a key, got " + in_words(key)};
      if (!is_name(key.text))
        throw Refusal{key.line,
                      "key " + xml::in_quotes(key.text) + " is not a name; expected one short word"};
      const auto [first, is_new] = lines.emplace(key.text, key.line);
      if (is_new) {
        name(value, std::move(key));
        entries.push_back(std::move(value));
      } else if (dialect_ == Dialect::xacro) {
        findings_.warning({file_, key.line}, "key " + xml::in_quotes(key.text) +
                                                 " is written twice (first in line " +
                                                 std::to_string(first->second) + "); this value is used");
        const auto earlier = std::find_if(entries.begin(), entries.end(),
                                          [&](const Node& entry) { return entry.key == key.text; });
        name(value, std::move(key));
        *earlier = std::move(value);
      } else {
        findings_.error({file_, key.line}, "key " + xml::in_quotes(key.text) +
                                               " is written twice (first in line " +
                                               std::to_string(first->second) + ")");
      }
    }
    map.children = std::move(entries);
  }

  static void name(Node& value, Node key) {
    value.key = std::move(key.text);
    value.key_is_quoted = key.is_quoted;
    value.key_line = key.line;
  }

  void add(Node node, YAML::anchor_t anchor) {
    count(node.line, 1);
    if (anchor != YAML::NullAnchor) {
      count(node.line, size_of(node));
      anchored_.insert_or_assign(anchor, node);
    }
    place(std::move(node));
  }

  void place(Node node) {
    (path_.empty() ? root_ : path_.back().node.children.emplace_back()) = std::move(node);
  }

  void check_depth(int line, int more) const {
    if (static_cast<int>(path_.size()) + more > max_depth)
      throw Refusal{line,
                    "nested deeper than the " + std::to_string(max_depth) + " levels that are accepted"};
  }
  void count(int line, int more) {
    if ((count_ += more) > max_nodes)
      throw Refusal{line, "more than the " + std::to_string(max_nodes) + " values that are accepted"};
  }

  const std::string& file_;
  Findings& findings_;
  Dialect dialect_;
  Node root_;
  std::vector<Open> path_;
  std::map<YAML::anchor_t, Node> anchored_;
  int count_ = 0;
};

// Refuses bytes that the parser would misinterpret or not notice.
void check_bytes(const std::string& text) {
  const auto odd = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte >= 0xFE;
  });
  if (odd == text.end()) return;
  const auto line = 1 + std::count(text.begin(), odd, '\n');
  throw Refusal{static_cast<int>(line), "byte " + std::to_string(static_cast<unsigned char>(*odd)) +
                                            " is not text; expected YAML in UTF-8"};
}

}  // namespace

const Node* Node::find(std::string_view entry) const {
  if (kind != Kind::map) return nullptr;
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const Node& child) { return child.key == entry; });
  return found == children.end() ? nullptr : &*found;
}

std::string in_words(const Node& node) {
  switch (node.kind) {
    case Node::Kind::nothing:
      return "nothing";
    case Node::Kind::text:
      return (node.is_quoted ? "the text " : "") + xml::in_quotes(node.text);
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
  }
  return {};
}

std::optional<Node> parse(const std::string& text, const std::string& file_name, Findings& findings,
                          Dialect dialect) {
  const auto refuse = [&](int line, const std::string& why) {
    findings.error({file_name, line}, why);
    return std::nullopt;
  };
  if (text.size() > max_bytes)
    return refuse(0, "larger than the " + std::to_string(max_bytes / 1024) + " KiB that are accepted");
  try {
    check_bytes(text);
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    TreeBuilder first(file_name, findings, dialect), second(file_name, findings, dialect);
    if (!parser.HandleNextDocument(first)) return refuse(1, "contains only blanks and comments");
    if (parser.HandleNextDocument(second))
      return refuse(second.take_root().line, "a second document begins; expected one");
    return first.take_root();
  } catch (const Refusal& refusal) {
    return refuse(refusal.line, refusal.why);
  } catch (const YAML::Exception& error) {
    const int line = error.mark.is_null() ? 0 : line_of(error.mark);
    return refuse(line, "not YAML: " + error.msg);
  }
}

}  // namespace sinew::yaml
