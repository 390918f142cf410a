// The identities of the algebra as data: each stated once, in the language, with its citation.
#pragma once

#include <span>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// What an identity needs to hold.
enum class Condition { always, no_armature, serial_chain };

struct Identity {
  const char* name;
  const char* left;  // in the language
  const char* right;
  const char* citation;
  Condition condition = Condition::always;
};

std::span<const Identity> identities();

}  // namespace sinew::operators
