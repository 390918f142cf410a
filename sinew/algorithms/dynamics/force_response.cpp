#include "sinew/algorithms/dynamics/force_response.hpp"

namespace sinew {

template void force_response(Workspace<double>&, std::span<const ExternalForce<double>>, Out<double>);
template void force_response(Workspace<float>&, std::span<const ExternalForce<float>>, Out<float>);
template void acceleration_parts(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                                 Out<double>, Out<double>, const EnvironmentIn<double>&);
template void acceleration_parts(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>, Out<float>,
                                 Out<float>, const EnvironmentIn<float>&);

}  // namespace sinew
