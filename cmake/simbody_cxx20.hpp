// Included ahead of Simbody 3.7, whose index types compare by way of eight overloads on integers: C++20 finds
// the comparison of two indices ambiguous. This exact match decides it.
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
