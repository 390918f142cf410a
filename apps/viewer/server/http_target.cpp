#include "apps/viewer/server/http_target.hpp"

#include <algorithm>

namespace sinew::viewer {
namespace {

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char letter = lower_case(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// Decodes escapes. `plus_is_blank`: true decodes + as a blank, as forms write it in queries; false keeps it.
std::string decoded(std::string_view text, bool plus_is_blank) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus_is_blank) {
      c = ' ';
    } else if (c == '%') {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
      if (low < 0)
        throw HttpRefusal(400, "the address has a % that is not followed by two hexadecimal digits");
      c = char(high * 16 + low);
      i += 2;
    }
    if (is_control(c)) throw HttpRefusal(400, "the address has control characters");
    result += c;
  }
  return result;
}

// Calls `take` with every piece between separators.
template <class Take>
void split(std::string_view text, char separator, const Take& take) {
  for (;;) {
    const std::size_t end = text.find(separator);
    take(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

void check_path(std::string_view path) {
  if (path.find('\\') != std::string_view::npos) throw HttpRefusal(400, "the address has a backslash");
  split(path, '/', [](std::string_view segment) {
    if (segment == "." || segment == "..") throw HttpRefusal(400, "the address has . or .. in its path");
  });
}

// Checks and removes "http://host:port".
void check_and_drop_host(std::string_view& target, int port) {
  constexpr std::string_view scheme = "http://";
  if (!same_ignoring_case(target.substr(0, scheme.size()), scheme))
    throw HttpRefusal(400, "expected an address that begins with /");
  target.remove_prefix(scheme.size());
  const std::size_t end = std::min(target.find_first_of("/?"), target.size());
  if (!is_own_name(target.substr(0, end), port)) throw HttpRefusal(421, "the address names another host");
  target.remove_prefix(end);
}

}  // namespace

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

bool is_own_name(std::string_view host_and_port, int port) {
  const std::string suffix = ":" + std::to_string(port);
  for (const std::string host : {"127.0.0.1", "[::1]", "localhost"}) {
    if (same_ignoring_case(host_and_port, host + suffix)) return true;
    if (port == 80 && same_ignoring_case(host_and_port, host)) return true;
  }
  return false;
}

HttpRequest parse_target(std::string_view target, int port) {
  for (const char c : target) {
    if (c <= 0x20 || c >= 0x7f || c == '#')
      throw HttpRefusal(400, "the address has characters that must be escaped");
  }
  if (!target.starts_with('/')) check_and_drop_host(target, port);
  const std::size_t question = target.find('?');
  HttpRequest request;
  request.path = decoded(target.substr(0, question), false);
  if (request.path.empty()) request.path = "/";  // for "http://host:port?..."
  check_path(request.path);
  if (question == std::string_view::npos) return request;
  split(target.substr(question + 1), '&', [&](std::string_view field) {
    if (field.empty()) return;
    const std::size_t equals = field.find('=');
    const std::string_view value = equals == std::string_view::npos ? "" : field.substr(equals + 1);
    request.query.emplace_back(decoded(field.substr(0, equals), true), decoded(value, true));
  });
  return request;
}

const std::string* HttpRequest::find(std::string_view name) const {
  const auto field =
      std::find_if(query.begin(), query.end(), [&](const auto& entry) { return entry.first == name; });
  return field == query.end() ? nullptr : &field->second;
}

}  // namespace sinew::viewer
