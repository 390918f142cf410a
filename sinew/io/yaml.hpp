// The YAML ground under the scene reader: text in, a tree with line numbers out.
//
// What is refused, always with file and line: text that is not YAML, keys written twice, keys that are not plain
// text, tags (!something), several documents in one file, and anything beyond the limits below. An alias stands for a
// copy of what its anchor names; the copies count against the limits. Every plain value stays text: what it means is up
// to who asks for it, so that a number is the same under every locale.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/findings.hpp"

namespace sinew::yaml {

// Stated limits.
inline constexpr std::size_t max_bytes = 1024 * 1024;
inline constexpr int max_depth = 32;
inline constexpr int max_nodes = 100'000;

// A value, and the key it stands under where it is an entry of a map.
struct Node {
  enum class Kind { nothing, text, list, map };
  Kind kind = Kind::nothing;
  int line = 0;
  std::string text{};      // of the kind text
  bool is_quoted = false;  // written in quotes: no number, no true or false
  std::string key{};
  int key_line = 0;
  std::vector<Node> children{};  // of a list or map, in file order

  const Node* find(std::string_view entry) const;  // nullptr: not there
};

// "a list", "the text 'x'": what was found where something else was expected.
std::string in_words(const Node& node);

// Nothing comes back when the text was refused; the findings say why.
std::optional<Node> parse(const std::string& text, const std::string& file_name, Findings& findings);

}  // namespace sinew::yaml
