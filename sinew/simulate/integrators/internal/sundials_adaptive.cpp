// Integrates the equations of motion with an explicit method and steps chosen by tolerance: SUNDIALS ARKODE, ERKStep,
// with the coefficients of simulate/integrators/internal/prince_dormand.hpp.
//
// y = (u, v, work) with q = q_start (+) u. The coordinates u start from zero at every step, so quaternions are only
// ever multiplied by rotations. Every call restarts ARKODE from its state, so a step depends only on the state and a
// guess of its length: it can be repeated, and states may jump. The restart costs no evaluation: the accelerations at
// the end of a step are reused at the start of the next, if nothing changed in between.
//
// With sampled controllers, whose torques jump at every sample, steps are as short as their periods. A method of order 5
// then costs half as much as that of order 8: the coefficients of Dormand and Prince, A family of embedded Runge-Kutta
// formulae, J. Comput. Appl. Math. 6, 1980, RK5(4)7M, which ARKODE provides.
//
// Loops are projected before the end of the step is evaluated (ERKStepSetPostprocessStepFn).
#ifdef SINEW_HAS_SUNDIALS

#include <arkode/arkode_butcher_erk.h>
#include <arkode/arkode_erkstep.h>

#include <algorithm>
#include <new>

#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/simulate/integrators/internal/prince_dormand.hpp"
#include "sinew/simulate/integrators/internal/sundials_parts.hpp"
#include "sinew/simulate/run/internal/step.hpp"

namespace sinew {
namespace {

struct FreeTable {
  void operator()(ARKodeButcherTable table) const { ARKodeButcherTable_Free(table); }
};
using Table = std::unique_ptr<ARKodeButcherTableMem, FreeTable>;

Table table_of_order_5() {
  Table table(ARKodeButcherTable_LoadERK(ARKODE_DORMAND_PRINCE_7_4_5));
  if (!table) throw std::bad_alloc();
  return table;
}

Table table_of_order_8() {
  namespace rk = prince_dormand;
  std::vector<double> c(std::begin(rk::nodes), std::end(rk::nodes)),
      b(std::begin(rk::weights), std::end(rk::weights)),
      d(std::begin(rk::embedded_weights), std::end(rk::embedded_weights));
  std::vector<double> rows(&rk::matrix[0][0], &rk::matrix[0][0] + rk::stages * rk::stages);
  Table table(ARKodeButcherTable_Create(rk::stages, rk::order, rk::embedded_order, c.data(), rows.data(),
                                        b.data(), d.data()));
  if (!table) throw std::bad_alloc();
  return table;
}

constexpr int most_retries = 8;  // of a step in which the dynamics threw, because it may have been too long

class AdaptiveIntegrator final : public SundialsIntegrator {
 public:
  AdaptiveIntegrator(const Model& model, const IntegratorOptions& options);
  ~AdaptiveIntegrator() override {
    ERKStepFree(&order_5_);
    ERKStepFree(&order_8_);
  }
  void restart() override { kept_.t = infinity; }
  void start() override {
    restart();
    guess_ = 0;
  }
  bool can_crawl() const override { return true; }
  void save(StateWriter& out) override;
  void restore(StateReader& in) override;

 private:
  // The last evaluation of accelerations and power, and where it was made.
  struct Evaluation {
    double t = infinity;
    std::vector<double> q, v, a;
    double power = 0;
  };
  void* make_method(const Table& table, const IntegratorOptions& options);
  void make(const SimulationState& from, double t_end) override;
  bool evolve(const SimulationState& from, double h, double t_end, double& t);
  void rates(double t, const double* y, double* out);
  void project(double t, double* y);

  std::size_t n_;
  double longest_step_;
  double guess_ = 0;  // length of the next step; 0: no guess
  SundialsContext context_;
  SundialsVector y_;
  SundialsTrouble trouble_;
  void *order_5_ = nullptr, *order_8_ = nullptr;
  void* memory_ = nullptr;                 // the one of them that is used
  const SimulationState* from_ = nullptr;  // start of the current step
  SimulationState projected_;
  Evaluation kept_;
  std::vector<double> q_;
};

AdaptiveIntegrator::AdaptiveIntegrator(const Model& model, const IntegratorOptions& options)
    : SundialsIntegrator(model),
      n_(std::size_t(model.velocity_size())),
      longest_step_(options.step.value_or(infinity)),
      y_(context_, 2 * n_ + 1),
      q_(std::size_t(model.position_size())) {
  projected_.q = kept_.q = q_;
  projected_.v = kept_.v = kept_.a = next_.v;
  std::ranges::fill(y_.numbers(), 0.0);
  order_8_ = make_method(table_of_order_8(), options);
  order_5_ = make_method(table_of_order_5(), options);
}

void* AdaptiveIntegrator::make_method(const Table& table, const IntegratorOptions& options) {
  const ARKRhsFn f = [](double t, N_Vector y, N_Vector out, void* data) {
    auto* const integrator = static_cast<AdaptiveIntegrator*>(data);
    return -integrator->trouble_.guard([&] { integrator->rates(t, numbers_of(y), numbers_of(out)); });
  };
  const ARKPostProcessFn after_step = [](double t, N_Vector y, void* data) {
    auto* const integrator = static_cast<AdaptiveIntegrator*>(data);
    return -integrator->trouble_.guard([&] { integrator->project(t, numbers_of(y)); });
  };
  void* const memory = ERKStepCreate(f, 0, y_, context_);
  if (!memory) throw std::bad_alloc();
  SundialsVector tolerances(context_, 2 * n_ + 1);
  set_absolute_tolerances(tolerances.numbers(), options.absolute_tolerance);
  ERKStepSetErrHandlerFn(memory, SundialsTrouble::hear, &trouble_);
  ERKStepSVtolerances(memory, options.relative_tolerance, tolerances);
  ERKStepSetUserData(memory, this);
  ERKStepSetTable(memory, table.get());                            // ARKODE copies the table
  ERKStepSetAdaptivityMethod(memory, ARK_ADAPT_I, 1, 0, nullptr);  // other methods need earlier steps
  ERKStepSetMaxFirstGrowth(memory, 10);
  ERKStepSetMaxGrowth(memory, 10);
  ERKStepSetPostprocessStepFn(memory, after_step);
  return memory;
}

// ARKODE itself keeps nothing from one step to the next.
void AdaptiveIntegrator::save(StateWriter& out) {
  out.write(guess_);
  out.write(kept_.t);
  out.write(kept_.power);
  for (const std::vector<double>* list : {&kept_.q, &kept_.v, &kept_.a}) out.write_list(*list);
}

void AdaptiveIntegrator::restore(StateReader& in) {
  guess_ = in.read();
  kept_.t = in.read();
  kept_.power = in.read();
  for (std::vector<double>* list : {&kept_.q, &kept_.v, &kept_.a}) in.read_list(std::span(*list));
}

void AdaptiveIntegrator::rates(double t, const double* y, double* out) {
  const In<double> u(y, n_), v(y + n_, n_);
  const bool at_start = std::all_of(y, y + n_, [](double x) { return x == 0; });
  if (at_start) {
    q_ = from_->q;  // bitwise equal, so that the last evaluation is reused
  } else {
    model_.integrate(from_->q, {y, n_}, 1, q_);
  }
  if (t != kept_.t || q_ != kept_.q || !std::equal(kept_.v.begin(), kept_.v.end(), y + n_)) {
    kept_.t = infinity;  // in case it throws
    dynamics_->accelerations(t, q_, v, kept_.a, kept_.power);
    kept_.t = t;
    kept_.q = q_;
    std::copy_n(y + n_, n_, kept_.v.begin());
  }
  coordinate_rates(model_, u, v, {out, n_});
  std::copy_n(kept_.a.begin(), n_, out + n_);
  out[2 * n_] = kept_.power;
}

void AdaptiveIntegrator::project(double t, double* y) {
  Mechanism& mechanism = dynamics_->mechanism();
  projected_.t = t;
  model_.integrate(from_->q, {y, n_}, 1, projected_.q);
  std::copy_n(y + n_, n_, projected_.v.begin());
  settle(mechanism, projected_);
  if (!mechanism.is_constrained()) return;
  difference(model_, from_->q, projected_.q, {y, n_});
  std::copy_n(projected_.v.begin(), n_, y + n_);
}

bool AdaptiveIntegrator::evolve(const SimulationState& from, double h, double t_end, double& t) {
  const std::span<double> y = y_.numbers();
  std::fill_n(y.begin(), n_, 0.0);
  std::copy_n(from.v.begin(), n_, y.begin() + std::ptrdiff_t(n_));
  y.back() = from.work;
  trouble_.forget();
  ERKStepReset(memory_, from.t, y_);
  // Without a stop time, whose step would keep ARKODE from suggesting a longer one. h does not pass t_end.
  ERKStepSetInitStep(memory_, h);
  return ERKStepEvolve(memory_, t_end, y_, &t, ARK_ONE_STEP) >= 0;
}

void AdaptiveIntegrator::make(const SimulationState& from, double t_end) {
  from_ = &from;
  memory_ = dynamics_->has_samples() ? order_5_ : order_8_;
  const double longest = std::min(longest_step_, guess_ > 0 ? guess_ : infinity);
  StepLength length = even_step(from.t, t_end, longest);
  double h = guess_ > 0 ? length.h : 0, t = from.t;
  long failures_before = 0, failures = 0;
  ERKStepGetNumErrTestFails(memory_, &failures_before);
  for (int i = 0; !evolve(from, h, t_end, t); ++i) {
    h = (h > 0 ? h : t_end - from.t) / 10;
    if (!trouble_.has_thrown() || i == most_retries || is_within_rounding(from.t, from.t + h))
      trouble_.tell();
    length.is_last = false;
  }
  trouble_.check_progress(from.t, t);
  ERKStepGetNumErrTestFails(memory_, &failures);
  double suggestion = 0;
  ERKStepGetCurrentStep(memory_, &suggestion);
  // The length of a step that t_end cut short says little about the next one.
  const bool cut_short = h > 0 && h < guess_ && failures == failures_before;
  guess_ = cut_short ? std::max(suggestion, guess_) : suggestion;

  const std::span<const double> y = y_.numbers();
  next_.t = is_within_rounding(t, t_end) ? t_end : t;
  model_.integrate(from.q, y.first(n_), 1, next_.q);
  std::copy_n(y.begin() + std::ptrdiff_t(n_), n_, next_.v.begin());
  next_.work = y.back();
}

}  // namespace

std::unique_ptr<Integrator> make_adaptive_integrator(const Model& model, const IntegratorOptions& options) {
  return std::make_unique<AdaptiveIntegrator>(model, options);
}

}  // namespace sinew

#endif
