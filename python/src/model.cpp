// Binds robots: loading, names, sizes, positions and edits.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "derivatives.hpp"
#include "errors.hpp"
#include "linear.hpp"
#include "module.hpp"
#include "parts_of_robots.hpp"
#include "quantities.hpp"
#include "regressors.hpp"
#include "robot.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model.hpp"

namespace sinew::python {
namespace {

Base base_named(const std::string& name) {
  for (const Base base : {Base::as_written, Base::fixed, Base::floating})
    if (name == name_of(base)) return base;
  throw std::invalid_argument(
      unknown_name("base", name, {name_of(Base::as_written), name_of(Base::fixed), name_of(Base::floating)}));
}

ReadOptions read_options(const std::string& base, const std::string& repair,
                         const std::vector<std::filesystem::path>& package_folders,
                         nb::handle xacro_arguments, const std::optional<std::filesystem::path>& srdf) {
  ReadOptions options{.base = base_named(base), .package_folders = package_folders};
  if (repair == "inertia")
    options.repair = Repair::inertia;
  else if (repair != "none")
    throw std::invalid_argument(unknown_name("repair", repair, {"none", "inertia"}));
  if (!xacro_arguments.is_none()) {
    for (const auto& [name, value] : nb::cast<nb::dict>(xacro_arguments))
      options.xacro_arguments.emplace_back(text_of(name), text_of(value));
  }
  if (srdf) options.srdf = *srdf;
  return options;
}

// Sets the entries of q or v that belong to the named joints. `sizes`: index and number of a joint's entries.
template <class Sizes>
void set_joints_by_name(const Robot& robot, const char* what, nb::handle given, Sizes&& sizes,
                        double* numbers) {
  if (given.is_none()) return;
  for (const auto& [name, value] : nb::cast<nb::dict>(given)) {
    const auto [index, size] = sizes(robot.model().joint(nb::cast<std::string>(name)));
    const nb::object array = nb::module_::import_("numpy").attr("atleast_1d")(value);
    const std::string label = std::string(what) + " of '" + nb::cast<std::string>(name) + "'";
    const std::vector<double> read = double_vector(label.c_str(), array, size);
    std::copy(read.begin(), read.end(), numbers + index);
  }
}

nb::object position(const Robot& robot, nb::handle joints, const nb::kwargs& by_name) {
  nb::object q = copied<double>(robot.model().initial_position());
  const auto sizes = [](const JointInfo& joint) { return std::pair(joint.q_index, joint.q_size); };
  double* const numbers = data_of<double>(q);
  set_joints_by_name(robot, "the position", joints, sizes, numbers);
  set_joints_by_name(robot, "the position", by_name, sizes, numbers);
  robot.model().follow_mimics({numbers, std::size_t(robot.n_q())});
  return q;
}

nb::object joint_vector(const Robot& robot, nb::handle joints, const nb::kwargs& by_name) {
  nb::object v = copied<double>(std::vector<double>(std::size_t(robot.n_v())));
  const auto sizes = [](const JointInfo& joint) { return std::pair(joint.v_index, joint.v_size); };
  set_joints_by_name(robot, "the value", joints, sizes, data_of<double>(v));
  set_joints_by_name(robot, "the value", by_name, sizes, data_of<double>(v));
  return v;
}

// Moves every state q by v for a time, or computes the velocity that does so.
nb::object integrate(Robot& robot, nb::handle q, nb::handle v, double time) {
  const Arguments arguments({{"q", q, {robot.n_q()}}, {"v", v, {robot.n_v()}}}, false);
  if (arguments.is_float()) throw std::invalid_argument("integrate computes in float64: convert q and v");
  Destination destination("out", nb::none(), arguments, {{robot.n_q()}});
  const auto out = destination.view<double>();
  const auto n = std::size_t(robot.n_q()), m = std::size_t(robot.n_v());
  for (std::size_t i = 0; i < arguments.states(); ++i)
    robot.model().integrate({arguments.of<double>(0) + i * n, n}, {arguments.of<double>(1) + i * m, m}, time,
                            {out.data() + i * n, n});
  return destination.finish();
}
nb::object difference(Robot& robot, nb::handle from, nb::handle to) {
  const Arguments arguments({{"q0", from, {robot.n_q()}}, {"q1", to, {robot.n_q()}}}, false);
  if (arguments.is_float()) throw std::invalid_argument("difference computes in float64: convert q0 and q1");
  Destination destination("out", nb::none(), arguments, {{robot.n_v()}});
  const auto out = destination.view<double>();
  const auto n = std::size_t(robot.n_q()), m = std::size_t(robot.n_v());
  for (std::size_t i = 0; i < arguments.states(); ++i)
    sinew::difference(robot.model(), {arguments.of<double>(0) + i * n, n},
                      {arguments.of<double>(1) + i * n, n}, {out.data() + i * m, m});
  return destination.finish();
}

std::string table_of(const Robot& robot) {
  const Model& model = robot.model();
  std::size_t joint_width = 5, body_width = 4;
  for (const JointInfo& joint : model.joints()) {
    joint_width = std::max(joint_width, joint.name.size());
    body_width = std::max(body_width, joint.body.size());
  }
  const auto padded = [](std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
  };
  const auto indices = [](int first, int size) {
    return std::to_string(first) + (size > 1 ? ":" + std::to_string(first + size) : "");
  };
  std::string text = model.name() + ": " + std::to_string(robot.n_q()) + " positions, " +
                     std::to_string(robot.n_v()) + " velocities, " + number_text(model.mass()) + " kg\n";
  text += padded("joint", joint_width) + "  " + padded("kind", 11) + "  " + padded("carries", body_width) +
          "  q        v\n";
  for (const JointInfo& joint : model.joints())
    text += padded(joint.name, joint_width) + "  " + padded(name_of(joint.kind), 11) + "  " +
            padded(joint.body, body_width) + "  " + padded(indices(joint.q_index, joint.q_size), 7) + "  " +
            indices(joint.v_index, joint.v_size) + "\n";
  text.pop_back();
  return text;
}

void bind_parts(nb::module_& module) {
  nb::class_<JointInfo>(module, "JointInfo", "A moving joint, and where its entries stand in q and v.")
      .def_ro("name", &JointInfo::name)
      .def_prop_ro(
          "kind", [](const JointInfo& joint) { return std::string(name_of(joint.kind)); },
          "'revolute', 'prismatic', 'floating', ...")
      .def_ro("body", &JointInfo::body, "The body that it carries.")
      .def_ro("q_index", &JointInfo::q_index)
      .def_ro("q_size", &JointInfo::q_size)
      .def_ro("v_index", &JointInfo::v_index)
      .def_ro("v_size", &JointInfo::v_size)
      .def("__repr__", [](const JointInfo& joint) {
        return "<JointInfo '" + joint.name + "', " + name_of(joint.kind) + ", q[" +
               std::to_string(joint.q_index) + "], v[" + std::to_string(joint.v_index) + "]>";
      });
  nb::class_<FixedJointInfo>(module, "FixedJointInfo",
                             "A fixed joint, whose body moves as one with the body that carries it.")
      .def_ro("name", &FixedJointInfo::name)
      .def_ro("body", &FixedJointInfo::body, "The body that it carries.")
      .def_prop_ro(
          "mass", [](const FixedJointInfo& joint) { return joint.inertia.mass; },
          "Mass of that body alone [kg].")
      .def("__repr__", [](const FixedJointInfo& joint) { return "<FixedJointInfo '" + joint.name + "'>"; });
  nb::class_<State>(module, "State",
                    "Positions q, velocities v, joint torques tau and joint accelerations a.")
      .def_prop_ro(
          "q", [](const State& state) { return copied<double>(state.q); },
          nb::sig("def q(self) -> numpy.ndarray"))
      .def_prop_ro(
          "v", [](const State& state) { return copied<double>(state.v); },
          nb::sig("def v(self) -> numpy.ndarray"))
      .def_prop_ro(
          "tau", [](const State& state) { return copied<double>(state.tau); },
          nb::sig("def tau(self) -> numpy.ndarray"))
      .def_prop_ro(
          "a", [](const State& state) { return copied<double>(state.a); },
          nb::sig("def a(self) -> numpy.ndarray"));
}

}  // namespace

void bind_model(nb::module_& module) {
  bind_parts(module);
  nb::class_<Robot> robot(
      module, "Model", nb::is_weak_referenceable(),
      "A robot that all functions compute with. It is immutable; functions that change something\n"
      "return another robot. Several threads may use one robot at the same time.");
  const auto number = [](int count) { return nb::int_(count); };
  robot
      .def_prop_ro(
          "file",
          [](const Robot& self) -> std::optional<std::string> {
            if (!self.file()) return std::nullopt;
            return self.file()->file.string();
          },
          "The file that it was loaded from; None if it was built in code or edited.")
      .def_prop_ro("name", [](const Robot& self) { return self.model().name(); })
      .def_prop_ro(
          "position_size", [=](const Robot& self) { return number(self.n_q()); }, "n_q, the length of q.")
      .def_prop_ro(
          "velocity_size", [=](const Robot& self) { return number(self.n_v()); },
          "n_v, the length of v, tau and joint accelerations.")
      .def_prop_ro(
          "mass", [](const Robot& self) { return self.model().mass(); },
          "Mass of everything that can move [kg].")
      .def_prop_ro(
          "gravity",
          [](const Robot& self) {
            const Vector3<double>& g = self.model().gravity();
            return copied<double>(std::array{g.x, g.y, g.z});
          },
          nb::sig("def gravity(self) -> numpy.ndarray"), "Acceleration of gravity in world axes [m/s^2].")
      .def_prop_ro(
          "is_closed", [](const Robot& self) { return self.model().is_closed(); },
          "Whether the robot has loops, couplings or mimic joints.")
      .def_prop_ro(
          "is_possible", [](const Robot& self) { return self.model().is_possible(); },
          "False if there are physical errors: forward dynamics then raises ImpossibleRobot.")
      .def_prop_ro("warnings", [](const Robot& self) { return list_of(self.model().warnings()); })
      .def_prop_ro("physical_errors",
                   [](const Robot& self) { return list_of(self.model().physical_errors()); })
      .def_prop_ro(
          "joints",
          [](const Robot& self) {
            const auto joints = self.model().joints();
            return std::vector<JointInfo>(joints.begin(), joints.end());
          },
          "The moving joints, in the order of their entries in q.")
      .def_prop_ro(
          "fixed_joints",
          [](const Robot& self) {
            const auto joints = self.model().fixed_joints();
            return std::vector<FixedJointInfo>(joints.begin(), joints.end());
          },
          "The fixed joints, in the order of the rows of Workspace.fixed_joint_forces.")
      .def_prop_ro("joint_names",
                   [](const Robot& self) {
                     std::vector<std::string> names;
                     for (const JointInfo& joint : self.model().joints()) names.push_back(joint.name);
                     return names;
                   })
      .def_prop_ro(
          "frame_names",
          [](const Robot& self) {
            std::vector<std::string> names;
            for (const FrameInfo& frame : self.model().frames()) names.push_back(frame.name);
            return names;
          },
          "The names of all bodies and frames; the first is the ground.")
      .def_prop_ro(
          "body_names",
          [](const Robot& self) {
            std::vector<std::string> names;
            for (const FrameInfo& frame : self.model().frames())
              if (frame.is_body) names.push_back(frame.name);
            return names;
          },
          "The names of all bodies, in the order of their inertial parameters.")
      .def(
          "joint", [](const Robot& self, const std::string& name) { return self.model().joint(name); },
          nb::arg("name"), "Returns the moving joint of this name.")
      .def(
          "frame_index", [](const Robot& self, nb::handle name) { return self.frame(name).value; },
          nb::arg("name"),
          "Returns the number of a body or frame, which functions accept instead of its name.")
      .def(
          "neutral_position",
          [](const Robot& self) { return copied<double>(self.model().neutral_position()); },
          nb::sig("def neutral_position(self) -> numpy.ndarray"),
          "Returns q with zeros and unit quaternions.")
      .def(
          "initial_position",
          [](const Robot& self) { return copied<double>(self.model().initial_position()); },
          nb::sig("def initial_position(self) -> numpy.ndarray"),
          "Returns q at which the robot starts: neutral, except for joints whose file says otherwise.")
      .def(
          "named_position",
          [](const Robot& self, const std::string& name) {
            return copied<double>(self.model().named_position(name));
          },
          nb::arg("name"), nb::sig("def named_position(self, name: str) -> numpy.ndarray"),
          "Returns q of a named position of the file, such as 'home'.")
      .def(
          "random_state",
          [](const Robot& self, std::uint64_t seed) { return random_state(self.model(), seed); },
          nb::arg("seed") = 1,
          "Returns a random state within the limits, the same for the same seed on every machine.")
      .def("position", &position, nb::arg("joints") = nb::none(), nb::arg("by_name"),
           nb::sig("def position(self, joints: dict[str, numpy.typing.ArrayLike] | None = None, **by_name: "
                   "numpy.typing.ArrayLike) -> numpy.ndarray"),
           "Returns q with the given positions of joints: robot.position(elbow=0.3), or a dict for names "
           "that are no\n"
           "identifiers. All other joints are at their initial position; mimic joints follow.")
      .def("joint_vector", &joint_vector, nb::arg("joints") = nb::none(), nb::arg("by_name"),
           nb::sig(
               "def joint_vector(self, joints: dict[str, numpy.typing.ArrayLike] | None = None, **by_name: "
               "numpy.typing.ArrayLike) -> numpy.ndarray"),
           "Returns a vector of velocities, torques or accelerations (n_v) with the given entries; the "
           "others are zero.")
      .def("integrate", &integrate, nb::arg("q"), nb::arg("v"), nb::arg("time") = 1.0,
           nb::sig("def integrate(self, q: numpy.typing.ArrayLike, v: numpy.typing.ArrayLike, time: float = "
                   "1.0) -> "
                   "numpy.ndarray"),
           "Returns the positions (..., n_q) after moving with the velocities v for a time.")
      .def("difference", &difference, nb::arg("q0"), nb::arg("q1"),
           nb::sig("def difference(self, q0: numpy.typing.ArrayLike, q1: numpy.typing.ArrayLike) -> "
                   "numpy.ndarray"),
           "Returns the velocities (..., n_v) that move q0 to q1 in one second; the inverse of integrate.")
      .def(
          "with_gravity",
          [](const Robot& self, nb::handle gravity) {
            const std::vector<double> g = double_vector("gravity", gravity, 3);
            return Robot(self.model().with_gravity({g[0], g[1], g[2]}));
          },
          nb::arg("gravity"), nb::sig("def with_gravity(self, gravity: numpy.typing.ArrayLike) -> Model"),
          "Returns the robot under another acceleration of gravity, in world axes [m/s^2].")
      .def(
          "with_floating_base",
          [](const Robot& self) { return Robot(Model(with_floating_base(self.model().description()))); },
          "Returns the robot with a base that floats instead of being fixed to the ground.")
      .def(
          "with_fixed_base",
          [](const Robot& self) { return Robot(Model(with_fixed_base(self.model().description()))); },
          "Returns the robot with a base that is fixed at its initial position.")
      .def(
          "without_body",
          [](const Robot& self, const std::string& body) {
            return Robot(Model(without_body(self.model().description(), body)));
          },
          nb::arg("body"), "Returns the robot without a body and everything that the body carries.")
      .def(
          "with_locked_joints",
          [](const Robot& self, const nb::dict& joints) {
            std::vector<LockedJoint> locked;
            for (const auto& [name, value] : joints) {
              LockedJoint joint{.joint = nb::cast<std::string>(name)};
              if (!value.is_none())
                joint.q = double_vector("the position of a locked joint",
                                        nb::module_::import_("numpy").attr("atleast_1d")(value));
              locked.push_back(std::move(joint));
            }
            return Robot(Model(with_locked_joints(self.model().description(), locked)));
          },
          nb::arg("joints"),
          nb::sig("def with_locked_joints(self, joints: dict[str, numpy.typing.ArrayLike | None]) -> Model"),
          "Returns the robot with joints fixed at the given positions; None: at their initial position.")
      .def("__repr__",
           [](const Robot& self) {
             return "<sinew.Model '" + self.model().name() +
                    "': " + std::to_string(self.model().joints().size()) +
                    " joints, n_q = " + std::to_string(self.n_q()) + ", n_v = " + std::to_string(self.n_v()) +
                    ">";
           })
      .def("__str__", &table_of)
      .def("_repr_html_",
           [](nb::handle self) {
             return nb::cast<std::string>(nb::module_::import_("sinew.pages").attr("robot_html")(self));
           })
      .def("__copy__", [](const Robot& self) { return Robot(self); })
      .def(
          "__deepcopy__", [](const Robot& self, nb::handle) { return Robot(self); }, nb::arg("memo"));
  bind_quantities(robot);
  bind_derivatives(robot);
  bind_derivatives_of_quantities(robot);
  bind_regressors(robot);
  bind_linear(module, robot);
  bind_run_gradient(module);
  bind_quantities_one_by_one(robot);
  bind_parts_of_robots(robot);

  const auto none = nb::none();
  module.def(
      "load",
      [](const std::filesystem::path& file, const std::string& base, const std::string& repair,
         const std::vector<std::filesystem::path>& package_folders, nb::handle xacro_arguments,
         const std::optional<std::filesystem::path>& srdf) {
        const ReadOptions options = read_options(base, repair, package_folders, xacro_arguments, srdf);
        Robot robot(load(file, options));
        robot.set_file({file, options});
        return robot;
      },
      nb::arg("file"), nb::kw_only(), nb::arg("base") = "as_written", nb::arg("repair") = "none",
      nb::arg("package_folders") = std::vector<std::filesystem::path>(), nb::arg("xacro_arguments") = none,
      nb::arg("srdf") = none,
      nb::sig("def load(file: str | os.PathLike, *, base: str = 'as_written', repair: str = 'none', "
              "package_folders: "
              "collections.abc.Sequence[str | os.PathLike] = (), xacro_arguments: dict[str, object] | None = "
              "None, srdf: "
              "str | os.PathLike | None = None) -> Model"),
      "Loads a robot from a URDF, xacro, MJCF or SDF file.\n\n"
      "base: 'as_written', 'fixed' or 'floating'. repair: 'inertia' substitutes the nearest possible "
      "inertias for\n"
      "impossible ones. package_folders: where package:// and model:// are searched first. srdf: a file of "
      "named\n"
      "positions. Raises InvalidModel, with all findings, if the file cannot be understood.");
  module.def(
      "load_text",
      [](const std::string& text, const std::string& file_name, const std::string& base,
         const std::string& repair, const std::vector<std::filesystem::path>& package_folders,
         nb::handle xacro_arguments, const std::optional<std::filesystem::path>& srdf) {
        return Robot(
            load_text(text, file_name, read_options(base, repair, package_folders, xacro_arguments, srdf)));
      },
      nb::arg("text"), nb::arg("file_name") = "robot.urdf", nb::kw_only(), nb::arg("base") = "as_written",
      nb::arg("repair") = "none", nb::arg("package_folders") = std::vector<std::filesystem::path>(),
      nb::arg("xacro_arguments") = none, nb::arg("srdf") = none,
      nb::sig("def load_text(text: str, file_name: str = 'robot.urdf', *, base: str = 'as_written', repair: "
              "str = "
              "'none', package_folders: collections.abc.Sequence[str | os.PathLike] = (), xacro_arguments: "
              "dict[str, "
              "object] | None = None, srdf: str | os.PathLike | None = None) -> Model"),
      "Loads a robot from a text, such as ROS' robot_description. Paths in it are relative to the folder of "
      "file_name.");
}

}  // namespace sinew::python
