#include "bench/peer.hpp"

namespace bench {

std::span<const Library> libraries() {
  static const std::vector<Library> found{
#ifdef SINEW_WITH_MUJOCO
      {"mujoco", make_mujoco},
#endif
#ifdef SINEW_WITH_DART
      {"dart", make_dart},
#endif
#ifdef SINEW_WITH_KDL
      {"kdl", make_kdl},
#endif
#ifdef SINEW_WITH_SIMBODY
      {"simbody", make_simbody},
#endif
#ifdef SINEW_WITH_BULLET
      {"bullet", make_bullet},
#endif
#ifdef SINEW_WITH_PINOCCHIO
      {"pinocchio", make_pinocchio},
#endif
#ifdef SINEW_WITH_RBDL
      {"rbdl", make_rbdl},
#endif
  };
  return found;
}

}  // namespace bench
