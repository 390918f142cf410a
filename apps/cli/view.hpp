// Shows a robot, a scene or results on a web page, which is served to the browser or written into one file.
#pragma once

#include <string>

#include "apps/cli/request.hpp"

namespace sinew::cli {

// Prints the address and serves the page until Ctrl-C, or writes the requested file. Returns the text to print at the
// end. Throws RequestError, InvalidModel, OutputError, and the exceptions of Page.
std::string view(const ViewRequest& request);

}  // namespace sinew::cli
