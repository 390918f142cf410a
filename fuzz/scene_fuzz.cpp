// Reads arbitrary bytes as a scene. The reader must not crash, hang or leak, and returns a scene or an error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/io/scene.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  // Models are searched in the folder of the file: the folder in which the fuzzer runs.
  const SceneResult result =
      read_scene_text(std::string(reinterpret_cast<const char*>(data), size), "models/fuzz.yaml");
  if (result.scene.has_value() == result.findings.has_errors()) std::abort();
  return 0;
}
