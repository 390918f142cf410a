// An answer as the bytes that are sent, and what every one of them says to the browser about safety.
#pragma once

#include <string>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// Header and, where it is wanted, the body.
std::string answer_text(const HttpResponse& response, bool wants_body, bool keep_open);

// One line of text under a status.
HttpResponse plain_answer(int status, const std::string& line);

}  // namespace sinew::viewer
