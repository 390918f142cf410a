// Lists the identities of the operator algebra as data: each one once, as text for parse(), with its citation.
//
// The papers have no rotor inertia R, and D = H P H*. Here D = H P H* + R, and every identity is stated so that it
// holds with R; with R = 0 it takes the papers' form. phi~ = phi - I = phi E_phi, psi~ = psi - I.
#pragma once

#include <span>

#include "sinew/operators/simplify/cost.hpp"

namespace sinew::operators {

// The condition under which an identity holds.
enum class Condition { always, no_armature, serial_chain, frames_on_one_link, no_custom_joints };

// How simplification uses an identity.
enum class Use {
  contract,       // replaces left by right wherever it occurs
  recognise,      // replaces right by left
  abbreviate,     // replaces right by left, but left by right while sums are multiplied out
  covariance,     // replaces right by left, but left by right to express everything by P and Upsilon
  invert,         // left is an inverse: replaces it by right, and cancels an operator with its inverse
  differentiate,  // left is the derivative of a symbol along v: replaces it by right, and so along other vectors
  follows         // not used: it follows from the others
};

struct Identity {
  const char* name;
  const char* left;  // text that parse() reads
  const char* right;
  const char* citation;
  Use use = Use::follows;
  Condition condition = Condition::always;
};

std::span<const Identity> identities();
bool holds(const Identity& identity, const Setting& setting);

}  // namespace sinew::operators
