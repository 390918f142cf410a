// Binds the quantities that batches do not compute: methods of the robot that take any leading dimensions and compute
// one state after the other.
#include <nanobind/stl/string_view.h>

#include "many_states.hpp"
#include "quantities.hpp"
#include "signatures.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "sinew/dynamics.hpp"
#include "sinew/kinematics.hpp"
#include "sinew/mass_matrix.hpp"
#include "sinew/operational_space.hpp"

namespace sinew::python {
namespace {

nb::object operational_inertia(Robot& robot, nb::handle q, nb::handle frame_name,
                               std::string_view reference_name, nb::handle out) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  const int nq = robot.n_q();
  const Arguments arguments({{"q", q, {nq}}}, false);
  Destination destination("out", out, arguments, {{6, 6}});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all = destination.view<T>();
    const auto into = [&](std::size_t i) { return MatrixView<T>(all.data() + 36 * i, 6, 6); };
    if (robot.has_followers()) {
      const auto dynamics = robot.independent<T>();
      IndependentOperationalSpace<T> space(*dynamics, frame, reference);
      each_state<T>("operational_inertia", arguments, {&all, 1}, [&](std::size_t i) {
        (*dynamics).set_position(part<T>(arguments, 0, i, nq));
        space.lambda(*dynamics, into(i));
      });
    } else {
      const auto work = robot.workspace<T>();
      OperationalSpace<T> space(robot.model(), frame, reference);
      each_state<T>("operational_inertia", arguments, {&all, 1}, [&](std::size_t i) {
        set_position(*work, part<T>(arguments, 0, i, nq));
        space.lambda(*work, into(i));
      });
    }
  });
  return destination.finish();
}

nb::object coriolis_matrix(Robot& robot, nb::handle q, nb::handle v, nb::handle out) {
  const int nq = robot.n_q(), nv = robot.n_v(), nu = robot.n_u();
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}}, false);
  Destination destination("out", out, arguments, {{nu, nu}, true});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all = destination.view<T>();
    const auto compute = [&](auto&& of_state) {
      each_state<T>("coriolis_matrix", arguments, {&all, 1}, [&](std::size_t i) {
        of_state(part<T>(arguments, 0, i, nq), part<T>(arguments, 1, i, nv),
                 MatrixView<T>(all.data() + i * std::size_t(nu * nu), nu, nu));
      });
    };
    if (robot.has_followers()) {
      const auto dynamics = robot.independent<T>();
      compute([&](In<T> q_, In<T> v_, MatrixOut<T> C) { (*dynamics).coriolis_matrix(q_, v_, C); });
    } else {
      const auto work = robot.workspace<T>();
      compute([&](In<T> q_, In<T> v_, MatrixOut<T> C) { sinew::coriolis_matrix(*work, q_, v_, C); });
    }
  });
  return destination.finish();
}

nb::tuple udut(Robot& robot, nb::handle q) {
  const int nq = robot.n_q(), nu = robot.n_u();
  const Arguments arguments({{"q", q, {nq}}}, false);
  Destination to_U("U", nb::none(), arguments, {{nu, nu}, true}), to_D("D", nb::none(), arguments, {{nu}});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all[] = {to_U.view<T>(), to_D.view<T>()};
    const auto compute = [&](auto&& of_state) {
      each_state<T>("udut", arguments, all, [&](std::size_t i) {
        of_state(part<T>(arguments, 0, i, nq),
                 MatrixView<T>(all[0].data() + i * std::size_t(nu * nu), nu, nu),
                 VectorView<T>(all[1].data() + i * std::size_t(nu), std::size_t(nu)));
      });
    };
    if (robot.has_followers()) {
      const auto dynamics = robot.independent<T>();
      compute([&](In<T> q_, MatrixOut<T> U, Out<T> D) { (*dynamics).udut(q_, U, D); });
    } else {
      const auto work = robot.workspace<T>();
      compute([&](In<T> q_, MatrixOut<T> U, Out<T> D) { sinew::udut(*work, q_, U, D); });
    }
  });
  return nb::make_tuple(to_U.finish(), to_D.finish());
}

nb::object constraint_forces(Robot& robot, nb::handle q, nb::handle v, nb::handle tau) {
  const int nq = robot.n_q(), nv = robot.n_v();
  const auto joints = robot.model().joints().size();
  std::vector<Argument> given{{"q", q, {nq}}, {"v", v, {nv}}, {"tau", tau, {nv}}};
  const Arguments arguments(std::move(given), false);
  Destination destination("out", nb::none(), arguments, {{npy_intp(joints), 6}});
  in_type_of(arguments, [&]<class T>() {
    if constexpr (std::same_as<T, float>) {
      throw std::invalid_argument("constraint_forces computes in float64: convert the arguments");
    } else {
      const VectorView<T> all = destination.view<T>();
      std::vector<JointForce<T>> forces(joints);
      std::vector<T> a(std::size_t(nv), 0);
      const auto work = robot.workspace<T>();
      const auto system = robot.system();
      each_state<T>("constraint_forces", arguments, {&all, 1}, [&](std::size_t i) {
        const In<T> q_ = part<T>(arguments, 0, i, nq), v_ = part<T>(arguments, 1, i, nv),
                    tau_ = part<T>(arguments, 2, i, nv);
        if (robot.is_tree()) {
          sinew::forward_dynamics(*work, q_, v_, tau_, a);
          joint_forces(*work, forces);
        } else {
          (*system).forward_dynamics(q_, v_, tau_, a);
          joint_forces((*system).workspace(), forces);
        }
        T* to = all.data() + i * 6 * joints;
        for (const JointForce<T>& force : forces) to = std::copy_n(force.whole.data(), 6, to);
      });
    }
  });
  return destination.finish();
}

nb::object acceleration(Robot& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle frame_name,
                        std::string_view reference_name, nb::handle out) {
  const FrameIndex frame = robot.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}, {"a", a, {nv}}}, false);
  Destination destination("out", out, arguments, {{6}});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all = destination.view<T>();
    const auto work = robot.workspace<T>();
    each_state<T>("acceleration", arguments, {&all, 1}, [&](std::size_t i) {
      update_accelerations(*work, part<T>(arguments, 0, i, nq), part<T>(arguments, 1, i, nv),
                           part<T>(arguments, 2, i, nv));
      const Motion<T> found = sinew::acceleration(*work, frame, reference);
      std::copy_n(found.data(), 6, all.data() + 6 * i);
    });
  });
  return destination.finish();
}

nb::tuple energy(Robot& robot, nb::handle q, nb::handle v) {
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments({{"q", q, {nq}}, {"v", v, {nv}}}, false);
  Destination kinetic("kinetic", nb::none(), arguments, {}),
      potential("potential", nb::none(), arguments, {});
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all[] = {kinetic.view<T>(), potential.view<T>()};
    const auto work = robot.workspace<T>();
    each_state<T>("energy", arguments, all, [&](std::size_t i) {
      all[0][i] = kinetic_energy(*work, part<T>(arguments, 0, i, nq), part<T>(arguments, 1, i, nv));
      all[1][i] = potential_energy(*work);
    });
  });
  const auto number = [](nb::object array) {  // a number without leading dimensions
    return PyArray_NDIM(array_of(array)) > 0 ? array : nb::steal(PyArray_Return(array_of(array.release())));
  };
  return nb::make_tuple(number(kinetic.finish()), number(potential.finish()));
}

}  // namespace

void bind_quantities_one_by_one(nb::class_<Robot>& robot) {
  const nb::arg q("q"), v("v"), tau("tau"), a("a"), frame("frame");
  const auto nothing = [](const char* name) { return nb::arg(name) = nb::none(); };
  const auto body = nb::arg("reference") = "body";
  robot.def("operational_inertia", &operational_inertia, q, frame, body, nb::kw_only(), nothing("out"),
            nb::sig("def operational_inertia" SINEW_Q ", " SINEW_REFERENCE),
            "Returns Lambda = (J M^-1 J^T)^-1 of a frame (..., 6, 6). Raises SingularPosition where the "
            "inverse does\n"
            "not exist.");
  robot.def("udut", &udut, q, nb::sig("def udut" SINEW_Q ") -> tuple[" SINEW_RESULT ", " SINEW_RESULT "]"),
            "Returns U (..., n_u, n_u), unit upper triangular, and D (..., n_u): the mass matrix is U "
            "diag(D) U^T.");
  robot.def(
      "coriolis_matrix", &coriolis_matrix, q, v, nb::kw_only(), nothing("out"),
      nb::sig("def coriolis_matrix" SINEW_QV ", *, " SINEW_OUT),
      "Returns C (..., n_u, n_u): C v is the bias force without gravity, and dM/dt - 2 C is skew-symmetric.");
  robot.def("constraint_forces", &constraint_forces, q, v, tau,
            nb::sig("def constraint_forces" SINEW_QV ", tau: " SINEW_ARRAY ") -> " SINEW_RESULT),
            "Returns the force across every joint (..., joints, 6) while the joint torques tau act: on the "
            "body that\n"
            "the joint carries, by the body before it; moment [N m] about the carried body's origin, force "
            "[N], in\n"
            "that body's axes. Loops are closed.");
  robot.def("acceleration", &acceleration, q, v, a, frame, body, nb::kw_only(), nothing("out"),
            nb::sig("def acceleration" SINEW_QV ", a: " SINEW_ARRAY ", " SINEW_REFERENCE),
            "Returns the time derivative (..., 6) of the six numbers of the frame's twist, relative to the "
            "world and\n"
            "without gravity.");
  robot.def("energy", &energy, q, v,
            nb::sig("def energy" SINEW_QV ") -> tuple[" SINEW_RESULT ", " SINEW_RESULT "]"),
            "Returns the kinetic and the potential energy [J], each of shape (...).");
}

}  // namespace sinew::python
