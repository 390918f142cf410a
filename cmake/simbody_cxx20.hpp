// Included before Simbody 3.7, whose index types compare through eight overloads for integers: in C++20 the comparison
// of two indices is ambiguous. This exact match resolves it.
#pragma once

namespace SimTK {

template <class Index>
requires requires(Index index) {
  index.isValidExtended();
}
bool operator==(const Index& a, const Index& b) {
  return static_cast<int>(a) == static_cast<int>(b);
}

}  // namespace SimTK
