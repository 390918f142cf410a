#include "sinew/io/load.hpp"

#include "sinew/io/read_document.hpp"

namespace sinew {

const char* name_of(Base base) {
  return base == Base::fixed ? "fixed" : base == Base::floating ? "floating" : "as_written";
}

ReadResult read_description(const std::filesystem::path& file, const ReadOptions& options) {
  Findings findings;
  // The file is read and parsed only once: a pipe cannot be read again.
  auto document = xml::Document::read(file, findings, options.texts);
  if (!document) return {{}, std::move(findings)};
  const auto root = document->root();
  if (root.name() == "robot") return read_urdf_document(*document, options);
  if (root.name() == "mujoco") return read_mjcf_document(std::move(document), options);
  findings.error(root.source(), "the root element is <" + std::string(root.name()) +
                                    ">; expected <robot> (URDF) or <mujoco> (MJCF)");
  return {{}, std::move(findings)};
}

Model load(const std::filesystem::path& file, const ReadOptions& options) {
  ReadResult result = read_description(file, options);
  if (result.findings.has_errors()) throw InvalidModel(std::move(result.findings));
  return Model(std::move(result.description));
}

}  // namespace sinew
