// Integrates stiff equations of motion with an implicit method and steps chosen by tolerance: SUNDIALS CVODE, backward
// differentiation formulas (BDF) of orders 1 to 5, and Newton's method with dense Jacobians by finite differences.
//
// y = (q, v, work). The formulas combine positions of several earlier steps, so local coordinates that change from step
// to step cannot be used. Instead quaternions are added like other numbers, and projection (CVodeSetProjFn, before the
// error test) normalises them and closes the loops.
//
// CVODE uses its history as long as each step starts where the previous one ended. After restart(), or from any other
// state, it starts again at order 1. CVODE's history cannot be copied, so it also starts again where it is saved.
#ifdef SINEW_HAS_SUNDIALS

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <new>

#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/simulate/integrators/internal/sundials_parts.hpp"
#include "sinew/simulate/run/internal/step.hpp"

namespace sinew {
namespace {

struct FreeMatrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeSolver {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};

class StiffIntegrator final : public SundialsIntegrator {
 public:
  StiffIntegrator(const Model& model, const IntegratorOptions& options);
  ~StiffIntegrator() override { CVodeFree(&memory_); }
  void restart() override { last_.t = infinity; }

 private:
  void make(const SimulationState& from, double t_end) override;
  void rates(double t, const double* y, double* out);
  void project(const double* y, double* correction);
  // Copies y to a state.
  void read(const double* y, SimulationState& state) const;

  std::size_t nq_, nv_;
  SundialsContext context_;
  SundialsVector y_;
  std::unique_ptr<_generic_SUNMatrix, FreeMatrix> jacobian_;
  std::unique_ptr<_generic_SUNLinearSolver, FreeSolver> solver_;
  SundialsTrouble trouble_;
  void* memory_ = nullptr;
  SimulationState last_, projected_;
};

StiffIntegrator::StiffIntegrator(const Model& model, const IntegratorOptions& options)
    : SundialsIntegrator(model),
      nq_(std::size_t(model.position_size())),
      nv_(std::size_t(model.velocity_size())),
      y_(context_, nq_ + nv_ + 1) {
  last_ = projected_ = next_;
  restart();
  const CVRhsFn f = [](double t, N_Vector y, N_Vector out, void* data) {
    auto* const self = static_cast<StiffIntegrator*>(data);
    return self->trouble_.guard([&] { self->rates(t, numbers_of(y), numbers_of(out)); });
  };
  const CVProjFn onto = [](double, N_Vector y, N_Vector correction, double, N_Vector, void* data) {
    auto* const self = static_cast<StiffIntegrator*>(data);
    return self->trouble_.guard([&] { self->project(numbers_of(y), numbers_of(correction)); });
  };
  memory_ = CVodeCreate(CV_BDF, context_);
  const auto size = sunindextype(y_.numbers().size());
  jacobian_.reset(SUNDenseMatrix(size, size, context_));
  solver_.reset(SUNLinSol_Dense(y_, jacobian_.get(), context_));
  if (!memory_ || !jacobian_ || !solver_) throw std::bad_alloc();
  std::ranges::fill(y_.numbers(), 0.0);
  SundialsVector tolerances(context_, y_.numbers().size());
  set_absolute_tolerances(tolerances.numbers(), options.absolute_tolerance);
  CVodeSetErrHandlerFn(memory_, SundialsTrouble::hear, &trouble_);
  CVodeInit(memory_, f, 0, y_);
  CVodeSVtolerances(memory_, options.relative_tolerance, tolerances);
  CVodeSetUserData(memory_, this);
  CVodeSetLinearSolver(memory_, solver_.get(), jacobian_.get());
  if (options.step) CVodeSetMaxStep(memory_, *options.step);
  CVodeSetProjFn(memory_, onto);
  CVodeSetProjErrEst(memory_, SUNFALSE);
}

void StiffIntegrator::read(const double* y, SimulationState& state) const {
  std::copy_n(y, nq_, state.q.begin());
  std::copy_n(y + nq_, nv_, state.v.begin());
  state.work = y[nq_ + nv_];
}

void StiffIntegrator::rates(double t, const double* y, double* out) {
  const In<double> q(y, nq_), v(y + nq_, nv_);
  position_rates(model_, q, v, {out, nq_});
  dynamics_->accelerations(t, q, v, {out + nq_, nv_}, out[nq_ + nv_]);
}

void StiffIntegrator::project(const double* y, double* correction) {
  read(y, projected_);
  make_unit(model_, projected_.q);
  settle(dynamics_->mechanism(), projected_);
  for (std::size_t i = 0; i < nq_; ++i) correction[i] = projected_.q[i] - y[i];
  for (std::size_t i = 0; i < nv_; ++i) correction[nq_ + i] = projected_.v[i] - y[nq_ + i];
  correction[nq_ + nv_] = 0;
}

void StiffIntegrator::make(const SimulationState& from, double t_end) {
  trouble_.forget();
  if (from.t != last_.t || from.q != last_.q || from.v != last_.v || from.work != last_.work) {
    const std::span<double> y = y_.numbers();
    std::copy_n(from.q.begin(), nq_, y.data());
    std::copy_n(from.v.begin(), nv_, y.data() + nq_);
    y.back() = from.work;
    CVodeReInit(memory_, from.t, y_);
  }
  restart();  // last_ is set again if the step succeeds
  CVodeSetStopTime(memory_, t_end);
  double t = from.t;
  if (CVode(memory_, t_end, y_, &t, CV_ONE_STEP) < 0) trouble_.tell();
  trouble_.check_progress(from.t, t);
  next_.t = is_within_rounding(t, t_end) ? t_end : t;
  read(y_.numbers().data(), next_);
  make_unit(model_, next_.q);  // CVODE adds the correction to the prediction, with a rounding error
  last_ = next_;
}

}  // namespace

std::unique_ptr<Integrator> make_stiff_integrator(const Model& model, const IntegratorOptions& options) {
  return std::make_unique<StiffIntegrator>(model, options);
}

}  // namespace sinew

#endif
