// Which joints the forces along the rows of constraints pass on their way to the ground.
//
// The rows of one constraint share a way: they start as unit forces on one link and, against them, on another, and go
// inward from link to link. What starts at the two ends is two sets of columns of forces until they meet; there the one
// is added to the other. The columns of a way stand side by side, padded to whole lanes.
#pragma once

#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

struct RowWay {
  int rows = 0;
  int link = 0;
  int against = 0;            // the link at the other end; 0, the ground: nothing starts there
  bool with_moments = false;  // unit moments at the joints of the two links as well
};

class RowPaths {
 public:
  // `lane`: how many columns go through a joint together.
  RowPaths(const Model& model, const std::vector<RowWay>& ways, int lane);

  // Freedoms that follow one another.
  struct Run {
    int begin, end;
  };
  struct Way {
    int rows, first_row;
    int first_column;             // among those of all ways
    std::vector<Run> freedoms{};  // that it passes, from the tip
  };
  // Of a way, or of its other end until that has joined it.
  struct Columns {
    int way, begin, end;
  };
  struct Moment {
    int way;
    bool against;
    int column;
  };
  // At a link columns of other ends join those of their ways; then columns cross the joint.
  struct Step {
    int link = 0;
    int freedom = 0, freedoms = 0;  // of the joint: the first one, and how many
    std::vector<Columns> joining{}, crossing{};
    std::vector<Moment> moments{};
  };
  // Two ways, and the freedoms on both of them.
  struct Meeting {
    int left, right;
    std::vector<Run> freedoms{};
  };

  std::vector<Way> ways{};
  std::vector<Step> steps{};  // tip to base, the ground last
  std::vector<Meeting> meetings{};
  int rows = 0;
  int columns = 0;  // of all ways; those of the other ends stand this much further

 private:
  void add(const Model& model, const RowWay& way, int lane);
  void find_meetings();
};

}  // namespace sinew
