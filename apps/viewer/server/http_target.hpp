// Parses the target in the first line of an HTTP request: splits the address into its parts and decodes them.
#pragma once

#include <stdexcept>
#include <string_view>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// Thrown to refuse a request; what() is one line for the client.
class HttpRefusal : public std::runtime_error {
 public:
  HttpRefusal(int status_, const std::string& why) : std::runtime_error(why), status(status_) {}
  int status;
};

// Compares texts; the letters A to Z are equal to a to z.
bool same_ignoring_case(std::string_view a, std::string_view b);

// Returns whether "host:port" is a name of this server: 127.0.0.1, [::1] or localhost. Browsers leave out port 80.
bool is_own_name(std::string_view host_and_port, int port);

// Parses "/path?name=value&..." or "http://host:port/path?...". Escapes are decoded once. Throws HttpRefusal: 400 if
// the target is malformed or has "." or ".." as a segment, control characters or backslashes, 421 if it names another
// host.
HttpRequest parse_target(std::string_view target, int port);

}  // namespace sinew::viewer
