// Reads SRDF files, which add to a robot what planners know about it: groups of joints, named states, end effectors,
// virtual joints, passive joints and pairs of links that cannot collide (docs/srdf.md).
//
// The named states become named positions (Model::named_position) if ReadOptions::srdf names the file. The rest is kept
// for the caller and does not affect the dynamics.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/results/stored_texts.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew {

struct Semantics {
  // The path between two links.
  struct Chain {
    std::string base_link{}, tip_link{};
  };
  // A set of joints: those listed, those that carry the listed links, those of the chains, and those of other groups.
  struct Group {
    std::string name{};
    std::vector<std::string> joints{}, links{}, groups{};
    std::vector<Chain> chains{};
    Source source{};
  };
  // A position of the joints of a group. The joints that the robot does not have are left out.
  struct State {
    std::string group{};  // may be empty
    NamedPosition position{};
  };
  struct EndEffector {
    std::string name{};
    std::string group{}, parent_link{};
    std::string parent_group{};  // empty if none is written
    Source source{};
  };
  // A joint between the robot and its surroundings.
  struct VirtualJoint {
    std::string name{};
    JointKind kind = JointKind::fixed;  // fixed, floating or planar
    std::string parent_frame{}, child_link{};
    Source source{};
  };
  struct LinkPair {
    std::string first{}, second{};
    std::string reason{};  // "Adjacent", "Never", ...; may be empty
  };

  std::string name{};  // of the robot
  std::vector<Group> groups{};
  std::vector<State> states{};
  std::vector<EndEffector> end_effectors{};
  std::vector<VirtualJoint> virtual_joints{};
  std::vector<std::string> passive_joints{};    // joints that no motor drives
  std::vector<LinkPair> disabled_collisions{};  // pairs whose collisions need no check
};

// What was read, and the errors and warnings found. Unknown joints, links and groups are left out with a warning.
struct SemanticsResult {
  Semantics semantics{};
  Findings findings{};
};

// `robot`: the robot that the file belongs to. `texts`: texts to use instead of files on disk; null if there are none.
SemanticsResult read_srdf(const std::filesystem::path& file, const Description& robot,
                          const StoredTexts* texts = nullptr);
SemanticsResult read_srdf_text(std::string_view text, const std::string& file_name, const Description& robot);

// Returns the named positions of the states. A state is called by its own name, or GROUP/NAME if several groups have a
// state of that name.
std::vector<NamedPosition> named_positions(const Semantics& semantics);

// Returns the moving joints of a group, those of subgroups included, in the order of the robot's bodies. Throws
// std::invalid_argument if there is no such group.
std::vector<std::string> joints_of_group(const Semantics& semantics, std::string_view group,
                                         const Description& robot);

}  // namespace sinew
