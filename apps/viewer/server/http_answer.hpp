// Formats an HTTP response as the bytes to send, with the security headers that every response has.
#pragma once

#include <string>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// Returns the header, and the body if `wants_body` is true. `keep_open`: true tells the client that the connection
// stays open, false that it closes.
std::string answer_text(const HttpResponse& response, bool wants_body, bool keep_open);

// Returns a response with a status and one line of text.
HttpResponse plain_answer(int status, const std::string& line);

}  // namespace sinew::viewer
