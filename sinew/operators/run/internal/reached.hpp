// Finds the links that a column of a joint-space matrix can reach, so that its sweeps can skip the others.
//
// Links are numbered branch by branch from the base. Inward sweeps carry values only to links with smaller numbers,
// outward sweeps only to links with larger numbers. If all sweeps go in one direction, the rest of the column is zero.
// If they change direction once, as those of H phi M phi^* H^* do, and the matrix is symmetric, they may also stop at
// the column's own link: the entries beyond it appear in other columns.
#pragma once

#include <limits>

#include "sinew/operators/run/internal/code.hpp"
#include "sinew/operators/run/internal/values.hpp"

namespace sinew::operators {

enum class Reached { all, own_and_before, own_and_behind };

// The links that the columns of the matrix of x reach. `code` is the code of x.
Reached reached_by_columns(const Expression& x, const Code& code);

// A range of links, and the range [begin, end) of the entries of the input and of the result that belong to them. `end`
// may exceed their sizes.
struct Region {
  LinkRange links;
  int begin = 0, end = std::numeric_limits<int>::max();
};
// The region that the columns [first, last) reach.
Region region_of(Reached reached, const Configuration::Values& values, int first, int last);

}  // namespace sinew::operators
