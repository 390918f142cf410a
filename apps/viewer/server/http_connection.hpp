// Handles one HTTP connection: a state machine that reads a request, answers it and continues with the next. It never
// blocks, and always has a deadline.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "apps/viewer/server/http_parse.hpp"
#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

// A file descriptor, such as a socket, that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

// The data that all connections of a server share.
struct HttpService {
  HttpHandler handler;
  HttpLimits limits;
  int port = 0;
};

class HttpConnection {
 public:
  using Clock = std::chrono::steady_clock;

  // `socket` must be non-blocking. `service` must outlive the connection.
  HttpConnection(Descriptor socket, const HttpService& service);

  int socket() const { return socket_.number(); }
  bool is_reading() const { return state_ == State::reading; }
  bool is_idle() const { return is_reading() && input_.empty(); }  // no bytes of a request
  bool can_be_spared() const { return is_idle() || state_ == State::draining; }
  bool is_closed() const { return state_ == State::closed; }
  // True if bytes of the next request arrived together with the previous one: call advance(), whatever poll returns.
  bool has_leftover() const { return is_reading() && has_leftover_; }
  Clock::time_point since() const { return since_; }        // start of the current state
  Clock::time_point deadline() const { return deadline_; }  // when to call give_up()
  std::size_t unsent() const { return output_.size() - sent_; }
  short events() const;  // to poll for

  // Each does a bounded piece of work. A connection that fails is closed; the other connections continue.
  void advance(short happened);
  void give_up();
  void refuse(int status, const std::string& why);

 private:
  // draining: the answer has been sent. Further bytes from the client are discarded for a short time, because closing a
  // socket with unread bytes could keep the answer from reaching the client.
  enum class State { reading, answering, draining, closed };

  void step(short happened);
  void enter(State state, double seconds);
  void receive();
  void look_at_input();
  void answer(const HttpResponse& response, bool wants_body, bool keep_open);
  void send_some();
  void finish_answer();
  void drain();

  Descriptor socket_;
  const HttpService& service_;
  State state_ = State::reading;
  Clock::time_point since_{}, deadline_{};
  std::string input_{}, output_{};
  HeaderScan scan_{};
  std::size_t sent_ = 0;
  bool is_first_ = true;  // the first request of the connection
  bool has_leftover_ = false, keep_open_ = false;
};

}  // namespace sinew::viewer
