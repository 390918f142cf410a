#include "apps/cli/view.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <vector>

#include "apps/cli/browser.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/output.hpp"
#include "apps/cli/output_check.hpp"
#include "apps/cli/page_file.hpp"
#include "apps/viewer/server/page_server.hpp"
#include "apps/viewer/server/page_token.hpp"
#include "sinew/io/files/output_file.hpp"

namespace sinew::cli {
namespace {

constexpr int highest_port = 65535;

void check_request(const ViewRequest& request) {
  if (request.port < 0 || request.port > highest_port)
    throw RequestError(fmt::format("--port: {} was given; expected 1 to {}, or 0 for a free one",
                                   request.port, highest_port));
  const std::string& file = request.model.file;
  if (!is_scene_file(file) && std::filesystem::path(file).extension() != ".h5") return;
  if (!request.model.xacro_args.empty())
    throw RequestError(fmt::format("--xacro-arg: {} has its own arguments; expected a xacro file", file));
  if (request.model.base)
    throw RequestError(fmt::format("--base: {} already defines its base; expected a model file", file));
  if (request.model.repair) throw RequestError(fmt::format("--repair: expected a model file, not {}", file));
  if (!request.model.edits.is_empty())
    throw RequestError(fmt::format("--lock, --payload and --cut: expected a model file, not {}", file));
}

viewer::Page open_page(const ViewRequest& request) {
  std::vector<std::filesystem::path> files{request.model.file};
  if (request.second) files.emplace_back(*request.second);
  return viewer::Page(files, {.reading = read_options(request.model), .edits = request.model.edits});
}

void serve(const viewer::Page& page, const ViewRequest& request) {
  std::optional<viewer::HttpServer> server;
  std::string token;
  try {
    viewer::HttpHandler handler = viewer::page_handler(page, page_bundle());
    if (!request.no_token) {
      token = viewer::random_token();
      handler = viewer::with_token(std::move(handler), token);
    }
    server.emplace(request.port, std::move(handler));
  } catch (const std::runtime_error& problem) {
    throw OutputError(problem.what());
  }
  const Interrupt interrupt;
  const std::string address =
      fmt::format("http://127.0.0.1:{}/{}{}", server->port(), token.empty() ? "" : "?token=", token);
  if (!write_to_stdout(address + "  (Ctrl-C stops)\n"))
    throw OutputError(std::string("cannot write the output: ") + std::strerror(errno));
  std::optional<OpenedBrowser> browser;
  if (!request.no_open) browser.emplace(address);
  server->run(interrupt.happened());
}

}  // namespace

std::string view(const ViewRequest& request) {
  page_bundle();
  check_request(request);
  std::vector<std::string> inputs{request.model.file};
  if (request.second) inputs.push_back(*request.second);
  if (request.page) check_outputs(std::vector{Output{"--export", *request.page, OutputKind::page}}, inputs);
  const viewer::Page page = open_page(request);
  if (request.page) return write_page(page, *request.page) + "\n";
  serve(page, request);
  return {};
}

}  // namespace sinew::cli
