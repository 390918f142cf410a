#include "tests/support/http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

namespace sinew::test {
namespace {

constexpr int patience_ms = 20'000;

int connected(int family, const void* address, socklen_t size) {
  const int result = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (result < 0) throw std::runtime_error("no socket");
  if (connect(result, static_cast<const sockaddr*>(address), size) == 0) return result;
  close(result);
  throw std::runtime_error("nobody listens");
}

}  // namespace

HttpClient::HttpClient(int port, Address address) : port_(port) {
  if (address == Address::v4) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(std::uint16_t(port));
    v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socket_ = connected(AF_INET, &v4, sizeof v4);
  } else {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(std::uint16_t(port));
    v6.sin6_addr = in6addr_loopback;
    socket_ = connected(AF_INET6, &v6, sizeof v6);
  }
}

HttpClient::~HttpClient() {
  if (socket_ >= 0) close(socket_);
}

HttpClient::HttpClient(HttpClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), port_(other.port_), received_(std::move(other.received_)) {}

HttpClient& HttpClient::operator=(HttpClient&& other) noexcept {
  std::swap(socket_, other.socket_);
  std::swap(port_, other.port_);
  std::swap(received_, other.received_);
  return *this;
}

bool HttpClient::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(std::size_t(count));
  }
  return true;
}

void HttpClient::end() const {
  shutdown(socket_, SHUT_WR);
}

bool HttpClient::receive() {
  pollfd wish{socket_, POLLIN, 0};
  if (poll(&wish, 1, patience_ms) <= 0) throw std::runtime_error("no answer came");
  char bytes[1 << 16];
  const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
  if (count <= 0) return false;
  received_.append(bytes, std::size_t(count));
  return true;
}

HttpReply HttpClient::reply(bool has_body) {
  HttpReply reply;
  std::size_t end;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
    if (!receive()) return reply;
  }
  const std::string header = received_.substr(0, end + 2);
  received_.erase(0, end + 4);
  reply.status = std::stoi(header.substr(9, 3));
  for (std::size_t begin = header.find("\r\n") + 2; begin < header.size();) {
    const std::size_t stop = header.find("\r\n", begin), colon = header.find(": ", begin);
    reply.fields[header.substr(begin, colon - begin)] = header.substr(colon + 2, stop - colon - 2);
    begin = stop + 2;
  }
  const std::size_t length = has_body ? std::stoul(reply.fields.at("Content-Length")) : 0;
  while (received_.size() < length && receive()) {
  }
  reply.body = received_.substr(0, length);
  received_.erase(0, length);
  return reply;
}

HttpReply HttpClient::get(const std::string& target) {
  return send(http_get(port_, target)) ? reply() : HttpReply{};
}

bool HttpClient::is_closed_within(double seconds) {
  if (!received_.empty()) return false;
  pollfd wish{socket_, POLLIN, 0};
  return poll(&wish, 1, int(1000 * seconds)) > 0 && !receive();
}

std::string http_get(int port, const std::string& target, const std::string& more) {
  return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n" + more + "\r\n";
}

HttpReply fetch(int port, const std::string& target) {
  return HttpClient(port).get(target);
}

}  // namespace sinew::test
