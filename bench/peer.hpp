// The interface of a library in the benchmark: it takes a robot and states, does a job on one of them, and returns the
// result.
//
// Only `run` is timed. It starts from the numbers of one state in the library's own coordinates, sets the positions
// again (so that sines and cosines are included) and ends with the result in the library's own memory. For jobs at a
// given position, `get_ready` sets the position and `run` only the vectors. A library that takes many states at once
// gets all of them in every call.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/job.hpp"
#include "bench/robot.hpp"
#include "sinew/model/state.hpp"

namespace bench {

// Each library is in a shared module of its own (bench/CMakeLists.txt gives the reason) that exports only its maker.
#define BENCH_SHOWN __attribute__((visibility("default")))

// Thrown by the makers below: this library cannot represent this robot; contains the reason.
struct BENCH_SHOWN NotPossible : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The arithmetic operations of a job on one state, if they can be counted.
struct Work {
  long flops = 0;  // additions, multiplications, divisions, square roots; a*b+c is two
  long sines_cosines = 0;
};

class BENCH_SHOWN Peer {
 public:
  virtual ~Peer() = default;
  // Version of the library, and of the compiler if it is not Debian's.
  virtual std::string version() const { return {}; }
  virtual bool offers(Job job) const = 0;
  // Converts the states to the library's coordinates.
  virtual void prepare(std::span<const sinew::State> states) = 0;
  // Moves to the position of a state, for a job at a given position.
  virtual void get_ready(Job, std::size_t /*state*/) {}
  virtual void run(Job job, std::size_t state) = 0;
  virtual std::size_t states_per_call(Job) const { return 1; }
  virtual bool uses_threads() const { return false; }  // more than one
  virtual std::optional<Work> work(Job) const { return {}; }
  // The result of the latest `run` in sinew's coordinates: a vector, or a matrix by columns.
  virtual std::vector<double> answer(Job job, std::size_t state) = 0;
};

// One maker per library; those of libraries that were not found by CMake are not compiled.
BENCH_SHOWN std::unique_ptr<Peer> make_mujoco(const Robot& robot);
BENCH_SHOWN std::unique_ptr<Peer> make_dart(const Robot& robot);
BENCH_SHOWN std::unique_ptr<Peer> make_kdl(const Robot& robot);
BENCH_SHOWN std::unique_ptr<Peer> make_simbody(const Robot& robot);
BENCH_SHOWN std::unique_ptr<Peer> make_bullet(const Robot& robot);
BENCH_SHOWN std::unique_ptr<Peer> make_pinocchio(const Robot& robot);
BENCH_SHOWN std::unique_ptr<Peer> make_rbdl(const Robot& robot);

struct Library {
  std::string name;
  std::unique_ptr<Peer> (*make)(const Robot& robot);
};
// The libraries that were found.
std::span<const Library> libraries();

}  // namespace bench
