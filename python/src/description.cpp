// Binds the construction of robots in code: models from descriptions and back, edits, validation, poses, and the writers
// of files.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "errors.hpp"
#include "module.hpp"
#include "parts.hpp"
#include "robot.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/write.hpp"
#include "sinew/model.hpp"

namespace sinew::python {
namespace {

Description description_of(nb::handle python) {
  Description description;
  read("description", python, description);
  return description;
}
// The description of a Model or a Description.
Description any_description(nb::handle robot) {
  if (nb::isinstance<Robot>(robot)) return nb::cast<const Robot&>(robot).model().description();
  return description_of(robot);
}

Transform<double> optional_pose(const char* name, nb::handle pose) {
  return pose.is_none() ? Transform<double>{} : transform_of(name, pose);
}

Robot with_payload(const Robot& robot, const std::string& body, double mass, nb::handle com,
                   nb::handle inertia, nb::handle placement, const std::string& name) {
  Payload payload{.name = name, .body = body, .placement = optional_pose("placement", placement)};
  payload.inertial = {.mass = mass, .com = vector3_of("com", com)};
  if (!inertia.is_none()) read("inertia", inertia, payload.inertial.inertia);
  return Robot(Model(sinew::with_payload(robot.model().description(), payload)));
}

nb::object transform(nb::handle translation, nb::handle rotation, nb::handle rpy, nb::handle quaternion,
                     nb::handle rotation_vector) {
  const int given = !rotation.is_none() + !rpy.is_none() + !quaternion.is_none() + !rotation_vector.is_none();
  if (given > 1)
    throw std::invalid_argument("transform takes one of rotation, rpy, quaternion and rotation_vector");
  Transform<double> pose{.translation = vector3_of("translation", translation)};
  if (!rotation.is_none()) {
    const nb::object R = doubles("rotation", rotation, {3, 3});
    const double* const r = data_of<double>(R);
    pose.rotation = {{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}};
    transform_of("rotation", homogeneous({.rotation = pose.rotation}));  // checks that it is a rotation
  }
  if (!rpy.is_none()) pose.rotation = rotation_from_rpy(vector3_of("rpy", rpy));
  if (!quaternion.is_none()) {
    const std::vector<double> q = double_vector("quaternion", quaternion, 4);
    const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(square > 0) || !std::isfinite(square))
      throw std::invalid_argument("quaternion has no direction: expected w x y z, of any length except zero");
    pose.rotation = rotation_from_quaternion(q[0], q[1], q[2], q[3]);
  }
  if (!rotation_vector.is_none()) {
    const Vector3<double> vector = vector3_of("rotation_vector", rotation_vector);
    const double angle = norm(vector);
    if (angle > 0) pose.rotation = rotation_about((1 / angle) * vector, angle);
  }
  return homogeneous(pose);
}

RobotFormat format_of(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".urdf") return RobotFormat::urdf;
  if (ending == ".xml" || ending == ".mjcf") return RobotFormat::mjcf;
  if (ending == ".sdf") return RobotFormat::sdf;
  throw std::invalid_argument("the file '" + file.string() +
                              "' ends in none of .urdf, .xml, .mjcf and .sdf, which choose the format");
}

nb::list write(nb::handle robot, const std::filesystem::path& file, const std::string& comment) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const WrittenRobot written =
      write_description(any_description(robot), format_of(file), {.folder = folder, .comment = comment});
  nb::module_::import_("pathlib")
      .attr("Path")(file.string())
      .attr("write_text")(written.text, nb::arg("encoding") = "utf-8");
  return list_of(written.findings);
}

int chain_length(int links) {
  if (links < 1)
    throw std::invalid_argument("the chain has " + std::to_string(links) + " links, expected 1 or more");
  return links;
}

// ---- Pickling ----

// What the model's reader has found: its findings without those that the validation finds again.
Findings findings_of_reader(const Model& model) {
  const Findings validation = validate(model.description());
  Findings read;
  for (const Finding& finding : model.warnings().list) {
    const auto is_same = [&](const Finding& other) { return to_string(other) == to_string(finding); };
    if (std::ranges::none_of(validation.list, is_same)) read.list.push_back(finding);
  }
  return read;
}

nb::tuple state_of(const Robot& robot) {
  nb::list findings;
  for (const Finding& finding : findings_of_reader(robot.model()).list)
    findings.append(nb::make_tuple(to_python(finding.source), finding.message));
  return nb::make_tuple(to_python(robot.model().description()), findings);
}

// Returns the two elements of a pair in a pickled state.
std::vector<nb::object> pair_of(const char* what, nb::handle pair) {
  std::vector<nb::object> elements = elements_of(what, pair);
  if (elements.size() != 2)
    throw std::invalid_argument(std::string(what) + " has " + std::to_string(elements.size()) +
                                " elements, expected 2");
  return elements;
}

void restore(Robot* robot, nb::handle state) {
  const std::vector<nb::object> description_and_findings = pair_of("the state", state);
  Findings findings;
  for (const nb::object& finding : elements_of("the list of findings", description_and_findings[1])) {
    const std::vector<nb::object> source_and_message = pair_of("a finding", finding);
    Source source;
    std::string message;
    read("its source", source_and_message[0], source);
    read("its message", source_and_message[1], message);
    findings.warning(source, std::move(message));
  }
  new (robot)
      Robot(Model(CheckedDescription(description_of(description_and_findings[0]), std::move(findings))));
}

}  // namespace

void bind_description(nb::module_& module) {
#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_DESCRIPTION "sinew.description.Description"
#define SINEW_ROBOT "robot: Model | " SINEW_DESCRIPTION
  const nb::arg description("description"), robot("robot");
  const auto nothing = [](const char* name) { return nb::arg(name) = nb::none(); };

  auto model = nb::borrow<nb::class_<Robot>>(nb::type<Robot>());
  model
      .def(
          "__init__", [](Robot* self, nb::handle given) { new (self) Robot(Model(description_of(given))); },
          description, nb::sig("def __init__(self, description: " SINEW_DESCRIPTION ") -> None"),
          "Makes a robot from its description. Raises InvalidModel, with all findings, if it has errors.")
      .def_prop_ro(
          "description", [](const Robot& self) { return to_python(self.model().description()); },
          nb::sig("def description(self) -> " SINEW_DESCRIPTION),
          "A copy of the description from which the robot was made, to edit and make another robot from.")
      .def_prop_ro(
          "dofs",
          [](const Robot& self) {
            nb::list list;
            for (const DegreeOfFreedom& dof : self.model().dofs()) list.append(to_python(dof));
            return list;
          },
          nb::sig("def dofs(self) -> list[sinew.description.DegreeOfFreedom]"),
          "One for each velocity: limits, damping, friction, armature.")
      .def("with_payload", &with_payload, nb::arg("body"), nb::arg("mass"),
           nb::arg("com") = nb::make_tuple(0, 0, 0), nothing("inertia"), nothing("placement"),
           nb::arg("name") = "payload",
           nb::sig("def with_payload(self, body: str, mass: float, com: " SINEW_ARRAY
                   " = (0, 0, 0), inertia: " SINEW_ARRAY " | None = None, placement: " SINEW_ARRAY
                   " | None = None, name: str = 'payload') -> Model"),
           "Returns the robot with a payload that is fixed to a body.\n\n"
           "com (3) [m] and inertia (3, 3) [kg m^2] about it are in the payload's frame, whose pose in the "
           "body's\n"
           "frame is placement (4, 4). without_body(name) removes it.")
      .def(
          "with_placement",
          [](const Robot& self, nb::handle placement) {
            return Robot(
                Model(with_placement(self.model().description(), transform_of("placement", placement))));
          },
          nb::arg("placement"), nb::sig("def with_placement(self, placement: " SINEW_ARRAY ") -> Model"),
          "Returns the robot at another place: moves everything that is fixed to the ground by a pose (4, "
          "4).")
      .def(
          "without_constraint",
          [](const Robot& self, const std::string& name) {
            return Robot(Model(without_constraint(self.model().description(), name)));
          },
          nb::arg("name"),
          "Returns the robot without a loop, a coupling, the relation of a mimic joint, or a joint.")
      .def(
          "with_cut_joint",
          [](const Robot& self, const std::string& joint) {
            return Robot(Model(with_cut_joint(self.model().description(), joint)));
          },
          nb::arg("joint"), "Returns the robot with a floating joint in place of a joint.")
      .def("__getstate__", &state_of, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore, nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"));

  // ---- Descriptions ----
  module.def(
      "validate", [](nb::handle given) { return list_of(validate(any_description(given))); }, robot,
      nb::sig("def validate(" SINEW_ROBOT ") -> list[Finding]"),
      "Returns all errors, physical errors and warnings of a description.");
  nb::class_<Difference>(module, "Difference", "One difference between two robots.")
      .def_ro("where", &Difference::where, "\"body 'forearm'\"")
      .def_ro("what", &Difference::what, "\"mass\"")
      .def_ro("first", &Difference::first, "The value in the first robot, as text; '' if it has none.")
      .def_ro("second", &Difference::second)
      .def("__repr__", [](const Difference& self) {
        return "<Difference: " + self.where + ", " + self.what + ": " + self.first + " | " + self.second +
               ">";
      });
  module.def(
      "differences",
      [](nb::handle first, nb::handle second, double tolerance) {
        return differences(any_description(first), any_description(second), tolerance);
      },
      nb::arg("first"), nb::arg("second"), nb::arg("tolerance") = 1e-9,
      nb::sig("def differences(first: Model | " SINEW_DESCRIPTION ", second: Model | " SINEW_DESCRIPTION
              ", tolerance: float = 1e-9) -> list[Difference]"),
      "Returns the differences between two robots: bodies, joints, frames, ... of the same name, number by "
      "number.\n"
      "Two numbers differ if they are further apart than tolerance times the larger one.");
  module.def(
      "planar_chain", [](int links) { return to_python(planar_chain(chain_length(links))); },
      nb::arg("links"), nb::sig("def planar_chain(links: int) -> " SINEW_DESCRIPTION),
      "Returns a chain of rods of 1 m and 1 kg with revolute joints about y; it hangs down at q = 0. Its end "
      "is\n"
      "the frame 'tip'.");
  module.def(
      "random_chain",
      [](int links, std::uint64_t seed) { return to_python(random_chain(chain_length(links), seed)); },
      nb::arg("links"), nb::arg("seed") = 1,
      nb::sig("def random_chain(links: int, seed: int = 1) -> " SINEW_DESCRIPTION),
      "Returns a chain of revolute joints about random axes, the same for the same seed on every machine. "
      "Its\n"
      "end is the frame 'tip'.");

  // ---- Poses ----
  module.def(
      "transform", &transform, nb::arg("translation") = nb::make_tuple(0, 0, 0), nb::kw_only(),
      nothing("rotation"), nothing("rpy"), nothing("quaternion"), nothing("rotation_vector"),
      nb::sig("def transform(translation: " SINEW_ARRAY " = (0, 0, 0), *, rotation: " SINEW_ARRAY
              " | None = None, rpy: " SINEW_ARRAY " | None = None, quaternion: " SINEW_ARRAY
              " | None = None, rotation_vector: " SINEW_ARRAY " | None = None) -> numpy.ndarray"),
      "Returns a pose as a homogeneous matrix (4, 4).\n\n"
      "The rotation is one of: a matrix (3, 3); rpy, the roll, pitch and yaw of URDF [rad]; a quaternion\n"
      "w x y z of any length; a rotation vector, axis times angle [rad].");
  module.def(
      "frame_along",
      [](nb::handle point, nb::handle axis) {
        const Vector3<double> along = vector3_of("axis", axis);
        if (!(norm(along) > 0)) throw std::invalid_argument("axis has no direction: its length is zero");
        return homogeneous(frame_along(vector3_of("point", point), along));
      },
      nb::arg("point"), nb::arg("axis"),
      nb::sig("def frame_along(point: " SINEW_ARRAY ", axis: " SINEW_ARRAY ") -> numpy.ndarray"),
      "Returns the pose (4, 4) of a frame at a point whose z axis points along an axis, for ends of loops.");
  module.def(
      "quaternion_of",
      [](nb::handle pose) {
        const auto [w, x, y, z] = quaternion_of(transform_of("pose", pose).rotation);
        return copied<double>(std::array{w, x, y, z});
      },
      nb::arg("pose"), nb::sig("def quaternion_of(pose: " SINEW_ARRAY ") -> numpy.ndarray"),
      "Returns the quaternion w x y z (4), w >= 0, of the rotation of a pose (4, 4).");
  module.def(
      "rpy_of", [](nb::handle pose) { return three(rpy_of(transform_of("pose", pose).rotation)); },
      nb::arg("pose"), nb::sig("def rpy_of(pose: " SINEW_ARRAY ") -> numpy.ndarray"),
      "Returns roll, pitch and yaw (3) [rad] of the rotation of a pose (4, 4).");
  module.def(
      "rotation_vector_of",
      [](nb::handle pose) { return three(rotation_vector_of(transform_of("pose", pose).rotation)); },
      nb::arg("pose"), nb::sig("def rotation_vector_of(pose: " SINEW_ARRAY ") -> numpy.ndarray"),
      "Returns the rotation vector (3) [rad], axis times angle, of the rotation of a pose (4, 4).");

  // ---- Files ----
  nb::class_<WrittenRobot>(module, "WrittenRobot", "The text of a robot's file, and what it cannot express.")
      .def_ro("text", &WrittenRobot::text)
      .def_prop_ro(
          "warnings", [](const WrittenRobot& self) { return list_of(self.findings); },
          nb::sig("def warnings(self) -> list[Finding]"),
          "Each kind of replacement and loss; empty if the file is read back as the same robot.")
      .def("__str__", [](const WrittenRobot& self) { return self.text; });
  const std::pair<const char*, RobotFormat> formats[] = {
      {"to_urdf", RobotFormat::urdf}, {"to_mjcf", RobotFormat::mjcf}, {"to_sdf", RobotFormat::sdf}};
  for (const auto& [name, format] : formats) {
    const std::string signature =
        "def " + std::string(name) + "(" SINEW_ROBOT ", comment: str = '') -> WrittenRobot";
    const std::string doc = std::string("Returns the robot as ") + name_of(format) +
                            " text, with warnings about everything that the format cannot express.";
    module.def(
        name,
        [format = format](nb::handle given, const std::string& comment) {
          return write_description(any_description(given), format, {.comment = comment});
        },
        robot, nb::arg("comment") = "", nb::sig(signature.c_str()), doc.c_str());
  }
  module.def(
      "write", &write, robot, nb::arg("file"), nb::arg("comment") = "",
      nb::sig("def write(" SINEW_ROBOT ", file: str | os.PathLike[str], comment: str = '') -> list[Finding]"),
      "Writes a robot to a .urdf, .xml or .mjcf (MJCF), or .sdf file. Returns warnings about everything that "
      "the\n"
      "format cannot express.");
#undef SINEW_ARRAY
#undef SINEW_DESCRIPTION
#undef SINEW_ROBOT
}

}  // namespace sinew::python
