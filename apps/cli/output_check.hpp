// The files that a command is about to write, looked at before it begins: what sinew did not write stays.
#pragma once

#include <span>
#include <string>

namespace sinew::cli {

enum class OutputKind { result, table, page, source };

struct Output {
  std::string option;  // that it was given with
  std::string file;
  OutputKind kind;
};

// Throws RequestError where a file is one of `inputs` or another output, has the name of something else, or is there and sinew
// did not write it as what it is to become; OutputError where it cannot be written. What is no regular file, such as
// a pipe or a terminal, is left to whoever writes to it.
void check_outputs(std::span<const Output> outputs, std::span<const std::string> inputs);

}  // namespace sinew::cli
