#include "apps/viewer/server/http_connection.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "apps/viewer/server/http_answer.hpp"

namespace sinew::viewer {
namespace {

constexpr double drain_seconds = 0.5;
constexpr std::size_t send_bytes = std::size_t(1)
                                   << 20;  // at once, so that other connections have their turn

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

HttpResponse response_to(const HttpRequest& request, const HttpHandler& handler) {
  try {
    return handler(request);
  } catch (const std::invalid_argument& problem) {
    return plain_answer(400, problem.what());
  } catch (const std::exception& problem) {
    return plain_answer(500, problem.what());
  } catch (...) {
    return plain_answer(500, "the request could not be answered");
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

HttpConnection::HttpConnection(Descriptor socket, const HttpService& service)
    : socket_(std::move(socket)), service_(service) {
  enter(State::reading, service.limits.request_seconds);
}

void HttpConnection::enter(State state, double seconds) {
  state_ = state;
  since_ = Clock::now();
  deadline_ = since_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

short HttpConnection::events() const {
  return state_ == State::answering ? POLLOUT : POLLIN;
}

void HttpConnection::advance(short happened) {
  try {
    step(happened);
  } catch (const std::exception&) {  // no memory for the answer
    state_ = State::closed;
  }
}

void HttpConnection::step(short happened) {
  if (has_leftover()) {
    look_at_input();
  } else if (happened & (POLLERR | POLLNVAL)) {
    state_ = State::closed;
  } else if (happened != 0) {
    if (state_ == State::reading)
      receive();
    else if (state_ == State::answering)
      send_some();
    else
      drain();
  }
}

void HttpConnection::give_up() {
  if (is_reading() && !is_idle())
    refuse(408, "the request took too long");
  else
    state_ = State::closed;
}

void HttpConnection::refuse(int status, const std::string& why) {
  answer(plain_answer(status, why), true, false);
}

void HttpConnection::receive() {
  const std::size_t before = input_.size();
  input_.resize(service_.limits.request_bytes);
  const ssize_t count = recv(socket(), input_.data() + before, input_.size() - before, 0);
  const bool is_over = count == 0 || (count < 0 && !would_block());
  input_.resize(before + std::size_t(std::max<ssize_t>(count, 0)));
  if (is_over) state_ = State::closed;
  if (count <= 0) return;
  if (before == 0 && !is_first_) enter(State::reading, service_.limits.request_seconds);
  look_at_input();
}

void HttpConnection::look_at_input() {
  has_leftover_ = false;
  switch (scan_.look_at(input_)) {
    case HeaderScan::Found::end: {
      const ParsedRequest parsed =
          parse_request(std::string_view(input_).substr(0, scan_.length()), service_.port);
      input_.erase(0, scan_.length());
      answer(parsed.status == 200 ? response_to(parsed.request, service_.handler)
                                  : plain_answer(parsed.status, parsed.why),
             parsed.wants_body, parsed.keep_open);
      break;
    }
    case HeaderScan::Found::junk:
      refuse(400, "not an HTTP request");
      break;
    case HeaderScan::Found::long_first_line:
      refuse(414, "the address is too long");
      break;
    case HeaderScan::Found::nothing_yet:
      if (input_.size() < service_.limits.request_bytes) break;
      if (scan_.in_first_line())
        refuse(414, "the address is too long");
      else
        refuse(431, "the header is too long");
      break;
  }
}

void HttpConnection::answer(const HttpResponse& response, bool wants_body, bool keep_open) {
  output_ = answer_text(response, wants_body, keep_open);
  sent_ = 0;
  keep_open_ = keep_open;
  enter(State::answering, service_.limits.answer_seconds);
  send_some();
}

void HttpConnection::send_some() {
  const ssize_t count = send(socket(), output_.data() + sent_, std::min(unsent(), send_bytes), MSG_NOSIGNAL);
  if (count < 0 && !would_block()) state_ = State::closed;
  if (count <= 0) return;
  sent_ += std::size_t(count);
  if (unsent() == 0) finish_answer();
}

void HttpConnection::finish_answer() {
  output_ = {};
  sent_ = 0;
  if (!keep_open_) {
    input_ = {};
    shutdown(socket(), SHUT_WR);
    return enter(State::draining, drain_seconds);
  }
  is_first_ = false;
  scan_ = {};
  has_leftover_ = !input_.empty();
  enter(State::reading, has_leftover_ ? service_.limits.request_seconds : service_.limits.idle_seconds);
}

void HttpConnection::drain() {
  char bytes[16 << 10];
  const ssize_t count = recv(socket(), bytes, sizeof bytes, 0);
  if (count == 0 || (count < 0 && !would_block())) state_ = State::closed;
}

}  // namespace sinew::viewer
