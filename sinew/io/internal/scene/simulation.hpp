// Reads the parts of a scene's `simulation`: one function for each kind of entry. Internal to the scene reader.
#pragma once

#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/scene/parts.hpp"

namespace sinew::scenes {

// The robots, loops and frames that a simulation may name. If parts of the scene could not be read, `whole` is empty,
// and names are not checked.
struct Stage {
  const Scene& scene;
  std::optional<Model> whole{};
  std::vector<double> q{};  // of `whole`, at the start
};

// ---- Values. For absent or invalid entries these return `otherwise` ----

// Gains of a joint that rotates or slides.
inline const Dimensions joint_stiffness{dimension::angular_stiffness, dimension::stiffness};
inline const Dimensions joint_damping{dimension::angular_damping, dimension::damping};
inline const Dimensions joint_position{dimension::angle, dimension::length};
inline const Dimensions joint_velocity{dimension::angular_velocity, dimension::velocity};

double above_zero(Fields& fields, const char* key, double otherwise, const Dimensions& units = {});
double not_negative(Fields& fields, const char* key, double otherwise, const Dimensions& units = {});
double between(Fields& fields, const char* key, double least, double most, double otherwise);

// A keyword and its meaning.
template <class Meaning>
struct Word {
  const char* name;
  Meaning meaning;
};
// Reads a keyword. Returns nothing if the entry is absent; for an unknown word, also reports an error.
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
// Expands a single word to the map {kind: word}.
Node with_kind(const Node& node);
// Reports keys that only `owner` may have: "step: is only for the kinds rk4 and euler".
void refuse(Fields& fields, std::initializer_list<const char*> keys, const std::string& owner);

// Reads one gain for all, or `count` gains. `count` is 0 if it is not known.
void read_gains(Fields& fields, const char* key, std::size_t count, const char* what,
                std::vector<double>& gains, const Dimensions& units);

// ---- Names ----

// Known names. Empty if they are not known; in that case any name is accepted.
using Names = std::optional<std::vector<std::string>>;
Names frames_of(const Model* model);
Names loops_of(const Stage& stage);  // includes grasps

std::string read_name(Fields& fields, const char* key, const char* word, const Names& known);  // required
// Reads a list of names, or a single name. Names written twice are errors.
std::vector<std::string> read_names(Fields& fields, const char* key, const char* word, const Names& known,
                                    const Reading& reading);
// Reads the joints with motors. Returns how many degrees of freedom they drive, or 0 if that is not known.
std::size_t read_motors(Fields& fields, const Model* model, std::vector<std::string>& joints,
                        const Reading& reading);
// Reads the name of a joint with one degree of freedom.
std::string read_joint(Fields& fields, const char* key, const Model* model);  // required

// ---- Parts ----

// The coordinates that follow a trajectory: the q of a robot, or a pose, which is the q of one floating body.
struct Follower {
  const Model* model = nullptr;  // null if it could not be read
  std::vector<double> start{};
  bool is_pose = false;
};
// Reads the `target` of a controller.
TrajectoryPlan read_target(Fields& controller, const Follower& follower, const Reading& reading);

std::vector<ControllerPlan> read_controllers(Fields& simulation, const Stage& stage, const Reading& reading);
std::vector<ForcePlan> read_forces(Fields& simulation, const Stage& stage, const Reading& reading);
std::vector<EventPlan> read_events(Fields& simulation, const Stage& stage, double duration,
                                   const Reading& reading);

}  // namespace sinew::scenes
