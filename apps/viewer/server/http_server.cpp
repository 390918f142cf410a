#include "apps/viewer/server/http_server.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <list>

#include "apps/viewer/server/http_connection.hpp"
#include "apps/viewer/server/http_listen.hpp"

namespace sinew::viewer {
namespace {

using Clock = HttpConnection::Clock;
using namespace std::chrono_literals;

constexpr auto longest_wait = 100ms;          // until `stop` is checked again
constexpr auto pause_without_sockets = 50ms;  // until accepting is tried again

bool out_of_sockets(int reason) {
  return reason == EMFILE || reason == ENFILE || reason == ENOBUFS || reason == ENOMEM;
}

}  // namespace

struct HttpServer::Data {
  Data(int port, HttpHandler handler, const HttpLimits& limits)
      : listening(listen_on_loopback(port)), service{std::move(handler), limits, listening.port} {}

  void run_round();
  void accept_some(const Descriptor& socket);
  void add(Descriptor socket);
  bool drop_oldest_spare();
  bool may_answer() const;
  std::chrono::milliseconds wait() const;

  Listening listening;
  HttpService service;
  std::list<HttpConnection> connections{};
  Clock::time_point accept_again{};
  std::vector<pollfd> polled{};
};

bool HttpServer::Data::may_answer() const {
  std::size_t unsent = 0;
  for (const HttpConnection& connection : connections) unsent += connection.unsent();
  return unsent < service.limits.answer_bytes;
}

std::chrono::milliseconds HttpServer::Data::wait() const {
  auto until = Clock::now() + longest_wait;
  for (const HttpConnection& connection : connections) {
    if (connection.has_leftover() && may_answer()) return 0ms;
    until = std::min(until, connection.deadline());
  }
  return std::max(0ms, std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()));
}

// Runs one round: every connection that can continue does a bounded piece of work.
void HttpServer::Data::run_round() {
  polled.clear();
  const bool accepts = Clock::now() >= accept_again, answers = may_answer();
  for (const Descriptor& socket : listening.sockets)
    polled.push_back({socket.number(), short(accepts ? POLLIN : 0), 0});
  for (const HttpConnection& connection : connections)
    polled.push_back(
        {connection.socket(), short(connection.is_reading() && !answers ? 0 : connection.events()), 0});
  if (poll(polled.data(), nfds_t(polled.size()), int(wait().count())) < 0) {
    if (errno != EINTR) accept_again = Clock::now() + pause_without_sockets;
    for (pollfd& entry : polled) entry.revents = 0;
  }

  auto entry = polled.begin() + std::ptrdiff_t(listening.sockets.size());
  const Clock::time_point now = Clock::now();
  for (HttpConnection& connection : connections) {
    const short happened = (entry++)->revents;
    const bool is_lost = (happened & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    if (!connection.is_reading() || is_lost || may_answer()) connection.advance(happened);
    if (!connection.is_closed() && now >= connection.deadline()) connection.give_up();
  }
  connections.remove_if([](const HttpConnection& connection) { return connection.is_closed(); });
  for (std::size_t i = 0; i < listening.sockets.size(); ++i) {
    if (polled[i].revents != 0) accept_some(listening.sockets[i]);
  }
}

// A connection is dropped for another one only in a later round than it was accepted in, so that its request is read
// first.
void HttpServer::Data::accept_some(const Descriptor& socket) {
  bool is_first = true;
  do {
    Descriptor connection = accept_connection(socket);
    if (!connection) {
      if (!is_first || !out_of_sockets(errno)) return;
      drop_oldest_spare();
      accept_again = Clock::now() + pause_without_sockets;
      return;
    }
    add(std::move(connection));
    is_first = false;
  } while (std::ssize(connections) < service.limits.connections);
}

void HttpServer::Data::add(Descriptor socket) {
  const bool is_full = std::ssize(connections) >= service.limits.connections && !drop_oldest_spare();
  HttpConnection connection(std::move(socket), service);
  if (is_full)
    connection.refuse(503, "too many connections");
  else
    connections.push_back(std::move(connection));
}

bool HttpServer::Data::drop_oldest_spare() {
  auto oldest = connections.end();
  for (auto c = connections.begin(); c != connections.end(); ++c) {
    if (c->can_be_spared() && (oldest == connections.end() || c->since() < oldest->since())) oldest = c;
  }
  if (oldest == connections.end()) return false;
  connections.erase(oldest);
  return true;
}

HttpServer::HttpServer(int port, HttpHandler handler, const HttpLimits& limits)
    : data_(std::make_unique<Data>(port, std::move(handler), limits)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return data_->service.port;
}

void HttpServer::run(const std::atomic<bool>& stop) {
  while (!stop) data_->run_round();
}

}  // namespace sinew::viewer
