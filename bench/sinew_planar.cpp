// Times sinew's recursions for planar chains, next to its general ones.
#include "bench/methods.hpp"
#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"
#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"
#include "sinew/algorithms/planar/planar_mass_matrix.hpp"

namespace bench {
namespace {

class SinewPlanar : public Peer {
 public:
  explicit SinewPlanar(const sinew::Model& model)
      : chain_(sinew::PlanarChain::from(model)),
        workspace_(chain_),
        result_(static_cast<std::size_t>(chain_.size())),
        matrix_(result_.size() * result_.size()) {}

  bool offers(Job job) const override {
    return is_one_of(job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics});
  }

  void prepare(std::span<const sinew::State> states) override { states_ = {states.begin(), states.end()}; }

  void run(Job job, std::size_t index) override {
    const sinew::State& state = states_[index];
    switch (job) {
      case Job::inverse_dynamics:
        return sinew::inverse_dynamics(workspace_, state.q, state.v, state.a, result_);
      case Job::mass_matrix:
        return sinew::mass_matrix(workspace_, state.q,
                                  sinew::MatrixView(matrix_.data(), chain_.size(), chain_.size()));
      case Job::forward_dynamics:
        return sinew::forward_dynamics(workspace_, state.q, state.v, state.tau, result_);
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t) override { return gives_matrix(job) ? matrix_ : result_; }

 private:
  sinew::PlanarChain chain_;
  sinew::PlanarWorkspace<double> workspace_;
  std::vector<double> result_, matrix_;
  std::vector<sinew::State> states_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew_planar(const sinew::Model& model, const std::string&) {
  return std::make_unique<SinewPlanar>(model);
}

}  // namespace bench
