// Writes a robot as URDF, MJCF and SDF, lists what each format cannot express, and compares the files with the robot.
#include <cstdio>

#include "sinew/sinew.hpp"

int main() {
  // An arm on a gimbal (a universal joint) with a hand on a screw.
  const sinew::Inertial rod{.mass = 1, .com = {0, 0, 0.2}, .inertia = {0.02, 0, 0, 0.02, 0, 0.001}};
  const sinew::Description arm{
      .name = "arm",
      .bodies = {{.name = "upper",
                  .joint = {.name = "gimbal",
                            .kind = sinew::JointKind::universal,
                            .axis = {1, 0, 0},
                            .axis2 = {0, 1, 0}},
                  .inertial = rod},
                 {.name = "hand",
                  .parent = "upper",
                  .placement = {{}, {0, 0, 0.4}},
                  .joint = {.name = "screw", .kind = sinew::JointKind::helical, .pitch = 0.01},
                  .inertial = rod}}};
  using sinew::RobotFormat;
  for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::mjcf, RobotFormat::sdf}) {
    const sinew::WrittenRobot written = sinew::write_description(arm, format);
    std::printf("%s\n%s", name_of(format), written.findings.to_string().c_str());
    if (!written.findings.list.empty()) std::printf("\n");
    const sinew::ReadResult read = sinew::read_description_text(written.text, "arm");
    if (read.findings.has_errors()) return 1;
    std::printf("%zu differences\n\n", differences(arm, read.description).size());
  }
}
