// Times sinew's batches: many states in SIMD lanes, on one thread or on all.
#include "bench/many_states.hpp"
#include "sinew/batch/batch.hpp"

namespace bench {
namespace {

class SinewBatch : public ManyStates {
 public:
  SinewBatch(const sinew::Model& model, const std::string& tip, int threads)
      : ManyStates(model), batch_(model, {.threads = threads}), tip_(model.frame(tip)) {
    for (const sinew::JointInfo& joint : model.joints()) bodies_.push_back(joint.frame);
  }

  std::string version() const override {
    return std::string(name_of(batch_.instructions())) + ", " + std::to_string(batch_.lanes()) + " lanes, " +
           std::to_string(batch_.threads()) + (batch_.threads() == 1 ? " thread" : " threads");
  }
  bool offers(Job job) const override {
    const std::optional<Quantity> quantity = info(job).quantity;
    const bool offered = job == Job::poses || (quantity && is_among(sinew::offered::by_batches, *quantity));
    return offered && has_room_for(job);
  }
  bool uses_threads() const override { return batch_.threads() > 1; }

  void run(Job job, std::size_t) override {
    using sinew::Reference;
    switch (job) {
      case Job::inverse_dynamics:
        batch_.inverse_dynamics(q(job), v(job), a(job), out(job));
        return;
      case Job::mass_matrix:
        batch_.mass_matrix(q(job), out(job));
        return;
      case Job::forward_dynamics:
        batch_.forward_dynamics(q(job), v(job), tau(job), out(job));
        return;
      case Job::inverse_mass_matrix:
        batch_.inverse_mass_matrix(q(job), out(job));
        return;
      case Job::omega:
        batch_.omega(q(job), tip_, Reference::body, out(job));
        return;
      case Job::poses:
        batch_.poses(q(job), bodies_, out(job));
        return;
      case Job::jacobian:
        batch_.jacobian(q(job), tip_, Reference::body, out(job));
        return;
      default:
        return;
    }
  }

  // The peak is that of one core.
  std::optional<Work> work(Job job) const override {
    return uses_threads() ? std::nullopt : counted_work(model(), job);
  }

  std::vector<double> answer(Job job, std::size_t state) override {
    std::vector<double> numbers = ManyStates::answer(job, state);
    if (job == Job::poses) {  // rotations by columns
      for (std::size_t i = 0; i < numbers.size(); i += 12) {
        std::swap(numbers[i + 1], numbers[i + 3]);
        std::swap(numbers[i + 2], numbers[i + 6]);
        std::swap(numbers[i + 5], numbers[i + 7]);
      }
    }
    return numbers;
  }

 private:
  sinew::Batch<double> batch_;
  sinew::FrameIndex tip_;
  std::vector<sinew::FrameIndex> bodies_;
};

}  // namespace

std::unique_ptr<Peer> make_sinew_batch(const sinew::Model& model, const std::string& tip) {
  return std::make_unique<SinewBatch>(model, tip, 1);
}
std::unique_ptr<Peer> make_sinew_batch_threads(const sinew::Model& model, const std::string& tip) {
  return std::make_unique<SinewBatch>(model, tip, 0);
}

}  // namespace bench
