#define SINEW_IMPORTS_NUMPY
#include "arrays.hpp"

#include <algorithm>
#include <stdexcept>

namespace sinew::python {
namespace {

nb::object checked(PyObject* object) {
  if (!object) nb::raise_python_error();
  return nb::steal(object);
}

// The value as an array of any type. Objects that offer only DLPack go through numpy.from_dlpack.
nb::object as_array(nb::handle value) {
  if (PyArray_Check(value.ptr())) return nb::borrow(value);
  const bool converts = PyObject_HasAttrString(value.ptr(), "__array__") ||
                        PyObject_HasAttrString(value.ptr(), "__array_interface__");
  if (!converts && PyObject_HasAttrString(value.ptr(), "__dlpack__"))
    return nb::module_::import_("numpy").attr("from_dlpack")(value);
  return checked(PyArray_FROM_O(value.ptr()));
}

std::span<const npy_intp> shape_of(nb::handle array) {
  return {PyArray_DIMS(array_of(array)), std::size_t(PyArray_NDIM(array_of(array)))};
}

std::string expected_shape(std::span<const npy_intp> shape) {
  std::string text = "(...";
  for (const npy_intp size : shape) text += ", " + (size < 0 ? std::string("n") : std::to_string(size));
  return text + ")";
}

// Throws unless the array contains real numbers.
void check_numbers(const char* name, nb::handle array) {
  const int type = PyArray_TYPE(array_of(array));
  if (PyTypeNum_ISINTEGER(type) || PyTypeNum_ISFLOAT(type) || PyTypeNum_ISBOOL(type)) return;
  const std::string dtype = text_of(array.attr("dtype"));
  if (type == NPY_OBJECT)
    throw std::invalid_argument(std::string(name) +
                                " is not an array of numbers (rows of different lengths, or " +
                                "objects that are not numbers)");
  throw std::invalid_argument(std::string(name) + " has the dtype " + dtype + ", expected real numbers");
}

nb::object with_type(nb::handle array, int type, int requirements) {
  return checked(PyArray_FROM_OTF(
      array.ptr(), type, requirements | NPY_ARRAY_ALIGNED | NPY_ARRAY_NOTSWAPPED | NPY_ARRAY_FORCECAST));
}

void import_or_fail() {
  if (_import_array() < 0) nb::raise_python_error();
}

}  // namespace

void import_numpy() {
  import_or_fail();
}

std::string text_of(nb::handle object) {
  const nb::object text = checked(PyObject_Str(object.ptr()));
  const char* const characters = PyUnicode_AsUTF8(text.ptr());
  if (!characters) nb::raise_python_error();
  return characters;
}

nb::object new_array(int type, std::span<const npy_intp> shape, bool by_columns) {
  return checked(PyArray_EMPTY(int(shape.size()), shape.data(), type, by_columns ? 1 : 0));
}

nb::object copied(const Matrix<double>& matrix) {
  const npy_intp shape[] = {matrix.rows(), matrix.cols()};
  nb::object made = new_array(NPY_DOUBLE, shape, true);
  std::copy(matrix.data(), matrix.data() + shape[0] * shape[1], data_of<double>(made));
  return made;
}

nb::object transposed(nb::handle array) {
  const int n = PyArray_NDIM(array_of(array));
  return checked(PyArray_SwapAxes(array_of(array), n - 2, n - 1));
}

std::string shape_text(std::span<const npy_intp> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

nb::object doubles(const char* name, nb::handle value, std::initializer_list<npy_intp> shape) {
  const nb::object array = as_array(value);
  check_numbers(name, array);
  const auto given = shape_of(array);
  const std::span<const npy_intp> wanted(shape.begin(), shape.size());
  bool fits = given.size() == wanted.size();
  for (std::size_t i = 0; fits && i < given.size(); ++i) fits = wanted[i] < 0 || wanted[i] == given[i];
  if (!fits) {
    std::string text;
    for (const npy_intp size : wanted)
      text += (text.empty() ? "" : ", ") + (size < 0 ? "n" : std::to_string(size));
    throw std::invalid_argument(std::string(name) + " has the shape " + shape_text(given) + ", expected (" +
                                text + (wanted.size() == 1 ? ",)" : ")"));
  }
  return with_type(array, NPY_DOUBLE, NPY_ARRAY_C_CONTIGUOUS);
}

std::vector<double> double_vector(const char* name, nb::handle value, int size) {
  const nb::object array = doubles(name, value, {size});
  const double* const first = data_of<double>(array);
  return {first, first + PyArray_SIZE(array_of(array))};
}

Arguments::Arguments(std::vector<Argument> arguments, bool allows_by_coordinate, std::optional<int> type_) {
  is_float_ = true;
  for (const Argument& argument : arguments) {
    nb::object array = as_array(argument.value);
    check_numbers(argument.name, array);
    is_float_ = is_float_ && PyArray_TYPE(array_of(array)) == NPY_FLOAT;
    const auto shape = shape_of(array);
    const std::size_t own = argument.shape.size();
    if (shape.size() < own ||
        !std::equal(argument.shape.begin(), argument.shape.end(), shape.end() - std::ptrdiff_t(own)))
      throw std::invalid_argument(std::string(argument.name) + " has the shape " + shape_text(shape) +
                                  ", expected " + expected_shape(argument.shape));
    const auto leading = shape.first(shape.size() - own);
    // Broadcasts the leading dimensions, aligned at their ends.
    if (leading.size() > batch_.size()) batch_.insert(batch_.begin(), leading.size() - batch_.size(), 1);
    for (std::size_t i = 0; i < leading.size(); ++i) {
      npy_intp& size = batch_[batch_.size() - leading.size() + i];
      if (size == 1) size = leading[i];
      if (leading[i] != 1 && leading[i] != size)
        throw std::invalid_argument(std::string(argument.name) + " has the shape " + shape_text(shape) +
                                    ", whose leading dimensions do not fit those of the other arguments, " +
                                    shape_text(batch_));
    }
    arrays_.push_back(std::move(array));
  }
  if (type_) is_float_ = *type_ == NPY_FLOAT;
  // Batches read coordinate by coordinate what NumPy calls Fortran order: one leading dimension, one number per column.
  bool by_coordinate = allows_by_coordinate && batch_.size() == 1 && batch_[0] > 1;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    PyArrayObject* const array = array_of(arrays_[i]);
    by_coordinate = by_coordinate && arguments[i].shape.size() == 1 && PyArray_NDIM(array) == 2 &&
                    PyArray_DIM(array, 0) == batch_[0] && PyArray_IS_F_CONTIGUOUS(array) &&
                    (PyArray_DIM(array, 1) < 2 || !PyArray_IS_C_CONTIGUOUS(array));
  }
  layout_ = by_coordinate ? Layout::by_coordinate : Layout::by_state;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    std::vector<npy_intp> shape = batch_;
    shape.insert(shape.end(), arguments[i].shape.begin(), arguments[i].shape.end());
    const auto given = shape_of(arrays_[i]);
    if (!std::equal(given.begin(), given.end(), shape.begin(), shape.end())) {
      nb::list sizes;
      for (const npy_intp size : shape) sizes.append(size);
      arrays_[i] = nb::module_::import_("numpy").attr("broadcast_to")(arrays_[i], nb::tuple(sizes));
    }
    arrays_[i] =
        with_type(arrays_[i], type(), by_coordinate ? NPY_ARRAY_F_CONTIGUOUS : NPY_ARRAY_C_CONTIGUOUS);
  }
  for (const npy_intp size : batch_) states_ *= std::size_t(size);
}

Destination::Destination(const char* name, nb::handle out, const Arguments& arguments,
                         const ResultForm& form) {
  std::vector<npy_intp> shape(arguments.batch().begin(), arguments.batch().end());
  shape.insert(shape.end(), form.shape.begin(), form.shape.end());
  const bool by_coordinate = arguments.layout() == Layout::by_coordinate;
  const bool has_out = out.is_valid() && !out.is_none();
  if (has_out) {
    if (!PyArray_Check(out.ptr()))
      throw std::invalid_argument(std::string(name) + " is no NumPy array, expected one of the shape " +
                                  shape_text(shape));
    if (const auto given = shape_of(out); !std::equal(given.begin(), given.end(), shape.begin(), shape.end()))
      throw std::invalid_argument(std::string(name) + " has the shape " + shape_text(given) + ", expected " +
                                  shape_text(shape));
    if (PyArray_TYPE(array_of(out)) != arguments.type())
      throw std::invalid_argument(std::string(name) + " has the dtype " + text_of(out.attr("dtype")) +
                                  ", expected " + (arguments.is_float() ? "float32" : "float64"));
    if (!PyArray_ISWRITEABLE(array_of(out)))
      throw std::invalid_argument(std::string(name) + " cannot be written to");
    out_ = nb::borrow(out);
  }
  // What the library writes: state by state, matrices by columns; or vectors coordinate by coordinate.
  std::vector<npy_intp> memory = shape;
  if (by_coordinate) {
    if (has_out && PyArray_IS_F_CONTIGUOUS(array_of(out)) && PyArray_ISALIGNED(array_of(out)))
      written_ = out_;
    else
      written_ = new_array(arguments.type(), memory, true);
    return;
  }
  exchanges_axes_ = form.by_columns;
  if (exchanges_axes_) std::swap(memory[memory.size() - 1], memory[memory.size() - 2]);
  if (has_out) {
    const nb::object seen = exchanges_axes_ ? transposed(out_) : out_;
    if (PyArray_ISCARRAY(array_of(seen))) {
      written_ = seen;
      return;
    }
  }
  written_ = new_array(arguments.type(), memory);
}

nb::object Destination::finish() {
  nb::object result = written_;
  if (exchanges_axes_) result = transposed(result);
  if (!out_.is_valid()) return result;
  if (PyArray_DATA(array_of(written_)) != PyArray_DATA(array_of(out_)) &&
      PyArray_CopyInto(array_of(out_), array_of(result)) < 0)
    nb::raise_python_error();
  return out_;
}

}  // namespace sinew::python
