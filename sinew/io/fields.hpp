// Values of the entries of a map, and errors about those nobody asked for.
//
//   Fields fields(node, "arm 'left'", reading);
//   const auto mass = fields.number("mass");
//   fields.finish();   // every entry that was not asked for is an error
//
// An absent entry gives nothing; a wrong one gives nothing and an error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/io/load.hpp"
#include "sinew/io/yaml.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::yaml {

// What all parts of one reading share.
struct Reading {
  const std::string& file;
  Findings& findings;
  const ReadOptions& models;  // how the model files are read that it names

  Source at(const Node& node) const { return {file, node.line}; }
  void error(const Node& node, const std::string& what) const { findings.error(at(node), what); }
};

// One finite number, written plainly; nothing and an error that opens with `what` else.
std::optional<double> number_of(const Node& node, const std::string& what, const Reading& reading);
// A list of them, or one alone.
std::optional<std::vector<double>> numbers_of(const Node& node, const std::string& what,
                                              const Reading& reading);
std::optional<std::string> text_of(const Node& node, const std::string& what, const Reading& reading);

class Fields {
 public:
  // Anything but a map is an error, and has no entries.
  Fields(const Node& node, std::string owner, const Reading& reading);

  const Node& node() const { return *node_; }
  const std::string& owner() const { return owner_; }
  std::string what(const char* key) const;  // "arm 'left': mass"
  void error(const Node& at, const std::string& what) const;

  const Node* find(const char* key);  // nullptr: absent
  bool has(const char* key) { return find(key) != nullptr; }
  std::optional<double> number(const char* key);
  std::optional<std::vector<double>> numbers(const char* key, std::size_t least, std::size_t most);
  std::optional<Vector3<double>> vector3(const char* key);
  std::optional<std::string> text(const char* key);
  std::optional<std::string> required_text(const char* key);
  std::optional<bool> flag(const char* key);
  const std::vector<Node>& list(const char* key);  // empty where absent

  void finish() const;

 private:
  const Node* node_;
  std::string owner_;
  const Reading& reading_;
  std::vector<std::string> known_;
};

}  // namespace sinew::yaml
