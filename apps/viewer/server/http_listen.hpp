// The sockets of the loopback addresses.
#pragma once

#include <vector>

#include "apps/viewer/server/http_connection.hpp"

namespace sinew::viewer {

struct Listening {
  std::vector<Descriptor> sockets{};  // that do not block: of 127.0.0.1 and, where the machine has it, of ::1
  int port = 0;
};

// port 0: one that is free on both. Throws std::runtime_error that says which port and why.
Listening listen_on_loopback(int port);

// The next connection that waits; none: errno says why.
Descriptor accept_connection(const Descriptor& socket);

}  // namespace sinew::viewer
