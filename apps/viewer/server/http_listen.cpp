#include "apps/viewer/server/http_listen.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

namespace sinew::viewer {
namespace {

constexpr int attempts = 32;  // to find a port that is free on both addresses

void set(const Descriptor& socket, int level, int option) {
  const int on = 1;
  setsockopt(socket.number(), level, option, &on, sizeof on);
}

void close_on_exec_and_never_block(const Descriptor& socket) {
  fcntl(socket.number(), F_SETFD, FD_CLOEXEC);
  fcntl(socket.number(), F_SETFL, fcntl(socket.number(), F_GETFL) | O_NONBLOCK);
}

// Returns nullopt on failure, with the reason in errno.
template <class Address>
std::optional<Descriptor> listening(const Address& address, int family) {
  Descriptor result(socket(family, SOCK_STREAM, 0));
  if (!result) return std::nullopt;
  close_on_exec_and_never_block(result);
  set(result, SOL_SOCKET, SO_REUSEADDR);  // recently closed connections do not block the port
  if (family == AF_INET6) set(result, IPPROTO_IPV6, IPV6_V6ONLY);
  if (bind(result.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return std::nullopt;
  if (listen(result.number(), SOMAXCONN) != 0) return std::nullopt;
  return result;
}

std::optional<Descriptor> listening_v4(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return listening(address, AF_INET);
}

std::optional<Descriptor> listening_v6(int port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(std::uint16_t(port));
  address.sin6_addr = in6addr_loopback;
  return listening(address, AF_INET6);
}

int port_of(const Descriptor& socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

[[noreturn]] void refuse(int port, int reason) {
  if (port == 0) throw std::runtime_error(std::string("no port to listen on: ") + std::strerror(reason));
  if (reason == EADDRINUSE)
    throw std::runtime_error("port " + std::to_string(port) + " is taken by another program");
  throw std::runtime_error("cannot listen on port " + std::to_string(port) + ": " + std::strerror(reason));
}

}  // namespace

Listening listen_on_loopback(int port) {
  for (int attempt = 1;; ++attempt) {
    auto v4 = listening_v4(port);
    if (!v4) refuse(port, errno);
    Listening result{.port = port_of(*v4)};
    auto v6 = listening_v6(result.port);
    const int reason = errno;
    const bool has_no_v6 = !v6 && (reason == EAFNOSUPPORT || reason == EADDRNOTAVAIL);
    if (v6 || has_no_v6) {
      result.sockets.push_back(std::move(*v4));
      if (v6) result.sockets.push_back(std::move(*v6));
      return result;
    }
    const bool may_try_again = port == 0 && reason == EADDRINUSE && attempt < attempts;
    if (!may_try_again) refuse(port, reason);
  }
}

Descriptor accept_connection(const Descriptor& socket) {
  Descriptor connection(accept(socket.number(), nullptr, nullptr));
  if (!connection) return connection;
  close_on_exec_and_never_block(connection);
  set(connection, IPPROTO_TCP, TCP_NODELAY);
  return connection;
}

}  // namespace sinew::viewer
