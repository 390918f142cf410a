#include "sinew/scalar/simd/sine_cosine.hpp"

namespace sinew {

SineCosine<double> sine_cosine_in_double(double angle) {
  const double angles[sine_lanes] = {angle};
  double sine[sine_lanes], cosine[sine_lanes];
  sine_cosine(angles, sine, cosine);
  return {sine[0], cosine[0]};
}

}  // namespace sinew
