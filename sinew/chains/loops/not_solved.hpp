// Reports that forces of loops or grasps were requested before any dynamics computed them.
#pragma once

namespace sinew::edge {

// Throws std::logic_error. `what` names the system in the message: "the closed chain".
[[noreturn]] void not_solved(const char* what);

}  // namespace sinew::edge
