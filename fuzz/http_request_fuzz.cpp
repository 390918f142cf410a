// Parses arbitrary bytes as a request to the web server. The parser must not crash, hang or leak. A request that it
// accepts only reads, and its path has no "..", control characters or backslashes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "apps/viewer/server/http_parse.hpp"

namespace {

using namespace sinew::viewer;

constexpr int port = 8080;

void check(const ParsedRequest& parsed) {
  if (parsed.status != 200) {
    if (parsed.why.empty() || parsed.keep_open || !parsed.request.path.empty()) std::abort();
    return;
  }
  const std::string& path = parsed.request.path;
  if (!path.starts_with('/') || path.find('\\') != std::string::npos) std::abort();
  if ((path + "/").find("/../") != std::string::npos || (path + "/").find("/./") != std::string::npos)
    std::abort();
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(path.begin(), path.end(), is_control)) std::abort();
  for (const auto& [name, value] : parsed.request.query) {
    if (!parsed.request.find(name)) std::abort();
    if (std::any_of(value.begin(), value.end(), is_control)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(parse_request(text, port));
  check(parse_request("GET " + std::string(text) + " HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", port));

  // The end of the header is found at the same place whether the bytes come at once or one by one.
  HeaderScan at_once, one_by_one;
  const HeaderScan::Found found = at_once.look_at(text);
  HeaderScan::Found last = HeaderScan::Found::nothing_yet;
  for (std::size_t i = 1; i <= size && last == HeaderScan::Found::nothing_yet; ++i)
    last = one_by_one.look_at(text.substr(0, i));
  if (found != last || at_once.length() != one_by_one.length()) std::abort();
  if (found == HeaderScan::Found::end) check(parse_request(text.substr(0, at_once.length()), port));
  return 0;
}
