// Reads arbitrary bytes as URDF, xacro, MJCF or SDF and writes what was read in all formats. Every file that is written
// can be read again; written once more, it keeps its bodies, loops and degrees of freedom.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sinew/io/load.hpp"
#include "sinew/io/write.hpp"

namespace {

// Numbers near the limits of doubles overflow when poses are composed, and do not read back.
bool is_moderate(const sinew::Description& robot) {
  const auto moderate = [](double x) { return std::abs(x) < 1e100; };
  const auto near = [&](const sinew::Transform<double>& x) { return norm(x.translation) < 1e6; };
  for (const sinew::Body& body : robot.bodies) {
    if (!near(body.placement) || !moderate(body.joint.pitch)) return false;
    for (const double x : body.joint.initial) {
      if (!(std::abs(x) < 1e6)) return false;
    }
    for (const sinew::DegreeOfFreedom& dof : body.joint.dofs) {
      if (!moderate(dof.rest_position)) return false;
    }
  }
  for (const sinew::Loop& loop : robot.loops) {
    if (!near(loop.first.placement) || !near(loop.second.placement)) return false;
  }
  for (const sinew::Coupling& coupling : robot.couplings) {
    for (const double c : coupling.polynomial) {
      if (!moderate(c)) return false;
    }
  }
  return true;
}

int dofs_of(const sinew::Description& robot) {
  int count = 0;
  for (const sinew::Body& body : robot.bodies) count += velocity_size(body.joint.kind);
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ReadResult first = read_description_text(text, "fuzz");
  if (first.findings.has_errors() || !is_moderate(first.description)) return 0;
  for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::mjcf, RobotFormat::sdf}) {
    const WrittenRobot written = write_description(first.description, format);
    const ReadResult second = read_description_text(written.text, "written");
    if (second.findings.has_errors()) std::abort();
    const WrittenRobot again = write_description(second.description, format);
    const ReadResult third = read_description_text(again.text, "again");
    if (third.findings.has_errors()) std::abort();
    if (dofs_of(second.description) != dofs_of(third.description)) std::abort();
    if (third.description.bodies.size() != second.description.bodies.size()) std::abort();
    if (third.description.loops.size() != second.description.loops.size()) std::abort();
  }
  return 0;
}
