#include "apps/viewer/server/page_server.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <stdexcept>

#include "apps/viewer/server/http_answer.hpp"

namespace sinew::viewer {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are sent as they lie in memory");

constexpr std::size_t most_digits = 15;  // JavaScript represents such integers exactly
constexpr const char* bytes_type = "application/octet-stream";

using Names = std::initializer_list<std::string_view>;

// Throws for unknown and repeated fields, so that a request with a typo is not answered as a different one.
void check_fields(const HttpRequest& request, Names known) {
  for (const auto& field : request.query) {
    const auto same = [&](const auto& other) { return other.first == field.first; };
    if (std::find(known.begin(), known.end(), field.first) == known.end() ||
        std::count_if(request.query.begin(), request.query.end(), same) > 1) {
      std::string names;
      for (const std::string_view one : known) names += (names.empty() ? "" : ", ") + std::string(one);
      throw std::invalid_argument("expected each of these once: " + names);
    }
  }
}

const std::string& text(const HttpRequest& request, const std::string& name) {
  const std::string* value = request.find(name);
  if (!value) throw std::invalid_argument(name + " is missing");
  return *value;
}

std::size_t number(const HttpRequest& request, const std::string& name) {
  const std::string& digits = text(request, name);
  const bool is_one = !digits.empty() && digits.size() <= most_digits &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  if (!is_one) throw std::invalid_argument(name + ": expected a number of 1 to 15 digits");
  std::size_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

HttpResponse numbers(const std::vector<double>& values) {
  HttpResponse response{.type = bytes_type};
  response.body.assign(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  return response;
}

HttpResponse rows(const Page& page, const HttpRequest& request) {
  check_fields(request, {"track", "array", "first", "count", "stride"});
  const std::size_t stride = request.find("stride") ? number(request, "stride") : 1;
  if (stride == 0) throw std::invalid_argument("stride: expected at least 1");
  return numbers(page.rows(number(request, "track"), text(request, "array"), number(request, "first"),
                           number(request, "count"), stride));
}

HttpResponse overview(const Page& page, const HttpRequest& request) {
  check_fields(request, {"track", "array", "column", "buckets"});
  return numbers(page.overview(number(request, "track"), text(request, "array"), number(request, "column"),
                               number(request, "buckets")));
}

HttpResponse mesh(const Page& page, const HttpRequest& request) {
  check_fields(request, {"index"});
  return {.type = bytes_type, .body = page.mesh(number(request, "index"))};
}

HttpResponse file(std::string_view content, const char* type) {
  return {.type = type, .body = std::string(content)};
}

}  // namespace

HttpHandler page_handler(const Page& page, const Bundle& bundle) {
  return [&page, bundle](const HttpRequest& request) -> HttpResponse {
    const std::string& path = request.path;
    if (path == "/") return file(bundle.html, "text/html; charset=utf-8");
    if (path == "/page.js") return file(bundle.script, "text/javascript; charset=utf-8");
    if (path == "/page.css") return file(bundle.style, "text/css; charset=utf-8");
    if (path == "/document.json") return file(page.document(), "application/json");
    if (path == "/rows") return rows(page, request);
    if (path == "/overview") return overview(page, request);
    if (path == "/mesh") return mesh(page, request);
    return plain_answer(404, "there is nothing at this address");
  };
}

}  // namespace sinew::viewer
