#include "parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "sinew/base/unknown_name.hpp"

namespace sinew::python {

nb::object class_named(const char* name) {
  return nb::module_::import_("sinew.description").attr(name);
}

void wrong_type(const std::string& path, nb::handle value, const std::string& expected) {
  throw std::invalid_argument(path + " is of the type " + text_of(value.type().attr("__name__")) +
                              ", expected " + expected);
}

std::size_t kind_of(const std::string& path, nb::handle name, const std::vector<std::string>& names) {
  std::string text;
  read(path, name, text);
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end()) throw std::invalid_argument(path + ": " + unknown_name("kind", text, names));
  return std::size_t(at - names.begin());
}

std::vector<nb::object> elements_of(const std::string& path, nb::handle sequence) {
  if (PyUnicode_Check(sequence.ptr()) || !PySequence_Check(sequence.ptr()))
    wrong_type(path, sequence, "a list");
  std::vector<nb::object> elements;
  for (nb::handle element : sequence) elements.push_back(nb::borrow(element));
  return elements;
}

void read(const std::string& path, nb::handle from, std::string& to) {
  if (!PyUnicode_Check(from.ptr())) wrong_type(path, from, "a str");
  to = text_of(from);
}

void read(const std::string& path, nb::handle from, double& to) {
  const nb::object number = doubles(path.c_str(), from, {});
  to = *data_of<double>(number);
}

void read(const std::string& path, nb::handle from, int& to) {
  if (!PyLong_Check(from.ptr())) wrong_type(path, from, "an int");
  const long number = PyLong_AsLong(from.ptr());
  if (number == -1 && PyErr_Occurred()) nb::raise_python_error();
  to = int(std::clamp<long>(number, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

void read(const std::string& path, nb::handle from, Vector3<double>& to) {
  to = vector3_of(path.c_str(), from);
}

void read(const std::string& path, nb::handle from, Symmetric3<double>& to) {
  const nb::object matrix = doubles(path.c_str(), from, {3, 3});
  const double* const m = data_of<double>(matrix);
  double largest = 0;
  for (int i = 0; i < 9; ++i) largest = std::max(largest, std::abs(m[i]));
  const double difference = std::max({std::abs(m[1] - m[3]), std::abs(m[2] - m[6]), std::abs(m[5] - m[7])});
  if (difference > 1e-9 * largest) throw std::invalid_argument(path + " is not symmetric");
  to = {m[0], m[1], m[2], m[4], m[5], m[8]};
}

void read(const std::string& path, nb::handle from, Transform<double>& to) {
  to = transform_of(path.c_str(), from);
}

void read(const std::string& path, nb::handle from, Interval& to) {
  const std::vector<double> ends = double_vector(path.c_str(), from, 2);
  to = {ends[0], ends[1]};
}

void read(const std::string& path, nb::handle from, Source& to) {
  const std::vector<nb::object> file_and_line = elements_of(path, from);
  if (file_and_line.size() != 2) throw std::invalid_argument(path + " is not a file and a line");
  read(path + "[0]", file_and_line[0], to.file);
  read(path + "[1]", file_and_line[1], to.line);
}

void read(const std::string& path, nb::handle from, std::vector<double>& to) {
  to = double_vector(path.c_str(), from);
}

void read(const std::string& path, nb::handle from, std::vector<Force<double>>& to) {
  const nb::object rows = doubles(path.c_str(), from, {-1, 6});
  const double* x = data_of<double>(rows);
  for (npy_intp i = 0; i < PyArray_DIM(array_of(rows), 0); ++i, x += 6)
    to.push_back({{x[0], x[1], x[2]}, {x[3], x[4], x[5]}});
}

nb::object to_python(const Symmetric3<double>& m) {
  const npy_intp shape[] = {3, 3};
  nb::object made = new_array(NPY_DOUBLE, shape);
  std::ranges::copy(std::array{m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz}, data_of<double>(made));
  return made;
}

nb::object to_python(const Source& source) {
  return nb::make_tuple(to_python(source.file), to_python(source.line));
}

}  // namespace sinew::python
