#include "sinew/dense/solvers/positive_solver.hpp"

namespace sinew {

template class PositiveSolver<double>;
template class PositiveSolver<float>;

}  // namespace sinew
