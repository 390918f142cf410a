// Reads robots from XML documents that have been parsed, so that `read_description` can look at the root element before
// it chooses a reader. Internal to the readers of load.hpp.
#pragma once

#include <memory>

#include "sinew/io/internal/text/xml.hpp"
#include "sinew/io/load.hpp"

namespace sinew {

// These report an error if the root element is not <robot>, <mujoco> or <sdf>. `findings`: those of the xacro file that the
// document was expanded from.
CheckedDescription read_urdf_document(const xml::Document& document, const ReadOptions& options,
                                      Findings findings = {});
CheckedDescription read_mjcf_document(std::unique_ptr<xml::Document> document, const ReadOptions& options);
CheckedDescription read_sdf_document(const xml::Document& document, const ReadOptions& options);

// Separates the description from its findings.
ReadResult read_result(CheckedDescription read);

}  // namespace sinew
