// Writes programs of sweeps as pseudo-code in the papers' style: for k = 1..n, with links counted from the tip.
//
// On a serial chain the neighbours of link k are k-1 and k+1, as in the papers. On a tree they are its children j and
// its parent p. c is a chosen frame on link k.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/lower/program.hpp"
#include "sinew/operators/simplify/cost.hpp"

namespace sinew::operators {

struct Loop {
  std::string title;  // for a recursion of preparation_of: what it computes, with its citation
  Direction direction = Direction::memoryless;
  bool is_whole = false;              // true: not a loop, the lines are executed once
  bool is_at_frames = false;          // true: only at links that carry chosen frames
  std::vector<std::string> before{};  // values beyond the ends of the chain, "z(0) = 0"
  std::vector<std::string> lines{};   // formulas at link k, in ASCII (see typeset.hpp)
};

// Replaces the marks in the formulas of a loop by indices. The marks are: < for the link that passes values to link k,
// > for the link to which k passes values, and @ before a term that is summed over all links that pass values to k,
// which is in { } if it is a sum itself. `is_chain`: true writes k-1 and k+1; false writes j, p and sum_j.
Loop with_neighbours(Loop loop, bool is_chain);

// The recursions that compute the operators of x at a position.
std::vector<Loop> preparation_of(const Expression& x, const Setting& setting);

// The sweeps of a program in the printed form.
std::vector<Loop> loops_of(const Program& program, const Setting& setting);

// The operators whose dense matrices the program solves with.
std::vector<Expression> dense_inverses_of(const Program& program);

// The operators in x, each once, in the order of robot_symbols(), followed by the user's own.
std::vector<Expression> operators_in(const Expression& x);

}  // namespace sinew::operators
