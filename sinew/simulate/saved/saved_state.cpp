#include "sinew/simulate/saved/saved_state.hpp"

#include <algorithm>
#include <stdexcept>

namespace sinew {

void StateWriter::write_list(std::span<const double> numbers) {
  write(double(numbers.size()));
  numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
}

double StateReader::read() {
  if (next_ == numbers_.size())
    throw std::invalid_argument(part_ + ": restore reads more numbers than the " +
                                std::to_string(numbers_.size()) + " that were saved");
  return numbers_[next_++];
}

std::size_t StateReader::read_count() {
  const double count = read();
  if (!(count >= 0 && count <= double(numbers_.size() - next_)))
    throw std::invalid_argument(part_ + ": restore reads a list where none was saved");
  return std::size_t(count);
}

void StateReader::read_list(std::span<double> numbers) {
  const std::size_t count = read_count();
  if (count != numbers.size())
    throw std::invalid_argument(part_ + ": the saved list has " + std::to_string(count) +
                                " numbers; expected " + std::to_string(numbers.size()));
  std::copy_n(numbers_.begin() + std::ptrdiff_t(next_), count, numbers.begin());
  next_ += count;
}

std::vector<double> StateReader::read_list() {
  const std::size_t count = read_count();
  const auto first = numbers_.begin() + std::ptrdiff_t(next_);
  next_ += count;
  return {first, first + std::ptrdiff_t(count)};
}

void StateReader::check_end() const {
  if (next_ != numbers_.size())
    throw std::invalid_argument(part_ + ": restore reads " + std::to_string(next_) + " numbers; " +
                                std::to_string(numbers_.size()) + " were saved");
}

}  // namespace sinew
