// What a request asks for: the target of its first line, taken apart and decoded.
#pragma once

#include <stdexcept>
#include <string_view>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// Thrown where a request is not to be answered as it asks; what() is one line for whoever sent it.
class HttpRefusal : public std::runtime_error {
 public:
  HttpRefusal(int status_, const std::string& why) : std::runtime_error(why), status(status_) {}
  int status;
};

// Letters of A to Z count as equal to a to z.
bool same_ignoring_case(std::string_view a, std::string_view b);

// Whether "host:port" is one of the names of this server: 127.0.0.1, [::1] and localhost. Browsers leave out port 80.
bool is_own_name(std::string_view host_and_port, int port);

// "/path?name=value&..." or "http://host:port/path?...". Escapes are decoded once. Throws HttpRefusal: 400 for what is
// malformed or has "." or ".." as a segment, control characters or backslashes, 421 where it names another host.
HttpRequest parse_target(std::string_view target, int port);

}  // namespace sinew::viewer
