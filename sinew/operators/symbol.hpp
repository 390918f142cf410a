// The operators by name: what each maps, how it is evaluated, and what it means.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/operators/space.hpp"

namespace sinew::operators {

// How the value at a link follows from that of others.
enum class Reach {
  memoryless,  // the link's own
  hop,         // its children's (of the adjoint: its parent's)
  sweep,       // those of all it carries (of the adjoint: of all between it and the ground)
  given        // a matrix of the user's
};

struct Symbol {
  std::string name;     // ASCII, as in C++
  std::string unicode;  // as the papers print it
  std::string latex;
  Space to, from;
  Reach reach = Reach::memoryless;
  bool is_symmetric = false;
  bool is_invertible = false;
  std::string definition;       // in the language; empty for the operators that everything is made of
  std::string meaning;          // one line, with its citation
  std::vector<double> value{};  // Reach::given only: by columns
};

// The operators of a robot: H, phi, E_phi, M, R, P, D, D^(1/2), G, K, psi, E_psi, taubar, Pplus, r, Upsilon, B; Mass, J,
// Omega; the vectors a, b, T, v, C; dVx and the rates of H, P, D, D^(1/2), G and v; the vectors nu, epsilon, mu.
std::span<const std::shared_ptr<const Symbol>> robot_symbols();
// By name, unicode or one of a few other spellings; null if there is none.
std::shared_ptr<const Symbol> find_symbol(std::string_view name);

}  // namespace sinew::operators
