// Writes a matrix as a text table with named rows and numbered columns.
#pragma once

#include <string>
#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew::cli {

// Splits a wide matrix into blocks of columns that fit on a line.
std::string matrix_table(const Matrix<double>& matrix, const std::vector<std::string>& row_names);

}  // namespace sinew::cli
