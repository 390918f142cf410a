#include "sinew/model/description/actuator.hpp"

namespace sinew {

const char* name_of(TransmissionKind kind) {
  switch (kind) {
    case TransmissionKind::joint:
      return "joint";
    case TransmissionKind::joint_in_parent:
      return "joint in parent";
    case TransmissionKind::tendon:
      return "tendon";
    case TransmissionKind::site:
      return "site";
  }
  return "unknown";
}

const char* name_of(ActivationKind kind) {
  switch (kind) {
    case ActivationKind::none:
      return "none";
    case ActivationKind::integrator:
      return "integrator";
    case ActivationKind::filter:
      return "filter";
  }
  return "unknown";
}

}  // namespace sinew
