// What the two integrators from SUNDIALS share: context and vectors that free themselves, and what went wrong in a callback,
// carried past the C code that called it. Compiled where sinew is built with SUNDIALS.
#pragma once

#include <exception>
#include <span>
#include <string>

#include "sinew/simulate/integrator.hpp"
#include "sinew/simulate/made_for.hpp"

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

// The numbers of a vector that a callback is given.
double* numbers_of(_generic_N_Vector* vector);

class SundialsTrouble {
 public:
  // Zero, or one where `f` threw; what it threw is kept.
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
  [[noreturn]] void tell() const;  // throws what was thrown, or what SUNDIALS said
  // Throws where a step was so short that it led nowhere.
  void check_progress(double before, double after) const;
  // SUNDIALS' handler of messages: nothing is printed.
  static void hear(int code, const char* module, const char* function, char* message, void* self) noexcept;

 private:
  std::exception_ptr thrown_;
  std::string said_;
};

// So short a way that times cannot tell its steps: the phase is taken to be there.
bool is_within_rounding(double t, double t_end);

// Absolute tolerances: one for positions and velocities; the work, last, follows its own power and does not decide on steps.
void set_absolute_tolerances(std::span<double> tolerances, double tolerance);

// A step that one of them makes, with everything around it that is the same for both.
class SundialsIntegrator : public Integrator {
 public:
  SundialsIntegrator(const SundialsIntegrator&) = delete;
  SundialsIntegrator& operator=(const SundialsIntegrator&) = delete;
  void step(Dynamics& dynamics, Phase& phase, double t_end) final;

 protected:
  explicit SundialsIntegrator(const Model& model);
  virtual void make(const Phase& from, double t_end) = 0;  // leaves the phase reached in next_

  Model model_;
  MadeFor made_for_;
  Dynamics* dynamics_ = nullptr;  // while a step is made
  Phase next_;
};

std::unique_ptr<Integrator> make_adaptive_integrator(const Model& model, const IntegratorOptions& options);
std::unique_ptr<Integrator> make_stiff_integrator(const Model& model, const IntegratorOptions& options);

}  // namespace sinew
