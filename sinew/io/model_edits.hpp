// Changes a robot as short texts say: locks joints, attaches payloads and removes constraints. The program takes these
// texts as options (--lock, --payload, --cut), and results store them.
#pragma once

#include <string>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

struct ModelEdits {
  std::vector<std::string> lock{};     // "JOINT", at its initial position, or "JOINT=Q,..."
  std::vector<std::string> payload{};  // "BODY:MASS" or "BODY:MASS@x,y,z": a point mass on a body or frame
  std::vector<std::string> cut{};      // names of loops, couplings, mimic joints and other joints
  bool is_empty() const { return lock.empty() && payload.empty() && cut.empty(); }
};

// Returns the robot without what is cut, with the payloads, and with the locked joints fixed. Numbers may have units, as
// in 90deg and 500g. Throws std::invalid_argument for texts that cannot be understood and names that the robot does not
// have; the message begins with the name of the edit: "lock: unknown joint ...".
Model with_edits(const Model& model, const ModelEdits& edits);

}  // namespace sinew
