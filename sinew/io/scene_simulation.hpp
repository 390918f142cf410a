// The parts of a scene's `simulation`: one function for each kind of entry. Internal to the reader.
#pragma once

#include <algorithm>

#include "sinew/io/names.hpp"
#include "sinew/io/scene_parts.hpp"

namespace sinew::scenes {

// What a simulation may name. Where parts of the scene could not be read there is no whole, and names are taken as they
// are written.
struct Stage {
  const Scene& scene;
  std::optional<Model> whole{};
  std::vector<double> q{};  // of the whole, at the start
};

// ---- Values. Those that are absent or wrong are `otherwise` ----

double above_zero(Fields& fields, const char* key, double otherwise);
double not_negative(Fields& fields, const char* key, double otherwise);
double between(Fields& fields, const char* key, double least, double most, double otherwise);

// What a word means.
template <class Meaning>
struct Word {
  const char* name;
  Meaning meaning;
};
// Absent: nothing; not one of the words: nothing, and an error.
template <class Meaning, std::size_t count>
std::optional<Meaning> read_word(Fields& fields, const char* key, const Word<Meaning> (&words)[count]) {
  const auto text = fields.text(key);
  if (!text) return std::nullopt;
  std::vector<std::string> known;
  for (const auto& [name, meaning] : words) {
    if (*text == name) return meaning;
    known.emplace_back(name);
  }
  fields.error(*fields.find(key), std::string(key) + ": " + unknown_name("word", *text, known));
  return std::nullopt;
}
// A word alone stands for {kind: word}.
Node with_kind(const Node& node);
// What belongs to `owner` alone: "step: belongs to the kinds rk4 and euler alone".
void refuse(Fields& fields, std::initializer_list<const char*> keys, const std::string& owner);

// ---- Names ----

// Nothing: not known, whatever is written is accepted.
using Names = std::optional<std::vector<std::string>>;
Names frames_of(const Model* model);
Names loops_of(const Stage& stage);  // grasps are among them

std::string read_name(Fields& fields, const char* key, const char* word, const Names& known);  // required
// A list, or one alone; none twice.
std::vector<std::string> read_names(Fields& fields, const char* key, const char* word, const Names& known,
                                    const Reading& reading);
// A joint of one freedom.
std::string read_joint(Fields& fields, const char* key, const Model* model);  // required

// ---- Parts ----

// What follows a trajectory: the q of a robot, or a pose (then the q of one body that floats).
struct Follower {
  const Model* model = nullptr;  // null: could not be read
  std::vector<double> start{};
  bool is_pose = false;
};
// `target` of a controller.
TrajectoryPlan read_target(Fields& controller, const Follower& follower, const Reading& reading);

std::vector<ControllerPlan> read_controllers(Fields& simulation, const Stage& stage, const Reading& reading);
std::vector<ForcePlan> read_forces(Fields& simulation, const Stage& stage, const Reading& reading);
std::vector<EventPlan> read_events(Fields& simulation, const Stage& stage, double duration,
                                   const Reading& reading);

}  // namespace sinew::scenes
