// Binds the room `sweep` (sinew/sweep.hpp) as the submodule `sweep`: Kalman filter, smoother, their scans on several
// threads, and optimal control.
#include "sinew/sweep.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "arrays.hpp"
#include "module.hpp"
#include "robot.hpp"
#include "sinew/batch/workers.hpp"
#include "sinew/sweep/lqr.hpp"
#include "sinew/sweep/scans/filter_scan.hpp"
#include "sinew/sweep/scans/smoother_scan.hpp"

namespace sinew::python {
namespace {

using namespace sweep;

// A matrix; numbers and vectors are matrices of one row. None is empty.
Matrix<double> matrix_of(const char* name, nb::handle value) {
  if (value.is_none()) return {};
  const nb::object array = doubles(name, nb::module_::import_("numpy").attr("atleast_2d")(value), {-1, -1});
  const npy_intp* const shape = PyArray_DIMS(array_of(array));
  const int rows = int(shape[0]), cols = int(shape[1]);
  Matrix<double> matrix(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) matrix(i, j) = data_of<double>(array)[i * cols + j];
  return matrix;
}

std::vector<double> vector_of_numbers(const char* name, nb::handle value) {
  if (value.is_none()) return {};
  return double_vector(name, nb::module_::import_("numpy").attr("atleast_1d")(value));
}

// A member of a step or of a result, as an array.
template <class Of, class Number>
void show(nb::class_<Of>& of, const char* name, std::vector<Number> Of::*member, const char* doc) {
  const std::string signature = "def " + std::string(name) + "(self) -> numpy.ndarray";
  of.def_prop_ro(
      name, [member](const Of& self) { return copied<double>(self.*member); }, nb::sig(signature.c_str()),
      doc);
}
template <class Of, class Number>
void show(nb::class_<Of>& of, const char* name, Matrix<Number> Of::*member, const char* doc) {
  const std::string signature = "def " + std::string(name) + "(self) -> numpy.ndarray";
  of.def_prop_ro(
      name, [member](const Of& self) { return copied(self.*member); }, nb::sig(signature.c_str()), doc);
}

// Calls compute(for_each) on several threads, without the GIL.
template <class Compute>
auto on_threads(int threads, Compute&& compute) {
  const WithoutGil without(true);
  Workers workers(threads > 0 ? threads : threads_for(std::numeric_limits<std::size_t>::max()));
  return compute([&](std::size_t count, const auto& task) {
    workers.for_each(count, [&](int, std::size_t i) { task(i); });
  });
}

#define SINEW_A "numpy.typing.ArrayLike"
#define SINEW_OPTIONAL SINEW_A " | None = None"
#define SINEW_STEPS "collections.abc.Sequence[Step]"
#define SINEW_FILTERED "collections.abc.Sequence[FilterStep]"

void bind_estimation(nb::module_& module) {
  const auto none = [](const char* name) { return nb::arg(name) = nb::none(); };
  nb::class_<Step<double>> step(module, "Step",
                                "A step of a linear system that is driven by noise and measured:\n\n"
                                "    x(k) = phi x(k-1) + w          w: mean b, covariance M\n"
                                "    tau(k) = H x(k) + noise        noise: covariance R\n\n"
                                "The first step of a system has no phi; its b and M are the prior. A step "
                                "without H has no measurement. n\n"
                                "multiplies the density of x by exp(n^T x). Numbers and vectors count as "
                                "matrices of one row. A system is a\n"
                                "list of steps, whose sizes may differ.");
  step.def(
          "__init__",
          [](Step<double>* self, nb::handle M, nb::handle phi, nb::handle b, nb::handle H, nb::handle R,
             nb::handle tau, nb::handle n) {
            new (self) Step<double>{.phi = matrix_of("phi", phi),
                                    .M = matrix_of("M", M),
                                    .b = vector_of_numbers("b", b),
                                    .H = matrix_of("H", H),
                                    .R = matrix_of("R", R),
                                    .tau = vector_of_numbers("tau", tau),
                                    .n = vector_of_numbers("n", n)};
          },
          nb::arg("M"), nb::kw_only(), none("phi"), none("b"), none("H"), none("R"), none("tau"), none("n"),
          nb::sig("def __init__(self, M: " SINEW_A ", *, phi: " SINEW_OPTIONAL ", b: " SINEW_OPTIONAL
                  ", H: " SINEW_OPTIONAL ", R: " SINEW_OPTIONAL ", tau: " SINEW_OPTIONAL
                  ", n: " SINEW_OPTIONAL ") -> None"))
      .def("__repr__", [](const Step<double>& self) {
        return "<sinew.sweep.Step: " + std::to_string(self.state_size()) + " states, " +
               std::to_string(self.measurement_size()) + " measurements>";
      });
  show(step, "phi", &Step<double>::phi, "Transition from the state before.");
  show(step, "M", &Step<double>::M, "Covariance of the input.");
  show(step, "b", &Step<double>::b, "Mean of the input; empty for zero.");
  show(step, "H", &Step<double>::H, "Maps the state to the measurement.");
  show(step, "R", &Step<double>::R, "Covariance of the measurement's noise; empty for zero.");
  show(step, "tau", &Step<double>::tau, "The measurement.");
  show(step, "n", &Step<double>::n, "Bias of the costate; empty for zero.");

  using Filter = FilterStep<double>;
  nb::class_<Filter> filter(module, "FilterStep", "What the Kalman filter finds at a step.");
  show(filter, "z", &Filter::z, "E[x | measurements before this step].");
  show(filter, "P", &Filter::P, "Covariance of its error.");
  show(filter, "D", static_cast<Matrix<double> Filter::*>(&Filter::D),
       "H P H^T + R, variance of the innovation.");
  show(filter, "G", static_cast<Matrix<double> Filter::*>(&Filter::G), "P H^T D^-1, the gain.");
  show(filter, "I_minus_GH", static_cast<Matrix<double> Filter::*>(&Filter::I_minus_GH), "I - G H.");
  show(filter, "e", &Filter::e, "tau - H z, the innovation.");
  show(filter, "residual", &Filter::residual, "D^-1 e.");
  show(filter, "z_plus", &Filter::z_plus, "E[x | measurements up to this step].");
  show(filter, "P_plus", static_cast<Matrix<double> Filter::*>(&Filter::P_plus), "Covariance of its error.");

  using Smoother = SmootherStep<double>;
  nb::class_<Smoother> smoother(module, "SmootherStep", "What the smoother finds at a step.");
  show(smoother, "x", &Smoother::x, "E[x | all measurements].");
  show(smoother, "S", &Smoother::S, "Covariance of its error.");
  show(smoother, "lambda_", &Smoother::lambda, "The costate.");
  show(smoother, "Delta", &Smoother::Delta, "Covariance of the costate.");
  show(smoother, "a", &Smoother::a, "The measurement adds H^T a to the costate.");

  nb::class_<KalmanFilter<double>>(module, "KalmanFilter",
                                   "The filter for measurements that arrive one at a time.")
      .def(nb::init<>())
      .def(
          "advance",
          [](KalmanFilter<double>& self, const Step<double>& next) {
            Filter result;
            self.advance(next, result);
            return result;
          },
          nb::arg("step"),
          "Returns the result of the next step. Raises ValueError for wrong sizes, and SingularPosition if "
          "a\n"
          "measurement without noise measures what is known already; the filter does not change then.");
  module.def(
      "kalman_filter",
      [](const std::vector<Step<double>>& system) {
        const WithoutGil without(true);
        return kalman_filter(system);
      },
      nb::arg("system"), nb::sig("def kalman_filter(system: " SINEW_STEPS ") -> list[FilterStep]"),
      "Returns the best estimate of each state from the measurements up to it.");
  module.def(
      "bryson_frazier_smoother",
      [](const std::vector<Step<double>>& system, const std::vector<Filter>& filtered) {
        const WithoutGil without(true);
        return bryson_frazier_smoother(system, filtered);
      },
      nb::arg("system"), nb::arg("filtered"),
      nb::sig("def bryson_frazier_smoother(system: " SINEW_STEPS ", filtered: " SINEW_FILTERED
              ") -> list[SmootherStep]"),
      "Returns the best estimate of each state from all measurements. filtered: the result of "
      "kalman_filter.");
  module.def(
      "filter_scan",
      [](const std::vector<Step<double>>& system, int threads) {
        return on_threads(threads, [&](const auto& for_each) { return filter_scan(system, for_each); });
      },
      nb::arg("system"), nb::arg("threads") = 0,
      nb::sig("def filter_scan(system: " SINEW_STEPS ", threads: int = 0) -> list[FilterStep]"),
      "Returns the result of kalman_filter, computed in O(log n) rounds on several threads.");
  module.def(
      "smoother_scan",
      [](const std::vector<Step<double>>& system, const std::vector<Filter>& filtered, int threads) {
        return on_threads(threads,
                          [&](const auto& for_each) { return smoother_scan(system, filtered, for_each); });
      },
      nb::arg("system"), nb::arg("filtered"), nb::arg("threads") = 0,
      nb::sig("def smoother_scan(system: " SINEW_STEPS ", filtered: " SINEW_FILTERED
              ", threads: int = 0) -> list[SmootherStep]"),
      "Returns the result of bryson_frazier_smoother, computed in O(log n) rounds on several threads.");
}

void bind_control(nb::module_& module) {
  const auto none = [](const char* name) { return nb::arg(name) = nb::none(); };
  nb::class_<Stage<double>> stage(
      module, "Stage",
      "A stage of a control problem: minimise the sum of x^T M x / 2 + h^T x + u^T R u / 2 - t^T u, where\n"
      "x = A x_before + B u + c. A problem is a list of stages. Numbers and vectors count as matrices of one "
      "row.");
  stage
      .def(
          "__init__",
          [](Stage<double>* self, nb::handle A, nb::handle B, nb::handle M, nb::handle R, nb::handle c,
             nb::handle h, nb::handle t) {
            new (self) Stage<double>{.A = matrix_of("A", A),
                                     .B = matrix_of("B", B),
                                     .c = vector_of_numbers("c", c),
                                     .M = matrix_of("M", M),
                                     .h = vector_of_numbers("h", h),
                                     .R = matrix_of("R", R),
                                     .t = vector_of_numbers("t", t)};
          },
          nb::kw_only(), none("A"), none("B"), nb::arg("M"), none("R"), none("c"), none("h"), none("t"),
          nb::sig("def __init__(self, *, A: " SINEW_OPTIONAL ", B: " SINEW_OPTIONAL ", M: " SINEW_A
                  ", R: " SINEW_OPTIONAL ", c: " SINEW_OPTIONAL ", h: " SINEW_OPTIONAL ", t: " SINEW_OPTIONAL
                  ") -> None"))
      .def("__repr__", [](const Stage<double>& self) {
        return "<sinew.sweep.Stage: " + std::to_string(self.state_size()) + " states, " +
               std::to_string(self.control_size()) + " controls>";
      });
  show(stage, "A", &Stage<double>::A, "Transition from the state before.");
  show(stage, "B", &Stage<double>::B, "Effect of the controls.");
  show(stage, "M", &Stage<double>::M, "Weight of the state.");
  show(stage, "R", &Stage<double>::R, "Weight of the controls; empty for zero.");
  show(stage, "c", &Stage<double>::c, "Drift; empty for zero.");
  show(stage, "h", &Stage<double>::h, "Linear cost of the state; empty for zero.");
  show(stage, "t", &Stage<double>::t, "Linear gain of the controls; empty for zero.");

  using Controlled = ControlledStage<double>;
  nb::class_<Controlled> controlled(module, "ControlledStage",
                                    "The solution of a control problem at a stage.");
  show(controlled, "S", &Controlled::S,
       "x^T S x / 2 + r^T x is the cost of this state and all later stages.");
  show(controlled, "r", &Controlled::r, "See S.");
  show(controlled, "D", &Controlled::D, "B^T S B + R.");
  show(controlled, "K", &Controlled::K, "Feedback gain; valid for any state before.");
  show(controlled, "feedforward", &Controlled::feedforward, "u = feedforward - K x_before.");
  show(controlled, "u", &Controlled::u, "Controls of least cost.");
  show(controlled, "x", &Controlled::x, "State of least cost.");
  show(controlled, "lambda_", &Controlled::lambda, "Adjoint state.");
  nb::class_<OptimalControl<double>>(module, "OptimalControl", "The controls of least cost.")
      .def_ro("stages", &OptimalControl<double>::stages)
      .def_ro("cost", &OptimalControl<double>::cost);
  module.def(
      "optimal_control",
      [](const std::vector<Stage<double>>& problem, nb::handle start) {
        const std::vector<double> from = vector_of_numbers("start", start);
        const WithoutGil without(true);
        return optimal_control(problem, In<double>(from));
      },
      nb::arg("problem"), nb::arg("start") = nb::none(),
      nb::sig("def optimal_control(problem: collections.abc.Sequence[Stage], start: " SINEW_OPTIONAL
              ") -> OptimalControl"),
      "Returns the controls of least cost. start: the state before the first stage; zero if None. Raises\n"
      "SingularPosition if some control costs nothing.");
  nb::class_<Lqr> lqr(module, "Lqr", "The feedback of least cost over an infinite time.");
  show(lqr, "K", &Lqr::K, "u = -K x.");
  show(lqr, "S", &Lqr::S, "x^T S x / 2 is the cost from x.");
  const auto bind_lqr = [&](const char* name,
                            Lqr (*solve)(MatrixIn<double>, MatrixIn<double>, MatrixIn<double>,
                                         MatrixIn<double>),
                            const char* doc) {
    const std::string signature = "def " + std::string(name) +
                                  "(A: " SINEW_A ", B: " SINEW_A ", M: " SINEW_A ", R: " SINEW_A ") -> Lqr";
    module.def(
        name,
        [solve](nb::handle A, nb::handle B, nb::handle M, nb::handle R) {
          return solve(matrix_of("A", A), matrix_of("B", B), matrix_of("M", M), matrix_of("R", R));
        },
        nb::arg("A"), nb::arg("B"), nb::arg("M"), nb::arg("R"), nb::sig(signature.c_str()), doc);
  };
  bind_lqr("discrete_lqr", &discrete_lqr,
           "Returns the feedback of least cost sum (x^T M x + u^T R u) / 2 of x1 = A x + B u. Raises "
           "SingularPosition if there\nis none: no control moves a motion that does not decay, or it costs "
           "nothing.");
  bind_lqr(
      "continuous_lqr", &continuous_lqr,
      "Returns the feedback of least cost, the integral of (x^T M x + u^T R u) / 2, of dx/dt = A x + B u. "
      "Raises\nSingularPosition if there is none, as discrete_lqr.");
  module.def(
      "dual", [](const std::vector<Step<double>>& system) { return sweep::dual(system); }, nb::arg("system"),
      nb::sig("def dual(system: " SINEW_STEPS ") -> list[Stage]"),
      "Returns the control problem that is dual to an estimation problem, last step first: its states are\n"
      "the costates lambda, its controls the a of the smoother.");
}

}  // namespace

void bind_sweep(nb::module_& parent) {
  nb::module_ module = parent.def_submodule(
      "sweep",
      "The boundary-value problem behind the recursions: Kalman filter, smoother and optimal control.");
  bind_estimation(module);
  bind_control(module);
}

#undef SINEW_A
#undef SINEW_OPTIONAL
#undef SINEW_STEPS
#undef SINEW_FILTERED

}  // namespace sinew::python
