// Who may read a page that is served: whoever has its token, a secret that stands in the address which the program prints.
//
// The loopback addresses are shared by all users of a machine; the token is known to the one who started the program. It comes
// in the address that is opened, /?token=..., and with every request of the page, as Authorization: Bearer .... The page takes it
// out of the address and keeps it for its origin, which is this port alone. Who came with the token is given a cookie, so that
// the page itself, which is the same for everybody, can be loaded again: browsers send cookies to all ports of a machine, so that
// one opens nothing else.
#pragma once

#include <string>
#include <string_view>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// 48 hexadecimal digits, 192 bits from the system's source of secrets. Throws std::runtime_error where there is none.
std::string random_token();

// In a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

// Answers what has the token, and what needs none (/page.js and /page.css, and with the cookie / ); else 403, and why.
HttpHandler with_token(HttpHandler handler, const std::string& token);

}  // namespace sinew::viewer
