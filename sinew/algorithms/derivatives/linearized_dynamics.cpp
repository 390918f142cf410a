#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"

#include <stdexcept>

namespace sinew {

namespace edge {
void check_differentiable(const Model& model) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind == JointKind::custom)
      throw std::invalid_argument(
          "the dynamics of '" + model.name() + "' cannot be linearised: joint '" + joint.name +
          "' is custom, and custom joints do not give the derivatives of their bias acceleration");
  }
}
}  // namespace edge

template class LinearizedDynamics<double>;
template class LinearizedDynamics<float>;

}  // namespace sinew
