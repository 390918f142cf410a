// Lists the spatial operators by name: the spaces that each maps between, how it is evaluated, and what it means.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/operators/formula/space.hpp"

namespace sinew::operators {

// The links whose values determine the result at a link.
enum class Reach {
  memoryless,  // the link itself
  hop,         // its children (for the adjoint: its parent)
  sweep,       // the link and all links that it carries (for the adjoint: the links from it to the ground)
  given        // all links: a matrix that the user gives
};

struct Operands;  // expression.hpp

struct Symbol {
  std::string name;     // ASCII, as in C++
  std::string unicode;  // as the papers print it
  std::string latex;
  Space to, from;
  Reach reach = Reach::memoryless;
  bool is_symmetric = false;
  bool is_invertible = false;
  std::string definition;       // as text that parse() reads; empty for the elementary operators
  std::string meaning;          // one line, with its citation
  std::vector<double> value{};  // the matrix by columns, for Reach::given only
  std::shared_ptr<const Operands>
      operands{};  // of a derivative or cross product, see derivative.hpp; null for others
};

// The operators of a robot: H, phi, E_phi, M, R, P, D, D^(1/2), G, K, psi, E_psi, taubar, Pplus, r, Upsilon, B; Mass,
// J, Omega; the vectors a, b, T, v, C, rate(v), nu, epsilon, mu; dVx and the derivatives along v that are not products
// of others, those of H, P, D, D^(1/2), G, r and Upsilon.
std::span<const std::shared_ptr<const Symbol>> robot_symbols();
// Finds a symbol by its name, its Unicode form or one of a few other spellings; null if there is none.
std::shared_ptr<const Symbol> find_symbol(std::string_view name);

}  // namespace sinew::operators
