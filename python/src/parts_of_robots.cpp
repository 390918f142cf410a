// Binds what the springs, friction, tendons and actuators of a robot do: methods of the robot that take any leading
// dimensions and compute one state after the other. The recursions do not include these torques; the caller adds them to
// tau.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "many_states.hpp"
#include "parts_of_robots.hpp"
#include "signatures.hpp"
#include "sinew/dynamics.hpp"
#include "sinew/kinematics.hpp"

namespace sinew::python {
namespace {

TendonIndex tendon_of(const Robot& robot, nb::handle tendon) {
  if (PyUnicode_Check(tendon.ptr())) return robot.model().tendon(text_of(tendon));
  const long index = PyLong_Check(tendon.ptr()) ? PyLong_AsLong(tendon.ptr()) : -1;
  PyErr_Clear();
  const auto count = long(robot.model().tendons().size());
  if (index < 0 || index >= count)
    throw std::invalid_argument("tendon is " + text_of(nb::repr(tendon)) +
                                ", expected a name or a number from 0 to " + std::to_string(count - 1));
  return {int(index)};
}

// Computes `size` numbers of each state by compute(work, inputs, out), in double. `given`: one row each, q first.
template <class Compute>
nb::object of_states(const char* function, Robot& robot, std::vector<Argument> given, nb::handle out,
                     std::vector<npy_intp> shape, Compute&& compute) {
  std::vector<int> sizes;
  for (const Argument& argument : given) sizes.push_back(int(argument.shape[0]));
  const Arguments arguments(std::move(given), false, NPY_DOUBLE);
  const int size = shape.empty() ? 1 : int(shape[0]);
  Destination destination("out", out, arguments, {std::move(shape)});
  const VectorView<double> all = destination.view<double>();
  const auto work = robot.workspace<double>();
  each_state<double>(function, arguments, {&all, 1}, [&](std::size_t i) {
    std::vector<In<double>> inputs;
    for (std::size_t k = 0; k < sizes.size(); ++k) inputs.push_back(part<double>(arguments, k, i, sizes[k]));
    compute(*work, std::span<const In<double>>(inputs),
            VectorView<double>(all.data() + i * std::size_t(size), std::size_t(size)));
  });
  nb::object result = destination.finish();
  if (size == 1 && PyArray_NDIM(array_of(result)) == 0 &&
      out.is_none())  // a number, not an array without dimensions
    return nb::steal(PyArray_Return(array_of(result.release())));
  return result;
}

template <class Parts>
std::vector<std::string> names_of_parts(const Parts& parts) {
  std::vector<std::string> names;
  for (const auto& part : parts) names.push_back(part.name);
  return names;
}

using Inputs = std::span<const In<double>>;
using Work = Workspace<double>;

}  // namespace

void bind_parts_of_robots(nb::class_<Robot>& robot) {
  const nb::arg q("q"), v("v"), tendon("tendon"), controls("controls");
  const auto out = nb::arg("out") = nb::none();
#define SINEW_TENDON ", tendon: str | int"

  // ---- Names ----
  robot
      .def_prop_ro(
          "tendon_names",
          [](const Robot& self) { return names_of_parts(self.model().description().tendons); },
          "The names of the tendons, in the order of their numbers.")
      .def_prop_ro(
          "actuator_names",
          [](const Robot& self) { return names_of_parts(self.model().description().actuators); },
          "The names of the actuators, in the order of their controls.")
      .def_prop_ro(
          "sensor_names",
          [](const Robot& self) { return names_of_parts(self.model().description().sensors); },
          "The names of the sensors, whose values results of simulations contain.")
      .def_prop_ro(
          "position_names",
          [](const Robot& self) { return names_of_parts(self.model().description().named_positions); },
          "The names that named_position and named_controls accept.")
      .def(
          "named_controls",
          [](const Robot& self, const std::string& name) {
            return copied<double>(self.model().named_controls(name));
          },
          nb::arg("name"), nb::sig("def named_controls(self, name: str) -> " SINEW_RESULT),
          "Returns the controls (actuators) of a named position of the file.")
      .def(
          "initial_controls",
          [](const Robot& self) { return copied<double>(self.model().initial_controls()); },
          nb::sig("def initial_controls(self) -> " SINEW_RESULT),
          "Returns controls (actuators) of zero, or the nearest in their ranges.");

  // ---- Springs and friction ----
  robot
      .def(
          "joint_springs",
          [](Robot& self, nb::handle q_, nb::handle out_) {
            const JointSprings springs(self.model());
            return of_states("joint_springs", self, {{"q", q_, {self.n_q()}}}, out_, {self.n_v()},
                             [&](Work&, Inputs in, Out<double> tau) {
                               edge::check_input("q", in[0], self.n_q());
                               std::fill_n(tau.data(), tau.size(), 0.0);
                               springs.add_torques(in[0], tau);
                             });
          },
          q, nb::kw_only(), out, nb::sig("def joint_springs" SINEW_Q ", *, " SINEW_OUT),
          "Returns the torques (..., n_v) of the joints' springs, -stiffness (q - rest_position). Forward\n"
          "dynamics does not include them: add them to tau.")
      .def(
          "joint_friction",
          [](Robot& self, nb::handle v_, nb::handle out_) {
            return of_states(
                "joint_friction", self, {{"v", v_, {self.n_v()}}}, out_, {self.n_v()},
                [&](Work&, Inputs in, Out<double> tau) { joint_friction(self.model(), in[0], tau); });
          },
          v, nb::kw_only(), out, nb::sig("def joint_friction(self, v: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Returns the torques (..., n_v) of damping and dry friction, -(damping v + dry_friction sign(v)).\n"
          "Forward dynamics does not include them: add them to tau.")
      .def(
          "gravity_compensation",
          [](Robot& self, nb::handle q_, nb::handle out_) {
            return of_states(
                "gravity_compensation", self, {{"q", q_, {self.n_q()}}}, out_, {self.n_v()},
                [](Work& work, Inputs in, Out<double> tau) { gravity_compensation(work, in[0], tau); });
          },
          q, nb::kw_only(), out, nb::sig("def gravity_compensation" SINEW_Q ", *, " SINEW_OUT),
          "Returns the torques (..., n_v) with the effect of the bodies' gravity_compensation. "
          "gravity_force\n"
          "returns the torques that hold the whole robot.");

  // ---- Tendons ----
  robot
      .def(
          "tendon_length",
          [](Robot& self, nb::handle q_, nb::handle tendon_, nb::handle out_) {
            const TendonIndex index = tendon_of(self, tendon_);
            return of_states("tendon_length", self, {{"q", q_, {self.n_q()}}}, out_, {},
                             [&](Work& work, Inputs in, Out<double> length) {
                               set_position(work, in[0]);
                               length[0] = tendon_length(work, index);
                             });
          },
          q, tendon, nb::kw_only(), out,
          nb::sig("def tendon_length" SINEW_Q SINEW_TENDON
                  ", *, out: numpy.ndarray | None = None) -> float | " SINEW_RESULT),
          "Returns the length (...) of a tendon [m, or rad for joints that rotate].")
      .def(
          "tendon_velocity",
          [](Robot& self, nb::handle q_, nb::handle v_, nb::handle tendon_, nb::handle out_) {
            const TendonIndex index = tendon_of(self, tendon_);
            return of_states("tendon_velocity", self, {{"q", q_, {self.n_q()}}, {"v", v_, {self.n_v()}}},
                             out_, {}, [&](Work& work, Inputs in, Out<double> rate) {
                               set_state(work, in[0], in[1]);
                               rate[0] = tendon_velocity(work, index);
                             });
          },
          q, v, tendon, nb::kw_only(), out,
          nb::sig("def tendon_velocity" SINEW_QV SINEW_TENDON
                  ", *, out: numpy.ndarray | None = None) -> float | " SINEW_RESULT),
          "Returns the rate of change (...) of a tendon's length.")
      .def(
          "tendon_moment_arms",
          [](Robot& self, nb::handle q_, nb::handle tendon_, nb::handle out_) {
            const TendonIndex index = tendon_of(self, tendon_);
            return of_states("tendon_moment_arms", self, {{"q", q_, {self.n_q()}}}, out_, {self.n_v()},
                             [&](Work& work, Inputs in, Out<double> row) {
                               set_position(work, in[0]);
                               tendon_moment_arms(work, index, row);
                             });
          },
          q, tendon, nb::kw_only(), out,
          nb::sig("def tendon_moment_arms" SINEW_Q SINEW_TENDON ", *, " SINEW_OUT),
          "Returns the moment arms (..., n_v) of a tendon, the gradient of its length. A tendon that pulls "
          "with a\n"
          "tension [N] exerts the torques -tension times the moment arms.")
      .def(
          "tendon_springs",
          [](Robot& self, nb::handle q_, nb::handle out_) {
            const TendonSprings springs(self.model());
            return of_states("tendon_springs", self, {{"q", q_, {self.n_q()}}}, out_, {self.n_v()},
                             [&](Work& work, Inputs in, Out<double> tau) {
                               set_position(work, in[0]);
                               std::fill_n(tau.data(), tau.size(), 0.0);
                               springs.add_torques(work, tau);
                             });
          },
          q, nb::kw_only(), out, nb::sig("def tendon_springs" SINEW_Q ", *, " SINEW_OUT),
          "Returns the joint torques (..., n_v) of the springs of all tendons. Forward dynamics does not "
          "include\n"
          "them: add them to tau.")
      .def(
          "tendon_damping",
          [](Robot& self, nb::handle q_, nb::handle v_, nb::handle out_) {
            const TendonDampers dampers(self.model());
            return of_states("tendon_damping", self, {{"q", q_, {self.n_q()}}, {"v", v_, {self.n_v()}}}, out_,
                             {self.n_v()}, [&](Work& work, Inputs in, Out<double> tau) {
                               set_state(work, in[0], in[1]);
                               std::fill_n(tau.data(), tau.size(), 0.0);
                               dampers.add_torques(work, tau);
                             });
          },
          q, v, nb::kw_only(), out, nb::sig("def tendon_damping" SINEW_QV ", *, " SINEW_OUT),
          "Returns the joint torques (..., n_v) of the dampers of all tendons. Forward dynamics does not "
          "include\n"
          "them: add them to tau.");

  // ---- Actuators ----
  robot.def(
      "actuator_torques",
      [](Robot& self, nb::handle q_, nb::handle v_, nb::handle controls_, nb::handle activations_,
         nb::handle out_) {
        Actuators actuators(self.model());
        const auto count = npy_intp(actuators.size());
        std::vector<Argument> given{
            {"q", q_, {self.n_q()}}, {"v", v_, {self.n_v()}}, {"controls", controls_, {count}}};
        if (!activations_.is_none()) given.push_back({"activations", activations_, {count}});
        return of_states("actuator_torques", self, std::move(given), out_, {self.n_v()},
                         [&](Work& work, Inputs in, Out<double> tau) {
                           set_state(work, in[0], in[1]);
                           in.size() > 3 ? actuators.update(work, in[2], in[3])
                                         : actuators.update(work, in[2]);
                           std::ranges::copy(actuators.torques(), tau.data());
                         });
      },
      q, v, controls, nb::arg("activations") = nb::none(), nb::kw_only(), out,
      nb::sig("def actuator_torques" SINEW_QV ", controls: " SINEW_ARRAY ", activations: " SINEW_ARRAY
              " | None = None, *, " SINEW_OUT),
      "Returns the joint torques (..., n_v) of the robot's actuators. controls and activations (..., "
      "actuators)\n"
      "have one number for each actuator; activations, of those that have one, are zero unless they are "
      "given.");
#undef SINEW_TENDON
}

}  // namespace sinew::python
