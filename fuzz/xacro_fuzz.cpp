// Reads arbitrary bytes as a xacro file. The reader must not crash, hang or leak, and the expanded text must be XML that
// can be read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sinew/io/load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  StoredTexts texts;
  texts.add("fuzz.xacro", std::string(text));
  texts.add("part.xacro",
            "<robot><xacro:macro name='part' params='x'><link name='${x}'/></xacro:macro></robot>");
  texts.add("data.yaml", "a: {b: [1, 2.5, text]}");
  const ReadOptions options{.texts = &texts};
  const ExpandedXacro expanded = expand_xacro("fuzz.xacro", options);
  read_urdf_text(text, "fuzz.xacro", options);
  if (expanded.findings.has_errors() != expanded.text.empty()) std::abort();
  if (expanded.text.empty()) return 0;
  texts.add("again.urdf", expanded.text);
  // A text may contain ${, which is not expanded again because the name is not .xacro.
  if (expand_xacro("again.urdf", options).findings.has_errors()) std::abort();
  return 0;
}
