// Binds what the readers do besides loading robots: SRDF files, xacro, and the repair of impossible inertias.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "errors.hpp"
#include "module.hpp"
#include "parts.hpp"
#include "robot.hpp"
#include "sinew/io.hpp"
#include "sinew/model.hpp"

namespace sinew::python {
namespace {

// What an SRDF file says about a robot, with the joints of its groups.
struct RobotSemantics {
  Semantics semantics;
  Findings findings;
  std::vector<std::pair<std::string, std::vector<std::string>>> joints;  // of each group
};

RobotSemantics semantics_of(const std::filesystem::path& file, const Robot& robot) {
  const Description& description = robot.model().description();
  SemanticsResult read = read_srdf(file, description);
  if (read.findings.has_errors()) throw InvalidModel(read.findings);
  RobotSemantics made{std::move(read.semantics), std::move(read.findings), {}};
  for (const Semantics::Group& group : made.semantics.groups)
    made.joints.emplace_back(group.name, joints_of_group(made.semantics, group.name, description));
  return made;
}

nb::tuple with_repairs(nb::handle python, Description (*repair)(Description, Findings&)) {
  Description description;
  read("description", python, description);
  Findings findings;
  description = repair(std::move(description), findings);
  return nb::make_tuple(to_python(description), list_of(findings));
}

}  // namespace

void bind_files(nb::module_& module) {
#define SINEW_STRINGS "list[str]"
#define SINEW_TUPLES "list[tuple[str, str, str]]"
  nb::class_<RobotSemantics>(module, "Semantics", "What an SRDF file adds to a robot.")
      .def_prop_ro(
          "name", [](const RobotSemantics& self) { return self.semantics.name; }, "Of the robot.")
      .def_prop_ro(
          "groups",
          [](const RobotSemantics& self) {
            nb::dict groups;
            for (const auto& [name, joints] : self.joints) groups[to_python(name)] = nb::cast(joints);
            return groups;
          },
          nb::sig("def groups(self) -> dict[str, " SINEW_STRINGS "]"),
          "The moving joints of each group, those of subgroups included.")
      .def_prop_ro(
          "named_positions",
          [](const RobotSemantics& self) { return to_python(named_positions(self.semantics)); },
          nb::sig("def named_positions(self) -> list[sinew.description.NamedPosition]"),
          "The states of the file. load(..., srdf=file) adds them to the robot.")
      .def_prop_ro(
          "end_effectors",
          [](const RobotSemantics& self) {
            nb::list list;
            for (const Semantics::EndEffector& effector : self.semantics.end_effectors)
              list.append(nb::make_tuple(effector.name, effector.group, effector.parent_link));
            return list;
          },
          nb::sig("def end_effectors(self) -> " SINEW_TUPLES), "Name, group and parent link of each.")
      .def_prop_ro(
          "passive_joints", [](const RobotSemantics& self) { return self.semantics.passive_joints; },
          "Joints that no motor drives.")
      .def_prop_ro(
          "disabled_collisions",
          [](const RobotSemantics& self) {
            nb::list list;
            for (const Semantics::LinkPair& pair : self.semantics.disabled_collisions)
              list.append(nb::make_tuple(pair.first, pair.second, pair.reason));
            return list;
          },
          nb::sig("def disabled_collisions(self) -> " SINEW_TUPLES),
          "Pairs of links whose collisions need no check, and the reason.")
      .def_prop_ro(
          "warnings", [](const RobotSemantics& self) { return list_of(self.findings); },
          nb::sig("def warnings(self) -> list[Finding]"))
      .def("__repr__", [](const RobotSemantics& self) {
        return "<sinew.Semantics of '" + self.semantics.name + "': " + std::to_string(self.joints.size()) +
               " groups>";
      });
  module.def("read_srdf", &semantics_of, nb::arg("file"), nb::arg("robot"),
             nb::sig("def read_srdf(file: str | os.PathLike[str], robot: Model) -> Semantics"),
             "Reads the SRDF file of a robot: groups of joints, named positions, end effectors. Raises "
             "InvalidModel, with\n"
             "all findings, if the file has errors.");
  module.def(
      "expand_xacro",
      [](const std::filesystem::path& file, nb::handle arguments,
         const std::vector<std::filesystem::path>& package_folders) {
        ReadOptions options{.package_folders = package_folders};
        if (!arguments.is_none())
          for (const auto& [name, value] : nb::cast<nb::dict>(arguments))
            options.xacro_arguments.emplace_back(text_of(name), text_of(value));
        const ExpandedXacro expanded = expand_xacro(file, options);
        if (expanded.findings.has_errors()) throw InvalidModel(expanded.findings);
        return expanded.text;
      },
      nb::arg("file"), nb::arg("arguments") = nb::none(), nb::kw_only(),
      nb::arg("package_folders") = std::vector<std::filesystem::path>(),
      nb::sig("def expand_xacro(file: str | os.PathLike[str], arguments: dict[str, object] | None = None, *, "
              "package_folders: collections.abc.Sequence[str | os.PathLike[str]] = ()) -> str"),
      "Returns the text of a xacro file without xacro. Raises InvalidModel, with all findings, if it has "
      "errors.");

  using Repairing = Description (*)(Description, Findings&);
  const std::pair<const char*, Repairing> repairs[] = {{"with_repaired_inertias", &with_repaired_inertias},
                                                       {"with_possible_inertias", &with_possible_inertias}};
  for (const auto& [name, repair] : repairs) {
    const std::string signature = "def " + std::string(name) +
                                  "(description: sinew.description.Description) -> "
                                  "tuple[sinew.description.Description, list[Finding]]";
    const bool is_all = name == std::string_view("with_repaired_inertias");
    module.def(
        name, [repair = repair](nb::handle given) { return with_repairs(given, repair); },
        nb::arg("description"), nb::sig(signature.c_str()),
        is_all
            ? "Returns the description with the nearest possible inertias in place of impossible ones, and "
              "with a small\n"
              "sphere for each joint that moves no inertia; and a warning for each change."
            : "Returns the description with the nearest possible inertias in place of impossible ones, and "
              "a warning\n"
              "for each change.");
  }
#undef SINEW_STRINGS
#undef SINEW_TUPLES
}

}  // namespace sinew::python
