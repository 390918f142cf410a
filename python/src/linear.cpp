#include "linear.hpp"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "robot.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/simulate/linear/linearize.hpp"
#include "sinew/simulate/linear/modes.hpp"
#include "sinew/simulate/linear/trim.hpp"
#include "sinew/simulate/optimal/optimize.hpp"

namespace sinew::python {
namespace {

#define SINEW_A "numpy.typing.ArrayLike"

IntegratorKind integrator_named(const std::string& name) {
  if (const auto kind = integrator_kind(name)) return *kind;
  throw std::invalid_argument(unknown_name("integrator", name, {"semi_implicit_euler", "rk4", "rkmk4"}));
}

template <class Of, class Get>
void show(nb::class_<Of>& of, const char* name, Get get, const char* doc) {
  const std::string signature = "def " + std::string(name) + "(self) -> numpy.ndarray";
  of.def_prop_ro(
      name, [get](const Of& self) { return copied(get(self)); }, nb::sig(signature.c_str()), doc);
}

void bind_modes(nb::module_& module) {
  nb::class_<Mode>(
      module, "Mode",
      "A motion shape * exp(eigenvalue t) of a linearised robot. Of two conjugate eigenvalues it "
      "has the one with\npositive imaginary part.")
      .def_ro("eigenvalue", &Mode::eigenvalue, "1/s.")
      .def_ro("frequency", &Mode::frequency, "The magnitude of the eigenvalue, rad/s.")
      .def_ro("damping_ratio", &Mode::damping_ratio,
              "1 decays and -1 grows without oscillation; 0 if the frequency is 0.")
      .def_prop_ro(
          "shape",
          [](const Mode& self) { return nb::module_::import_("numpy").attr("array")(nb::cast(self.shape)); },
          nb::sig("def shape(self) -> numpy.ndarray"),
          "Complex motion of the positions (n_v,), scaled so that the largest number is 1.")
      .def_prop_ro("is_stable", &Mode::is_stable, "Whether it decays.")
      .def("__repr__", [](const Mode& self) {
        return "<sinew.Mode: " + number_text(self.frequency) + " rad/s, damping ratio " +
               number_text(self.damping_ratio) + ">";
      });
}

void bind_linearization(nb::module_& module) {
  nb::class_<Linearization> linear(
      module, "Linearization",
      "The matrices of small motions x = (dq, dv) from a state under joint torques, with dq as velocities "
      "for "
      "integrate:\n\n"
      "    dx/dt = A x + B dtau\n"
      "    x(t + step) = A_discrete x(t) + B_discrete dtau      one step of the integrator");
  show(
      linear, "A", [](const Linearization& self) -> const Matrix<double>& { return self.A; },
      "(2 n_v, 2 n_v), continuous.");
  show(
      linear, "B", [](const Linearization& self) -> const Matrix<double>& { return self.B; },
      "(2 n_v, n_v), continuous.");
  show(
      linear, "A_discrete",
      [](const Linearization& self) -> const Matrix<double>& { return self.A_discrete; },
      "(2 n_v, 2 n_v), of one step.");
  show(
      linear, "B_discrete",
      [](const Linearization& self) -> const Matrix<double>& { return self.B_discrete; },
      "(2 n_v, n_v), of one step.");
  show(
      linear, "a", [](const Linearization& self) { return std::span<const double>(self.a); },
      "Joint accelerations at the state (n_v,); zero at rest in an equilibrium.");
  linear.def_ro("step", &Linearization::step, "Seconds.")
      .def_ro("left_out", &Linearization::left_out, "Forces of the model that the matrices do not include.")
      .def(
          "modes", [](const Linearization& self) { return modes(self.A); },
          "Returns the modes of A, slowest first: one for each pair of conjugate eigenvalues and one for "
          "each "
          "real eigenvalue.")
      .def("__repr__", [](const Linearization& self) {
        return "<sinew.Linearization: " + std::to_string(self.A.rows()) + " states, " +
               std::to_string(self.B.cols()) + " torques>";
      });
}

void bind_trim(nb::module_& module, nb::class_<Robot>& robot) {
  nb::class_<Trim> trim_class(module, "Trim",
                              "An equilibrium: positions and joint torques at which nothing accelerates.");
  show(
      trim_class, "q", [](const Trim& self) { return std::span<const double>(self.q); }, "Positions (n_q,).");
  show(
      trim_class, "tau", [](const Trim& self) { return std::span<const double>(self.tau); },
      "Torques of the motors (n_v,).");
  trim_class.def_ro("converged", &Trim::converged)
      .def_ro("why", &Trim::why, "The reason if it did not converge.")
      .def_ro("residual", &Trim::residual, "The largest torque that a joint without motor would need.")
      .def_ro("effort", &Trim::effort, "Square root of the sum of the squares of tau.")
      .def_ro("iterations", &Trim::iterations);
  robot.def(
      "trim",
      [](const Robot& self, nb::handle q, const std::vector<std::string>& motors,
         const std::vector<std::string>& hold, bool least_effort, bool joint_springs, bool within_limits,
         int iterations) {
        const std::vector<double> start =
            q.is_none() ? self.model().initial_position() : double_vector("q", q, self.n_q());
        return trim(self.model(), start,
                    {.motors = motors,
                     .hold = hold,
                     .least_effort = least_effort,
                     .joint_springs = joint_springs,
                     .within_limits = within_limits,
                     .iterations = iterations});
      },
      nb::arg("q") = nb::none(), nb::kw_only(), nb::arg("motors") = std::vector<std::string>(),
      nb::arg("hold") = std::vector<std::string>(), nb::arg("least_effort") = false,
      nb::arg("joint_springs") = true, nb::arg("within_limits") = true,
      nb::arg("iterations") = TrimOptions{}.iterations,
      nb::sig("def trim(self, q: " SINEW_A
              " | None = None, *, motors: collections.abc.Sequence[str] = (), hold: "
              "collections.abc.Sequence[str] = (), least_effort: bool = False, joint_springs: bool = True, "
              "within_limits: bool = True, iterations: int = 300) -> Trim"),
      "Returns an equilibrium near q, or with least_effort the one of least joint torques that the search "
      "from q "
      "finds.\nmotors: joints with motors; none: all of one degree of freedom. hold: joints that keep their "
      "position.");
}

// A list of vectors as the rows of an array.
Matrix<double> rows_of(const std::vector<std::vector<double>>& list) {
  Matrix<double> rows(int(list.size()), list.empty() ? 0 : int(list[0].size()));
  for (int i = 0; i < rows.rows(); ++i) {
    for (int j = 0; j < rows.cols(); ++j) rows(i, j) = list[std::size_t(i)][std::size_t(j)];
  }
  return rows;
}

void bind_optimize(nb::module_& module, nb::class_<Robot>& robot) {
  using Motion = OptimizedMotion;
  nb::class_<Motion> motion(module, "OptimizedMotion",
                            "Joint torques of least cost, and the motion under them.");
  show(
      motion, "times", [](const Motion& self) { return std::span<const double>(self.times); },
      "Times of the states (N + 1,).");
  show(
      motion, "q", [](const Motion& self) { return rows_of(self.q); }, "Positions (N + 1, n_q).");
  show(
      motion, "v", [](const Motion& self) { return rows_of(self.v); }, "Velocities (N + 1, n_v).");
  show(
      motion, "tau", [](const Motion& self) { return rows_of(self.tau); },
      "Joint torques (N, n_v), constant in each step.");
  show(
      motion, "costs", [](const Motion& self) { return std::span<const double>(self.costs); },
      "Cost at the start and after each iteration.");
  motion
      .def_prop_ro(
          "K",
          [](const Motion& self) {
            nb::list list;
            for (const Matrix<double>& K : self.K) list.append(copied(K));
            return nb::module_::import_("numpy").attr("array")(list);
          },
          nb::sig("def K(self) -> numpy.ndarray"),
          "Feedback (N, n_v, 2 n_v) of a time-varying LQR about the motion: tau + K (e, v - v_k), e from q_k "
          "to q.")
      .def_prop_ro("cost", &Motion::cost)
      .def_ro("iterations", &Motion::iterations)
      .def_ro("converged", &Motion::converged)
      .def_ro("why", &Motion::why, "The reason if it did not converge.")
      .def_ro("left_out", &Motion::left_out, "Forces of the model that are not included.");
  robot.def(
      "optimize",
      [](const Robot& self, nb::handle q, nb::handle v, nb::handle target, double duration, double step,
         const std::string& integrator, const std::vector<std::string>& joints,
         const std::vector<double>& torque_cost, const std::vector<double>& position_cost,
         const std::vector<double>& velocity_cost, const std::vector<double>& final_position_cost,
         const std::vector<double>& final_velocity_cost, const std::vector<double>& torque_limits,
         int iterations, double tolerance) {
        const OptimizePlan plan{
            .joints = joints,
            .duration = duration,
            .step = step,
            .integrator = integrator_named(integrator),
            .target = target.is_none() ? std::vector<double>() : double_vector("target", target, self.n_q()),
            .running = {.position = position_cost, .velocity = velocity_cost},
            .final = {.position = final_position_cost, .velocity = final_velocity_cost},
            .torque_cost = torque_cost,
            .torque_limits = torque_limits,
            .iterations = iterations,
            .tolerance = tolerance};
        const std::vector<double> from = double_vector("q", q, self.n_q()),
                                  speed = v.is_none() ? std::vector<double>(std::size_t(self.n_v()))
                                                      : double_vector("v", v, self.n_v());
        const WithoutGil without(true);
        return optimize(self.model(), from, speed, plan);
      },
      nb::arg("q"), nb::arg("v") = nb::none(), nb::kw_only(), nb::arg("target") = nb::none(),
      nb::arg("duration") = OptimizePlan{}.duration, nb::arg("step") = OptimizePlan{}.step,
      nb::arg("integrator") = "rk4", nb::arg("joints") = std::vector<std::string>(),
      nb::arg("torque_cost") = OptimizePlan{}.torque_cost, nb::arg("position_cost") = std::vector<double>{0},
      nb::arg("velocity_cost") = std::vector<double>{0},
      nb::arg("final_position_cost") = std::vector<double>{0},
      nb::arg("final_velocity_cost") = std::vector<double>{0},
      nb::arg("torque_limits") = std::vector<double>(), nb::arg("iterations") = OptimizePlan{}.iterations,
      nb::arg("tolerance") = OptimizePlan{}.tolerance,
      nb::sig(
          "def optimize(self, q: " SINEW_A ", v: " SINEW_A " | None = None, *, target: " SINEW_A
          " | None = None, duration: float = 2.0, step: float = 0.01, integrator: str = 'rk4', joints: "
          "collections.abc.Sequence[str] = (), torque_cost: collections.abc.Sequence[float] = (0.001,), "
          "position_cost: collections.abc.Sequence[float] = (0.0,), velocity_cost: "
          "collections.abc.Sequence[float] = (0.0,), final_position_cost: collections.abc.Sequence[float] = "
          "(0.0,), final_velocity_cost: collections.abc.Sequence[float] = (0.0,), torque_limits: "
          "collections.abc.Sequence[float] = (), iterations: int = 500, tolerance: float = 1e-05) -> "
          "OptimizedMotion"),
      "Returns joint torques of least cost that bring the robot from q and v to the target, by iterative "
      "LQR.\n"
      "Costs are of squares, halved, one number for all degrees of freedom (motors) or one for each; those "
      "of the "
      "whole\nmotion are integrated over time. torque_limits: none are the efforts of the motors.");
}

}  // namespace

void bind_linear(nb::module_& module, nb::class_<Robot>& robot) {
  bind_modes(module);
  bind_linearization(module);
  bind_trim(module, robot);
  bind_optimize(module, robot);
  robot.def(
      "linearize",
      [](const Robot& self, nb::handle q, nb::handle v, nb::handle tau, const std::string& integrator,
         double step, bool joint_damping, bool joint_springs) {
        const auto numbers = [&](const char* name, nb::handle value) {
          return value.is_none() ? std::vector<double>(std::size_t(self.n_v()))
                                 : double_vector(name, value, self.n_v());
        };
        return linearize(self.model(), double_vector("q", q, self.n_q()), numbers("v", v),
                         numbers("tau", tau),
                         {.forces = {.joint_damping = joint_damping, .joint_springs = joint_springs},
                          .integrator = integrator_named(integrator),
                          .step = step});
      },
      nb::arg("q"), nb::arg("v") = nb::none(), nb::arg("tau") = nb::none(), nb::kw_only(),
      nb::arg("integrator") = "rk4", nb::arg("step") = fixed_step, nb::arg("joint_damping") = true,
      nb::arg("joint_springs") = true,
      nb::sig("def linearize(self, q: " SINEW_A ", v: " SINEW_A " | None = None, tau: " SINEW_A
              " | None = None, *, integrator: str = 'rk4', step: float = 0.001, joint_damping: bool = True, "
              "joint_springs: bool = True) -> Linearization"),
      "Returns the matrices of small motions from a state: continuous, and of one step of an integrator\n"
      "('semi_implicit_euler', 'rk4', 'rkmk4'). v and tau are zero unless given. Damping and springs of "
      "joints "
      "are\nincluded. The robot has no loops, couplings or mimic joints.");
}

}  // namespace sinew::python
