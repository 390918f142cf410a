// A secret token that protects the served page from other users of the machine, who share its loopback addresses.
//
// The program prints and opens the address /?token=..., and the page sends the token with every request, as
// Authorization: Bearer .... The page removes the token from the address bar and stores it for its origin, which is
// this port alone. The first visit also sets a cookie, so that the page can be reloaded. Browsers send cookies to all
// ports of a machine, so the cookie opens only the page itself, which holds no data.
#pragma once

#include <string>
#include <string_view>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// Returns 192 random bits from the operating system, as 48 hexadecimal digits. Throws std::runtime_error if there are
// none.
std::string random_token();

// Compares two texts in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

// Passes on requests that carry the token, and those that need none: /page.js, /page.css and, with the cookie, /.
// Answers all others with 403 and the reason.
HttpHandler with_token(HttpHandler handler, const std::string& token);

}  // namespace sinew::viewer
