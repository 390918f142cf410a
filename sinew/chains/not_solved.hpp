// Forces of loops and grasps that are asked for before anybody has computed them.
#pragma once

namespace sinew::edge {

// Throws std::logic_error. `what`: "the closed chain".
[[noreturn]] void not_solved(const char* what);

}  // namespace sinew::edge
