// Makes the state at the start of a run fit the model: joints within their hard limits, loops and couplings closed.
//
//   limits   A joint that is beyond its limits at the initial position of its model (zero, for most files) moves to the
//            nearest limit. A joint that was put beyond its limits is an error.
//   loops    If a row of the loops and couplings is violated by more than `largest_fitting_error`, the mechanism is
//            assembled (chains/loops/assembly.hpp). Joints that this moves beyond a limit are reflected at the limit,
//            and the mechanism is assembled again, until all are within their limits. If that does not end, they are
//            locked at the limit instead.
//
// Smaller constraint errors stay as they are, and so do all of them unless the mechanism's stabilisation is projection.
//
// Cost: one evaluation of the constraint errors, if the state fits. Allocates.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/simulate/run/mechanism.hpp"

namespace sinew {

// The range of a joint with hard limits, and where its coordinate is in q and v.
struct JointRange {
  std::string joint{};
  std::size_t q = 0, v = 0;
  double lower = -infinity, upper = infinity;
};

// How far a joint was moved at the start. For a joint of several degrees of freedom: the norm of its displacement.
struct StartMove {
  std::string joint{};
  double distance = 0;  // rad, m
};

struct StartFit {
  std::vector<StartMove> moves{};        // the largest first
  std::vector<std::string> summaries{};  // sentences for the user; none if the start fits
};

// Joints closer to a limit than this are at the limit.
inline constexpr double at_limit = 1e-9;  // rad, m

// Changes q and v. Throws std::invalid_argument for a joint that was put beyond its limits, and if no state that
// satisfies loops and limits was found.
StartFit fit_start(Mechanism& mechanism, std::span<const JointRange> ranges, Out<double> q, Out<double> v);

}  // namespace sinew
