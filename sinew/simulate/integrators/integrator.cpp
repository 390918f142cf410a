#include "sinew/simulate/integrators/integrator.hpp"

#include <stdexcept>
#include <string>

#include "sinew/base/check_number.hpp"
#include "sinew/simulate/integrators/internal/fixed_step_integrators.hpp"
#include "sinew/simulate/integrators/internal/sundials_parts.hpp"
#include "sinew/simulate/integrators/internal/variational_integrator.hpp"

namespace sinew {
namespace {

constexpr IntegratorKind kinds[] = {
    IntegratorKind::semi_implicit_euler, IntegratorKind::rk4,      IntegratorKind::rkmk4,
    IntegratorKind::variational,         IntegratorKind::adaptive, IntegratorKind::stiff};

}  // namespace

const char* name_of(IntegratorKind kind) {
  switch (kind) {
    case IntegratorKind::semi_implicit_euler:
      return "semi_implicit_euler";
    case IntegratorKind::rk4:
      return "rk4";
    case IntegratorKind::rkmk4:
      return "rkmk4";
    case IntegratorKind::variational:
      return "variational";
    case IntegratorKind::adaptive:
      return "adaptive";
    case IntegratorKind::stiff:
      return "stiff";
  }
  return "";
}

std::optional<IntegratorKind> integrator_kind(std::string_view name) {
  for (const IntegratorKind kind : kinds) {
    if (name == name_of(kind)) return kind;
  }
  return std::nullopt;
}

std::unique_ptr<Integrator> make_integrator(const Model& model, const IntegratorOptions& options) {
  const double step = options.step.value_or(fixed_step);
  edge::check_positive("the step of the integrator", step);
  edge::check_positive("the relative tolerance of the integrator", options.relative_tolerance);
  edge::check_positive("the absolute tolerance of the integrator", options.absolute_tolerance);
  switch (options.kind) {
    case IntegratorKind::semi_implicit_euler:
      return std::make_unique<SemiImplicitEuler>(model, step);
    case IntegratorKind::rk4:
      return std::make_unique<CommutatorFreeRk4>(model, step);
    case IntegratorKind::rkmk4:
      return std::make_unique<MuntheKaasRk4>(model, step);
    case IntegratorKind::variational:
      return std::make_unique<VariationalIntegrator>(model, step);
    case IntegratorKind::adaptive:
    case IntegratorKind::stiff:
#ifdef SINEW_HAS_SUNDIALS
      return options.kind == IntegratorKind::stiff ? make_stiff_integrator(model, options)
                                                   : make_adaptive_integrator(model, options);
#endif
      break;
  }
  if (*name_of(options.kind) == '\0')
    throw std::invalid_argument("there is no integrator of kind " + std::to_string(int(options.kind)));
  throw std::invalid_argument("integrator '" + std::string(name_of(options.kind)) +
                              "' needs SUNDIALS, and sinew was built without it");
}

}  // namespace sinew
