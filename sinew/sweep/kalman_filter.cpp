#include "sinew/sweep/kalman_filter.hpp"

namespace sinew::sweep {

template class KalmanFilter<double>;
template class KalmanFilter<float>;

}  // namespace sinew::sweep
