// Numbers that begin where a whole vector register may be loaded, as code for several states at once asks for.
#pragma once

#include <cstddef>
#include <vector>

namespace sinew {

template <class T>
class AlignedNumbers {
 public:
  explicit AlignedNumbers(std::size_t size) : lines_(size * sizeof(T) / line_size + 1) {}
  T* data() { return lines_.data()->numbers; }
  const T* data() const { return lines_.data()->numbers; }

 private:
  static constexpr std::size_t line_size = 64;  // bytes
  struct alignas(line_size) Line {
    T numbers[line_size / sizeof(T)];
  };
  std::vector<Line> lines_;
};

}  // namespace sinew
