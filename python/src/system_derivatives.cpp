// Binds derivatives of the dynamics of a constrained system: matrices, products with them and with their adjoints, by
// position, velocity and torque, of accelerations, multipliers and impulses.
#include "constrained_system.hpp"
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"
#include "workspace.hpp"

#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_FORCES \
  ", *, forces: dict[str, " SINEW_ARRAY "] | None = None, base_acceleration: " SINEW_ARRAY " | None = None"

namespace sinew::python {
namespace {

// Computes forward dynamics at a state and linearises it there.
void linearize(System& self, nb::handle q, nb::handle v, nb::handle tau, nb::handle forces, nb::handle base) {
  const int n = self.robot.n_v();
  Influence influence(self.robot, forces, base);
  std::vector<double> a(static_cast<std::size_t>(n));
  self.system.linearize(Vector("q", q, self.robot.n_q()), Vector("v", v, n), Vector("tau", tau, n), a,
                        influence);
}

nb::object copy_of(const Matrix<double>& from) {
  return matrix(from.rows(), from.cols(), [&](MatrixView<double> out) {
    std::copy_n(from.data(), std::size_t(from.rows()) * std::size_t(from.cols()), out.data());
  });
}

nb::object derivatives(System& self, nb::handle q, nb::handle v, nb::handle tau, nb::handle forces,
                       nb::handle base) {
  linearize(self, q, v, tau, forces, base);
  ConstrainedDerivatives<double> found;
  self.system.forward_derivatives(found);
  return nb::make_tuple(copy_of(found.a_by_q), copy_of(found.a_by_v), copy_of(found.a_by_tau),
                        copy_of(found.multipliers_by_q), copy_of(found.multipliers_by_v),
                        copy_of(found.multipliers_by_tau));
}

nb::object jvp(System& self, nb::handle q, nb::handle v, nb::handle tau, nb::handle dq, nb::handle dv,
               nb::handle dtau, nb::handle forces, nb::handle base) {
  linearize(self, q, v, tau, forces, base);
  const int n = self.robot.n_v();
  Result da(nb::none(), n), dmultipliers(nb::none(), self.system.rows());
  self.system.forward_jvp(Vector("dq", dq, n), Vector("dv", dv, n), Vector("dtau", dtau, n), da,
                          dmultipliers);
  return nb::make_tuple(da.array(), dmultipliers.array());
}

nb::object vjp(System& self, nb::handle q, nb::handle v, nb::handle tau, nb::handle weights,
               nb::handle multiplier_weights, nb::handle forces, nb::handle base) {
  linearize(self, q, v, tau, forces, base);
  const int n = self.robot.n_v();
  Result by_q(nb::none(), n), by_v(nb::none(), n), by_tau(nb::none(), n);
  const Vector of_a("weights", weights, n);
  if (multiplier_weights.is_none()) {
    self.system.forward_vjp(of_a, {}, by_q, by_v, by_tau);
  } else {
    self.system.forward_vjp(of_a, Vector("multiplier_weights", multiplier_weights, self.system.rows()), by_q,
                            by_v, by_tau);
  }
  return nb::make_tuple(by_q.array(), by_v.array(), by_tau.array());
}

nb::object impulse_derivatives(System& self, nb::handle q, nb::handle rows) {
  std::vector<double> change(static_cast<std::size_t>(self.robot.n_v()));
  self.system.linearize_impulse(Vector("q", q, self.robot.n_q()), Vector("rows", rows, self.system.rows()),
                                change);
  ConstrainedDerivatives<double> found;
  self.system.forward_derivatives(found);
  return nb::make_tuple(copy_of(found.a_by_q), copy_of(found.a_by_demand), copy_of(found.multipliers_by_q),
                        copy_of(found.multipliers_by_demand));
}

}  // namespace

void bind_system_derivatives(nb::class_<System>& system) {
  const nb::arg q("q"), v("v"), tau("tau");
  const auto nothing = [](const char* name) { return nb::arg(name) = nb::none(); };
#define SINEW_STATE "(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ", tau: " SINEW_ARRAY
  system
      .def(
          "forward_dynamics_derivatives", &derivatives, q, v, tau, nb::kw_only(), nothing("forces"),
          nothing("base_acceleration"),
          nb::sig("def forward_dynamics_derivatives" SINEW_STATE SINEW_FORCES
                  ") -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray, "
                  "numpy.ndarray]"),
          "Returns the derivatives of the joint accelerations by q, v and tau (n_v, n_v), then those of the\n"
          "multipliers (rows, n_v). The columns of the first and fourth belong to velocities as for "
          "integrate.\n"
          "Forces on bodies are held constant in the frames of the bodies. Raises ValueError where the rank "
          "of\n"
          "redundant rows changes: no derivative exists there.")
      .def("forward_dynamics_jvp", &jvp, q, v, tau, nb::arg("dq"), nb::arg("dv"), nb::arg("dtau"),
           nb::kw_only(), nothing("forces"), nothing("base_acceleration"),
           nb::sig("def forward_dynamics_jvp" SINEW_STATE ", dq: " SINEW_ARRAY ", dv: " SINEW_ARRAY
                   ", dtau: " SINEW_ARRAY SINEW_FORCES ") -> tuple[numpy.ndarray, numpy.ndarray]"),
           "Returns the changes of the joint accelerations (n_v) and of the multipliers (rows) while q, v "
           "and tau\n"
           "change by dq, dv and dtau.")
      .def("forward_dynamics_vjp", &vjp, q, v, tau, nb::arg("weights"), nothing("multiplier_weights"),
           nb::kw_only(), nothing("forces"), nothing("base_acceleration"),
           nb::sig("def forward_dynamics_vjp" SINEW_STATE ", weights: " SINEW_ARRAY
                   ", multiplier_weights: numpy.typing.ArrayLike | None = None" SINEW_FORCES
                   ") -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]"),
           "Returns the gradients (n_v) of weights . a + multiplier_weights . multipliers by q, v and tau.")
      .def("impulse_derivatives", &impulse_derivatives, q, nb::arg("rows"),
           nb::sig("def impulse_derivatives(self, q: " SINEW_ARRAY ", rows: " SINEW_ARRAY
                   ") -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray]"),
           "Returns the derivatives of the change of v by q (n_v, n_v) and by the rows (n_v, rows), and "
           "those of\n"
           "the impulses along the rows (rows, n_v) and (rows, rows).")
      .def_prop_ro(
          "multipliers",
          [](const System& self) {
            Result found(nb::none(), self.system.rows());
            self.system.multipliers(found);
            return found.array();
          },
          nb::sig("def multipliers(self) -> numpy.ndarray"),
          "The force along every constraint row (rows), after forward_dynamics or impulse.");
#undef SINEW_STATE
}

}  // namespace sinew::python
