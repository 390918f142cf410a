// Binds the page of apps/viewer: as one file, and served to the browser.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "module.hpp"
#include "robot.hpp"

#ifdef SINEW_HAS_VIEWER
#include <atomic>
#include <memory>
#include <thread>

#include "apps/viewer/server/export.hpp"
#include "apps/viewer/server/page_server.hpp"
#include "apps/viewer/server/page_token.hpp"
#endif

namespace sinew::python {
namespace {

using Files = std::vector<std::filesystem::path>;

[[noreturn]] void refuse() {
  throw std::runtime_error(
      "this sinew was built without its page: build it with the CMake options SINEW_PROGRAM=ON and "
      "SINEW_VIEWER=ON, which need Node.js, npm and emscripten, or install the wheel, which has it");
}

#ifdef SINEW_HAS_VIEWER

viewer::Page page_of(const Files& files, const Robot* robot) {
  viewer::PageOptions options;
  if (robot && robot->file()) options.reading = robot->file()->options;
  return viewer::Page(files, options);
}

viewer::Bundle bundle() {
  if (const auto built = viewer::built_bundle()) return *built;
  refuse();
}

bool has_page() {
  return viewer::built_bundle().has_value();
}

// Serves a page from a thread of its own.
class PageServer {
 public:
  PageServer(const Files& files, const Robot* robot, int port)
      : page_(page_of(files, robot)),
        token_(viewer::random_token()),
        server_(std::make_unique<viewer::HttpServer>(
            port, viewer::with_token(viewer::page_handler(page_, bundle()), token_))),
        port_(server_->port()),
        thread_([this] { server_->run(stops_); }) {}
  ~PageServer() { close(); }

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + token_; }
  // The thread belongs to the process that started it; a forked one must not wait for it.
  void close() {
    stops_ = true;
    if (!thread_.joinable()) return;
    if (was_forked()) {
      thread_.detach();
      return;
    }
    thread_.join();
    server_.reset();
  }

 private:
  viewer::Page page_;
  std::string token_;
  std::unique_ptr<viewer::HttpServer> server_;
  int port_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

std::string page_html(const Files& files, const Robot* robot) {
  viewer::Exported exported;
  return viewer::page_as_one_file(page_of(files, robot), bundle(), {}, exported);
}

#else

bool has_page() {
  return false;
}

class PageServer {
 public:
  PageServer(const Files&, const Robot*, int) { refuse(); }
  std::string address() const { return {}; }
  void close() {}
};

std::string page_html(const Files&, const Robot*) {
  refuse();
}

#endif

}  // namespace

void bind_pages(nb::module_& module) {
  using nb::arg;
  const nb::call_guard<nb::gil_scoped_release> without_gil;
  module.def("has_page", &has_page,
             "Returns whether this build has the page that shows robots and results in the browser.");
  module.def(
      "page_html", &page_html, arg("files"), arg("robot").none(), without_gil,
      "Returns the page of one file, or of two results, as one HTML file. robot: how the file is read.");
  nb::class_<PageServer>(module, "PageServer", "Serves a page on this machine until it is closed.")
      .def(nb::init<const Files&, const Robot*, int>(), arg("files"), arg("robot").none(), arg("port") = 0,
           without_gil)
      .def_prop_ro("address", &PageServer::address)
      .def("close", &PageServer::close, without_gil);
}

}  // namespace sinew::python
