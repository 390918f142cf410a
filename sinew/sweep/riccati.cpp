#include "sinew/sweep/riccati.hpp"

namespace sinew::sweep {

template class Riccati<double>;
template class Riccati<float>;

}  // namespace sinew::sweep
