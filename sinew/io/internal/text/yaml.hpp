// Parses YAML for the readers of scenes and xacro files, into a tree with line numbers.
//
// The parser refuses, with file and line: text that is not YAML, keys that are not plain text, tags in scenes,
// several documents in one file, and anything beyond the limits below. A key written twice is an error, too; the tree
// has its first value. An alias is a copy of its anchor's value; copies count towards the limits. Every plain value
// stays text, and the function that reads it interprets it, so that numbers do not depend on the locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/findings.hpp"

namespace sinew::yaml {

// Documented limits.
inline constexpr std::size_t max_bytes = 1024 * 1024;
inline constexpr int max_depth = 32;
inline constexpr int max_nodes = 100'000;

// A value, with its key if it is an entry of a map.
struct Node {
  enum class Kind { nothing, text, list, map };
  Kind kind = Kind::nothing;
  int line = 0;
  std::string text{};      // for the kind text
  bool is_quoted = false;  // written in quotes, so that it is not a number, true or false
  std::string tag{};       // such as "!degrees", of texts in the dialect `xacro`
  std::string key{};
  bool key_is_quoted = false;
  int key_line = 0;
  std::vector<Node> children{};  // for a list or map, in file order

  const Node* find(std::string_view entry) const;  // nullptr if absent
};

// Describes a value for error messages: "a list", "the text 'x'".
std::string in_words(const Node& node);

// Scenes have no tags. In files that xacro loads, texts may have tags, and of a key that is written twice the last value
// counts, with a warning.
enum class Dialect { scene, xacro };

// Returns nothing if the text is refused; the findings say why.
std::optional<Node> parse(const std::string& text, const std::string& file_name, Findings& findings,
                          Dialect dialect = Dialect::scene);

}  // namespace sinew::yaml
