// Wraps what the two SUNDIALS integrators share: a context and vectors that free themselves, and exceptions of
// callbacks, which are stored until the C code that called them has returned. Compiled only if sinew is built with
// SUNDIALS.
#pragma once

#include <exception>
#include <span>
#include <string>

#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/saved/made_for.hpp"

struct _SUNContext;
struct _generic_N_Vector;

namespace sinew {

class SundialsContext {
 public:
  SundialsContext();
  ~SundialsContext();
  SundialsContext(const SundialsContext&) = delete;
  SundialsContext& operator=(const SundialsContext&) = delete;
  operator _SUNContext*() const { return context_; }

 private:
  _SUNContext* context_ = nullptr;
};

class SundialsVector {
 public:
  SundialsVector(const SundialsContext& context, std::size_t size);
  ~SundialsVector();
  SundialsVector(const SundialsVector&) = delete;
  SundialsVector& operator=(const SundialsVector&) = delete;
  operator _generic_N_Vector*() const { return vector_; }
  std::span<double> numbers() const { return numbers_; }

 private:
  _generic_N_Vector* vector_ = nullptr;
  std::span<double> numbers_;
};

// The numbers of a vector that a callback receives.
double* numbers_of(_generic_N_Vector* vector);

// Stores exceptions of callbacks and error messages of SUNDIALS.
class SundialsTrouble {
 public:
  // Calls f. Returns zero, or one if f threw; stores the exception.
  template <class F>
  int guard(F&& f) noexcept {
    try {
      f();
      return 0;
    } catch (...) {
      thrown_ = std::current_exception();
      return 1;
    }
  }
  bool has_thrown() const { return thrown_ != nullptr; }
  void forget();
  [[noreturn]] void tell() const;  // throws the stored exception, or one with the message of SUNDIALS
  // Throws if a step was so short that the time did not increase.
  void check_progress(double before, double after) const;
  // The message handler for SUNDIALS: stores error messages and prints nothing.
  static void hear(int code, const char* module, const char* function, char* message, void* self) noexcept;

 private:
  std::exception_ptr thrown_;
  std::string said_;
};

// Returns whether t and t_end differ only by rounding, so that t_end counts as reached.
bool is_within_rounding(double t, double t_end);

// Sets the absolute tolerances: `tolerance` for positions and velocities, and a huge one for the work, which comes
// last, so that it does not influence the step length.
void set_absolute_tolerances(std::span<double> tolerances, double tolerance);

// The base of both integrators: checks and failure handling around a step.
class SundialsIntegrator : public Integrator {
 public:
  SundialsIntegrator(const SundialsIntegrator&) = delete;
  SundialsIntegrator& operator=(const SundialsIntegrator&) = delete;
  void step(Dynamics& dynamics, SimulationState& state, double t_end) final;

 protected:
  explicit SundialsIntegrator(const Model& model);
  virtual void make(const SimulationState& from, double t_end) = 0;  // writes the state reached to next_

  Model model_;
  detail::MadeFor made_for_;
  Dynamics* dynamics_ = nullptr;  // of the current or last step
  SimulationState next_;
};

std::unique_ptr<Integrator> make_adaptive_integrator(const Model& model, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_stiff_integrator(const Model& model, const IntegratorOptions& options);

}  // namespace sinew
