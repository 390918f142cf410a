#include "apps/viewer/server/page_token.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "apps/viewer/server/http_answer.hpp"

namespace sinew::viewer {
namespace {

constexpr std::size_t token_bytes = 24;

constexpr const char* explanation =
    "this needs the token that 'sinew view' printed: open the address exactly as printed, with ?token=...";

HttpResponse refusal(const HttpRequest& request) {
  if (request.path != "/") return plain_answer(403, explanation);
  return {.status = 403,
          .type = "text/html; charset=utf-8",
          .body =
              "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>sinew</title></head>"
              "<body><h1>This page needs its token</h1><p>Open the address exactly as "
              "<code>sinew view</code> printed it, with <code>?token=...</code>: other users of this "
              "machine can reach the port as well, and the token tells you from them.</p></body></html>\n"};
}

// Browsers share cookies among all ports of a host, so every running server needs a cookie name of its own.
std::string cookie_name(const HttpRequest& request) {
  return "sinew-" + std::to_string(request.port);
}

// Returns the value of one entry of "a=1; b=2"; empty if it is missing.
std::string_view cookie(std::string_view all, std::string_view name) {
  while (!all.empty()) {
    const std::string_view one = all.substr(0, all.find(';'));
    all.remove_prefix(std::min(one.size() + 1, all.size()));
    const std::size_t begin = one.find_first_not_of(' '), equals = one.find('=');
    if (begin == std::string_view::npos || equals == std::string_view::npos || equals < begin) continue;
    if (one.substr(begin, equals - begin) == name) return one.substr(equals + 1);
  }
  return {};
}

// Removes the token from the query, where the handler does not expect it, and returns it; empty if it is missing.
std::string take_token(HttpRequest& request) {
  std::string token;
  std::erase_if(request.query, [&](auto& field) {
    if (field.first != "token") return false;
    token = std::move(field.second);
    return true;
  });
  return token;
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, token_bytes> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0)
    throw std::runtime_error(std::string("cannot make a token: ") + std::strerror(errno));
  std::string digits;
  for (const unsigned char byte : bytes) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differing = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differing |= unsigned(a[i]) ^ unsigned(b[i]);
  return differing == 0;
}

HttpHandler with_token(HttpHandler handler, const std::string& token) {
  return [handler = std::move(handler), token,
          visited = random_token()](const HttpRequest& asked) -> HttpResponse {
    HttpRequest request = asked;
    const bool opens = same_secret(take_token(request), token);
    const bool is_page = request.path == "/";
    const bool is_open = request.path == "/page.js" || request.path == "/page.css";
    const bool returns = is_page && same_secret(cookie(request.cookies, cookie_name(request)), visited);
    if (!opens && !is_open && !returns && !same_secret(request.bearer, token)) return refusal(request);
    HttpResponse response = handler(request);
    if (is_page && opens)
      response.cookie = cookie_name(request) + "=" + visited + "; Path=/; HttpOnly; SameSite=Lax";
    return response;
  };
}

}  // namespace sinew::viewer
