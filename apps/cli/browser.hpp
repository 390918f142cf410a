// The user's web browser.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::cli {

// Asks the desktop to show an address. Does not wait, says nothing, and does nothing where there is no desktop.
//
// All users of a machine can see with which words a program was started. So the browser is started with a file that leads to
// the address and that only this user can read; it is there as long as this object.
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
