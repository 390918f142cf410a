// Times sinew's forward dynamics of one long chain on all cores.
#include "bench/methods.hpp"
#include "sinew/batch/long_chain/long_chain.hpp"

namespace bench {
namespace {

class SinewLongChain : public Peer {
 public:
  explicit SinewLongChain(const sinew::Model& model)
      : model_(model),
        workspace_(model),
        chain_(model),
        result_(static_cast<std::size_t>(model.velocity_size())) {
    if (chain_.blocks() == 1) throw NotPossible("too short to be cut into blocks");
  }

  std::string version() const override { return std::to_string(chain_.threads()) + " threads"; }
  bool offers(Job job) const override { return job == Job::forward_dynamics; }
  bool uses_threads() const override { return true; }
  void prepare(std::span<const sinew::State> states) override { states_ = {states.begin(), states.end()}; }

  void run(Job, std::size_t index) override {
    const sinew::State& state = states_[index];
    chain_.forward_dynamics(workspace_, state.q, state.v, state.tau, result_);
  }

  std::vector<double> answer(Job, std::size_t) override { return result_; }

 private:
  sinew::Model model_;
  sinew::Workspace<double> workspace_;
  sinew::LongChain<double> chain_;
  std::vector<double> result_;
  std::vector<sinew::State> states_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew_long_chain(const sinew::Model& model, const std::string&) {
  return std::make_unique<SinewLongChain>(model);
}

}  // namespace bench
