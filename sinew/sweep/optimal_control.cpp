#include "sinew/sweep/optimal_control.hpp"

namespace sinew::sweep {

template void optimal_control(const ControlProblem<double>&, OptimalControl<double>&, In<double>);
template void optimal_control(const ControlProblem<float>&, OptimalControl<float>&, In<float>);

}  // namespace sinew::sweep
