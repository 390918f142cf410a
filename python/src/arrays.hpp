// Reads NumPy arrays and everything that converts to them, and makes the arrays of results.
//
// A function checks first whether its arguments are already vectors of doubles of the right size (`vector_of`), which
// takes a few nanoseconds each. If one is not, an `Arguments` object converts all of them: it finds the number type
// (float32 if all arguments are float32, otherwise float64), broadcasts the leading dimensions against each other and
// keeps the memory order if all arguments share one that batches can read. No conversion copies an array that can be
// read as it is.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL sinew_numpy_api
#ifndef SINEW_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/batch/lanes/blocks.hpp"
#include "sinew/dense/views.hpp"

namespace sinew::python {

namespace nb = nanobind;

void import_numpy();  // call it once, when the module is loaded

template <class T>
inline constexpr int numpy_type = sizeof(T) == sizeof(double) ? NPY_DOUBLE : NPY_FLOAT;

inline PyArrayObject* array_of(nb::handle object) {
  return reinterpret_cast<PyArrayObject*>(object.ptr());
}
template <class T>
T* data_of(nb::handle array) {
  return static_cast<T*>(PyArray_DATA(array_of(array)));
}

// Returns the numbers of a contiguous vector of the type T and the given size; null for every other object.
template <class T>
inline T* vector_of(nb::handle object, int size, bool writeable = false) {
  if (!PyArray_CheckExact(object.ptr())) return nullptr;
  PyArrayObject* const array = array_of(object);
  if (PyArray_NDIM(array) != 1 || PyArray_TYPE(array) != numpy_type<T> || PyArray_DIM(array, 0) != size)
    return nullptr;
  if (writeable ? !PyArray_ISCARRAY(array) : !PyArray_ISCARRAY_RO(array)) return nullptr;
  return static_cast<T*>(PyArray_DATA(array));
}

// Makes arrays whose numbers are not set.
nb::object new_array(int type, std::span<const npy_intp> shape, bool by_columns = false);
inline nb::object new_vector(int type, npy_intp size) {
  PyObject* const made = PyArray_SimpleNew(1, &size, type);
  if (!made) nb::raise_python_error();
  return nb::steal(made);
}
template <class T>
nb::object copied(std::span<const T> numbers) {
  nb::object made = new_vector(numpy_type<T>, npy_intp(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), data_of<T>(made));
  return made;
}
nb::object copied(const Matrix<double>& matrix);
// The array with its last two axes exchanged, without a copy.
nb::object transposed(nb::handle array);

std::string text_of(nb::handle object);  // as str(object)
// "(3, 7)"
std::string shape_text(std::span<const npy_intp> shape);

// An array of doubles of exactly this shape, made from anything; a size of -1 fits everything. Throws
// std::invalid_argument that names the argument, its shape and what was expected.
nb::object doubles(const char* name, nb::handle value, std::initializer_list<npy_intp> shape);
std::vector<double> double_vector(const char* name, nb::handle value, int size = -1);

// The form of a result for one state: its sizes, and whether it is a matrix that sinew writes by columns.
struct ResultForm {
  std::vector<npy_intp> shape;
  bool by_columns = false;  // the last two sizes are rows and columns
};

// One argument: its name for messages, and the sizes of one state ((n), or (frames, 6)).
struct Argument {
  const char* name;
  nb::handle value;
  std::vector<npy_intp> shape;
};

// Arguments of a function that computes many states: arrays of one number type, one batch shape and one memory order.
class Arguments {
 public:
  // `allows_by_coordinate`: false if the function reads one state after the other, or its result is a matrix. `type`: converts all arguments to
  // this number type; if not given, float32 if all of them are, otherwise float64.
  explicit Arguments(std::vector<Argument> arguments, bool allows_by_coordinate = true,
                     std::optional<int> type = {});

  bool is_float() const { return is_float_; }
  int type() const { return is_float_ ? NPY_FLOAT : NPY_DOUBLE; }
  Layout layout() const { return layout_; }
  std::size_t count() const { return arrays_.size(); }
  std::size_t states() const { return states_; }  // 1 without leading dimensions
  bool is_single() const { return batch_.empty(); }
  template <class T>
  VectorView<const T> operator[](std::size_t i) const {
    return {data_of<T>(arrays_[i]), std::size_t(PyArray_SIZE(array_of(arrays_[i])))};
  }
  template <class T>
  const T* of(std::size_t i) const {
    return data_of<T>(arrays_[i]);
  }
  std::span<const npy_intp> batch() const { return batch_; }

 private:
  bool is_float_ = false;
  Layout layout_ = Layout::by_state;
  std::size_t states_ = 1;
  std::vector<npy_intp> batch_;
  std::vector<nb::object> arrays_;
};

// Where a result goes: the caller's array `out`, if it can be written to directly, or a new one.
class Destination {
 public:
  // `out`: None, or an array of the right shape and number type. Throws std::invalid_argument if it is not.
  Destination(const char* name, nb::handle out, const Arguments& arguments, const ResultForm& form);

  template <class T>
  VectorView<T> view() const {
    return {data_of<T>(written_), std::size_t(PyArray_SIZE(array_of(written_)))};
  }
  // The result for the caller: a new array, or `out`.
  nb::object finish();

 private:
  nb::object written_, out_;
  bool exchanges_axes_ = false;
};

}  // namespace sinew::python
