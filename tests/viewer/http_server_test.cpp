// The web server over real sockets: its responses, its addresses, and its end.
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/support/http_client.hpp"
#include "tests/viewer/serving.hpp"

namespace sinew::viewer::http_server_test {

using sinew::test::fetch;
using sinew::test::http_get;
using sinew::test::HttpClient;
using sinew::test::HttpReply;
using Clock = std::chrono::steady_clock;

HttpResponse answer(const HttpRequest& request) {
  if (request.path == "/hello") return {.body = "good day"};
  if (request.path == "/large")
    return {.type = "application/octet-stream", .body = std::string(24 << 20, 'x')};
  if (request.path == "/wrong") throw std::invalid_argument("no track 7; there are 2");
  if (request.path == "/broken") throw std::runtime_error("the file is gone");
  if (request.path == "/odd") throw 7;
  return {.status = 404, .body = "nothing here\n"};
}

bool has_v6() {
  std::ifstream file("/proc/net/if_inet6");
  std::stringstream text;
  text << file.rdbuf();
  return text.str().find("00000000000000000000000000000001") != std::string::npos;
}

TEST(HttpServer, AnswersOnBothLoopbackAddressesWithTheSamePort) {
  const Serving serving(answer);
  EXPECT_EQ(fetch(serving.port(), "/hello").body, "good day");
  if (!has_v6()) GTEST_SKIP() << "this machine has no IPv6";
  EXPECT_EQ(HttpClient(serving.port(), HttpClient::Address::v6).get("/hello").body, "good day");
}

TEST(HttpServer, ListensOnNoOtherAddress) {
  const Serving serving(answer);
  std::stringstream hex;
  hex << std::hex << std::uppercase << std::setfill('0') << std::setw(4) << serving.port();
  std::set<std::string> addresses;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(table);
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string number, local, remote, state;
      words >> number >> local >> remote >> state;
      const std::size_t colon = local.find(':');
      const bool listens = state == "0A";
      if (listens && local.substr(colon + 1) == hex.str()) addresses.insert(local.substr(0, colon));
    }
  }
  std::set<std::string> expected{"0100007F"};
  if (has_v6()) expected.insert("00000000000000000000000001000000");
  EXPECT_EQ(addresses, expected);
}

TEST(HttpServer, IsNotReachableThroughTheMachinesOtherAddresses) {
  const Serving serving(answer);
  ifaddrs* list = nullptr;
  ASSERT_EQ(getifaddrs(&list), 0);
  int tried = 0;
  for (const ifaddrs* entry = list; entry; entry = entry->ifa_next) {
    if (!entry->ifa_addr || entry->ifa_addr->sa_family != AF_INET) continue;
    sockaddr_in address;
    std::memcpy(&address, entry->ifa_addr, sizeof address);
    if (ntohl(address.sin_addr.s_addr) >> 24 == 127) continue;
    address.sin_port = htons(std::uint16_t(serving.port()));
    const int client = socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_NE(connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    close(client);
    ++tried;
  }
  freeifaddrs(list);
  if (tried == 0) GTEST_SKIP() << "this machine has no other address";
}

TEST(HttpServer, ChoosesFreePortsAndRefusesAPortInUse) {
  const Serving first(answer), second(answer);
  EXPECT_NE(first.port(), second.port());
  EXPECT_GT(first.port(), 0);
  try {
    HttpServer third(first.port(), answer);
    FAIL() << "two servers on one port";
  } catch (const std::runtime_error& problem) {
    EXPECT_EQ(problem.what(), "port " + std::to_string(first.port()) + " is taken by another program");
  }
}

TEST(HttpServer, ReusesAPortAsSoonAsItIsFree) {
  int port = 0;
  {
    const Serving serving(answer);
    port = serving.port();
    fetch(port, "/hello");
  }
  const Serving again(answer, {}, port);
  EXPECT_EQ(fetch(port, "/hello").body, "good day");
}

TEST(HttpServer, SendsThePagesPermissionsInEveryResponse) {
  const Serving serving(answer);
  std::vector<HttpReply> replies;
  for (const char* target : {"/hello", "/nothing", "/wrong", "/../x"})
    replies.push_back(fetch(serving.port(), target));
  HttpClient junk(serving.port());
  junk.send("\x01\x02");
  replies.push_back(junk.reply());
  const std::pair<const char*, const char*> expected[] = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
       "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
       "frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
  for (const HttpReply& reply : replies) {
    SCOPED_TRACE(reply.status);
    for (const auto& [name, value] : expected) EXPECT_EQ(reply.fields.at(name), value);
    for (const auto& [name, value] : reply.fields) EXPECT_FALSE(name.starts_with("Access-Control")) << name;
  }
}

TEST(HttpServer, GivesHeadTheHeaderOfGetAndNoBody) {
  const Serving serving(answer);
  HttpClient client(serving.port());
  const HttpReply get = client.get("/hello");
  std::string text = http_get(serving.port(), "/hello");
  text.replace(0, 3, "HEAD");
  client.send(text);
  HttpReply head = client.reply(false);
  head.fields["Date"] = get.fields.at("Date");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.fields, get.fields);
  EXPECT_EQ(client.get("/hello").body, "good day");  // with nothing in between
}

TEST(HttpServer, KeepsConnectionsOpenAndClosesThemOnRequest) {
  const Serving serving(answer);
  HttpClient client(serving.port());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.get("/hello").fields.at("Connection"), "keep-alive");
  EXPECT_EQ(client.get("/nothing").status, 404);
  client.send(http_get(serving.port(), "/hello", "Connection: close\r\n"));
  EXPECT_EQ(client.reply().fields.at("Connection"), "close");
  EXPECT_TRUE(client.is_closed_within(2));

  HttpClient old(serving.port());
  old.send("GET /hello HTTP/1.0\r\nHost: localhost:" + std::to_string(serving.port()) + "\r\n\r\n");
  EXPECT_EQ(old.reply().body, "good day");
  EXPECT_TRUE(old.is_closed_within(2));
}

TEST(HttpServer, AnswersPipelinedRequestsInOrder) {
  const Serving serving(answer);
  HttpClient client(serving.port());
  std::string text;
  for (int i = 0; i < 50; ++i) text += http_get(serving.port(), i % 2 == 0 ? "/hello" : "/nothing");
  client.send(text);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.reply().status, i % 2 == 0 ? 200 : 404) << i;
}

TEST(HttpServer, AnswersAClientThatStoppedSending) {
  const Serving serving(answer);
  HttpClient client(serving.port());
  client.send(http_get(serving.port(), "/large"));
  client.end();
  EXPECT_EQ(client.reply().body.size(), std::size_t(24 << 20));
  EXPECT_TRUE(client.is_closed_within(2));
}

TEST(HttpServer, ConvertsExceptionsOfAHandlerToResponses) {
  const Serving serving(answer);
  HttpClient client(serving.port());
  const HttpReply wrong = client.get("/wrong"), broken = client.get("/broken");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(wrong.body, "no track 7; there are 2\n");
  EXPECT_EQ(broken.status, 500);
  EXPECT_EQ(broken.body, "the file is gone\n");
  EXPECT_EQ(client.get("/odd").status, 500);
  EXPECT_EQ(client.get("/hello").status, 200);
}

TEST(HttpServer, RefusesInvalidRequestsAndCloses) {
  const Serving serving(answer);
  const std::string own = "Host: 127.0.0.1:" + std::to_string(serving.port()) + "\r\n";
  const std::pair<std::string, int> cases[] = {
      {"POST /hello HTTP/1.1\r\n" + own + "Content-Length: 5\r\n\r\nabcde", 405},
      {"GET /hello HTTP/1.1\r\n" + own + "Content-Length: 5\r\n\r\nabcde", 413},
      {"GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
      {"GET /hello HTTP/1.1\r\n" + own + "Origin: http://evil.example\r\n\r\n", 403},
      {"GET /hello HTTP/1.1\r\n" + own + "Sec-Fetch-Site: cross-site\r\n\r\n", 403},
      {"GET /%2e%2e/hello HTTP/1.1\r\n" + own + "\r\n", 400},
      {"GET /hello HTTP/2.0\r\n" + own + "\r\n", 505},
      {"GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n" + own + "\r\n", 414},
      {"GET / HTTP/1.1\r\n" + own + "A: " + std::string(100'000, 'a') + "\r\n\r\n", 431},
      {"\x16\x03\x01 hello TLS", 400},
      {"\r\n\r\n", 400}};
  for (const auto& [text, status] : cases) {
    HttpClient client(serving.port());
    client.send(text);
    const HttpReply reply = client.reply();
    EXPECT_EQ(reply.status, status) << text.substr(0, 100);
    EXPECT_EQ(reply.fields.at("Connection"), "close");
    EXPECT_EQ(reply.fields.contains("Allow"), status == 405);
    EXPECT_EQ(std::count(reply.body.begin(), reply.body.end(), '\n'), 1);
    EXPECT_TRUE(client.is_closed_within(2));
  }
}

TEST(HttpServer, StopsAtOnceWhateverItsClientsDo) {
  Serving serving(answer);
  HttpClient silent(serving.port()), halfway(serving.port()), never_reads(serving.port());
  halfway.send("GET /he");
  never_reads.send(http_get(serving.port(), "/large"));
  fetch(serving.port(), "/hello");
  const auto begin = Clock::now();
  serving.stop();
  EXPECT_LT(seconds_since(begin), 1);
}

// Limits the open files of this process so that accepting fails.
class FewFiles {
 public:
  explicit FewFiles(rlim_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = dup(0);
    close(next);
    const rlimit limit{rlim_t(next) + more, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

// A socket that a client closes may first be reused by the server for another waiting client, which it drops after its
// timeout.
HttpReply fetch_when_there_is_a_socket(int port, const std::string& path) {
  for (int attempt = 0;; ++attempt) {
    try {
      return fetch(port, path);
    } catch (const std::runtime_error&) {
      if (attempt == 100) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
}

TEST(HttpServer, SurvivesALackOfSockets) {
  const Serving serving(answer, {.request_seconds = 0.1});
  {
    const FewFiles limit(9);
    std::vector<HttpClient> clients;
    try {
      for (;;) {
        clients.emplace_back(serving.port());
        clients.back().send("GET /");
      }
    } catch (const std::runtime_error&) {
    }
    EXPECT_GE(clients.size(), 4u);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    clients.erase(clients.begin(), clients.begin() + 2);
    EXPECT_EQ(fetch_when_there_is_a_socket(serving.port(), "/hello").body, "good day");
  }
  EXPECT_EQ(fetch(serving.port(), "/hello").body, "good day");
}

}  // namespace sinew::viewer::http_server_test
