// A server that runs during a test.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "apps/viewer/server/http_server.hpp"

namespace sinew::viewer {

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class Serving {
 public:
  explicit Serving(HttpHandler handler, const HttpLimits& limits = {}, int port = 0)
      : server_(port, std::move(handler), limits), thread_([this] { server_.run(stop_); }) {}
  ~Serving() { stop(); }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  int port() const { return server_.port(); }
  void stop() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }

 private:
  HttpServer server_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace sinew::viewer
