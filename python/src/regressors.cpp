#include "regressors.hpp"

#include "many_states.hpp"
#include "signatures.hpp"
#include "sinew/derivatives.hpp"
#include "sinew/model.hpp"

namespace sinew::python {
namespace {

int parameter_count(const Robot& robot) {
  return regressor::parameter_count(robot.model());
}

nb::object torque_regressor(Robot& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle out) {
  const int nq = robot.n_q(), nv = robot.n_v(), count = parameter_count(robot);
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}, {"a", a, {nv}}}, false);
  Destination destination("out", out, arguments, {{nv, count}, true});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all = destination.view<T>();
    const auto work = robot.workspace<T>();
    each_state<T>("torque_regressor", arguments, {&all, 1}, [&](std::size_t i) {
      const MatrixView<T> Y(all.data() + i * std::size_t(nv) * std::size_t(count), nv, count);
      sinew::torque_regressor<T>(*work, part<T>(arguments, 0, i, nq), part<T>(arguments, 1, i, nv),
                                 part<T>(arguments, 2, i, nv), Y);
    });
  });
  return destination.finish();
}

nb::object joint_regressor(Robot& robot, nb::handle v, nb::handle a) {
  const int nv = robot.n_v(), count = joint_parameters_per_dof * nv;
  const Arguments arguments({{"v", v, {nv}}, {"a", a, {nv}}}, false, NPY_DOUBLE);
  Destination destination("out", nb::none(), arguments, {{nv, count}, true});
  const VectorView<double> all = destination.view<double>();
  each_state<double>("joint_regressor", arguments, {&all, 1}, [&](std::size_t i) {
    const MatrixView<double> Y(all.data() + i * std::size_t(nv) * std::size_t(count), nv, count);
    sinew::joint_regressor(part<double>(arguments, 0, i, nv), part<double>(arguments, 1, i, nv), Y);
  });
  return destination.finish();
}

nb::tuple energy_regressors(Robot& robot, nb::handle q, nb::handle v) {
  const int nq = robot.n_q(), nv = robot.n_v(), count = parameter_count(robot);
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}}, false);
  Destination kinetic("kinetic", nb::none(), arguments, {{count}}),
      potential("potential", nb::none(), arguments, {{count}});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all[] = {kinetic.view<T>(), potential.view<T>()};
    const auto work = robot.workspace<T>();
    each_state<T>("energy_regressors", arguments, all, [&](std::size_t i) {
      const auto size = std::size_t(count);
      set_state(*work, part<T>(arguments, 0, i, nq), part<T>(arguments, 1, i, nv));
      kinetic_energy_regressor(*work, VectorView<T>(all[0].data() + i * size, size));
      potential_energy_regressor(*work, VectorView<T>(all[1].data() + i * size, size));
    });
  });
  return nb::make_tuple(kinetic.finish(), potential.finish());
}

nb::object momentum_regressor(Robot& robot, nb::handle q, nb::handle v) {
  const int nq = robot.n_q(), nv = robot.n_v(), count = parameter_count(robot);
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}}, false);
  Destination destination("out", nb::none(), arguments, {{6, count}, true});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all = destination.view<T>();
    const auto work = robot.workspace<T>();
    each_state<T>("momentum_regressor", arguments, {&all, 1}, [&](std::size_t i) {
      set_state(*work, part<T>(arguments, 0, i, nq), part<T>(arguments, 1, i, nv));
      sinew::momentum_regressor(*work, MatrixView<T>(all.data() + i * 6 * std::size_t(count), 6, count));
    });
  });
  return destination.finish();
}

// Ten numbers of one body.
InertialParameters ten(const char* name, nb::handle numbers) {
  const std::vector<double> given = double_vector(name, numbers, inertial_parameters_per_body);
  InertialParameters result;
  std::copy(given.begin(), given.end(), result.begin());
  return result;
}

}  // namespace

void bind_regressors(nb::class_<Robot>& robot) {
  const nb::arg q("q"), v("v"), a("a"), parameters("parameters");
  robot.def("torque_regressor", &torque_regressor, q, v, a, nb::kw_only(), nb::arg("out") = nb::none(),
            nb::sig("def torque_regressor" SINEW_QV ", a: " SINEW_ARRAY ", *, " SINEW_OUT),
            "Returns Y (..., n_v, 10 bodies): Y @ inertial_parameters is inverse_dynamics(q, v, a) without "
            "armature, of\n"
            "the tree.");
  robot.def("joint_regressor", &joint_regressor, v, a,
            nb::sig("def joint_regressor(self, v: " SINEW_ARRAY ", a: " SINEW_ARRAY ") -> " SINEW_RESULT),
            "Returns Y (..., n_v, 3 n_v): Y @ joint_parameters is the torque for armature, damping and dry "
            "friction.");
  robot.def("energy_regressors", &energy_regressors, q, v,
            nb::sig("def energy_regressors" SINEW_QV ") -> tuple[" SINEW_RESULT ", " SINEW_RESULT "]"),
            "Returns the gradients of the kinetic and the potential energy by the inertial parameters, each "
            "(..., 10\n"
            "bodies).");
  robot.def(
      "momentum_regressor", &momentum_regressor, q, v,
      nb::sig("def momentum_regressor" SINEW_QV ") -> " SINEW_RESULT),
      "Returns Y (..., 6, 10 bodies): Y @ inertial_parameters is the angular momentum about the world's "
      "origin and\n"
      "the linear momentum, in world axes.");
  robot.def_prop_ro(
      "inertial_parameters",
      [](const Robot& self) { return copied<double>(inertial_parameters(self.model())); },
      nb::sig("def inertial_parameters(self) -> " SINEW_RESULT),
      "The parameters (10 bodies) of all bodies, in the order of body_names: mass, first moment (mass times "
      "centre of\n"
      "mass), and inertia xx xy xz yy yz zz about the origin of the body's frame.");
  robot.def_prop_ro(
      "joint_parameters", [](const Robot& self) { return copied<double>(joint_parameters(self.model())); },
      nb::sig("def joint_parameters(self) -> " SINEW_RESULT),
      "Armature of all velocities, then their damping, then their dry friction (3 n_v).");
  robot.def(
      "with_inertial_parameters",
      [](const Robot& self, nb::handle given) {
        return Robot(Model(with_inertial_parameters(
            self.model(), double_vector("parameters", given, parameter_count(self)))));
      },
      parameters, nb::sig("def with_inertial_parameters(self, parameters: " SINEW_ARRAY ") -> Model"),
      "Returns the robot with other inertial_parameters. Raises InvalidModel, with all findings, if no robot "
      "can have\n"
      "them.");
  robot.def(
      "with_joint_parameters",
      [](const Robot& self, nb::handle given) {
        const int count = joint_parameters_per_dof * self.n_v();
        return Robot(Model(with_joint_parameters(self.model(), double_vector("parameters", given, count))));
      },
      parameters, nb::sig("def with_joint_parameters(self, parameters: " SINEW_ARRAY ") -> Model"),
      "Returns the robot with other joint_parameters. Raises InvalidModel if no robot can have them.");
}

void bind_log_cholesky(nb::module_& module) {
  module.def(
      "log_cholesky",
      [](nb::handle parameters) { return copied<double>(log_cholesky(ten("parameters", parameters))); },
      nb::arg("parameters"), nb::sig("def log_cholesky(parameters: " SINEW_ARRAY ") -> " SINEW_RESULT),
      "Returns the log-Cholesky parameters (10) of a body: alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3. Any "
      "ten\n"
      "numbers belong to a possible body.");
  module.def(
      "parameters_from_log_cholesky",
      [](nb::handle numbers) {
        return copied<double>(parameters_from_log_cholesky(ten("numbers", numbers)));
      },
      nb::arg("numbers"),
      nb::sig("def parameters_from_log_cholesky(numbers: " SINEW_ARRAY ") -> " SINEW_RESULT),
      "Returns the inertial parameters (10) of the body that has these log-Cholesky parameters.");
  module.def(
      "log_cholesky_jacobian",
      [](nb::handle numbers) { return copied(log_cholesky_jacobian(ten("numbers", numbers))); },
      nb::arg("numbers"), nb::sig("def log_cholesky_jacobian(numbers: " SINEW_ARRAY ") -> " SINEW_RESULT),
      "Returns the derivatives (10, 10) of parameters_from_log_cholesky.");
}

}  // namespace sinew::python
