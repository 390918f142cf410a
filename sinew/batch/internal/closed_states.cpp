#include "sinew/batch/internal/closed_states.hpp"

#include <stdexcept>
#include <vector>

#include "sinew/chains/constrained_system.hpp"

namespace sinew {
namespace {

template <std::floating_point T>
class ClosedKernels final : public LaneKernels<T> {
 public:
  ClosedKernels(const Model& model, std::unique_ptr<LaneKernels<T>> tree)
      : tree_(std::move(tree)),
        system_(model),
        q_(std::size_t(model.position_size())),
        v_(std::size_t(model.velocity_size())),
        tau_(v_.size()),
        a_(v_.size()) {}

  int lanes() const override { return tree_->lanes(); }

  void prepare(const BatchCall<T>& call) override {
    if (call.quantity != Quantity::forward_dynamics) return tree_->prepare(call);
    forces_.resize(call.frames.size());
  }

  void run(const BatchCall<T>& call, std::size_t first, std::size_t last, BatchReport& report) override {
    if (call.quantity != Quantity::forward_dynamics) return tree_->run(call, first, last, report);
    for (std::size_t state = first; state < last; ++state) {
      bool computed = true;
      try {
        compute(call, state);
      } catch (const std::invalid_argument&) {  // numbers that are not finite, a quaternion of length zero
        computed = false;
      } catch (const std::domain_error&) {  // a joint moves no inertia of its own
        computed = false;
      } catch (const std::overflow_error&) {
        computed = false;
      }
      if (computed) continue;
      ++report.failed;
      report.first_failed = std::min(report.first_failed, state);
      for (std::size_t i = 0; i < call.out.numbers; ++i)
        call.out(i, state) = std::numeric_limits<T>::quiet_NaN();
    }
  }

 private:
  static void read(const detail::StateArray<const T>& from, std::size_t state, double* to) {
    for (std::size_t i = 0; i < from.numbers; ++i) to[i] = double(from(i, state));
  }

  void compute(const BatchCall<T>& call, std::size_t state) {
    read(call.q, state, q_.data());
    read(call.v, state, v_.data());
    read(call.third, state, tau_.data());
    Environment<double> environment;
    read(call.base_acceleration, state, environment.base_acceleration.data());
    for (std::size_t k = 0; k < forces_.size(); ++k) {
      forces_[k].frame = call.frames[k];
      double* const six = forces_[k].force.data();
      for (std::size_t i = 0; i < 6; ++i) six[i] = double(call.forces(6 * k + i, state));
    }
    environment.forces = forces_;
    system_.forward_dynamics(q_, v_, tau_, a_, environment);
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const T rounded = T(a_[i]);
      edge::check_overflow("forward dynamics", &rounded, 1);
      call.out(i, state) = rounded;
    }
  }

  std::unique_ptr<LaneKernels<T>> tree_;
  ConstrainedSystem system_;
  std::vector<double> q_, v_, tau_, a_;
  std::vector<ExternalForce<double>> forces_{};
};

}  // namespace

template <std::floating_point T>
std::unique_ptr<LaneKernels<T>> make_closed_kernels(const Model& model,
                                                    std::unique_ptr<LaneKernels<T>> tree) {
  return std::make_unique<ClosedKernels<T>>(model, std::move(tree));
}

template std::unique_ptr<LaneKernels<double>> make_closed_kernels(const Model&,
                                                                  std::unique_ptr<LaneKernels<double>>);
template std::unique_ptr<LaneKernels<float>> make_closed_kernels(const Model&,
                                                                 std::unique_ptr<LaneKernels<float>>);

}  // namespace sinew
