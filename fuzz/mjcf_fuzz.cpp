// Reads arbitrary bytes as MJCF. The reader must not crash, hang or leak. If it reports no error, the poses of the
// robot can be computed.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/io/load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Base base : {Base::as_written, Base::fixed, Base::floating}) {
    ReadResult result = read_mjcf_text(text, "fuzz.xml", {.base = base});
    if (result.findings.has_errors()) continue;
    const Model model(std::move(result.description));
    Workspace<double> work(model);
    update_poses(work, model.neutral_position());
  }
  return 0;
}
