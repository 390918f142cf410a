// The text of a request as a request, or the status that refuses it. Nothing here knows of sockets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

inline constexpr std::size_t most_target_bytes = 4096;
inline constexpr std::size_t most_header_lines = 64;

// Looks for the end of a header while its bytes come in, and notices what can be none as soon as that is seen.
class HeaderScan {
 public:
  enum class Found { nothing_yet, end, junk, long_first_line };
  // `text`: all that has come so far; every byte is looked at once.
  Found look_at(std::string_view text);
  std::size_t length() const { return seen_; }  // of the header, with the empty line at its end
  bool in_first_line() const { return lines_ == 0; }

 private:
  std::size_t seen_ = 0, line_begin_ = 0, lines_ = 0;
};

struct ParsedRequest {
  int status = 200;        // else what refuses it
  std::string why{};       // it is refused, in one line
  bool wants_body = true;  // of the answer: GET, not HEAD
  bool keep_open = false;  // the connection, for the next request
  HttpRequest request{};
};

// `header`: up to and with the empty line. Refuses, in this order, what is malformed (400, 431, 505), what is not for this server
// (400, 421), what comes from pages of other origins (403), other methods (405), bodies (400, 413), long and odd addresses
// (414, 400). Never throws.
ParsedRequest parse_request(std::string_view header, int port);

}  // namespace sinew::viewer
