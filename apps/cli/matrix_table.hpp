// A matrix for people: its rows have names, its columns numbers.
#pragma once

#include <string>
#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew::cli {

// Wide ones are cut into blocks of columns that fit a line.
std::string matrix_table(const Matrix<double>& matrix, const std::vector<std::string>& row_names);

}  // namespace sinew::cli
