// Shows a robot, a scene or results on a page: served to the browser, or written into one file.
#pragma once

#include <string>

#include "apps/cli/request.hpp"

namespace sinew::cli {

// What there is to say at the end. Serves until Ctrl-C, having printed the address, or writes the file that is asked for.
// Throws RequestError, InvalidModel, OutputError, and what Page throws.
std::string view(const ViewRequest& request);

}  // namespace sinew::cli
