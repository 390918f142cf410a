// Checks the rules that a robot must satisfy so that every recursion is well defined. Each finding names the body or
// joint, the reason and what was expected; all of them are reported at once.
#include "sinew/model/description/connection_rules.hpp"
#include "sinew/model/description/internal/rules.hpp"
#include "sinew/model/description/internal/solvability.hpp"
#include "sinew/model/description/named_positions.hpp"
#include "sinew/model/description/tendon_rules.hpp"

namespace sinew {

Findings validate(const Description& description) {
  Findings findings;
  if (!is_finite(description.gravity)) findings.error(description.source, "gravity is not finite");
  check_names(description, findings);
  check_placements(description, findings);
  check_inertias(description, findings);
  check_joints(description, findings);
  check_tree(description, findings);
  check_mimics(description, findings);
  check_loops(description, findings);
  check_couplings(description, findings);
  check_tendons(description, findings);
  check_actuators(description, findings);
  detail::check_named_positions(description, findings);
  if (findings.has_errors()) return findings;
  check_merged_inertias(description, findings);
  find_singular_joints(description, findings);
  return findings;
}

}  // namespace sinew
