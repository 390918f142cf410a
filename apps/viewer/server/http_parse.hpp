// Parses the text of an HTTP request, or finds the status that refuses it. Independent of sockets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

inline constexpr std::size_t most_target_bytes = 4096;
inline constexpr std::size_t most_header_lines = 64;

// Looks for the end of a header while its bytes arrive, and rejects an invalid header as early as possible.
class HeaderScan {
 public:
  enum class Found { nothing_yet, end, junk, long_first_line };
  // `text`: all bytes received so far; every byte is examined only once.
  Found look_at(std::string_view text);
  std::size_t length() const { return seen_; }  // of the header, including the empty line at its end
  bool in_first_line() const { return lines_ == 0; }

 private:
  std::size_t seen_ = 0, line_begin_ = 0, lines_ = 0;
};

struct ParsedRequest {
  int status = 200;        // or the status that refuses the request
  std::string why{};       // the reason of the refusal, in one line
  bool wants_body = true;  // true: the answer has a body (GET); false: only a header (HEAD)
  bool keep_open = false;  // true keeps the connection open for the next request
  HttpRequest request{};
};

// `header`: up to and including the empty line. Refuses, in this order: malformed requests (400, 431, 505), requests
// for other servers (400, 421), requests from pages of other origins (403), other methods (405), bodies (400, 413),
// and addresses that are too long or invalid (414, 400). Never throws.
ParsedRequest parse_request(std::string_view header, int port);

}  // namespace sinew::viewer
