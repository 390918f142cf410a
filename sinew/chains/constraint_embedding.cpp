#include "sinew/chains/constraint_embedding.hpp"

namespace sinew {

template class EmbeddedTree<double>;
template class EmbeddedTree<float>;

}  // namespace sinew
