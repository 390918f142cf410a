#include "sinew/io/internal/text/fields.hpp"

#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/text/attributes.hpp"

namespace sinew::yaml {
namespace {

std::string range(std::size_t least, std::size_t most) {
  return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

}  // namespace

std::optional<double> number_of(const Node& node, const std::string& what, const Reading& reading,
                                const Dimensions& units) {
  std::string problem = "expected a number, got " + in_words(node);
  if (node.kind == Node::Kind::text && !node.is_quoted) {
    const xml::Numbers read = xml::parse_numbers(node.text);
    const bool is_one_word = node.text.find_first_of(" \t\n\r,") == std::string::npos;
    if (read.problem.empty() && read.values.size() == 1) return read.values.front();
    if (!read.problem.empty() && is_one_word) problem = read.problem;
    if (const auto number = number_with_unit(node.text, units)) {
      if (number->problem.empty()) return number->value;
      problem = number->problem;
    }
  }
  reading.error(node, what + ": " + problem);
  return std::nullopt;
}

std::optional<std::vector<double>> numbers_of(const Node& node, const std::string& what,
                                              const Reading& reading, const Dimensions& units) {
  const std::size_t count = node.kind == Node::Kind::list ? node.children.size() : 1;
  return coordinates_of(node, what, reading, std::vector<Dimensions>(count, units));
}

std::optional<std::vector<double>> coordinates_of(const Node& node, const std::string& what,
                                                  const Reading& reading,
                                                  const std::vector<Dimensions>& units) {
  const auto units_at = [&](std::size_t i) { return i < units.size() ? units[i] : Dimensions{}; };
  if (node.kind != Node::Kind::list) {
    const auto one = number_of(node, what, reading, units_at(0));
    return one ? std::optional(std::vector{*one}) : std::nullopt;
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (const auto value = number_of(node.children[i], what, reading, units_at(i))) values.push_back(*value);
  }
  if (values.size() != node.children.size()) return std::nullopt;
  return values;
}

std::optional<std::string> text_of(const Node& node, const std::string& what, const Reading& reading) {
  if (node.kind == Node::Kind::text && !node.text.empty()) return node.text;
  reading.error(node, what + ": expected a name, got " + in_words(node));
  return std::nullopt;
}

Fields::Fields(const Node& node, std::string owner, const Reading& reading)
    : node_(&node), owner_(std::move(owner)), reading_(reading) {
  if (node.kind != Node::Kind::map) error(node, "expected a map of keys and values, got " + in_words(node));
}

std::string Fields::what(const char* key) const {
  return owner_.empty() ? key : owner_ + ": " + key;
}

void Fields::error(const Node& at, const std::string& what) const {
  reading_.error(at, owner_.empty() ? what : owner_ + ": " + what);
}

const Node* Fields::find(const char* key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return node_->find(key);
}

std::optional<double> Fields::number(const char* key, const Dimensions& units) {
  const Node* const entry = find(key);
  return entry ? number_of(*entry, what(key), reading_, units) : std::nullopt;
}

std::optional<std::vector<double>> Fields::numbers(const char* key, std::size_t least, std::size_t most,
                                                   const Dimensions& units) {
  const Node* const entry = find(key);
  if (!entry) return std::nullopt;
  auto values = numbers_of(*entry, what(key), reading_, units);
  if (!values || (values->size() >= least && values->size() <= most)) return values;
  error(*entry, std::string(key) + ": expected " + range(least, most) + " numbers, got " +
                    std::to_string(values->size()));
  return std::nullopt;
}

std::optional<Vector3<double>> Fields::vector3(const char* key, const Dimensions& units) {
  const auto values = numbers(key, 3, 3, units);
  if (!values) return std::nullopt;
  return Vector3<double>{(*values)[0], (*values)[1], (*values)[2]};
}

std::optional<std::string> Fields::text(const char* key) {
  const Node* const entry = find(key);
  return entry ? text_of(*entry, what(key), reading_) : std::nullopt;
}

std::optional<std::string> Fields::required_text(const char* key) {
  if (node_->kind == Node::Kind::map && !has(key)) error(*node_, std::string("has no ") + key);
  return text(key);
}

std::vector<std::string> Fields::texts(const char* key) {
  std::vector<std::string> result;
  const Node* const entry = find(key);
  if (!entry) return result;
  const auto add = [&](const Node& item) {
    if (auto text = text_of(item, what(key), reading_)) result.push_back(std::move(*text));
  };
  if (entry->kind != Node::Kind::list) {
    add(*entry);
  } else {
    std::for_each(entry->children.begin(), entry->children.end(), add);
  }
  return result;
}

std::optional<bool> Fields::flag(const char* key) {
  const Node* const entry = find(key);
  if (!entry) return std::nullopt;
  if (entry->kind == Node::Kind::text && !entry->is_quoted) {
    if (entry->text == "true") return true;
    if (entry->text == "false") return false;
  }
  error(*entry, std::string(key) + ": expected true or false, got " + in_words(*entry));
  return std::nullopt;
}

const std::vector<Node>& Fields::list(const char* key) {
  static const std::vector<Node> none;
  const Node* const entry = find(key);
  if (!entry) return none;
  if (entry->kind == Node::Kind::list) return entry->children;
  error(*entry, std::string(key) + ": expected a list, got " + in_words(*entry));
  return none;
}

void Fields::finish() const {
  if (node_->kind != Node::Kind::map) return;
  for (const Node& entry : node_->children) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    reading_.findings.error({reading_.file, entry.key_line},
                            (owner_.empty() ? "" : owner_ + ": ") + unknown_name("key", entry.key, known_));
  }
}

}  // namespace sinew::yaml
