#include "spatial.hpp"

#include <cmath>
#include <stdexcept>

namespace sinew::python {

nb::object homogeneous(const Transform<double>& pose) {
  const npy_intp shape[] = {4, 4};
  nb::object made = new_array(NPY_DOUBLE, shape);
  write_homogeneous(pose, data_of<double>(made));
  return made;
}

Transform<double> transform_of(const char* name, nb::handle matrix) {
  const nb::object array = doubles(name, matrix, {4, 4});
  const double* const m = data_of<double>(array);
  double worst = std::abs(m[12]) + std::abs(m[13]) + std::abs(m[14]) + std::abs(m[15] - 1);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double* const a = m + 4 * i;
      const double* const b = m + 4 * j;
      worst = std::max(worst, std::abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] - (i == j)));
    }
  }
  const double determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
                             m[2] * (m[4] * m[9] - m[5] * m[8]);
  if (!(worst < 1e-6) || determinant < 0)
    throw std::invalid_argument(
        std::string(name) +
        " is no pose: expected a rotation in [:3, :3], an origin in [:3, 3] and 0 0 0 1 below");
  return {.rotation = {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}},
          .translation = {m[3], m[7], m[11]}};
}

Vector3<double> vector3_of(const char* name, nb::handle three) {
  const std::vector<double> x = double_vector(name, three, 3);
  return {x[0], x[1], x[2]};
}

Force<double> force_of(const char* name, nb::handle six) {
  const std::vector<double> x = double_vector(name, six, 6);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

Motion<double> motion_of(const char* name, nb::handle six) {
  const std::vector<double> x = double_vector(name, six, 6);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

nb::object three(const Vector3<double>& vector) {
  return copied<double>(std::array{vector.x, vector.y, vector.z});
}

}  // namespace sinew::python
