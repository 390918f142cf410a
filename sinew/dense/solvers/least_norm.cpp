#include "sinew/dense/solvers/least_norm.hpp"

namespace sinew {

template class LeastNormSolver<double>;
template class LeastNormSolver<float>;

}  // namespace sinew
