// Opens the user's web browser.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::cli {

// Asks the desktop to open an address. Does not wait, prints nothing, and does nothing if there is no desktop.
//
// All users of a machine can see the command line of every program. Therefore the browser gets, instead of the address,
// a file that redirects to it and that only this user can read. The file exists as long as this object.
class OpenedBrowser {
 public:
  explicit OpenedBrowser(const std::string& address);
  ~OpenedBrowser();
  OpenedBrowser(const OpenedBrowser&) = delete;
  OpenedBrowser& operator=(const OpenedBrowser&) = delete;

 private:
  std::filesystem::path folder_;
};

}  // namespace sinew::cli
