#include "apps/cli/browser.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

#ifdef __APPLE__
constexpr const char* opener = "open";
#else
constexpr const char* opener = "xdg-open";
#endif

bool has_desktop() {
#ifdef __APPLE__
  return true;
#else
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

[[noreturn]] void become_opener(const char* file) {
  setsid();  // Ctrl-C must stop this program, not the browser
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  const int nowhere = open("/dev/null", O_RDWR);
  for (int stream = 0; stream < 3; ++stream) dup2(nowhere, stream);
  execlp(opener, opener, file, static_cast<char*>(nullptr));
  _exit(127);
}

void open_in_browser(const std::string& file) {
  const pid_t child = fork();
  if (child < 0) return;
  if (child == 0) {  // forks again, so that this program need not wait for the browser
    if (fork() == 0) become_opener(file.c_str());
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

// Creates a folder that only this user can read. Returns an empty path if that fails.
fs::path private_folder() {
  std::error_code failure;
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  const fs::path parent =
      own && *own == '/' && fs::is_directory(own, failure) ? own : fs::temp_directory_path(failure);
  std::string name = (parent / "sinew-view-XXXXXX").string();
  return mkdtemp(name.data()) ? fs::path(name) : fs::path{};
}

}  // namespace

OpenedBrowser::OpenedBrowser(const std::string& address) {
  if (!has_desktop()) return;
  folder_ = private_folder();
  if (folder_.empty()) return;  // the user can open the printed address
  const fs::path file = folder_ / "open.html";
  std::ofstream(file) << "<!doctype html>\n<meta charset=\"utf-8\"><title>sinew</title>\n"
                      << "<meta http-equiv=\"refresh\" content=\"0; url=" << address << "\">\n"
                      << "<a href=\"" << address << "\">The page of sinew view</a>\n";
  open_in_browser(file.string());
}

OpenedBrowser::~OpenedBrowser() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace sinew::cli
