#include "sinew/io/load.hpp"

#include "sinew/io/internal/text/read_document.hpp"

namespace sinew {
namespace {

CheckedDescription read_checked(const std::filesystem::path& file, const ReadOptions& options) {
  Findings findings;
  // The file is read and parsed only once: a pipe cannot be read again.
  auto document = xml::Document::read(file, findings, options.texts);
  if (!document) return CheckedDescription::refused({}, std::move(findings));
  const auto root = document->root();
  if (root.name() == "robot") return read_urdf_document(*document, options);
  if (root.name() == "mujoco") return read_mjcf_document(std::move(document), options);
  if (root.name() == "sdf") return read_sdf_document(*document, options);
  findings.error(root.source(), "the root element is <" + std::string(root.name()) +
                                    ">; expected <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDF)");
  return CheckedDescription::refused({}, std::move(findings));
}

}  // namespace

const char* name_of(Base base) {
  return base == Base::fixed ? "fixed" : base == Base::floating ? "floating" : "as_written";
}

ReadResult read_result(CheckedDescription read) {
  auto [description, findings] = std::move(read).take();
  return {std::move(description), std::move(findings)};
}

ReadResult read_description(const std::filesystem::path& file, const ReadOptions& options) {
  return read_result(read_checked(file, options));
}

Model load(const std::filesystem::path& file, const ReadOptions& options) {
  return Model(read_checked(file, options));
}

}  // namespace sinew
