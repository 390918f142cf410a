#include "apps/cli/linearized.hpp"

#include "apps/cli/errors.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::cli {

Linearized linearized(const ComputeRequest& request, const Inputs& inputs) {
  const auto integrator = integrator_kind(request.integrator);
  if (!integrator)
    throw RequestError("--integrator: " + unknown_name("integrator", request.integrator,
                                                       {"semi_implicit_euler", "rk4", "rkmk4"}));
  const State& state = inputs.state;
  Linearized result{.matrices = linearize(inputs.model, state.q, state.v, state.tau,
                                          {.integrator = *integrator, .step = request.step}),
                    .modes = {}};
  result.modes = modes(result.matrices.A);
  return result;
}

}  // namespace sinew::cli
