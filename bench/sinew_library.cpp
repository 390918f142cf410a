// sinew itself, called as a user would: views of the state's own numbers in, a preallocated answer out.
#include "bench/peer.hpp"
#include "sinew/algorithms/coriolis.hpp"
#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/algorithms/inverse_mass_matrix.hpp"
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
        matrix_(result_.size() * result_.size()) {}

  bool offers(Job) const override { return true; }

  void prepare(std::span<const sinew::State> states) override { states_ = {states.begin(), states.end()}; }

  void get_ready(Job, std::size_t index) override {
    sinew::update_filter(model_, workspace_, states_[index].q);
  }

  void run(Job job, std::size_t index) override {
    const sinew::State& state = states_[index];
    const sinew::MatrixView matrix(matrix_.data(), model_.velocity_size(), model_.velocity_size());
    switch (job) {
      case Job::inverse_dynamics:
        return sinew::inverse_dynamics(model_, workspace_, state.q, state.v, state.a, result_);
      case Job::mass_matrix:
        return sinew::mass_matrix(model_, workspace_, state.q, matrix);
      case Job::forward_dynamics:
        return sinew::forward_dynamics(model_, workspace_, state.q, state.v, state.tau, result_);
      case Job::inverse_mass_matrix:
        return sinew::inverse_mass_matrix(model_, workspace_, state.q, matrix);
      case Job::inverse_mass_times:
        return sinew::inverse_mass_times(model_, workspace_, state.tau, result_);
      case Job::update_filter:
        return sinew::update_filter(model_, workspace_, state.q);
      case Job::inverse_mass_diagonal:
        return sinew::inverse_mass_diagonal(model_, workspace_, result_);
      case Job::factor_times:
        return sinew::factor_times(model_, workspace_, state.tau, result_);
      case Job::factor_adjoint_times:
        return sinew::factor_adjoint_times(model_, workspace_, state.tau, result_);
      case Job::factor_solve:
        return sinew::factor_solve(model_, workspace_, state.tau, result_);
      case Job::factor_adjoint_solve:
        return sinew::factor_adjoint_solve(model_, workspace_, state.tau, result_);
      case Job::coriolis_product:
        return sinew::coriolis_product(model_, workspace_, state.q, state.v, state.a, result_);
      case Job::coriolis_matrix:
        return sinew::coriolis_matrix(model_, workspace_, state.q, state.v, matrix);
    }
  }

  std::vector<double> answer(Job job, std::size_t) override { return gives_matrix(job) ? matrix_ : result_; }

 private:
  sinew::Model model_;
  sinew::Workspace<double> workspace_;
  std::vector<double> result_, matrix_;
  std::vector<sinew::State> states_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew(const sinew::Model& model) {
  return std::make_unique<Sinew>(model);
}

}  // namespace bench
