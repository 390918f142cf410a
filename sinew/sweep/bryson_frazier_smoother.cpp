#include "sinew/sweep/bryson_frazier_smoother.hpp"

namespace sinew::sweep {

template void bryson_frazier_smoother(const LinearSystem<double>&, const std::vector<FilterStep<double>>&,
                                      std::vector<SmootherStep<double>>&);
template void bryson_frazier_smoother(const LinearSystem<float>&, const std::vector<FilterStep<float>>&,
                                      std::vector<SmootherStep<float>>&);

}  // namespace sinew::sweep
