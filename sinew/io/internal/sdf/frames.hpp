// Resolves the frames of an SDF file: names to frames, frames to poses in the world, and frames to the links that carry
// them.
//
// Every model, link, joint and <frame> is a frame. Its pose is written relative to another frame (its base), and it
// moves with another frame (its carrier). Bases lead to the world, carriers to a link or to the world; a cycle of
// either kind is an error.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/internal/sdf/values.hpp"

namespace sinew::sdf {

inline constexpr int no_frame = -1;
inline constexpr int world_frame = 0;

enum class FrameKind { world, model, link, joint, frame };
const char* name_of(FrameKind kind);

// A model or the world: the frames whose names it defines.
struct Scope {
  int frame = world_frame;  // that of the model, called __model__ inside
  int names = 0;            // index of the scope in whose table its names are; another one for merged models
  std::string prefix{};     // "outer::inner::"
  int parent = 0;
  bool is_static = false;
  int minor = 11;                         // version 1.minor of the file
  int first_link = -1, first_model = -1;  // frames
};

struct FrameNode {
  FrameKind kind = FrameKind::world;
  std::string name{};  // with the names of the models that contain it: "outer::inner::name"
  int scope = 0;       // in which its names are looked up
  xml::Element element{};
  Transform<double> placement{};  // relative to the base
  int base = world_frame, carrier = world_frame;
  bool has_carrier = true;         // false if its name was reported as an error
  int placement_frame = no_frame;  // of a model: the frame inside whose pose <pose> gives
};

class FrameGraph {
 public:
  explicit FrameGraph(Findings& findings) : findings_(&findings), nodes_(1), scopes_(1), tables_(1) {}

  int add_scope(Scope scope);  // a scope with `names` < 0 gets a table of its own
  Scope& scope(int index) { return scopes_[std::size_t(index)]; }
  const Scope& scope(int index) const { return scopes_[std::size_t(index)]; }
  // Adds a frame under its name in the scope. A name that is taken is an error.
  int add(FrameNode node, const std::string& name);
  FrameNode& node(int frame) { return nodes_[std::size_t(frame)]; }
  const FrameNode& node(int frame) const { return nodes_[std::size_t(frame)]; }
  int size() const { return int(nodes_.size()); }
  void set_model_scope(int frame, int scope) { model_scopes_[frame] = scope; }
  void add_name(int scope, const std::string& name, int frame);

  // Returns the frame of that name as seen in the scope, or no_frame.
  int find(int scope, std::string_view name) const;
  // The same; an unknown name is reported as an error of the element, with the most similar names.
  int require(int scope, const std::string& name, const std::string& owner, xml::Element where) const;

  // Reports cycles of bases and carriers, and computes the poses and links of all frames. Returns whether there are no
  // cycles.
  bool solve();

  const Transform<double>& pose(int frame) const { return poses_[std::size_t(frame)]; }  // in the world
  Transform<double> pose_in(int base, int frame) const;
  int link_of(int frame) const { return links_[std::size_t(frame)]; }  // frame of a link, or the world

 private:
  bool check_cycles(int FrameNode::*next, const char* what);
  void report_cycle(int start, int FrameNode::*next, const char* what);
  void find_pose(int frame);
  Transform<double> step_to_base(int frame);
  void find_link(int frame);

  Findings* findings_;
  std::vector<FrameNode> nodes_;
  std::vector<Scope> scopes_;
  std::vector<std::map<std::string, int, std::less<>>> tables_;
  std::map<int, int> model_scopes_;  // of the models' frames
  std::vector<Transform<double>> poses_, steps_;
  std::vector<int> links_;
  std::vector<bool> has_pose_, has_step_;
};

}  // namespace sinew::sdf
