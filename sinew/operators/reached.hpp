// How far unit vectors of joint space get: what the sweeps of a matrix can leave out.
//
// Links are numbered branch by branch from the base. Inward sweeps carry what stands at a link to links before it only,
// outward sweeps to links behind it. Of sweeps in one direction the rest of a column is zero. Where the sweeps turn round
// once, as those of H phi M phi^* H^* do, they may stop at the column's own link too if the matrix is symmetric: what lies
// on the other side stands in the other columns.
#pragma once

#include <limits>

#include "sinew/operators/code.hpp"
#include "sinew/operators/values.hpp"

namespace sinew::operators {

enum class Reached { all, own_and_before, own_and_behind };

// What is made of x, of which `code` is, by the columns of the identity.
Reached reached_by_columns(const Expression& x, const Code& code);

// Links, and the numbers of the input and of the result that are theirs: [begin, end) as far as there are so many.
struct Region {
  LinkRange links;
  int begin = 0, end = std::numeric_limits<int>::max();
};
// Of the columns [first, last).
Region region_of(Reached reached, const Configuration::Values& values, int first, int last);

}  // namespace sinew::operators
