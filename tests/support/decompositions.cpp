#include "tests/support/decompositions.hpp"

template class Eigen::JacobiSVD<Eigen::MatrixXd>;
template class Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;
template class Eigen::ColPivHouseholderQR<Eigen::MatrixXd>;
template class Eigen::FullPivLU<Eigen::MatrixXd>;
