// Checks the files that a command will write before it begins, so that it overwrites only files written by sinew.
#pragma once

#include <span>
#include <string>

namespace sinew::cli {

enum class OutputKind { result, table, page, source, expansion, robot };

struct Output {
  std::string option;  // the command-line option, for messages
  std::string file;
  OutputKind kind;
};

// Throws RequestError if a file is one of `inputs` or another output, if a page is not called .html, or if the file
// exists and is not an output of the same kind written by sinew. Throws OutputError if a page or source file cannot be
// written. A file that is not regular, such as a pipe or a terminal, is not checked further.
void check_outputs(std::span<const Output> outputs, std::span<const std::string> inputs);

}  // namespace sinew::cli
