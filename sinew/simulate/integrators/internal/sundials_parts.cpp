#ifdef SINEW_HAS_SUNDIALS

#include "sinew/simulate/integrators/internal/sundials_parts.hpp"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <cmath>
#include <new>
#include <stdexcept>

#include "sinew/simulate/run/internal/step.hpp"

namespace sinew {

SundialsContext::SundialsContext() {
  if (SUNContext_Create(nullptr, &context_) != 0) throw std::bad_alloc();
}
SundialsContext::~SundialsContext() {
  SUNContext_Free(&context_);
}

SundialsVector::SundialsVector(const SundialsContext& context, std::size_t size)
    : vector_(N_VNew_Serial(sunindextype(size), context)) {
  if (!vector_) throw std::bad_alloc();
  numbers_ = {NV_DATA_S(vector_), size};
}
SundialsVector::~SundialsVector() {
  N_VDestroy(vector_);
}

double* numbers_of(N_Vector vector) {
  return NV_DATA_S(vector);
}

void SundialsTrouble::forget() {
  thrown_ = nullptr;
  said_.clear();
}
void SundialsTrouble::tell() const {
  if (thrown_) std::rethrow_exception(thrown_);
  throw std::runtime_error(said_.empty() ? "SUNDIALS gave up" : said_);
}
void SundialsTrouble::hear(int code, const char*, const char*, char* message, void* self) noexcept {
  if (code < 0) static_cast<SundialsTrouble*>(self)->said_ = message;
}

bool is_within_rounding(double t, double t_end) {
  return t_end - t <= 1e-14 * std::max(std::abs(t), std::abs(t_end));
}

void SundialsTrouble::check_progress(double before, double after) const {
  if (after > before) return;
  if (thrown_) std::rethrow_exception(thrown_);
  throw std::runtime_error("the tolerance requires steps below the resolution of time");
}

void set_absolute_tolerances(std::span<double> tolerances, double tolerance) {
  for (double& x : tolerances) x = tolerance;
  tolerances.back() = 1e30;
}

SundialsIntegrator::SundialsIntegrator(const Model& model) : model_(model), made_for_(model) {
  next_.q.resize(std::size_t(model.position_size()));
  next_.v.resize(std::size_t(model.velocity_size()));
}

void SundialsIntegrator::step(Dynamics& dynamics, SimulationState& state, double t_end) {
  made_for_.check("the integrator", dynamics.model());
  check_step(model_, state, t_end);
  if (is_within_rounding(state.t, t_end)) {
    state.t = t_end;
    return;
  }
  if (dynamics_ && &dynamics != dynamics_) restart();  // a first step may use what restore() has read
  dynamics_ = &dynamics;
  guarded_step(state, next_, [&] { make(state, t_end); });
}

}  // namespace sinew

#endif
