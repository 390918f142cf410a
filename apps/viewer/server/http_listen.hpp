// Opens sockets that listen on the loopback addresses, and accepts connections.
#pragma once

#include <vector>

#include "apps/viewer/server/http_connection.hpp"

namespace sinew::viewer {

struct Listening {
  std::vector<Descriptor> sockets{};  // non-blocking: of 127.0.0.1 and, if the machine has it, of ::1
  int port = 0;
};

// `port`: 0 chooses a port that is free on both addresses. Throws std::runtime_error with the port and the reason.
Listening listen_on_loopback(int port);

// Accepts the next waiting connection; returns an empty descriptor on failure, with the reason in errno.
Descriptor accept_connection(const Descriptor& socket);

}  // namespace sinew::viewer
