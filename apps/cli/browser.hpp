// The user's web browser.
#pragma once

#include <string>

namespace sinew::cli {

// Asks the desktop to show an address. Does not wait, says nothing, and does nothing where there is no desktop.
void open_browser(const std::string& address);

}  // namespace sinew::cli
