#include "sinew/algorithms/force_response.hpp"

namespace sinew {

template void force_response(const Model&, Workspace<double>&, std::span<const ExternalForce<double>>,
                             Out<double>);
template void force_response(const Model&, Workspace<float>&, std::span<const ExternalForce<float>>,
                             Out<float>);
template void acceleration_parts(const Model&, Workspace<double>&, In<double>, In<double>, In<double>,
                                 Out<double>, Out<double>, Out<double>, const EnvironmentIn<double>&);
template void acceleration_parts(const Model&, Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                 Out<float>, Out<float>, const EnvironmentIn<float>&);

}  // namespace sinew
