#include "sinew/io/load.hpp"

#include "sinew/io/internal/text/read_document.hpp"
#include "sinew/io/internal/xacro/xacro.hpp"
#include "sinew/io/srdf.hpp"

namespace sinew {
namespace {

// Adds the named positions of the SRDF file in the options.
CheckedDescription with_srdf(CheckedDescription read, const ReadOptions& options) {
  if (options.srdf.empty() || read.has_errors()) return read;
  SemanticsResult srdf = read_srdf(options.srdf, read.description(), options.texts);
  read.add(std::move(srdf.findings));
  read.add_named_positions(named_positions(srdf.semantics));
  return read;
}

// Chooses the reader. `document`: null if it could not be parsed, for the errors in `findings`.
CheckedDescription read_any(std::unique_ptr<xml::Document> document, Findings findings,
                            const ReadOptions& options) {
  document = xacro::expanded_if_xacro(std::move(document), options, findings);
  if (!document) return CheckedDescription::refused({}, std::move(findings));
  const auto root = document->root();
  if (root.name() == "robot") return read_urdf_document(*document, options, std::move(findings));
  if (root.name() == "mujoco") {
    CheckedDescription read = read_mjcf_document(std::move(document), options);
    read.add(std::move(findings));
    return read;
  }
  if (root.name() == "sdf") {
    CheckedDescription read = read_sdf_document(*document, options);
    read.add(std::move(findings));
    return read;
  }
  findings.error(root.source(), "the root element is <" + std::string(root.name()) +
                                    ">; expected <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDF)");
  return CheckedDescription::refused({}, std::move(findings));
}

CheckedDescription read_checked(const std::filesystem::path& file, const ReadOptions& options) {
  Findings findings;
  // The file is read and parsed only once: a pipe cannot be read again.
  auto document = xml::Document::read(file, findings, options.texts);
  return with_srdf(read_any(std::move(document), std::move(findings), options), options);
}

CheckedDescription read_checked_text(std::string_view text, const std::string& file_name,
                                     const ReadOptions& options) {
  Findings findings;
  auto document = xml::Document::parse(text, file_name, findings);
  return with_srdf(read_any(std::move(document), std::move(findings), options), options);
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

ReadResult read_description_text(std::string_view text, const std::string& file_name,
                                 const ReadOptions& options) {
  return read_result(read_checked_text(text, file_name, options));
}

Model load(const std::filesystem::path& file, const ReadOptions& options) {
  return Model(read_checked(file, options));
}

ExpandedXacro expand_xacro(const std::filesystem::path& file, const ReadOptions& options) {
  ExpandedXacro result;
  const auto document = xacro::expanded_if_xacro(xml::Document::read(file, result.findings, options.texts),
                                                 options, result.findings);
  if (document) result.text = document->text();
  return result;
}

Model load_text(std::string_view text, const std::string& file_name, const ReadOptions& options) {
  return Model(read_checked_text(text, file_name, options));
}

}  // namespace sinew
