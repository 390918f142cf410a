// Reads arbitrary bytes as the SRDF file of a small robot. The reader must not crash, hang or leak. The groups and
// positions that it reads without errors can be used.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sinew/io/srdf.hpp"
#include "sinew/model/model.hpp"

namespace {

sinew::Body link(const char* name, const char* parent, sinew::Joint joint) {
  return {.name = name,
          .parent = parent,
          .joint = std::move(joint),
          .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}};
}

const sinew::Description& robot() {
  using enum sinew::JointKind;
  static const sinew::Description description{
      .name = "r",
      .bodies = {link("base", "", {.name = "root", .kind = floating}),
                 link("a", "base", {.name = "j1", .kind = revolute}),
                 link("b", "a", {.name = "j2", .kind = prismatic}), link("palm", "b", {.name = "weld"}),
                 link("c", "base", {.name = "j3", .kind = planar})}};
  return description;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const SemanticsResult read = read_srdf_text(text, "fuzz.srdf", robot());
  if (read.findings.has_errors()) return 0;
  for (const Semantics::Group& group : read.semantics.groups)
    joints_of_group(read.semantics, group.name, robot());
  CheckedDescription checked(robot());
  checked.add_named_positions(named_positions(read.semantics));
  if (checked.has_errors()) return 0;
  const Model model(checked);
  for (const NamedPosition& position : model.description().named_positions) {
    if (model.named_position(position.name).size() != std::size_t(model.position_size())) std::abort();
  }
  return 0;
}
