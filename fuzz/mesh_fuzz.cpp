// Reads arbitrary bytes as STL, OBJ and MSH. The readers must not crash, hang or leak. The masses of a mesh that they
// accept can be computed.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sinew/io/internal/mesh/mesh_mass.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew::mesh;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const auto parse : {parse_stl, parse_obj, parse_msh}) {
    const MeshRead read = parse(bytes);
    if (!read.problem.empty() || !problem_of(read.mesh).empty()) continue;
    for (const MassKind kind : {MassKind::convex, MassKind::exact, MassKind::legacy, MassKind::shell}) {
      mass_of(read.mesh, kind);
    }
  }
  return 0;
}
