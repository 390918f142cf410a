#include "bench/methods.hpp"

namespace bench {

std::span<const Method> methods(bool planar) {
  static const std::vector<Method> of_planar_chains{{planar_name, make_sinew_planar}};
  static const std::vector<Method> of_robots{{batch_name, make_sinew_batch},
                                             {batch_threads_name, make_sinew_batch_threads},
                                             {compiled_name, make_sinew_compiled},
                                             {compiled_batch_name, make_sinew_compiled_batch},
                                             {long_chain_name, make_sinew_long_chain}};
  return planar ? of_planar_chains : of_robots;
}

}  // namespace bench
