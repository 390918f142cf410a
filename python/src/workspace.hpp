// The workspace of Python, and the arguments and results of functions that compute one state.
#pragma once

#include <stdexcept>
#include <string>

#include "robot.hpp"

namespace sinew::python {

// Calls of one workspace from several threads follow one another, because none of them releases the GIL.
struct Work {
  explicit Work(const Robot& robot) : robot(robot), work(robot.model()) {}
  Robot robot;
  Workspace<double> work;
};

// An argument for one state: a vector of doubles, read in place if it is one already.
class Vector {
 public:
  Vector(const char* name, nb::handle value, int size) {
    data_ = vector_of<double>(value, size);
    size_ = std::size_t(size);
    if (data_) return;
    kept_ = doubles(name, value, {size});
    data_ = data_of<double>(kept_);
  }
  operator VectorView<const double>() const { return {data_, size_}; }

 private:
  const double* data_;
  std::size_t size_;
  nb::object kept_;
};

// A result for one state: `out`, or a new vector.
class Result {
 public:
  Result(nb::handle out, int size) {
    if (out.is_none()) {
      array_ = new_vector(NPY_DOUBLE, size);
    } else {
      if (!vector_of<double>(out, size, true))
        throw std::invalid_argument("out is no contiguous, writeable float64 array of the shape (" +
                                    std::to_string(size) + ",)");
      array_ = nb::borrow(out);
    }
    view_ = {data_of<double>(array_), std::size_t(size)};
  }
  operator VectorView<double>() const { return view_; }
  nb::object array() { return std::move(array_); }

 private:
  nb::object array_;
  VectorView<double> view_;
};

// External forces and the acceleration of the ground, for one state: `forces` is None or a dict of frames and their six
// numbers, `base_acceleration` None or six numbers.
class Influence {
 public:
  Influence(const Robot& robot, nb::handle forces, nb::handle base_acceleration);
  operator const Environment<double>&() {
    environment_.forces = forces_;
    return environment_;
  }

 private:
  std::vector<ExternalForce<double>> forces_;
  Environment<double> environment_;
};

// Returns indices into v: those of all degrees of freedom of joints that are given by name, and those given as numbers.
std::vector<int> dofs_of(const Robot& robot, const char* what, nb::handle joints);

// Makes a matrix by columns that `fill` writes.
inline nb::object matrix(int rows, int cols, auto&& fill) {
  const npy_intp shape[] = {rows, cols};
  nb::object made = new_array(NPY_DOUBLE, shape, true);
  fill(MatrixView<double>(data_of<double>(made), rows, cols));
  return made;
}

}  // namespace sinew::python
