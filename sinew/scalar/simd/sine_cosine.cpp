#include "sinew/scalar/simd/sine_cosine.hpp"

namespace sinew::detail {

SineCosine<double> sine_cosine_in_double(double angle) {
  const double angles[lanes::sine_lanes] = {angle};
  double sine[lanes::sine_lanes], cosine[lanes::sine_lanes];
  lanes::sine_cosine(angles, sine, cosine);
  return {sine[0], cosine[0]};
}

}  // namespace sinew::detail
