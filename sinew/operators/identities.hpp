// The identities of the algebra as data: each stated once, in the language, with its citation.
//
// The papers have no rotor inertia R, and D = H P H*. Here D = H P H* + R, and every identity is stated so that it holds
// with R; where the papers' form differs it is the same with R = 0. phi~ = phi - I = phi E_phi, psi~ = psi - I.
#pragma once

#include <span>

#include "sinew/operators/cost.hpp"

namespace sinew::operators {

// What an identity needs to hold.
enum class Condition { always, no_armature, serial_chain, frames_on_one_link };

// What simplifying does with an identity.
enum class Use {
  contract,    // left becomes right wherever it stands
  recognise,   // right becomes left
  abbreviate,  // right becomes left, but left becomes right while sums are multiplied out
  covariance,  // right becomes left, but left becomes right when everything is to be said by the covariances P and Upsilon
  invert,  // left is an inverse: right is put in its place, and an operator and its inverse cancel
  follows  // nothing: it follows from the others
};

struct Identity {
  const char* name;
  const char* left;  // in the language
  const char* right;
  const char* citation;
  Use use = Use::follows;
  Condition condition = Condition::always;
};

std::span<const Identity> identities();
bool holds(const Identity& identity, const Setting& setting);

}  // namespace sinew::operators
