#include "apps/viewer/server/http_answer.hpp"

#include <ctime>

namespace sinew::viewer {
namespace {

// The page may run its own script and its WebAssembly, and may connect to this server only. Its plots and panels set
// styles on elements. It must not be embedded in another page, cached, or read from another origin.
constexpr std::string_view safety =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cache-Control: no-store\r\n";

const char* name_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Other";
  }
}

std::string date() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[64];
  return {text, std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc)};
}

}  // namespace

std::string answer_text(const HttpResponse& response, bool wants_body, bool keep_open) {
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " " + name_of(response.status) + "\r\n";
  text += "Date: " + date() + "\r\n";
  text += "Content-Type: " + response.type + "\r\n";
  text += "Content-Length: " + std::to_string(response.body.size()) + "\r\n";
  text += keep_open ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
  if (!response.cookie.empty()) text += "Set-Cookie: " + response.cookie + "\r\n";
  if (response.status == 405) text += "Allow: GET, HEAD\r\n";
  text += safety;
  text += "\r\n";
  if (wants_body) text += response.body;
  return text;
}

HttpResponse plain_answer(int status, const std::string& line) {
  return {.status = status, .body = line + "\n"};
}

}  // namespace sinew::viewer
