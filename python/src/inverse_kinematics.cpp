// Binds inverse kinematics: positions at which a frame has a pose, and joint motions of least norm that move a frame as
// required.
#include "sinew/algorithms/kinematics/inverse_kinematics.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "module.hpp"
#include "sinew/base/unknown_name.hpp"
#include "spatial.hpp"
#include "workspace.hpp"

namespace sinew::python {
namespace {

Task task_named(const std::string& name) {
  if (name == "pose") return Task::pose;
  if (name == "orientation") return Task::orientation;
  if (name == "position") return Task::position;
  throw std::invalid_argument(unknown_name("task", name, {"pose", "orientation", "position"}));
}

Followers followers_named(const std::string& name) {
  for (const Followers followers : {Followers::embedded, Followers::free})
    if (name == name_of(followers)) return followers;
  throw std::invalid_argument(unknown_name("treatment of followers", name, {"embedded", "free"}));
}

// The target of a task: a pose, or for a position also three numbers.
Transform<double> target_of(nb::handle pose, Task task) {
  const nb::object array = nb::module_::import_("numpy").attr("asarray")(pose);
  if (task == Task::position && PyArray_NDIM(array_of(array)) == 1)
    return {.translation = vector3_of("pose", array)};
  return transform_of("pose", array);
}

InverseKinematicsResult solve(Robot& robot, nb::handle frame_name, nb::handle pose, nb::handle q,
                              const std::string& task, double angle_tolerance, double position_tolerance,
                              double length, int iterations, bool within_limits, int restarts,
                              nb::handle weights, const std::string& followers) {
  const FrameIndex frame = robot.frame(frame_name);
  const std::vector<double> start =
      q.is_none() ? robot.model().initial_position() : double_vector("q", q, robot.n_q());
  std::vector<double> given;
  if (!weights.is_none()) given = double_vector("weights", weights, robot.n_v());
  const InverseKinematicsOptions options{.task = task_named(task),
                                         .angle_tolerance = angle_tolerance,
                                         .position_tolerance = position_tolerance,
                                         .length = length,
                                         .iterations = iterations,
                                         .within_limits = within_limits,
                                         .restarts = restarts,
                                         .weights = given,
                                         .followers = followers_named(followers)};
  const Transform<double> target = target_of(pose, options.task);
  const auto work = robot.workspace<double>();
  const WithoutGil without(true);
  return inverse_kinematics(*work, frame, target, start, options);
}

using MinimumNormFunction = int (*)(Workspace<double>&, FrameIndex, const Motion<double>&, Out<double>,
                                    const MinimumNorm<double>&);

nb::object minimum_norm(MinimumNormFunction function, Work& self, nb::handle frame, const char* name,
                        nb::handle motion, std::string_view reference, const std::string& task,
                        double damping, double length, nb::handle weights, nb::handle preferred) {
  const int n = self.robot.n_v();
  std::vector<double> given_weights, given_preferred;
  if (!weights.is_none()) given_weights = double_vector("weights", weights, n);
  if (!preferred.is_none()) given_preferred = double_vector("preferred", preferred, n);
  Result result(nb::none(), n);
  Motion<double> wanted{};
  const Task part = task_named(task);
  // Three numbers are enough for a task of three.
  const std::vector<double> numbers = double_vector(name, motion);
  const std::size_t first = part == Task::position && numbers.size() == 3 ? 3 : 0;
  if (numbers.size() != 6 && (part == Task::pose || numbers.size() != 3))
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(numbers.size()) +
                                " numbers, expected " + (part == Task::pose ? "6" : "6 or 3"));
  std::copy(numbers.begin(), numbers.end(), wanted.data() + first);
  function(self.work, self.robot.frame(frame), wanted, result,
           {.reference = reference_named(reference),
            .task = part,
            .damping = damping,
            .length = length,
            .weights = given_weights,
            .preferred = given_preferred});
  return result.array();
}

}  // namespace

void bind_inverse_kinematics(nb::module_& module) {
#define SINEW_ARRAY "numpy.typing.ArrayLike"
  const auto nothing = [](const char* name) { return nb::arg(name) = nb::none(); };
  nb::class_<InverseKinematicsResult>(module, "InverseKinematicsResult",
                                      "A position at which a frame has a pose, or comes close to it.")
      .def_prop_ro(
          "q", [](const InverseKinematicsResult& self) { return copied<double>(self.q); },
          nb::sig("def q(self) -> numpy.ndarray"), "The best position found (n_q).")
      .def_ro("converged", &InverseKinematicsResult::converged,
              "Whether the errors are within the tolerances.")
      .def_ro("iterations", &InverseKinematicsResult::iterations)
      .def_ro("angle_error", &InverseKinematicsResult::angle_error, "What remains [rad].")
      .def_ro("position_error", &InverseKinematicsResult::position_error, "What remains [m].")
      .def("__repr__", [](const InverseKinematicsResult& self) {
        return std::string("<InverseKinematicsResult: ") + (self.converged ? "converged" : "not converged") +
               " after " + std::to_string(self.iterations) + " iterations>";
      });
  auto model = nb::borrow<nb::class_<Robot>>(nb::type<Robot>());
  model.def(
      "inverse_kinematics", &solve, nb::arg("frame"), nb::arg("pose"), nothing("q"), nb::arg("task") = "pose",
      nb::kw_only(), nb::arg("angle_tolerance") = 1e-8, nb::arg("position_tolerance") = 1e-8,
      nb::arg("length") = 1.0, nb::arg("iterations") = 100, nb::arg("within_limits") = true,
      nb::arg("restarts") = 0, nothing("weights"), nb::arg("followers") = "embedded",
      nb::sig(
          "def inverse_kinematics(self, frame: str | int, pose: " SINEW_ARRAY ", q: " SINEW_ARRAY
          " | None = None, task: str = 'pose', *, angle_tolerance: float = 1e-8, position_tolerance: float = "
          "1e-8, length: float = 1.0, iterations: int = 100, within_limits: bool = True, restarts: int = 0, "
          "weights: " SINEW_ARRAY " | None = None, followers: str = 'embedded') -> InverseKinematicsResult"),
      "Returns a position at which a frame has a pose (4, 4) in the world, searched from q (n_q).\n\n"
      "q: None for the initial position. task: 'pose', 'orientation' or 'position', for which three numbers\n"
      "are enough. angle_tolerance [rad], position_tolerance [m]. length: metres of error that count as much "
      "as\n"
      "a radian. iterations: at most, from each start. within_limits: whether q stays within the limits.\n"
      "restarts: further starts from random positions, at most. weights (n_v): a degree of freedom with a\n"
      "larger weight moves less. followers: 'embedded' (mimic and coupled joints follow) or 'free'.");

  auto work = nb::borrow<nb::class_<Work>>(nb::type<Work>());
  const auto define = [&](const char* name, const char* motion, MinimumNormFunction function,
                          const char* doc) {
    const std::string signature =
        "def " + std::string(name) + "(self, frame: str | int, " + motion + ": " SINEW_ARRAY +
        ", reference: str = 'body', task: str = 'pose', *, damping: float = 0.0, length: float = 1.0, "
        "weights: " +
        SINEW_ARRAY " | None = None, preferred: " SINEW_ARRAY " | None = None) -> numpy.ndarray";
    work.def(
        name,
        [=](Work& self, nb::handle frame, nb::handle given, std::string_view reference,
            const std::string& task, double damping, double length, nb::handle weights,
            nb::handle preferred) {
          return minimum_norm(function, self, frame, motion, given, reference, task, damping, length, weights,
                              preferred);
        },
        nb::arg("frame"), nb::arg(motion), nb::arg("reference") = "body", nb::arg("task") = "pose",
        nb::kw_only(), nb::arg("damping") = 0.0, nb::arg("length") = 1.0, nothing("weights"),
        nothing("preferred"), nb::sig(signature.c_str()), doc);
  };
  define("minimum_norm_velocity", "twist", &minimum_norm_velocity<double>,
         "Returns the joint velocities (n_v) that give a frame the twist (6), those nearest to `preferred` "
         "(n_v;\n"
         "None: zero), at the position of the workspace.\n\n"
         "task: 'pose', 'orientation' or 'position', for which three numbers are enough. weights (n_v): of "
         "each\n"
         "degree of freedom in the norm. damping: zero gives exactly the twist and raises SingularPosition "
         "where\n"
         "that is impossible; larger values bound the velocities. length: metres that count as much as a "
         "radian,\n"
         "with damping.");
  define("minimum_norm_acceleration", "acceleration", &minimum_norm_acceleration<double>,
         "Returns the joint accelerations (n_v) that give a frame the acceleration (6), at the state of the\n"
         "workspace. The arguments are those of minimum_norm_velocity.");
#undef SINEW_ARRAY
}

}  // namespace sinew::python
