#include "sinew/dense/solvers/symmetric_solver.hpp"

namespace sinew {

template class SymmetricSolver<double>;
template class SymmetricSolver<float>;

}  // namespace sinew
