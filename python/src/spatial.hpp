// Converts spatial vectors, poses and inertias to arrays and back: twists and forces are six numbers, angular part first;
// poses are homogeneous 4 x 4 matrices.
#pragma once

#include "arrays.hpp"
#include "sinew/spatial.hpp"

namespace sinew::python {

// Writes a pose as a 4 x 4 matrix by rows; `X`: rotation by columns, then origin.
template <class T>
void write_homogeneous(const T* X, T* out) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out[4 * i + j] = X[3 * j + i];
    out[4 * i + 3] = X[9 + i];
  }
  out[12] = out[13] = out[14] = T(0), out[15] = T(1);
}
template <class T>
void write_homogeneous(const Transform<T>& X, T* out) {
  const Vector3<T> rows[] = {X.rotation.row_x, X.rotation.row_y, X.rotation.row_z};
  const T origin[] = {X.translation.x, X.translation.y, X.translation.z};
  for (int i = 0; i < 3; ++i)
    out[4 * i] = rows[i].x, out[4 * i + 1] = rows[i].y, out[4 * i + 2] = rows[i].z,
            out[4 * i + 3] = origin[i];
  out[12] = out[13] = out[14] = T(0), out[15] = T(1);
}
nb::object homogeneous(const Transform<double>& pose);
// Reads a homogeneous matrix. Throws std::invalid_argument if it is no pose.
Transform<double> transform_of(const char* name, nb::handle matrix);
Force<double> force_of(const char* name, nb::handle six);
Motion<double> motion_of(const char* name, nb::handle six);
Vector3<double> vector3_of(const char* name, nb::handle three);
nb::object three(const Vector3<double>& vector);

// A Motion or a Force as an array.
template <class Six>
nb::object six(const Six& value) {
  return copied<double>(std::span<const double>(value.data(), 6));
}
// An array (count, 6) with six numbers of each element.
template <class Elements, class SixOf>
nb::object copied_rows(const Elements& elements, SixOf&& six_of) {
  const npy_intp shape[] = {npy_intp(elements.size()), 6};
  nb::object made = new_array(NPY_DOUBLE, shape);
  double* to = data_of<double>(made);
  for (const auto& element : elements) {
    const auto value = six_of(element);
    to = std::copy_n(value.data(), 6, to);
  }
  return made;
}
// Writes an inertia as a dense 6 x 6 matrix, column by column, by applying it to unit motions.
template <class Inertia>
void write_dense(const Inertia& inertia, MatrixView<double> out) {
  for (int j = 0; j < 6; ++j) {
    Motion<double> unit{};
    unit[j] = 1;
    const Force<double> column = inertia * unit;
    for (int i = 0; i < 6; ++i) out(i, j) = column[i];
  }
}

}  // namespace sinew::python
