#include "sinew/chains/followers/independent_dynamics.hpp"

#include <array>
#include <stdexcept>

namespace sinew {

void edge::moves_no_inertia(const Model& model, int v) {
  const std::string joint = names_of_independent(model, std::array{v}).front();
  throw std::domain_error("joint '" + joint +
                          "' and the joints that follow it move no inertia at this position");
}

template class IndependentDynamics<double>;
template class IndependentDynamics<float>;

}  // namespace sinew
