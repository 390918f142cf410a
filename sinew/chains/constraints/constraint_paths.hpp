// Computes the paths of constraints, once per model: the links and joints that the forces of each constraint act
// through.
//
// A constraint applies a force to its second link (`link`) and the opposite force to its first (`against`), one pair
// for each of its rows. Both are propagated inward, link by link, as two sets of force columns. At the common ancestor
// of the two links the two sets are added, and one set continues to the ground. The columns of a path are adjacent and
// padded to the SIMD width.
#pragma once

#include <vector>

#include "sinew/model/model.hpp"

namespace sinew::detail {

// The two links of a constraint, and its number of rows.
struct ConstraintPath {
  int rows = 0;
  int link = 0;
  int against = 0;  // the link at the other end; for 0, the ground, no force is propagated from it
  bool acts_on_joints = false;  // true for couplings: torques also act at the joints of the two links
};

class ConstraintPaths {
 public:
  // `width`: the number of columns that cross a joint together (pack_size).
  ConstraintPaths(const Model& model, const std::vector<ConstraintPath>& paths, int width);

  // A range of consecutive degrees of freedom.
  struct Run {
    int begin, end;
  };
  struct Path {
    int rows, first_row;
    int first_column;         // among the columns of all paths
    std::vector<Run> dofs{};  // that the path crosses, base to tip
  };
  // The columns of a path that start at `link`, or those that start at `against` until the common ancestor.
  struct Columns {
    int path, begin, end;
  };
  // A torque at a joint. against false: at the joint of `link`; true: at that of `against`.
  struct JointTorque {
    int path;
    bool against;
    int column;
  };
  // At a link, columns from `against` are first added to those from `link` (joining); then columns cross the joint.
  struct Step {
    int link = 0;
    int dof = 0, dofs = 0;  // of the joint: the first degree of freedom, and their number
    std::vector<Columns> joining{}, crossing{};
    std::vector<JointTorque> torques{};
  };
  // Two paths, and the degrees of freedom that both of them cross.
  struct Meeting {
    int left, right;
    std::vector<Run> dofs{};
  };

  std::vector<Path> list{};
  std::vector<Step> steps{};  // tip to base, the ground last
  std::vector<Meeting> meetings{};
  int rows = 0;
  int columns = 0;  // of all paths; also the offset from the columns of `link` to those of `against`

 private:
  void add(const Model& model, const ConstraintPath& path, int width);
  void find_meetings();
};

}  // namespace sinew::detail
