// Limits of the web server: slow clients, many clients, clients that never read, and megabytes of junk.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "tests/support/http_client.hpp"
#include "tests/viewer/serving.hpp"

namespace sinew::viewer::http_limits_test {

using sinew::test::fetch;
using sinew::test::http_get;
using sinew::test::HttpClient;
using sinew::test::HttpReply;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::size_t large = std::size_t(24) << 20;

HttpResponse answer(const HttpRequest& request) {
  if (request.path == "/hello") return {.body = "good day"};
  if (request.path == "/large") return {.body = std::string(large, 'x')};
  return {.status = 404, .body = "nothing here\n"};
}

TEST(HttpLimits, CutOffAClientThatSendsByteByByte) {
  const Serving serving(answer, {.request_seconds = 0.3});
  HttpClient client(serving.port());
  const auto begin = Clock::now();
  const std::string text = http_get(serving.port(), "/hello", "X: " + std::string(1000, 'x') + "\r\n");
  HttpReply reply;
  std::atomic<bool> has_answer = false;
  std::thread reader([&] {
    reply = client.reply();
    has_answer = true;
  });
  for (std::size_t i = 0; !has_answer && seconds_since(begin) < 5; ++i) {
    client.send(text.substr(i, 1));
    std::this_thread::sleep_for(10ms);
  }
  const double after = seconds_since(begin);
  reader.join();
  EXPECT_EQ(reply.status, 408);
  EXPECT_GT(after, 0.25);
  EXPECT_LT(after, 2);
}

TEST(HttpLimits, CloseIdleConnections) {
  const Serving serving(answer, {.request_seconds = 0.2, .idle_seconds = 0.3});
  HttpClient silent(serving.port()), kept(serving.port());
  const auto begin = Clock::now();
  EXPECT_EQ(kept.get("/hello").status, 200);
  EXPECT_TRUE(silent.is_closed_within(2));
  EXPECT_GT(seconds_since(begin), 0.15);
  EXPECT_TRUE(kept.is_closed_within(2));
  EXPECT_GT(seconds_since(begin), 0.25);
  EXPECT_LT(seconds_since(begin), 3);
}

TEST(HttpLimits, TheNextRequestOnAConnectionHasItsOwnTime) {
  const Serving serving(answer, {.request_seconds = 0.2, .idle_seconds = 5});
  HttpClient client(serving.port());
  EXPECT_EQ(client.get("/hello").status, 200);
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(client.get("/hello").status, 200);
  client.send("GET /");
  EXPECT_EQ(client.reply().status, 408);
}

TEST(HttpLimits, DropAClientThatNeverReadsWhileOthersAreServed) {
  const Serving serving(answer, {.answer_seconds = 0.4});
  HttpClient never_reads(serving.port());
  never_reads.send(http_get(serving.port(), "/large"));
  const auto begin = Clock::now();
  int answered = 0;
  while (seconds_since(begin) < 0.8) {
    EXPECT_EQ(fetch(serving.port(), "/hello").body, "good day");
    ++answered;
  }
  EXPECT_GT(answered, 10);
  EXPECT_LT(never_reads.reply().body.size(), large);
}

TEST(HttpLimits, LargeResponsesAreSentOneAtATime) {
  std::atomic<int> asked = 0;
  const auto count = [&](const HttpRequest& request) {
    if (request.path == "/large") ++asked;
    return answer(request);
  };
  const Serving serving(count, {.answer_bytes = 8 << 20});
  std::vector<HttpClient> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back(serving.port());
    clients.back().send(http_get(serving.port(), "/large"));
  }
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(asked, 1);
  for (HttpClient& client : clients) EXPECT_EQ(client.reply().body.size(), large);
  EXPECT_EQ(asked, 4);
}

TEST(HttpLimits, AClientMayDisconnectDuringAResponse) {
  const Serving serving(answer);
  for (int i = 0; i < 10; ++i) HttpClient(serving.port()).send(http_get(serving.port(), "/large"));
  EXPECT_EQ(fetch(serving.port(), "/hello").body, "good day");
}

TEST(HttpLimits, TwoHundredConnectionsAtOnceAreAnswered) {
  const Serving serving(answer, {.connections = 256});
  std::vector<HttpClient> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(serving.port());
  for (HttpClient& client : clients) EXPECT_TRUE(client.send(http_get(serving.port(), "/hello")));
  for (HttpClient& client : clients) EXPECT_EQ(client.reply().body, "good day");
  for (HttpClient& client : clients) EXPECT_EQ(client.get("/nothing").status, 404);
}

TEST(HttpLimits, BeyondTheMaximumTheOldestIdleConnectionIsClosed) {
  const Serving serving(answer, {.connections = 8});
  std::vector<HttpClient> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(serving.port());
  EXPECT_EQ(fetch(serving.port(), "/hello").body, "good day");
  EXPECT_TRUE(clients.front().is_closed_within(2));
  EXPECT_EQ(clients.back().get("/hello").body, "good day");
}

TEST(HttpLimits, IfAllConnectionsAreBusyAnotherIsRefused) {
  const Serving serving(answer, {.connections = 8, .request_seconds = 1});
  std::vector<HttpClient> busy;
  for (int i = 0; i < 8; ++i) {
    busy.emplace_back(serving.port());
    busy.back().send("GET /");
  }
  std::this_thread::sleep_for(200ms);
  HttpClient another(serving.port());
  EXPECT_EQ(another.reply().status, 503);
  EXPECT_TRUE(another.is_closed_within(2));
  for (HttpClient& client : busy) EXPECT_EQ(client.reply().status, 408);
  EXPECT_EQ(fetch(serving.port(), "/hello").body, "good day");
}

// A valid request with some bytes changed, doubled or removed.
std::string mutated(std::string text, std::mt19937_64& random) {
  const auto below = [&](std::size_t count) { return std::size_t(random() % count); };
  for (std::size_t changes = 1 + below(8); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text[at] = char(random());
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2: {
        const std::size_t from = below(text.size()), count = below(200);
        text.insert(at, text.substr(from, count));
        break;
      }
      default:
        const std::size_t count = 1 + below(3000);
        text.insert(at, count, "\r\n:%/ A"[below(7)]);
    }
  }
  return text;
}

TEST(HttpLimits, MegabytesOfJunkDoNotAffectTheServer) {
  const Serving serving(answer, {.connections = 32, .request_seconds = 0.3});
  std::mt19937_64 random(20261115);
  std::size_t sent = 0;
  std::vector<HttpClient> open;
  for (int round = 0; sent < 6'000'000; ++round) {
    std::string junk;
    if (round % 2 == 0) {
      junk.resize(1 + random() % 20'000);
      for (char& byte : junk) byte = char(random());
      if (round % 4 == 0) junk = "GET /" + junk;
    } else {
      junk = mutated(
          http_get(serving.port(), "/hello?track=1&array=q", "Origin: http://localhost\r\nAccept: */*\r\n"),
          random);
    }
    open.emplace_back(serving.port());
    open.back().send(junk);
    sent += junk.size();
    if (open.size() > 20) open.erase(open.begin() + std::ptrdiff_t(random() % open.size()));
    if (round % 20 == 0) {
      HttpClient good(serving.port());
      ASSERT_EQ(good.get("/hello").body, "good day") << round;
      ASSERT_EQ(good.get("/nothing").status, 404) << round;
    }
  }
  open.clear();
  EXPECT_EQ(fetch(serving.port(), "/large").body.size(), large);
}

}  // namespace sinew::viewer::http_limits_test
