// Checks the loops and couplings of a description. Used by validation.cpp.
#pragma once

#include "sinew/model/description/description.hpp"

namespace sinew {

// `what` is the beginning of every message.
void check_connection(const Connection& connection, const Source& source, const std::string& what,
                      Findings& findings);
void check_loops(const Description& description, Findings& findings);
void check_couplings(const Description& description, Findings& findings);

}  // namespace sinew
