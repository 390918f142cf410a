#include "sinew/chains/embedding/constraint_embedding.hpp"

#include "sinew/chains/embedding/constraint_embedding_impl.hpp"

namespace sinew {

template class EmbeddedTree<double>;
template class EmbeddedTree<float>;

}  // namespace sinew
