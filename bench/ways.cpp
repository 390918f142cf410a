#include "bench/ways.hpp"

namespace bench {

std::span<const Way> ways(bool planar) {
  static const std::vector<Way> of_planar_chains{{planar_name, make_sinew_planar}};
  static const std::vector<Way> of_robots{};
  return planar ? of_planar_chains : of_robots;
}

}  // namespace bench
