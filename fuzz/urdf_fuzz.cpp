// Reads arbitrary bytes as URDF. The reader must not crash, hang or leak, nor must the repair. A robot that it reads
// without errors can be written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sinew/io/load.hpp"
#include "sinew/io/write.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ReadResult first = read_urdf_text(text, "fuzz.urdf");
  if (first.findings.has_errors()) return 0;
  const ReadResult second = read_urdf_text(write_urdf(first.description).text, "again.urdf");
  if (second.findings.has_errors()) std::abort();
  if (second.description.bodies.size() != first.description.bodies.size()) std::abort();
  if (second.description.loops.size() != first.description.loops.size()) std::abort();
  if (first.findings.has_physical_errors()) read_urdf_text(text, "fuzz.urdf", {.repair = Repair::inertia});
  if (second.description.couplings.size() != first.description.couplings.size()) std::abort();
  return 0;
}
