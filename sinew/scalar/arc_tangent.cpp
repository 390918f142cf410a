#include "sinew/scalar/arc_tangent.hpp"

#include <cmath>

namespace sinew {
namespace {

constexpr double half_pi[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};  // in two parts

// Returns the arc tangent of t >= 0. Subtracts the nearest of five fixed angles, so that the tangent of the difference
// is small enough for the polynomial.
double arc_tangent_of(double t) {
  constexpr double coefficients[] = {
      3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
      -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
      6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
      -3.65315727442169155270e-02, 1.62858201153657823623e-02};
  struct {
    double high, low;
  } near = {0, 0};  // the fixed angle, in two parts
  if (t >= 2.4375) {
    near = {half_pi[0], half_pi[1]};
    t = -1 / t;
  } else if (t >= 1.1875) {
    near = {9.82793723247329054082e-01, 1.39033110312309984516e-17};
    t = (t - 1.5) / (1 + 1.5 * t);
  } else if (t >= 0.6875) {
    near = {7.85398163397448278999e-01, 3.06161699786838301793e-17};
    t = (t - 1) / (t + 1);
  } else if (t >= 0.4375) {
    near = {4.63647609000806093515e-01, 2.26987774529616870924e-17};
    t = (2 * t - 1) / (2 + t);
  }
  const double z = t * t;
  double series = 0;
  for (int i = 10; i >= 0; --i) series = coefficients[i] + z * series;
  return near.high - ((t * z * series - near.low) - t);
}

}  // namespace

double arc_tangent(double y, double x) {
  const double up = std::abs(y), along = std::abs(x);
  double angle;
  if (up == 0) {
    angle = 0;
  } else if (along == 0) {
    angle = half_pi[0];
  } else {
    angle = arc_tangent_of(up / along);
  }
  if (std::signbit(x)) angle = 2 * half_pi[0] - (angle - 2 * half_pi[1]);
  return std::copysign(angle, y);
}

}  // namespace sinew
