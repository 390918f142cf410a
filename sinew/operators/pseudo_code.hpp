// Programs of sweeps in the papers' style: for k = 1..n, links counted from the tip.
//
// Of a serial chain the neighbours of link k are k-1 and k+1, as the papers have it; of a tree its children j and its
// parent p. c is a chosen frame on link k.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/cost.hpp"
#include "sinew/operators/program.hpp"

namespace sinew::operators {

struct Loop {
  std::string title;  // of a preparation: what it makes, with its citation
  Direction direction = Direction::memoryless;
  bool is_whole = false;              // no loop: the lines stand for themselves
  bool is_at_frames = false;          // only at links that carry chosen frames
  std::vector<std::string> before{};  // what the values beyond the ends are
  std::vector<std::string> lines{};   // at link k; in ASCII, see typeset.hpp
};

// A loop whose formulas have marks for the neighbours of link k: < the link that hands in, > the one that is handed to,
// @ before what every link that hands in gives, in { } if it is a sum. Marks become indices.
Loop with_neighbours(Loop loop, bool is_chain);

// The recursions that make the operators of x at a position.
std::vector<Loop> preparation_of(const Expression& x, const Setting& setting);

// The sweeps of a program in the printed form.
std::vector<Loop> loops_of(const Program& program, const Setting& setting);

// The operators whose matrices the program solves with.
std::vector<Expression> dense_inverses_of(const Program& program);

// The operators in x by name, each once, in the order of robot_symbols() with the user's own behind.
std::vector<Expression> operators_in(const Expression& x);

}  // namespace sinew::operators
