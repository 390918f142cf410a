// The rules loops and couplings must keep. A part of validation.cpp.
#pragma once

#include "sinew/model/description.hpp"

namespace sinew {

// `what` begins every message.
void check_connection(const Connection& connection, const Source& source, const std::string& what,
                      Findings& findings);
void check_loops(const Description& description, Findings& findings);
void check_couplings(const Description& description, Findings& findings);

}  // namespace sinew
