// Binds derivatives of frames, energy, momentum, the mass matrix, Omega and Lambda, and second derivatives of the dynamics:
// methods of the robot that take any leading dimensions and compute one state after the other, in float64.
#include <nanobind/stl/string_view.h>

#include <algorithm>

#include "derivatives.hpp"
#include "many_states.hpp"
#include "quantities.hpp"
#include "signatures.hpp"
#include "sinew/derivatives.hpp"

namespace sinew::python {
namespace {

// Part i of a result: a matrix by columns, or a vector.
MatrixView<double> matrix_of(const VectorView<double>& all, std::size_t i, int rows, int cols) {
  return {all.data() + i * std::size_t(rows) * std::size_t(cols), rows, cols};
}
VectorView<double> vector_of(const VectorView<double>& all, std::size_t i, std::size_t size) {
  return {all.data() + i * size, size};
}

void check_tree(const Robot& robot, const char* function) {
  if (!robot.is_tree())
    throw std::invalid_argument(
        std::string(function) + ": '" + robot.model().name() +
        "' has loops, couplings or mimic joints; sinew computes this derivative for trees only");
}

// A matrix of six rows for each state (q, v): `compute(work, matrix)` fills it.
template <class Compute>
nb::object six_rows(const char* function, Robot& robot, nb::handle q, nb::handle v, Compute&& compute) {
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}}, false, NPY_DOUBLE);
  Destination destination("out", nb::none(), arguments, {{6, nv}, true});
  const VectorView<double> all = destination.view<double>();
  const auto work = robot.workspace<double>();
  each_state<double>(function, arguments, {&all, 1}, [&](std::size_t i) {
    set_state(*work, part<double>(arguments, 0, i, nq), part<double>(arguments, 1, i, nv));
    compute(*work, matrix_of(all, i, 6, nv));
  });
  return destination.finish();
}

nb::object velocity_derivative(Robot& robot, nb::handle q, nb::handle v, nb::handle frame_name,
                               std::string_view reference_name) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  return six_rows("velocity_derivative", robot, q, v, [&](Workspace<double>& work, MatrixView<double> out) {
    sinew::velocity_derivative(work, frame, reference, out);
  });
}

nb::object jacobian_rate(Robot& robot, nb::handle q, nb::handle v, nb::handle frame_name,
                         std::string_view reference_name) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  return six_rows("jacobian_rate", robot, q, v, [&](Workspace<double>& work, MatrixView<double> out) {
    sinew::jacobian_rate(work, frame, reference, out);
  });
}

nb::object centroidal_momentum_derivative(Robot& robot, nb::handle q, nb::handle v) {
  MomentumDerivatives<double> derivatives(robot.model());
  return six_rows("centroidal_momentum_derivative", robot, q, v,
                  [&](Workspace<double>& work, MatrixView<double> out) {
                    derivatives.centroidal_momentum_derivative(work, out);
                  });
}

nb::object centroidal_momentum_matrix_rate(Robot& robot, nb::handle q, nb::handle v) {
  MomentumDerivatives<double> derivatives(robot.model());
  return six_rows("centroidal_momentum_matrix_rate", robot, q, v,
                  [&](Workspace<double>& work, MatrixView<double> out) {
                    derivatives.centroidal_momentum_matrix_rate(work, out);
                  });
}

nb::tuple acceleration_derivatives(Robot& robot, nb::handle q, nb::handle v, nb::handle a,
                                   nb::handle frame_name, std::string_view reference_name) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}, {"a", a, {nv}}}, false, NPY_DOUBLE);
  Destination by_q("by_q", nb::none(), arguments, {{6, nv}, true}),
      by_v("by_v", nb::none(), arguments, {{6, nv}, true});
  const VectorView<double> all[] = {by_q.view<double>(), by_v.view<double>()};
  const auto work = robot.workspace<double>();
  each_state<double>("acceleration_derivatives", arguments, all, [&](std::size_t i) {
    update_accelerations(*work, part<double>(arguments, 0, i, nq), part<double>(arguments, 1, i, nv),
                         part<double>(arguments, 2, i, nv));
    sinew::acceleration_derivatives(*work, frame, reference, matrix_of(all[0], i, 6, nv),
                                    matrix_of(all[1], i, 6, nv));
  });
  return nb::make_tuple(by_q.finish(), by_v.finish());
}

// Six numbers of an argument as a motion or a force.
template <class Six>
Six six_of(const Arguments& arguments, std::size_t argument, std::size_t state) {
  Six six{};
  std::copy_n(part<double>(arguments, argument, state, 6).data(), 6, six.data());
  return six;
}

nb::tuple frame_jvp(Robot& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle frame_name,
                    nb::handle dq, nb::handle dv, nb::handle da, std::string_view reference_name) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments(
      {{"q", q, {nq}}, {"v", v, {nv}}, {"a", a, {nv}}, {"dq", dq, {nv}}, {"dv", dv, {nv}}, {"da", da, {nv}}},
      false, NPY_DOUBLE);
  Destination pose("pose", nb::none(), arguments, {{6}}), velocity("velocity", nb::none(), arguments, {{6}}),
      acceleration("acceleration", nb::none(), arguments, {{6}});
  const VectorView<double> all[] = {pose.view<double>(), velocity.view<double>(),
                                    acceleration.view<double>()};
  const auto work = robot.workspace<double>();
  each_state<double>("frame_jvp", arguments, all, [&](std::size_t i) {
    const auto of = [&](std::size_t k) { return part<double>(arguments, k, i, k == 0 ? nq : nv); };
    update_accelerations(*work, of(0), of(1), of(2));
    const FrameChange<double> change = sinew::frame_jvp(*work, frame, reference, of(3), of(4), of(5));
    const Motion<double>* const motions[] = {&change.pose, &change.velocity, &change.acceleration};
    for (std::size_t k = 0; k < 3; ++k) std::copy_n(motions[k]->data(), 6, all[k].data() + 6 * i);
  });
  return nb::make_tuple(pose.finish(), velocity.finish(), acceleration.finish());
}

nb::tuple frame_vjp(Robot& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle frame_name,
                    nb::handle pose, nb::handle velocity, nb::handle acceleration,
                    std::string_view reference_name) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}},
                             {"v", v, {nv}},
                             {"a", a, {nv}},
                             {"pose_weights", pose, {6}},
                             {"velocity_weights", velocity, {6}},
                             {"acceleration_weights", acceleration, {6}}},
                            false, NPY_DOUBLE);
  Destination by_q("by_q", nb::none(), arguments, {{nv}}), by_v("by_v", nb::none(), arguments, {{nv}}),
      by_a("by_a", nb::none(), arguments, {{nv}});
  const VectorView<double> all[] = {by_q.view<double>(), by_v.view<double>(), by_a.view<double>()};
  const auto work = robot.workspace<double>();
  each_state<double>("frame_vjp", arguments, all, [&](std::size_t i) {
    update_accelerations(*work, part<double>(arguments, 0, i, nq), part<double>(arguments, 1, i, nv),
                         part<double>(arguments, 2, i, nv));
    const FrameWeights<double> weights{six_of<Force<double>>(arguments, 3, i),
                                       six_of<Force<double>>(arguments, 4, i),
                                       six_of<Force<double>>(arguments, 5, i)};
    const auto n = std::size_t(nv);
    sinew::frame_vjp(*work, frame, reference, weights, vector_of(all[0], i, n), vector_of(all[1], i, n),
                     vector_of(all[2], i, n));
  });
  return nb::make_tuple(by_q.finish(), by_v.finish(), by_a.finish());
}

nb::tuple kinetic_energy_gradient(Robot& robot, nb::handle q, nb::handle v) {
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}}, false, NPY_DOUBLE);
  Destination by_q("by_q", nb::none(), arguments, {{nv}}), by_v("by_v", nb::none(), arguments, {{nv}});
  const VectorView<double> all[] = {by_q.view<double>(), by_v.view<double>()};
  const auto work = robot.workspace<double>();
  MomentumDerivatives<double> derivatives(robot.model());
  each_state<double>("kinetic_energy_gradient", arguments, all, [&](std::size_t i) {
    set_state(*work, part<double>(arguments, 0, i, nq), part<double>(arguments, 1, i, nv));
    derivatives.kinetic_energy_gradient(*work, vector_of(all[0], i, std::size_t(nv)),
                                        vector_of(all[1], i, std::size_t(nv)));
  });
  return nb::make_tuple(by_q.finish(), by_v.finish());
}

nb::object mass_matrix_gradient(Robot& robot, nb::handle q, nb::handle x, nb::handle y) {
  check_tree(robot, "mass_matrix_gradient");
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"x", x, {nv}}, {"y", y, {nv}}}, false, NPY_DOUBLE);
  Destination destination("out", nb::none(), arguments, {{nv}});
  const VectorView<double> all = destination.view<double>();
  MassMatrixDerivative<double> derivative(robot.model());
  each_state<double>("mass_matrix_gradient", arguments, {&all, 1}, [&](std::size_t i) {
    derivative.gradient(part<double>(arguments, 0, i, nq), part<double>(arguments, 1, i, nv),
                        part<double>(arguments, 2, i, nv), vector_of(all, i, std::size_t(nv)));
  });
  return destination.finish();
}

// The tensor is symmetric in its first two indices, so that only the last one has to be moved to the end.
nb::object mass_matrix_derivative(Robot& robot, nb::handle q) {
  check_tree(robot, "mass_matrix_derivative");
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}}, false, NPY_DOUBLE);
  Destination destination("out", nb::none(), arguments, {{nv, nv, nv}});
  const VectorView<double> all = destination.view<double>();
  MassMatrixDerivative<double> derivative(robot.model());
  const auto n = std::size_t(nv);
  std::vector<double> tensor(n * n * n);
  each_state<double>("mass_matrix_derivative", arguments, {&all, 1}, [&](std::size_t i) {
    derivative.tensor(part<double>(arguments, 0, i, nq), tensor);
    double* out = all.data() + i * tensor.size();
    for (std::size_t entry = 0; entry < n * n; ++entry) {
      for (std::size_t k = 0; k < n; ++k) *out++ = tensor[entry + n * n * k];
    }
  });
  return destination.finish();
}

template <bool lambda>
nb::object omega_gradient(Robot& robot, nb::handle q, nb::handle frame_name, nb::handle x, nb::handle w,
                          std::string_view reference_name) {
  constexpr const char* name = lambda ? "operational_inertia_gradient" : "omega_gradient";
  check_tree(robot, name);
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"x", x, {6}}, {"weights", w, {6}}}, false, NPY_DOUBLE);
  Destination destination("out", nb::none(), arguments, {{nv}});
  const VectorView<double> all = destination.view<double>();
  const auto work = robot.workspace<double>();
  OmegaDerivative<double> derivative(robot.model(), robot.frame(frame_name), reference_named(reference_name));
  each_state<double>(name, arguments, {&all, 1}, [&](std::size_t i) {
    set_position(*work, part<double>(arguments, 0, i, nq));
    const VectorView<double> out = vector_of(all, i, std::size_t(nv));
    if constexpr (lambda)
      derivative.lambda_gradient(*work, six_of<Motion<double>>(arguments, 1, i),
                                 six_of<Motion<double>>(arguments, 2, i), out);
    else
      derivative.omega_gradient(*work, six_of<Force<double>>(arguments, 1, i),
                                six_of<Force<double>>(arguments, 2, i), out);
  });
  return destination.finish();
}

template <bool forward>
nb::object hessian(Robot& robot, nb::handle q, nb::handle v, nb::handle third, nb::handle weights) {
  constexpr const char* name = forward ? "forward_dynamics_hessian" : "inverse_dynamics_hessian";
  check_tree(robot, name);
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments(
      {{"q", q, {nq}}, {"v", v, {nv}}, {forward ? "tau" : "a", third, {nv}}, {"weights", weights, {nv}}},
      false, NPY_DOUBLE);
  Destination destination("out", nb::none(), arguments, {{3 * nv, 3 * nv}});
  const VectorView<double> all = destination.view<double>();
  SecondDerivatives<double> second(robot.model());
  each_state<double>(name, arguments, {&all, 1}, [&](std::size_t i) {
    const auto argument = [&](std::size_t k) { return part<double>(arguments, k, i, k == 0 ? nq : nv); };
    const MatrixView<double> H = matrix_of(all, i, 3 * nv, 3 * nv);
    if constexpr (forward)
      second.forward_hessian(argument(0), argument(1), argument(2), argument(3), H);
    else
      second.inverse_hessian(argument(0), argument(1), argument(2), argument(3), H);
  });
  return destination.finish();
}

}  // namespace

void bind_derivatives_of_quantities(nb::class_<Robot>& robot) {
  const nb::arg q("q"), v("v"), a("a"), tau("tau"), frame("frame"), x("x"), y("y"), weights("weights");
  const auto body = nb::arg("reference") = "body";
#define SINEW_IN SINEW_FRAME ", reference: str = 'body') -> "
#define SINEW_TWO "tuple[" SINEW_RESULT ", " SINEW_RESULT "]"
#define SINEW_THREE "tuple[" SINEW_RESULT ", " SINEW_RESULT ", " SINEW_RESULT "]"
  robot.def("velocity_derivative", &velocity_derivative, q, v, frame, body,
            nb::sig("def velocity_derivative" SINEW_QV ", " SINEW_IN SINEW_RESULT),
            "Returns the derivative (..., 6, n_v) of a frame's twist by q; that by v is the Jacobian.");
  robot.def("acceleration_derivatives", &acceleration_derivatives, q, v, a, frame, body,
            nb::sig("def acceleration_derivatives" SINEW_QV ", a: " SINEW_ARRAY ", " SINEW_IN SINEW_TWO),
            "Returns the derivatives (..., 6, n_v) of a frame's acceleration by q and by v; that by a is the "
            "Jacobian.");
  robot.def("frame_jvp", &frame_jvp, q, v, a, frame, nb::arg("dq"), nb::arg("dv"), nb::arg("da"), body,
            nb::sig("def frame_jvp" SINEW_QV ", a: " SINEW_ARRAY ", " SINEW_FRAME ", dq: " SINEW_ARRAY
                    ", dv: " SINEW_ARRAY ", da: " SINEW_ARRAY ", reference: str = 'body') -> " SINEW_THREE),
            "Returns the changes (..., 6) of a frame's pose (as a twist), velocity and acceleration that "
            "belong to\n"
            "changes of q, v and a, in O(depth of the frame).");
  robot.def("frame_vjp", &frame_vjp, q, v, a, frame, nb::arg("pose_weights"), nb::arg("velocity_weights"),
            nb::arg("acceleration_weights"), body,
            nb::sig("def frame_vjp" SINEW_QV ", a: " SINEW_ARRAY ", " SINEW_FRAME
                    ", pose_weights: " SINEW_ARRAY ", velocity_weights: " SINEW_ARRAY
                    ", acceleration_weights: " SINEW_ARRAY ", reference: str = 'body') -> " SINEW_THREE),
            "Returns the gradients (..., n_v) by q, v and a of a cost with the given gradients (..., 6) by a "
            "frame's\n"
            "pose, velocity and acceleration.");
  robot.def("jacobian_rate", &jacobian_rate, q, v, frame, body,
            nb::sig("def jacobian_rate" SINEW_QV ", " SINEW_IN SINEW_RESULT),
            "Returns the time derivative (..., 6, n_v) of a frame's Jacobian.");
  robot.def(
      "kinetic_energy_gradient", &kinetic_energy_gradient, q, v,
      nb::sig("def kinetic_energy_gradient" SINEW_QV ") -> " SINEW_TWO),
      "Returns the gradients (..., n_v) of the kinetic energy by q and by v. The gradient of the potential "
      "energy is\n"
      "gravity_force.");
  robot.def("centroidal_momentum_derivative", &centroidal_momentum_derivative, q, v,
            nb::sig("def centroidal_momentum_derivative" SINEW_QV ") -> " SINEW_RESULT),
            "Returns the derivative (..., 6, n_v) of the centroidal momentum by q.");
  robot.def("centroidal_momentum_matrix_rate", &centroidal_momentum_matrix_rate, q, v,
            nb::sig("def centroidal_momentum_matrix_rate" SINEW_QV ") -> " SINEW_RESULT),
            "Returns the time derivative (..., 6, n_v) of the centroidal momentum matrix.");
  robot.def("mass_matrix_gradient", &mass_matrix_gradient, q, x, y,
            nb::sig("def mass_matrix_gradient" SINEW_Q ", x: " SINEW_ARRAY ", y: " SINEW_ARRAY
                    ") -> " SINEW_RESULT),
            "Returns the gradient (..., n_v) of y^T M x by q, in O(n).");
  robot.def(
      "mass_matrix_derivative", &mass_matrix_derivative, q,
      nb::sig("def mass_matrix_derivative" SINEW_Q ") -> " SINEW_RESULT),
      "Returns the derivative (..., n_v, n_v, n_v) of the mass matrix by q: the last index belongs to q.");
  robot.def(
      "omega_gradient", &omega_gradient<false>, q, frame, x, weights, body,
      nb::sig("def omega_gradient" SINEW_Q ", " SINEW_FRAME ", x: " SINEW_ARRAY ", weights: " SINEW_ARRAY
              ", reference: str = 'body') -> " SINEW_RESULT),
      "Returns the gradient (..., n_v) of weights . (Omega x) by q, in O(n), where Omega = J M^-1 J^T of a "
      "frame.");
  robot.def(
      "operational_inertia_gradient", &omega_gradient<true>, q, frame, x, weights, body,
      nb::sig("def operational_inertia_gradient" SINEW_Q ", " SINEW_FRAME ", x: " SINEW_ARRAY
              ", weights: " SINEW_ARRAY ", reference: str = 'body') -> " SINEW_RESULT),
      "Returns the gradient (..., n_v) of weights . (Lambda x) by q, in O(n), where Lambda = Omega^-1.");
  robot.def(
      "inverse_dynamics_hessian", &hessian<false>, q, v, a, weights,
      nb::sig("def inverse_dynamics_hessian" SINEW_QV ", a: " SINEW_ARRAY ", weights: " SINEW_ARRAY
              ") -> " SINEW_RESULT),
      "Returns the symmetric Hessian (..., 3 n_v, 3 n_v) of weights . inverse_dynamics(q, v, a) by q, v "
      "and a.");
  robot.def(
      "forward_dynamics_hessian", &hessian<true>, q, v, tau, weights,
      nb::sig("def forward_dynamics_hessian" SINEW_QV ", tau: " SINEW_ARRAY ", weights: " SINEW_ARRAY
              ") -> " SINEW_RESULT),
      "Returns the symmetric Hessian (..., 3 n_v, 3 n_v) of weights . forward_dynamics(q, v, tau) by q, v "
      "and tau.");
#undef SINEW_IN
#undef SINEW_TWO
#undef SINEW_THREE
}

}  // namespace sinew::python
