// Binds gradients of whole runs, whose costs are quadratic or Python functions that return their gradients, and saltation
// matrices.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "linear.hpp"
#include "plans.hpp"
#include "robot.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/simulate/linear/saltation.hpp"
#include "sinew/simulate/optimal/run_gradient.hpp"

namespace sinew::python {
namespace {

#define SINEW_A "numpy.typing.ArrayLike"

ControlInterpolation interpolation_named(const std::string& name) {
  if (name == "constant") return ControlInterpolation::constant;
  if (name == "linear") return ControlInterpolation::linear;
  throw std::invalid_argument(unknown_name("interpolation", name, {"constant", "linear"}));
}

// The sum of a quadratic cost and of a function f(t, q, v) that returns the cost, its gradient by q and that by v.
StateFunction cost_of(const char* name, StateFunction quadratic, const nb::object& function) {
  if (function.is_none()) return quadratic;
  if (!PyCallable_Check(function.ptr()))
    throw nb::type_error((std::string(name) + ": expected a function f(t, q, v)").c_str());
  return
      [name, quadratic, function](double t, In<double> q, In<double> v, Out<double> by_q, Out<double> by_v) {
        const auto array = [](In<double> x) { return copied(std::span<const double>(x.data(), x.size())); };
        const nb::object returned = function(t, array(q), array(v));
        if (!PySequence_Check(returned.ptr()) || nb::len(returned) != 3)
          throw nb::type_error((std::string(name) + " returned " + nb::cast<std::string>(nb::repr(returned)) +
                                "; expected (cost, gradient by q, gradient by v)")
                                   .c_str());
        const auto add = [&](const char* what, int index, Out<double> sum) {
          const std::vector<double> numbers = double_vector(what, returned[index], int(sum.size()));
          for (std::size_t i = 0; i < numbers.size(); ++i) sum[i] += numbers[i];
        };
        add("the gradient by q", 1, by_q);
        add("the gradient by v", 2, by_v);
        return nb::cast<double>(nb::float_(nb::object(returned[0]))) + quadratic(t, q, v, by_q, by_v);
      };
}

// A RunGradient with the arguments of its functions converted. `calls_python`: a cost is a Python function.
struct Run {
  RunGradient run;
  bool calls_python;

  std::vector<double> q(nb::handle given) const {
    return given.is_none() ? run.model().initial_position()
                           : double_vector("q", given, run.model().position_size());
  }
  std::vector<double> v(nb::handle given) const {
    const int n = run.model().velocity_size();
    return given.is_none() ? std::vector<double>(std::size_t(n)) : double_vector("v", given, n);
  }
  Matrix<double> controls(nb::handle given) const {
    Matrix<double> out(run.knots(), run.motors());
    if (given.is_none()) return out;
    const nb::object array = doubles("controls", given, {run.knots(), run.motors()});
    for (int i = 0; i < out.rows(); ++i) {
      for (int j = 0; j < out.cols(); ++j) out(i, j) = data_of<double>(array)[i * out.cols() + j];
    }
    return out;
  }
};

nb::object rows_of(const std::vector<std::vector<double>>& list) {
  Matrix<double> rows(int(list.size()), int(list[0].size()));
  for (int i = 0; i < rows.rows(); ++i) {
    for (int j = 0; j < rows.cols(); ++j) rows(i, j) = list[std::size_t(i)][std::size_t(j)];
  }
  return copied(rows);
}

void bind_result(nb::module_& module) {
  using Result = RunGradientResult;
  const auto array = [](const std::vector<double>& x) { return copied(std::span<const double>(x)); };
  nb::class_<Result>(module, "RunGradientResult", "The cost of a run and its gradient.")
      .def_ro("cost", &Result::cost)
      .def_prop_ro(
          "q", [array](const Result& self) { return array(self.by_q); },
          nb::sig("def q(self) -> numpy.ndarray"),
          "By the position at the start, along the velocities of integrate (n_v,).")
      .def_prop_ro(
          "v", [array](const Result& self) { return array(self.by_v); },
          nb::sig("def v(self) -> numpy.ndarray"), "By the velocity at the start (n_v,).")
      .def_prop_ro(
          "controls", [](const Result& self) { return copied(self.by_controls); },
          nb::sig("def controls(self) -> numpy.ndarray"), "By the controls (knots, motors).")
      .def_prop_ro(
          "parameters", [array](const Result& self) { return array(self.by_parameters); },
          nb::sig("def parameters(self) -> numpy.ndarray"),
          "By the inertial parameters, ten for each body, as Model.inertial_parameters has them.")
      .def_ro("advanced", &Result::advanced, "Steps that were computed without their adjoint.")
      .def_ro("recorded", &Result::recorded, "Steps that were computed with their adjoint.")
      .def("__repr__", [](const Result& self) {
        return "<sinew.RunGradientResult: cost " + nb::cast<std::string>(nb::repr(nb::float_(self.cost))) +
               ">";
      });
}

void bind_saltation(nb::module_& module) {
  const auto array = [](const std::vector<double>& x) { return copied(std::span<const double>(x)); };
  nb::class_<StopImpact>(module, "StopImpact",
                         "The impact of a joint at its stop, and what it does to small motions.")
      .def_prop_ro(
          "v", [array](const StopImpact& self) { return array(self.v); },
          nb::sig("def v(self) -> numpy.ndarray"), "Velocities after the impact (n_v,).")
      .def_ro("stays", &StopImpact::stays, "Whether the joint stays at its stop.")
      .def_prop_ro(
          "saltation", [](const StopImpact& self) { return copied(self.saltation); },
          nb::sig("def saltation(self) -> numpy.ndarray"),
          "X (2 n_v, 2 n_v): x after = X x before, for small motions x = (dq, dv) at the same time.");
  module.def(
      "stop_impact",
      [](const Robot& robot, const std::string& joint, nb::handle q, nb::handle v, nb::handle tau,
         double restitution, double rest_speed) {
        const std::vector<double> torques = tau.is_none() ? std::vector<double>(std::size_t(robot.n_v()))
                                                          : double_vector("tau", tau, robot.n_v());
        return stop_impact(robot.model(), joint, double_vector("q", q, robot.n_q()),
                           double_vector("v", v, robot.n_v()), torques,
                           {.restitution = restitution, .rest_speed = rest_speed});
      },
      nb::arg("robot"), nb::arg("joint"), nb::arg("q"), nb::arg("v"), nb::arg("tau") = nb::none(),
      nb::kw_only(), nb::arg("restitution") = 0.0, nb::arg("rest_speed") = StopImpactOptions{}.rest_speed,
      nb::sig("def stop_impact(robot: Model, joint: str, q: " SINEW_A ", v: " SINEW_A ", tau: " SINEW_A
              " | None = None, *, restitution: float = 0.0, rest_speed: float = 0.001) -> StopImpact"),
      "Returns the impact of a joint that is at its stop at q, as simulations compute it, with its saltation "
      "matrix.");
  module.def(
      "saltation_matrix",
      [](nb::handle value_by_q, nb::handle value_by_v, nb::handle v, nb::handle a, nb::handle v_after,
         nb::handle a_after, nb::handle reset, double value_by_time) {
        const std::vector<double> before = double_vector("v", v);
        const int n = int(before.size());
        EventDerivatives event{.value_by_q = double_vector("value_by_q", value_by_q, n),
                               .value_by_v = double_vector("value_by_v", value_by_v, n),
                               .value_by_time = value_by_time,
                               .reset = {}};
        if (!reset.is_none()) {
          const nb::object numbers = doubles("reset", reset, {2 * n, 2 * n});
          event.reset.reset(2 * n, 2 * n);
          for (int i = 0; i < 2 * n; ++i) {
            for (int j = 0; j < 2 * n; ++j) event.reset(i, j) = data_of<double>(numbers)[i * 2 * n + j];
          }
        }
        const std::vector<double> a_before = double_vector("a", a, n),
                                  after = double_vector("v_after", v_after, n),
                                  then = double_vector("a_after", a_after, n);
        return copied(saltation_matrix(event, {before, a_before}, {after, then}));
      },
      nb::arg("value_by_q"), nb::arg("value_by_v"), nb::arg("v"), nb::arg("a"), nb::arg("v_after"),
      nb::arg("a_after"), nb::kw_only(), nb::arg("reset") = nb::none(), nb::arg("value_by_time") = 0.0,
      nb::sig("def saltation_matrix(value_by_q: " SINEW_A ", value_by_v: " SINEW_A ", v: " SINEW_A
              ", a: " SINEW_A ", v_after: " SINEW_A ", a_after: " SINEW_A ", *, reset: " SINEW_A
              " | None = None, value_by_time: float = 0.0) -> numpy.ndarray"),
      "Returns X (2 n_v, 2 n_v), x after = X x before, of an event with the given derivatives of its value "
      "and of its\n"
      "reset (none: the identity). Raises sinew.SingularPosition if the motion only grazes the event.");
}

}  // namespace

void bind_run_gradient(nb::module_& module) {
  bind_result(module);
  bind_saltation(module);
  const RunGradientPlan defaults;
  nb::class_<Run>(
      module, "RunGradient",
      "The gradient of a cost of a whole run of a fixed-step integrator, by its discrete adjoint:\n\n"
      "    cost = sum over steps of step * running(t, q, v) + final at the end\n\n"
      "by the start, by joint torques at knots, and by the inertial parameters, at about the cost of four "
      "runs.\n"
      "running, final: functions f(t, q, v) that return the cost, its gradient by q (along the velocities "
      "of\n"
      "integrate, n_v numbers) and that by v. position_cost and the like: quadratic costs as in "
      "Model.optimize, about\n"
      "target. knots: times of the controls; none: one for each step. interpolation: 'constant' or 'linear'. "
      "joints:\n"
      "those that the controls drive. controllers: JointPd, ComputedTorque, LqrControl; period 0, or the "
      "step.\n"
      "stored_states bounds the memory; fewer take more time.")
      .def(
          "__init__",
          [](Run* self, const Robot& robot, double duration, double step, const std::string& integrator,
             const std::vector<std::string>& joints, nb::handle knots, const std::string& interpolation,
             nb::handle target, const std::vector<double>& position_cost,
             const std::vector<double>& velocity_cost, const std::vector<double>& final_position_cost,
             const std::vector<double>& final_velocity_cost, const nb::object& running,
             const nb::object& final, const nb::list& controllers, bool joint_damping, bool joint_springs,
             int stored_states) {
            const Model& model = robot.model();
            const auto kind = integrator_kind(integrator);
            if (!kind)
              throw std::invalid_argument(
                  unknown_name("integrator", integrator, {"semi_implicit_euler", "rk4", "rkmk4"}));
            const std::vector<double> to =
                target.is_none() ? model.initial_position() : double_vector("target", target, robot.n_q());
            RunGradientPlan plan{
                .duration = duration,
                .step = step,
                .integrator = *kind,
                .forces = {.joint_damping = joint_damping, .joint_springs = joint_springs},
                .joints = joints,
                .knots = knots.is_none() ? std::vector<double>() : double_vector("knots", knots),
                .interpolation = interpolation_named(interpolation),
                .running =
                    cost_of("running", quadratic_cost(model, {position_cost, velocity_cost}, to), running),
                .final = cost_of(
                    "final", quadratic_cost(model, {final_position_cost, final_velocity_cost}, to), final),
                .stored_states = stored_states};
            RunGradient run(model, std::move(plan));
            const SimulatedScene scene{.whole = model,
                                       .state = {.q = model.initial_position(),
                                                 .v = std::vector<double>(std::size_t(model.velocity_size())),
                                                 .tau = {},
                                                 .a = {}}};
            for (const nb::handle controller : controllers) {
              const ControllerPlan made = controller_plan(scene, controller);
              const bool sampled = made.period > 0;
              if (sampled && std::abs(made.period - run.step()) > 1e-9 * run.step())
                throw std::invalid_argument("a controller's period has to be 0 or the step of the run");
              run.add(make_controller(scene, made, {.damping = joint_damping}), sampled);
            }
            new (self) Run{std::move(run), !running.is_none() || !final.is_none()};
          },
          nb::arg("robot"), nb::kw_only(), nb::arg("duration") = defaults.duration,
          nb::arg("step") = defaults.step, nb::arg("integrator") = "rkmk4",
          nb::arg("joints") = std::vector<std::string>(), nb::arg("knots") = nb::none(),
          nb::arg("interpolation") = "constant", nb::arg("target") = nb::none(),
          nb::arg("position_cost") = std::vector<double>{0},
          nb::arg("velocity_cost") = std::vector<double>{0},
          nb::arg("final_position_cost") = std::vector<double>{0},
          nb::arg("final_velocity_cost") = std::vector<double>{0}, nb::arg("running") = nb::none(),
          nb::arg("final") = nb::none(), nb::arg("controllers") = nb::list(), nb::arg("joint_damping") = true,
          nb::arg("joint_springs") = true, nb::arg("stored_states") = defaults.stored_states,
          nb::sig("def __init__(self, robot: Model, *, duration: float = 1.0, step: float = 0.001, "
                  "integrator: str = "
                  "'rkmk4', joints: collections.abc.Sequence[str] = (), knots: " SINEW_A
                  " | None = None, interpolation: str = 'constant', target: " SINEW_A
                  " | None = None, position_cost: collections.abc.Sequence[float] = (0.0,), velocity_cost: "
                  "collections.abc.Sequence[float] = (0.0,), final_position_cost: "
                  "collections.abc.Sequence[float] = "
                  "(0.0,), final_velocity_cost: collections.abc.Sequence[float] = (0.0,), running: "
                  "collections.abc.Callable[..., object] | None = None, final: collections.abc.Callable[..., "
                  "object] | "
                  "None = None, controllers: list[object] = [], joint_damping: bool = True, joint_springs: "
                  "bool = True, "
                  "stored_states: int = 1000) -> None"))
      .def_prop_ro("steps", [](const Run& self) { return self.run.steps(); })
      .def_prop_ro(
          "step", [](const Run& self) { return self.run.step(); }, "Seconds.")
      .def_prop_ro(
          "shape", [](const Run& self) { return nb::make_tuple(self.run.knots(), self.run.motors()); },
          nb::sig("def shape(self) -> tuple[int, int]"), "Knots and motors: the shape of the controls.")
      .def_prop_ro(
          "left_out", [](const Run& self) { return self.run.left_out(); },
          "Forces of the model that the run does not include.")
      .def(
          "cost",
          [](Run& self, nb::handle q, nb::handle v, nb::handle controls) {
            const std::vector<double> from = self.q(q), speed = self.v(v);
            const Matrix<double> given = self.controls(controls);
            const WithoutGil without(!self.calls_python);
            return self.run.cost(from, speed, given);
          },
          nb::arg("q") = nb::none(), nb::arg("v") = nb::none(), nb::arg("controls") = nb::none(),
          nb::sig("def cost(self, q: " SINEW_A " | None = None, v: " SINEW_A
                  " | None = None, controls: " SINEW_A " | None = None) -> float"),
          "Returns the cost of the run from q and v. Controls that are not given are zero.")
      .def(
          "gradient",
          [](Run& self, nb::handle q, nb::handle v, nb::handle controls) {
            const std::vector<double> from = self.q(q), speed = self.v(v);
            const Matrix<double> given = self.controls(controls);
            const WithoutGil without(!self.calls_python);
            return self.run.gradient(from, speed, given);
          },
          nb::arg("q") = nb::none(), nb::arg("v") = nb::none(), nb::arg("controls") = nb::none(),
          nb::sig("def gradient(self, q: " SINEW_A " | None = None, v: " SINEW_A
                  " | None = None, controls: " SINEW_A " | None = None) -> RunGradientResult"),
          "Returns the cost and its gradient.")
      .def(
          "run",
          [](Run& self, nb::handle q, nb::handle v, nb::handle controls) {
            std::vector<double> times;
            std::vector<std::vector<double>> positions, velocities;
            self.run.run(self.q(q), self.v(v), self.controls(controls),
                         [&](double t, In<double> at, In<double> speed) {
                           times.push_back(t);
                           positions.emplace_back(at.data(), at.data() + at.size());
                           velocities.emplace_back(speed.data(), speed.data() + speed.size());
                         });
            return nb::make_tuple(copied(std::span<const double>(times)), rows_of(positions),
                                  rows_of(velocities));
          },
          nb::arg("q") = nb::none(), nb::arg("v") = nb::none(), nb::arg("controls") = nb::none(),
          nb::sig("def run(self, q: " SINEW_A " | None = None, v: " SINEW_A
                  " | None = None, controls: " SINEW_A
                  " | None = None) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]"),
          "Returns times, positions and velocities at the start and after each step.");
}

}  // namespace sinew::python
