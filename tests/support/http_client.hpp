// A low-level client of the web server: sends bytes as they are given and parses the responses.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::test {

struct HttpReply {
  int status = 0;  // 0: the connection was closed without a response
  std::map<std::string, std::string> fields{};
  std::string body{};
};

class HttpClient {
 public:
  enum class Address { v4, v6 };
  // Throws std::runtime_error if no server listens.
  explicit HttpClient(int port, Address address = Address::v4);
  ~HttpClient();
  HttpClient(HttpClient&& other) noexcept;
  HttpClient& operator=(HttpClient&& other) noexcept;

  // False if the server closed the connection.
  bool send(std::string_view bytes) const;
  void end() const;  // of sending; responses can still be read
  // One response; bytes after it are kept for the next.
  HttpReply reply(bool has_body = true);
  HttpReply get(const std::string& target);
  // True if the server closes the connection without another byte.
  bool is_closed_within(double seconds);

 private:
  bool receive();
  int socket_ = -1, port_;
  std::string received_{};
};

// The text of a request, with the fields that are always there; `more` are whole lines.
std::string http_get(int port, const std::string& target, const std::string& more = "");

// Over a separate connection.
HttpReply fetch(int port, const std::string& target);

}  // namespace sinew::test
