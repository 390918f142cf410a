// sinew itself, called as a user would: views of the state's own numbers in, a preallocated answer out.
#include "bench/peer.hpp"
#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix.hpp"
#include "sinew/algorithms/workspace.hpp"

namespace bench {
namespace {

class Sinew : public Peer {
 public:
  explicit Sinew(const sinew::Model& model)
      : model_(model),
        workspace_(model),
        result_(static_cast<std::size_t>(model.velocity_size())),
        mass_matrix_(result_.size() * result_.size()) {}

  void prepare(std::span<const sinew::State> states) override { states_ = {states.begin(), states.end()}; }

  void run(Job job, std::size_t index) override {
    const sinew::State& state = states_[index];
    switch (job) {
      case Job::inverse_dynamics:
        sinew::inverse_dynamics(model_, workspace_, state.q, state.v, state.a, result_);
        return;
      case Job::mass_matrix:
        sinew::mass_matrix(
            model_, workspace_, state.q,
            sinew::MatrixView(mass_matrix_.data(), model_.velocity_size(), model_.velocity_size()));
        return;
      case Job::forward_dynamics:
        sinew::forward_dynamics(model_, workspace_, state.q, state.v, state.tau, result_);
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t) override {
    return job == Job::mass_matrix ? mass_matrix_ : result_;
  }

 private:
  sinew::Model model_;
  sinew::Workspace<double> workspace_;
  std::vector<double> result_, mass_matrix_;
  std::vector<sinew::State> states_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew(const sinew::Model& model) {
  return std::make_unique<Sinew>(model);
}

}  // namespace bench
