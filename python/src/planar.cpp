// Binds planar chains, whose recursions work with three numbers per link instead of six.
#include "sinew/planar.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "module.hpp"
#include "workspace.hpp"

namespace sinew::python {
namespace {

// A chain with its working memory. Calls from several threads follow one another, because none releases the GIL.
struct Planar {
  explicit Planar(const PlanarChain& made) : chain(made), work(chain) {}
  PlanarChain chain;
  PlanarWorkspace<double> work;
};

}  // namespace

void bind_planar(nb::module_& module) {
#define SINEW_A "numpy.typing.ArrayLike"
#define SINEW_OUT ", *, out: numpy.ndarray | None = None) -> numpy.ndarray"
  const nb::arg q("q"), v("v"), tau("tau"), a("a");
  const auto out = nb::arg("out") = nb::none();
  nb::class_<PlanarLink>(module, "PlanarLink",
                         "A link of a planar chain. Its frame is at its joint, with x along it.")
      .def(
          "__init__",
          [](PlanarLink* self, double length, double mass, nb::handle centre, double inertia, double angle,
             double armature, bool clockwise, const std::string& joint) {
            const std::vector<double> c = double_vector("centre", centre, 2);
            new (self) PlanarLink{.length = length,
                                  .mass = mass,
                                  .centre = {c[0], c[1]},
                                  .inertia = inertia,
                                  .angle = angle,
                                  .armature = armature,
                                  .clockwise = clockwise,
                                  .joint = joint};
          },
          nb::arg("length"), nb::arg("mass"), nb::arg("centre"), nb::arg("inertia"), nb::kw_only(),
          nb::arg("angle") = 0.0, nb::arg("armature") = 0.0, nb::arg("clockwise") = false,
          nb::arg("joint") = "",
          nb::sig("def __init__(self, length: float, mass: float, centre: " SINEW_A
                  ", inertia: float, *, angle: float = 0.0, armature: float = 0.0, clockwise: bool = False, "
                  "joint: str = '') -> None"),
          "length [m] to the next joint, mass [kg], centre (2) of mass [m] and inertia [kg m^2] about the "
          "joint;\n"
          "angle [rad] at q = 0 from the link before, for the first from the x axis; clockwise: the sense in "
          "which\n"
          "q grows.")
      .def_ro("length", &PlanarLink::length)
      .def_ro("mass", &PlanarLink::mass)
      .def_prop_ro(
          "centre",
          [](const PlanarLink& self) {
            return copied<double>(std::array{self.centre.x, self.centre.y});
          },
          nb::sig("def centre(self) -> numpy.ndarray"))
      .def_ro("inertia", &PlanarLink::inertia)
      .def_ro("angle", &PlanarLink::angle)
      .def_ro("armature", &PlanarLink::armature)
      .def_ro("clockwise", &PlanarLink::clockwise)
      .def_ro("joint", &PlanarLink::joint);
  nb::class_<Planar>(
      module, "PlanarChain",
      "A serial chain of revolute joints with parallel axes. Its functions compute what those of a\n"
      "robot compute, with three numbers per link.")
      .def(
          "__init__",
          [](Planar* self, nb::handle of, nb::handle gravity) {
            if (nb::isinstance<Robot>(of)) {
              if (!gravity.is_none())
                throw nb::type_error("the gravity of a robot's chain is that of the robot");
              new (self) Planar(PlanarChain::from(nb::cast<const Robot&>(of).model()));
              return;
            }
            const std::vector<double> g =
                gravity.is_none() ? std::vector<double>{0, -9.81} : double_vector("gravity", gravity, 2);
            new (self) Planar(PlanarChain(nb::cast<std::vector<PlanarLink>>(of), {g[0], g[1]}));
          },
          nb::arg("of"), nb::arg("gravity") = nb::none(),
          nb::sig("def __init__(self, of: Model | collections.abc.Sequence[PlanarLink], gravity: " SINEW_A
                  " | None = None) -> None"),
          "of: links from base to tip, under gravity (2) [m/s^2] in the plane, (0, -9.81) if it is None; or "
          "a robot,\n"
          "whose q, v and tau the chain has. Raises ValueError, which names the joint, if the robot is no "
          "serial chain\n"
          "of revolute joints with parallel axes.")
      .def_prop_ro(
          "links",
          [](const Planar& self) {
            return std::vector<PlanarLink>(self.chain.links().begin(), self.chain.links().end());
          },
          "From base to tip.")
      .def_prop_ro(
          "gravity",
          [](const Planar& self) {
            return copied<double>(std::array{self.chain.gravity().x, self.chain.gravity().y});
          },
          nb::sig("def gravity(self) -> numpy.ndarray"), "In the plane [m/s^2].")
      .def("__len__", [](const Planar& self) { return self.chain.size(); })
      .def(
          "forward_dynamics",
          [](Planar& self, nb::handle q_, nb::handle v_, nb::handle tau_, nb::handle out_) {
            const int n = self.chain.size();
            Result result(out_, n);
            forward_dynamics(self.work, Vector("q", q_, n), Vector("v", v_, n), Vector("tau", tau_, n),
                             result);
            return result.array();
          },
          q, v, tau, nb::kw_only(), out,
          nb::sig("def forward_dynamics(self, q: " SINEW_A ", v: " SINEW_A ", tau: " SINEW_A SINEW_OUT),
          "Returns the joint accelerations (n) [rad/s^2] that joint torques [N m] cause.")
      .def(
          "inverse_dynamics",
          [](Planar& self, nb::handle q_, nb::handle v_, nb::handle a_, nb::handle out_) {
            const int n = self.chain.size();
            Result result(out_, n);
            inverse_dynamics(self.work, Vector("q", q_, n), Vector("v", v_, n), Vector("a", a_, n), result);
            return result.array();
          },
          q, v, a, nb::kw_only(), out,
          nb::sig("def inverse_dynamics(self, q: " SINEW_A ", v: " SINEW_A ", a: " SINEW_A SINEW_OUT),
          "Returns the joint torques (n) [N m] that give joint accelerations [rad/s^2].")
      .def(
          "mass_matrix",
          [](Planar& self, nb::handle q_) {
            const int n = self.chain.size();
            return matrix(n, n, [&](auto M) { mass_matrix(self.work, Vector("q", q_, n), M); });
          },
          q, nb::sig("def mass_matrix(self, q: " SINEW_A ") -> numpy.ndarray"),
          "Returns the mass matrix (n, n) [kg m^2].")
      .def(
          "solve_mass_matrix",
          [](Planar& self, nb::handle q_, nb::handle tau_, nb::handle out_) {
            const int n = self.chain.size();
            Result result(out_, n);
            solve_mass_matrix(self.work, Vector("q", q_, n), Vector("tau", tau_, n), result);
            return result.array();
          },
          q, tau, nb::kw_only(), out,
          nb::sig("def solve_mass_matrix(self, q: " SINEW_A ", tau: " SINEW_A SINEW_OUT),
          "Returns M^-1 tau (n) in O(n).")
      .def("__repr__", [](const Planar& self) {
        return "<sinew.PlanarChain of " + std::to_string(self.chain.size()) + " links>";
      });
#undef SINEW_A
#undef SINEW_OUT
}

}  // namespace sinew::python
