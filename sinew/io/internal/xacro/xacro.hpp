// Expands xacro files, the macro language in which many URDF files are written (docs/xacro.md), into documents that the
// reader of URDF reads. Every element of the expanded document has the file and line that it was written in.
#pragma once

#include <memory>

#include "sinew/io/internal/text/xml.hpp"
#include "sinew/io/load.hpp"

namespace sinew::xacro {

// Returns whether the file is called .xacro, or its root declares the namespace xacro and it contains its elements.
bool is_xacro(const xml::Document& document);

// Returns the expanded document, or null after errors.
std::unique_ptr<xml::Document> expand(std::unique_ptr<xml::Document> document, const ReadOptions& options,
                                      Findings& findings);

// Returns the document, expanded if it is xacro, or null after errors. Arguments for another file are an error.
std::unique_ptr<xml::Document> expanded_if_xacro(std::unique_ptr<xml::Document> document,
                                                 const ReadOptions& options, Findings& findings);

// Adds to errors in macros where the macros were called.
void add_calls(const xml::Document& document, Findings& findings);

}  // namespace sinew::xacro
