// Reads numbers, vectors, text and lists from the entries of a YAML map, and reports unknown entries as errors.
//
//   Fields fields(node, "arm 'left'", reading);
//   const auto mass = fields.number("mass");
//   fields.finish();   // reports every entry that was not looked up as an error
//
// For an absent entry the functions return nothing; for an invalid one they return nothing and report an error.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/base/unit.hpp"
#include "sinew/io/internal/text/yaml.hpp"
#include "sinew/io/load.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::yaml {

// Data shared by all parts of the reader while one file is read.
struct Reading {
  const std::string& file;
  Findings& findings;
  const ReadOptions& models;  // how to read the model files that the file names

  Source at(const Node& node) const { return {file, node.line}; }
  void error(const Node& node, const std::string& what) const { findings.error(at(node), what); }
};

// Reads one finite number without quotes, with or without a unit of one of the dimensions `units`. Otherwise reports an
// error that begins with `what`, and returns nothing.
std::optional<double> number_of(const Node& node, const std::string& what, const Reading& reading,
                                const Dimensions& units = {});
// Reads a list of numbers, or a single number.
std::optional<std::vector<double>> numbers_of(const Node& node, const std::string& what,
                                              const Reading& reading, const Dimensions& units = {});
// The same, with one dimension for each number; other numbers have no units.
std::optional<std::vector<double>> coordinates_of(const Node& node, const std::string& what,
                                                  const Reading& reading,
                                                  const std::vector<Dimensions>& units);
std::optional<std::string> text_of(const Node& node, const std::string& what, const Reading& reading);

class Fields {
 public:
  // A `node` that is not a map is reported as an error and treated as a map without entries.
  Fields(const Node& node, std::string owner, const Reading& reading);

  const Node& node() const { return *node_; }
  const std::string& owner() const { return owner_; }
  std::string what(const char* key) const;  // "arm 'left': mass"
  void error(const Node& at, const std::string& what) const;

  const Node* find(const char* key);  // nullptr if absent
  bool has(const char* key) { return find(key) != nullptr; }
  // Numbers may have a unit of one of the dimensions `units`.
  std::optional<double> number(const char* key, const Dimensions& units = {});
  std::optional<std::vector<double>> numbers(const char* key, std::size_t least, std::size_t most,
                                             const Dimensions& units = {});
  std::optional<Vector3<double>> vector3(const char* key, const Dimensions& units = {});
  std::optional<std::string> text(const char* key);
  std::optional<std::string> required_text(const char* key);
  std::vector<std::string> texts(const char* key);  // one text or a list of texts; empty if absent
  std::optional<bool> flag(const char* key);
  const std::vector<Node>& list(const char* key);  // empty if absent

  void finish() const;

 private:
  const Node* node_;
  std::string owner_;
  const Reading& reading_;
  std::vector<std::string> known_;
};

}  // namespace sinew::yaml
