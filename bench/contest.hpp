// Runs all libraries on one robot: builds them, compares their results with sinew's, and times those that agree. All
// jobs on a robot are timed in one interleaved run, so that times of different jobs can be compared too.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "bench/results.hpp"
#include "bench/timing.hpp"

namespace bench {

struct Entrant {
  std::string name;
  int chain_links = 0;  // length of a chain
  bool planar = false;  // a planar chain, for which sinew has special recursions
  std::function<sinew::Description()> description;
};
// The 7-axis arm, the humanoid on a floating base, and random chains of 10 to 3,000 links, in space and in a plane.
std::vector<Entrant> entrants();

// The libraries to time on a robot, with their jobs: sinew first, then its other methods, then the libraries that were
// found, at all jobs; on planar chains only sinew's two methods, at the jobs that have both.
std::vector<std::string> contestants(const Entrant& entrant);
bool is_offered(const Entrant& entrant, Job job);

class Contest {
 public:
  using QuantityRequest = std::function<bool(Job job, const std::string& robot, const std::string& library)>;
  // Fills in the rows: library, job and number of states.
  using Measure =
      std::function<void(std::span<const Runner> runners, std::size_t states, std::vector<Row>& rows)>;
  Contest(const Pace& pace, QuantityRequest wanted, Measure measure)
      : pace_(pace), wanted_(std::move(wanted)), measure_(std::move(measure)) {}

  // Prints the differences between the libraries during the run; adds to the results.
  void run(const Entrant& entrant);
  Results& results() { return results_; }

 private:
  struct Built {
    std::string name;
    std::unique_ptr<Peer> peer;
  };
  struct Cost {
    int links;
    double seconds;
  };

  // The other methods and the peers.
  std::vector<Built> build(const Entrant& entrant, const sinew::Model& model, const Robot& robot);
  void build_one(const Entrant& entrant, const std::string& name,
                 const std::function<std::unique_ptr<Peer>()>& make, std::vector<Built>& built);
  bool is_wanted(const Entrant& entrant, const std::string& library) const;  // at any job
  // The libraries that do this job on this robot: sinew and the peers that agree with it.
  std::vector<Built*> runners_of(Job job, const Entrant& entrant, Built& sinew, std::vector<Built>& peers,
                                 int dofs);
  double difference(Job job, Peer& sinew, Peer& peer, std::size_t states) const;
  bool too_slow(const std::string& what, const Entrant& entrant, double patience) const;
  void note(const std::string& text);

  Pace pace_;
  QuantityRequest wanted_;
  Measure measure_;
  Results results_;
  std::map<std::string, Cost> costs_;  // of "library" (to build) and "job/library" (one call), latest chain
};

}  // namespace bench
