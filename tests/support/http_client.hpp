// A client of the web server, as low as one can be: bytes go out as they are given, answers come back taken apart.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::test {

struct HttpReply {
  int status = 0;  // 0: the connection was closed, and nothing came
  std::map<std::string, std::string> fields{};
  std::string body{};
};

class HttpClient {
 public:
  enum class Address { v4, v6 };
  // Throws std::runtime_error where nobody listens.
  explicit HttpClient(int port, Address address = Address::v4);
  ~HttpClient();
  HttpClient(HttpClient&& other) noexcept;
  HttpClient& operator=(HttpClient&& other) noexcept;

  // False where the other side closed the connection.
  bool send(std::string_view bytes) const;
  void end() const;  // of what is sent; answers are still read
  // One answer; what comes behind it is kept for the next.
  HttpReply reply(bool has_body = true);
  HttpReply get(const std::string& target);
  // Whether the other side closes the connection without another byte.
  bool is_closed_within(double seconds);

 private:
  bool receive();
  int socket_ = -1, port_;
  std::string received_{};
};

// The text of a request, with the fields that are always there; `more` are whole lines.
std::string http_get(int port, const std::string& target, const std::string& more = "");

// Over a connection of its own.
HttpReply fetch(int port, const std::string& target);

}  // namespace sinew::test
