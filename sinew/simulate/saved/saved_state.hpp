// Writes the memory of a part of a simulation (a controller, a force element, an event, an integrator) as numbers, and
// reads it back. Simulation::save and Simulation::restore call `save` and `restore` of every part; a part with memory
// of its own overrides both:
//
//   void save(StateWriter& out) const override { out.write(integral_); }
//   void restore(StateReader& in) override { integral_ = in.read(); }
//
// `restore` reads the numbers in the order in which `save` wrote them, and all of them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace sinew {

class StateWriter {
 public:
  void write(double number) { numbers_.push_back(number); }
  void write_list(std::span<const double> numbers);  // of any length
  // Calls part.save, and stores the numbers that it writes as one list.
  template <class Part>
  void write_part(const Part& part) {
    StateWriter own;
    part.save(own);
    write_list(own.numbers_);
  }
  const std::vector<double>& numbers() const { return numbers_; }

 private:
  std::vector<double> numbers_{};
};

// All functions throw std::invalid_argument if the numbers are not those that the part expects.
class StateReader {
 public:
  // `numbers` must outlive the reader. `part` names the part in messages, for example "controller 1".
  StateReader(std::span<const double> numbers, std::string part)
      : numbers_(numbers), part_(std::move(part)) {}

  double read();
  bool read_flag() { return read() != 0; }
  void read_list(std::span<double> numbers);  // of this length
  std::vector<double> read_list();            // of any length
  // Reads a list, and lets part.restore read the numbers of that list.
  template <class Part>
  void read_part(const std::string& name, Part& part) {
    const std::vector<double> numbers = read_list();
    StateReader own(numbers, name);
    part.restore(own);
    own.check_end();
  }
  void check_end() const;  // that all numbers were read

 private:
  std::size_t read_count();

  std::span<const double> numbers_;
  std::string part_;
  std::size_t next_ = 0;
};

}  // namespace sinew
