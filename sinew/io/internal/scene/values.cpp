// Reads and checks the values and names in a scene's `simulation`.
#include <fmt/format.h>

#include "sinew/io/internal/scene/simulation.hpp"

namespace sinew::scenes {
namespace {

template <class IsFine>
double checked(Fields& fields, const char* key, double otherwise, const std::string& expected, IsFine is_fine,
               const Dimensions& units = {}) {
  const auto value = fields.number(key, units);
  if (!value) return otherwise;
  if (is_fine(*value)) return *value;
  fields.error(*fields.find(key), fmt::format("{}: got {:g}, expected {}", key, *value, expected));
  return otherwise;
}

bool is_known(const std::string& name, const std::vector<std::string>& known) {
  return std::find(known.begin(), known.end(), name) != known.end();
}

// Returns a message, or an empty string if the joint exists and has one degree of freedom.
std::string problem_with_joint(const std::string& name, const Model& model) {
  std::vector<std::string> usable;
  for (const JointInfo& joint : model.joints()) {
    if (joint.v_size == 1) usable.push_back(joint.name);
    if (joint.name == name && joint.v_size != 1)
      return fmt::format("joint '{}' has {} degrees of freedom; expected a joint with one", name,
                         joint.v_size);
  }
  return is_known(name, usable) ? "" : unknown_name("joint", name, usable);
}

}  // namespace

double above_zero(Fields& fields, const char* key, double otherwise, const Dimensions& units) {
  return checked(
      fields, key, otherwise, "a number above 0", [](double x) { return x > 0; }, units);
}

double not_negative(Fields& fields, const char* key, double otherwise, const Dimensions& units) {
  return checked(
      fields, key, otherwise, "0 or more", [](double x) { return x >= 0; }, units);
}

double between(Fields& fields, const char* key, double least, double most, double otherwise) {
  return checked(fields, key, otherwise, fmt::format("{:g} to {:g}", least, most),
                 [&](double x) { return x >= least && x <= most; });
}

Node with_kind(const Node& node) {
  if (node.kind == Node::Kind::map) return node;
  Node kind = node;
  kind.key = "kind";
  kind.key_line = node.line;
  return {.kind = Node::Kind::map, .line = node.line, .children = {std::move(kind)}};
}

void refuse(Fields& fields, std::initializer_list<const char*> keys, const std::string& owner) {
  for (const char* key : keys) {
    if (const Node* const entry = fields.find(key))
      fields.error(*entry, fmt::format("{}: is only for {}", key, owner));
  }
}

Names frames_of(const Model* model) {
  if (!model) return std::nullopt;
  std::vector<std::string> names;
  for (const FrameInfo& frame : model->frames().subspan(1)) names.push_back(frame.name);
  return names;
}

Names loops_of(const Stage& stage) {
  if (!stage.whole) return std::nullopt;
  std::vector<std::string> names;
  for (const Loop& loop : stage.whole->description().loops) names.push_back(loop.name);
  return names;
}

std::string read_name(Fields& fields, const char* key, const char* word, const Names& known) {
  const auto name = fields.required_text(key);
  if (name && known && !is_known(*name, *known))
    fields.error(*fields.find(key), std::string(key) + ": " + unknown_name(word, *name, *known));
  return name.value_or("");
}

std::vector<std::string> read_names(Fields& fields, const char* key, const char* word, const Names& known,
                                    const Reading& reading) {
  const Node* const entry = fields.find(key);
  if (!entry) return {};
  std::vector<std::string> names;
  for (const Node& item : entry->kind == Node::Kind::list ? entry->children : std::vector{*entry}) {
    const auto name = yaml::text_of(item, fields.what(key), reading);
    if (!name) continue;
    if (known && !is_known(*name, *known)) {
      fields.error(item, std::string(key) + ": " + unknown_name(word, *name, *known));
    } else if (is_known(*name, names)) {
      fields.error(item, fmt::format("{}: '{}' is named twice", key, *name));
    }
    names.push_back(*name);
  }
  return names;
}

std::string read_joint(Fields& fields, const char* key, const Model* model) {
  const auto name = fields.required_text(key);
  const std::string problem = name && model ? problem_with_joint(*name, *model) : "";
  if (!problem.empty()) fields.error(*fields.find(key), std::string(key) + ": " + problem);
  return name.value_or("");
}

}  // namespace sinew::scenes
