// A web server for one user on the same machine: answers GET and HEAD on the loopback addresses, and nothing else.
//
// It uses one thread, and limits the number of connections, the bytes of a request, and the seconds of a request and
// of an answer. Requests that name another host, or come from a page of another origin, are refused, so that a
// foreign page whose name was made to point here (DNS rebinding) cannot read anything.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew::viewer {

struct HttpRequest {
  std::string path{};  // decoded; no "..", no NUL, no backslash
  std::vector<std::pair<std::string, std::string>> query{};
  std::string bearer{};                                  // token of Authorization: Bearer ...
  std::string cookies{};                                 // as they were sent
  int port = 0;                                          // of this server
  const std::string* find(std::string_view name) const;  // value of a query field; null if missing
};

struct HttpResponse {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body{};
  std::string cookie{};  // to be set; empty: none
};

// Returns the response to a request. Exceptions become responses with their message: 400 for std::invalid_argument, 500
// for all others.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

struct HttpLimits {
  int connections = 64;
  std::size_t request_bytes = 16 << 10;
  double request_seconds = 5;  // from the first byte, or from being connected, to the end of the header
  double answer_seconds = 60;
  double idle_seconds = 30;                           // to wait for the next request
  std::size_t answer_bytes = std::size_t(256) << 20;  // unsent in all; beyond that, requests wait
};

class HttpServer {
 public:
  // Listens on 127.0.0.1 and, if the machine has it, on ::1, with the same port. `port`: 0 chooses a free one. Throws
  // std::runtime_error with the port and the reason.
  HttpServer(int port, HttpHandler handler, const HttpLimits& limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  // Serves requests until `stop` is true; it is checked several times a second.
  void run(const std::atomic<bool>& stop);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace sinew::viewer
