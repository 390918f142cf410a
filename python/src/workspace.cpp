// Binds the workspace: a robot with a state, whose poses, velocities and filter are computed when they are first needed.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "module.hpp"
#include "parts.hpp"
#include "sinew/dynamics.hpp"
#include "sinew/kinematics.hpp"
#include "sinew/mass_matrix.hpp"
#include "spatial.hpp"
#include "workspace.hpp"

namespace sinew::python {

Influence::Influence(const Robot& robot, nb::handle forces, nb::handle base_acceleration) {
  if (!base_acceleration.is_none())
    environment_.base_acceleration = motion_of("base_acceleration", base_acceleration);
  if (forces.is_none()) return;
  if (!PyDict_Check(forces.ptr()))
    throw nb::type_error("forces is a dict of frames and their six numbers: moment, force");
  for (const auto& [frame, force] : nb::borrow<nb::dict>(forces))
    forces_.push_back({robot.frame(frame), force_of("a force", force)});
}

std::vector<int> dofs_of(const Robot& robot, const char* what, nb::handle joints) {
  if (PyUnicode_Check(joints.ptr()) || !PySequence_Check(joints.ptr()))
    throw nb::type_error((std::string(what) + " is a list of joints, or of numbers of entries of v").c_str());
  std::vector<int> dofs;
  for (nb::handle joint : joints) {
    if (PyUnicode_Check(joint.ptr())) {
      const JointInfo& info = robot.model().joint(text_of(joint));
      for (int i = 0; i < info.v_size; ++i) dofs.push_back(info.v_index + i);
    } else {
      int dof = 0;
      read(what, joint, dof);
      edge::check_index("degree of freedom", dof, robot.n_v());
      dofs.push_back(dof);
    }
  }
  return dofs;
}

namespace {

using Product = void (*)(Workspace<double>&, In<double>, Out<double>);

}  // namespace

void bind_workspace(nb::module_& module) {
#define SINEW_A "numpy.typing.ArrayLike"
#define SINEW_OUT ", *, out: numpy.ndarray | None = None) -> numpy.ndarray"
  const nb::arg q("q"), v("v"), tau("tau"), a("a"), x("x"), frame("frame");
  const auto out = nb::arg("out") = nb::none();
  const auto body = nb::arg("reference") = "body";
  nb::class_<Work> work(
      module, "Workspace", nb::is_weak_referenceable(),
      "A robot with a state and working memory. Functions that take q, or q and v, set the state;\n"
      "functions that take neither refer to the state given last. Nothing is computed twice. Use one\n"
      "per thread.");
  work.def(nb::init<const Robot&>(), nb::arg("robot"))
      .def_prop_ro(
          "model", [](Work& self) { return Robot(self.robot); }, nb::sig("def model(self) -> Model"))
      .def("__repr__", [](Work& self) { return "<sinew.Workspace of '" + self.robot.model().name() + "'>"; });

  // ---- State ----
  work.def(
      "set_position",
      [](Work& self, nb::handle q_) { set_position(self.work, Vector("q", q_, self.robot.n_q())); }, q,
      nb::sig("def set_position(self, q: " SINEW_A ") -> None"), "Sets the position.");
  work.def(
      "set_state",
      [](Work& self, nb::handle q_, nb::handle v_) {
        set_state(self.work, Vector("q", q_, self.robot.n_q()), Vector("v", v_, self.robot.n_v()));
      },
      q, v, nb::sig("def set_state(self, q: " SINEW_A ", v: " SINEW_A ") -> None"),
      "Sets the position and the joint velocities.");
  work.def(
      "update_accelerations",
      [](Work& self, nb::handle q_, nb::handle v_, nb::handle a_) {
        const int n = self.robot.n_v();
        update_accelerations(self.work, Vector("q", q_, self.robot.n_q()), Vector("v", v_, n),
                             Vector("a", a_, n));
      },
      q, v, a,
      nb::sig("def update_accelerations(self, q: " SINEW_A ", v: " SINEW_A ", a: " SINEW_A ") -> None"),
      "Sets the state and computes the accelerations of all bodies.");

  // ---- Dynamics ----
  for (const char* name : {"forward_dynamics", "aba"}) {
    const std::string signature =
        "def " + std::string(name) + "(self, q: " SINEW_A ", v: " SINEW_A ", tau: " SINEW_A SINEW_OUT;
    work.def(
        name,
        [](Work& self, nb::handle q_, nb::handle v_, nb::handle tau_, nb::handle out_) {
          const int n = self.robot.n_v();
          Result result(out_, n);
          forward_dynamics(self.work, Vector("q", q_, self.robot.n_q()), Vector("v", v_, n),
                           Vector("tau", tau_, n), result);
          return result.array();
        },
        q, v, tau, nb::kw_only(), out, nb::sig(signature.c_str()),
        "Returns the joint accelerations of the tree (loops count as open). Sets the state.");
  }
  for (const char* name : {"inverse_dynamics", "rnea"}) {
    const std::string signature =
        "def " + std::string(name) + "(self, q: " SINEW_A ", v: " SINEW_A ", a: " SINEW_A SINEW_OUT;
    work.def(
        name,
        [](Work& self, nb::handle q_, nb::handle v_, nb::handle a_, nb::handle out_) {
          const int n = self.robot.n_v();
          Result result(out_, n);
          inverse_dynamics(self.work, Vector("q", q_, self.robot.n_q()), Vector("v", v_, n),
                           Vector("a", a_, n), result);
          return result.array();
        },
        q, v, a, nb::kw_only(), out, nb::sig(signature.c_str()),
        "Returns the joint torques that give the joint accelerations a. Sets the state.");
  }
  const auto vector_of_state = [&](const char* name, void (*compute)(Workspace<double>&, Out<double>),
                                   const char* doc) {
    const std::string signature = "def " + std::string(name) + "(self" SINEW_OUT;
    work.def(
        name,
        [compute](Work& self, nb::handle out_) {
          Result result(out_, self.robot.n_v());
          compute(self.work, result);
          return result.array();
        },
        nb::kw_only(), out, nb::sig(signature.c_str()), doc);
  };
  vector_of_state(
      "bias_force", [](auto& w, auto o) { bias_force(w, o); },
      "Returns the joint torques that keep all joint accelerations at zero, at the state of the workspace.");
  vector_of_state(
      "gravity_force", [](auto& w, auto o) { gravity_force(w, o); },
      "Returns the joint torques that hold the robot still, at the position of the workspace.");
  vector_of_state(
      "inverse_mass_diagonal", [](auto& w, auto o) { inverse_mass_diagonal(w, o); },
      "Returns the diagonal of the inverse mass matrix.");
  work.def(
      "coriolis_product",
      [](Work& self, nb::handle q_, nb::handle v_, nb::handle w_, nb::handle out_) {
        const int n = self.robot.n_v();
        Result result(out_, n);
        coriolis_product(self.work, Vector("q", q_, self.robot.n_q()), Vector("v", v_, n), Vector("w", w_, n),
                         result);
        return result.array();
      },
      q, v, nb::arg("w"), nb::kw_only(), out,
      nb::sig("def coriolis_product(self, q: " SINEW_A ", v: " SINEW_A ", w: " SINEW_A SINEW_OUT),
      "Returns C(q, v) w in O(n). Sets the state.");
  work.def(
      "force_response",
      [](Work& self, nb::handle forces, nb::handle out_) {
        std::vector<ExternalForce<double>> given;
        for (const auto& [frame_, force] : nb::cast<nb::dict>(forces))
          given.push_back({self.robot.frame(frame_), force_of("a force", force)});
        Result result(out_, self.robot.n_v());
        force_response(self.work, std::span<const ExternalForce<double>>(given), result);
        return result.array();
      },
      nb::arg("forces"), nb::kw_only(), out,
      nb::sig("def force_response(self, forces: dict[str, " SINEW_A "]" SINEW_OUT),
      "Returns the joint accelerations M^-1 J^T f (n_v) that external forces add, in O(n). forces: frames "
      "and "
      "their\n"
      "six numbers, moment first, in the frame's axes.");
  work.def(
      "acceleration_parts",
      [](Work& self, nb::handle q_, nb::handle v_, nb::handle tau_) {
        const int n = self.robot.n_v();
        Result of_torques(nb::none(), n), of_forces(nb::none(), n), of_accelerations(nb::none(), n);
        acceleration_parts(self.work, Vector("q", q_, self.robot.n_q()), Vector("v", v_, n),
                           Vector("tau", tau_, n), of_torques, of_forces, of_accelerations);
        return nb::make_tuple(of_torques.array(), of_forces.array(), of_accelerations.array());
      },
      q, v, tau,
      nb::sig("def acceleration_parts(self, q: " SINEW_A ", v: " SINEW_A ", tau: " SINEW_A
              ") -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]"),
      "Returns the parts of the result of forward_dynamics that are due to the joint torques, to the bias "
      "forces\n"
      "(gyroscopic forces and gravity), and to the bias accelerations. Sets the state.");
  work.def(
      "joint_forces",
      [](Work& self) {
        std::vector<JointForce<double>> forces(self.robot.model().joints().size());
        joint_forces(self.work, forces);
        return copied_rows(forces, [](const auto& force) { return force.whole; });
      },
      nb::sig("def joint_forces(self) -> numpy.ndarray"),
      "Returns the force across every joint (joints, 6), after forward_dynamics or inverse_dynamics: on the "
      "body\n"
      "that the joint carries; moment [N m] about that body's origin, force [N], in its axes.");
  work.def(
      "fixed_joint_forces",
      [](Work& self) {
        std::vector<Force<double>> forces(self.robot.model().fixed_joints().size());
        fixed_joint_forces(self.work, forces);
        return copied_rows(forces, [](const auto& force) { return force; });
      },
      nb::sig("def fixed_joint_forces(self) -> numpy.ndarray"),
      "Returns the force across every fixed joint (fixed joints, 6), as a force sensor there measures it.");

  // ---- The mass matrix and its factors ----
  for (const char* name : {"mass_matrix", "crba"}) {
    const std::string signature = "def " + std::string(name) + "(self) -> numpy.ndarray";
    work.def(
        name,
        [](Work& self) {
          return matrix(self.robot.n_v(), self.robot.n_v(), [&](auto M) { mass_matrix(self.work, M); });
        },
        nb::sig(signature.c_str()), "Returns the mass matrix (n_v, n_v).");
  }
  work.def(
      "inverse_mass_matrix",
      [](Work& self) {
        return matrix(self.robot.n_v(), self.robot.n_v(), [&](auto M) { inverse_mass_matrix(self.work, M); });
      },
      nb::sig("def inverse_mass_matrix(self) -> numpy.ndarray"),
      "Returns the inverse of the mass matrix (n_v, n_v).");
  work.def(
      "inverse_mass_column",
      [](Work& self, int dof, nb::handle out_) {
        Result result(out_, self.robot.n_v());
        inverse_mass_column(self.work, dof, result);
        return result.array();
      },
      nb::arg("dof"), nb::kw_only(), out, nb::sig("def inverse_mass_column(self, dof: int" SINEW_OUT),
      "Returns a column of the inverse mass matrix in O(n): the accelerations per unit of torque at a degree "
      "of\n"
      "freedom.");
  work.def(
      "udut",
      [](Work& self) {
        const int n = self.robot.n_v();
        Result D(nb::none(), n);
        nb::object U = matrix(n, n, [&](auto out_) { udut(self.work, out_, D); });
        return nb::make_tuple(U, D.array());
      },
      nb::sig("def udut(self) -> tuple[numpy.ndarray, numpy.ndarray]"),
      "Returns U and D: the mass matrix is U diag(D) U^T.");
  work.def(
      "log_determinant", [](Work& self) { return log_determinant(self.work); },
      "Returns the logarithm of the determinant of the mass matrix.");
  const auto product = [&](const char* name, Product compute, const char* doc) {
    const std::string signature = "def " + std::string(name) + "(self, x: " SINEW_A SINEW_OUT;
    work.def(
        name,
        [compute](Work& self, nb::handle x_, nb::handle out_) {
          Result result(out_, self.robot.n_v());
          compute(self.work, Vector("x", x_, self.robot.n_v()), result);
          return result.array();
        },
        x, nb::kw_only(), out, nb::sig(signature.c_str()), doc);
  };
  product(
      "solve_mass_matrix", [](auto& w, auto i, auto o) { solve_mass_matrix(w, i, o); },
      "Returns M^-1 x in O(n).");
  product(
      "factor_times", [](auto& w, auto i, auto o) { factor_times(w, i, o); },
      "Returns (I + H phi K) x in O(n).");
  product(
      "factor_adjoint_times", [](auto& w, auto i, auto o) { factor_adjoint_times(w, i, o); },
      "Returns (I + H phi K)* x in O(n).");
  product(
      "factor_solve", [](auto& w, auto i, auto o) { factor_solve(w, i, o); },
      "Returns (I - H psi K) x in O(n).");
  product(
      "factor_adjoint_solve", [](auto& w, auto i, auto o) { factor_adjoint_solve(w, i, o); },
      "Returns (I - H psi K)* x in O(n).");
  product(
      "square_root_times", [](auto& w, auto i, auto o) { square_root_times(w, i, o); },
      "Returns S x in O(n), where M = S S*.");
  product(
      "square_root_adjoint_times", [](auto& w, auto i, auto o) { square_root_adjoint_times(w, i, o); },
      "Returns S* x in O(n), where M = S S*.");
  product(
      "square_root_solve", [](auto& w, auto i, auto o) { square_root_solve(w, i, o); },
      "Returns S^-1 x in O(n), where M = S S*.");
  product(
      "square_root_adjoint_solve", [](auto& w, auto i, auto o) { square_root_adjoint_solve(w, i, o); },
      "Returns S^-* x in O(n), where M = S S*.");

  // ---- The filter ----
  work.def(
      "articulated_inertia",
      [](Work& self, nb::handle frame_) {
        const ArticulatedInertia<double> P = articulated_inertia(self.work, self.robot.frame(frame_));
        return matrix(6, 6, [&](auto out_) { write_dense(P, out_); });
      },
      frame, nb::sig("def articulated_inertia(self, frame: str | int) -> numpy.ndarray"),
      "Returns the articulated inertia P (6, 6) of a body, the covariance of the filter: the inertia that "
      "the body\n"
      "shows while its outboard joints are free. Angular part first, in the frame's axes about its origin.");
  work.def(
      "innovation_variances",
      [](Work& self) {
        std::vector<double> D;
        for (int i = 0; i < self.robot.n_v(); ++i) D.push_back(innovation_variance(self.work, i));
        return copied<double>(D);
      },
      nb::sig("def innovation_variances(self) -> numpy.ndarray"),
      "Returns D (n_v): the inertia that each degree of freedom moves while those outboard of it are free.");

  // ---- Kinematics ----
  work.def(
      "pose",
      [](Work& self, nb::handle frame_) { return homogeneous(pose(self.work, self.robot.frame(frame_))); },
      frame, nb::sig("def pose(self, frame: str | int) -> numpy.ndarray"),
      "Returns the pose of a frame in the world (4, 4).");
  work.def(
      "velocity",
      [](Work& self, nb::handle frame_, std::string_view reference) {
        return six(velocity(self.work, self.robot.frame(frame_), reference_named(reference)));
      },
      frame, body, nb::sig("def velocity(self, frame: str | int, reference: str = 'body') -> numpy.ndarray"),
      "Returns the twist of a frame (6): angular [rad/s], linear [m/s].");
  work.def(
      "acceleration",
      [](Work& self, nb::handle frame_, std::string_view reference) {
        return six(acceleration(self.work, self.robot.frame(frame_), reference_named(reference)));
      },
      frame, body,
      nb::sig("def acceleration(self, frame: str | int, reference: str = 'body') -> numpy.ndarray"),
      "Returns the time derivative of the twist (6), after forward_dynamics, inverse_dynamics or\n"
      "update_accelerations.");
  work.def(
      "jacobian_rate_times_velocity",
      [](Work& self, nb::handle frame_, std::string_view reference) {
        return six(
            jacobian_rate_times_velocity(self.work, self.robot.frame(frame_), reference_named(reference)));
      },
      frame, body,
      nb::sig("def jacobian_rate_times_velocity(self, frame: str | int, reference: str = 'body') -> "
              "numpy.ndarray"),
      "Returns dJ/dt v (6), the acceleration of a frame at zero joint accelerations.");
  work.def(
      "jacobian",
      [](Work& self, nb::handle frame_, std::string_view reference) {
        const FrameIndex index = self.robot.frame(frame_);
        return matrix(6, self.robot.n_v(),
                      [&](auto J) { jacobian(self.work, index, reference_named(reference), J); });
      },
      frame, body, nb::sig("def jacobian(self, frame: str | int, reference: str = 'body') -> numpy.ndarray"),
      "Returns the Jacobian of a frame (6, n_v), angular rows first.");
  work.def(
      "jacobian_times",
      [](Work& self, nb::handle frame_, nb::handle v_, std::string_view reference) {
        return six(jacobian_times(self.work, self.robot.frame(frame_), reference_named(reference),
                                  Vector("v", v_, self.robot.n_v())));
      },
      frame, v, body,
      nb::sig("def jacobian_times(self, frame: str | int, v: " SINEW_A
              ", reference: str = 'body') -> numpy.ndarray"),
      "Returns J v (6) without forming the Jacobian.");
  work.def(
      "jacobian_adjoint_times",
      [](Work& self, nb::handle frame_, nb::handle force, std::string_view reference) {
        Result result(nb::none(), self.robot.n_v());
        jacobian_adjoint_times(self.work, self.robot.frame(frame_), reference_named(reference),
                               force_of("force", force), result);
        return result.array();
      },
      frame, nb::arg("force"), body,
      nb::sig("def jacobian_adjoint_times(self, frame: str | int, force: " SINEW_A
              ", reference: str = 'body') -> numpy.ndarray"),
      "Returns J^T f (n_v), the joint torques that are equivalent to a force on a frame: moment, force.");
  const auto jacobian_square = [&](const char* name, bool is_outer, auto compute, const char* doc) {
    const std::string signature =
        "def " + std::string(name) + "(self, frame: str | int, reference: str = 'body') -> numpy.ndarray";
    work.def(
        name,
        [compute, is_outer](Work& self, nb::handle frame_, std::string_view reference) {
          const int n = is_outer ? 6 : self.robot.n_v();
          const FrameIndex index = self.robot.frame(frame_);
          return matrix(n, n,
                        [&](auto out_) { compute(self.work, index, reference_named(reference), out_); });
        },
        frame, body, nb::sig(signature.c_str()), doc);
  };
  jacobian_square(
      "jacobian_outer_product", true,
      [](auto& w, FrameIndex f, Reference r, auto o) { jacobian_outer_product(w, f, r, o); },
      "Returns J J^T (6, 6) without forming the Jacobian.");
  jacobian_square(
      "jacobian_inner_product", false,
      [](auto& w, FrameIndex f, Reference r, auto o) { jacobian_inner_product(w, f, r, o); },
      "Returns J^T J (n_v, n_v) without forming the Jacobian.");
  jacobian_square(
      "jacobian_inner_product_inverse", false,
      [](auto& w, FrameIndex f, Reference r, auto o) { jacobian_inner_product_inverse(w, f, r, o); },
      "Returns (J^T J)^-1 (n_v, n_v) over the degrees of freedom that move the frame; zero elsewhere. "
      "Raises\n"
      "SingularPosition if columns of J depend on each other.");
  work.def(
      "kinetic_energy", [](Work& self) { return kinetic_energy(self.work); },
      "Returns the kinetic energy [J].");
  work.def(
      "potential_energy", [](Work& self) { return potential_energy(self.work); },
      "Returns the potential energy [J], zero with the centre of mass at the world's origin.");
  work.def(
      "centre_of_mass", [](Work& self) { return three(centre_of_mass(self.work)); },
      nb::sig("def centre_of_mass(self) -> numpy.ndarray"),
      "Returns the centre of mass in the world (3) [m].");
  work.def(
      "centroidal_momentum", [](Work& self) { return six(centroidal_momentum(self.work)); },
      nb::sig("def centroidal_momentum(self) -> numpy.ndarray"),
      "Returns the momentum about the centre of mass in world axes (6): angular, linear.");
  work.def(
      "centroidal_momentum_matrix",
      [](Work& self) {
        return matrix(6, self.robot.n_v(), [&](auto A) { centroidal_momentum_matrix(self.work, A); });
      },
      nb::sig("def centroidal_momentum_matrix(self) -> numpy.ndarray"),
      "Returns A (6, n_v): A v is the centroidal momentum.");
#undef SINEW_A
#undef SINEW_OUT
}

}  // namespace sinew::python
