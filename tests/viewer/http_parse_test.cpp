// Parses requests: accepted ones, and the status with which others are refused.
#include "apps/viewer/server/http_parse.hpp"

#include <gtest/gtest.h>

#include "apps/viewer/server/http_target.hpp"
#include "tests/support/http_client.hpp"

namespace sinew::viewer::http_parse_test {

using sinew::test::http_get;

constexpr int port = 8080;
const std::string host = "Host: 127.0.0.1:8080\r\n";

ParsedRequest get(const std::string& target, const std::string& more = "") {
  return parse_request(http_get(port, target, more), port);
}
int status_of(const std::string& text) {
  return parse_request(text, port).status;
}

TEST(HttpParse, SplitsPathAndQueryAndDecodesThemOnce) {
  const ParsedRequest parsed = get("/a%20b/%2541+c?array=q%5B1%5D&track=0&empty=&alone&text=x+y%2Bz&track=7");
  ASSERT_EQ(parsed.status, 200) << parsed.why;
  EXPECT_EQ(parsed.request.path, "/a b/%41+c");
  ASSERT_NE(parsed.request.find("array"), nullptr);
  EXPECT_EQ(*parsed.request.find("array"), "q[1]");
  EXPECT_EQ(*parsed.request.find("track"), "0");
  EXPECT_EQ(*parsed.request.find("empty"), "");
  EXPECT_EQ(*parsed.request.find("alone"), "");
  EXPECT_EQ(*parsed.request.find("text"), "x y+z");
  EXPECT_EQ(parsed.request.find("other"), nullptr);
  EXPECT_EQ(parsed.request.query.size(), 6u);
}

TEST(HttpParse, RefusesAddressesThatLeaveTheirFolderOrAreMalformed) {
  for (const char* target : {"/..",
                             "/../secret",
                             "/a/../b",
                             "/a/..",
                             "/%2e%2e/secret",
                             "/%2E./secret",
                             "/.%2e",
                             "/a%2f..%2fb",
                             "/.",
                             "/a/./b",
                             "/a\\b",
                             "/a%5cb",
                             "/%5C..%5Csecret",
                             "/%00",
                             "/a%00.html",
                             "/%0d%0aX:1",
                             "/%7f",
                             "/%",
                             "/%4",
                             "/%zz",
                             "/%4g",
                             "/a?x=%",
                             "/a?x=%0",
                             "/a?x=%00",
                             "/a?%0a=1",
                             "a",
                             "*",
                             "",
                             "ftp://127.0.0.1:8080/",
                             "https://127.0.0.1:8080/",
                             "http:/127.0.0.1:8080/",
                             "/a#b",
                             "/\xc3\xa4",
                             "/a b",
                             "/\"\t"}) {
    EXPECT_EQ(get(target).status, 400) << target;
  }
}

TEST(HttpParse, ReturnsTokensAndCookies) {
  const HttpRequest none = get("/").request;
  EXPECT_EQ(none.bearer + none.cookies, "");
  EXPECT_EQ(none.port, port);
  EXPECT_EQ(get("/", "authorization: bearer  abc \r\n").request.bearer, "abc");
  EXPECT_EQ(get("/", "Authorization: Basic abc\r\n").request.bearer, "");
  EXPECT_EQ(get("/", "Authorization: Bearer\r\n").request.bearer, "");
  EXPECT_EQ(get("/", "Cookie: a=1; b=2\r\n").request.cookies, "a=1; b=2");
  EXPECT_EQ(get("/", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n").status, 400);
}

TEST(HttpParse, AcceptsAbsoluteAddressesOfThisServerOnly) {
  EXPECT_EQ(get("http://127.0.0.1:8080/rows?x=1").request.path, "/rows");
  EXPECT_EQ(get("HTTP://LOCALHOST:8080").request.path, "/");
  EXPECT_EQ(get("http://[::1]:8080?x=1").request.path, "/");
  for (const char* target : {"http://example.com/", "http://127.0.0.1/", "http://127.0.0.1:8081/", "http:///",
                             "http://127.0.0.1:8080@example.com/", "http://me@127.0.0.1:8080/",
                             "http://127.0.0.1:8080.example.com/"}) {
    EXPECT_EQ(get(target).status, 421) << target;
  }
  EXPECT_EQ(get("http://127.0.0.1:8080/../x").status, 400);
}

TEST(HttpParse, RequiresItsOwnNameAsHostExactlyOnce) {
  for (const char* name :
       {"127.0.0.1:8080", "[::1]:8080", "localhost:8080", "LocalHost:8080", "  localhost:8080\t"}) {
    EXPECT_EQ(status_of(std::string("GET / HTTP/1.1\r\nhOsT:") + name + "\r\n\r\n"), 200) << name;
  }
  for (const char* name : {"",
                           "127.0.0.1",
                           "localhost",
                           "127.0.0.1:8081",
                           "127.0.0.1:08080",
                           "127.0.0.1:8080:8080",
                           "127.0.0.2:8080",
                           "127.1:8080",
                           "2130706433:8080",
                           "0.0.0.0:8080",
                           "::1:8080",
                           "[::1]",
                           "[::]:8080",
                           "localhost.:8080",
                           "evil.example:8080",
                           "localhost:8080.evil.example",
                           "evil.example",
                           "127.0.0.1:8080, 127.0.0.1:8080",
                           "127.0.0.1:8080 evil.example",
                           "x@127.0.0.1:8080"}) {
    EXPECT_EQ(status_of(std::string("GET / HTTP/1.1\r\nHost: ") + name + "\r\n\r\n"), 421) << name;
  }
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\n\r\n"), 400);
  EXPECT_EQ(get("/", host).status, 400);
  EXPECT_EQ(get("/", "HOST: evil.example\r\n").status, 400);
  EXPECT_EQ(parse_request("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 80).status, 200);
}

TEST(HttpParse, RefusesPagesOfOtherOrigins) {
  for (const char* origin :
       {"http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "http://LOCALHOST:8080"}) {
    EXPECT_EQ(get("/", std::string("Origin: ") + origin + "\r\n").status, 200) << origin;
  }
  for (const char* origin : {"null", "", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:8081",
                             "https://127.0.0.1:8080", "http://127.0.0.1:8080/",
                             "http://127.0.0.1:8080.evil.example", "127.0.0.1:8080", "file://"}) {
    EXPECT_EQ(get("/", std::string("Origin: ") + origin + "\r\n").status, 403) << origin;
  }
}

TEST(HttpParse, AllowsOtherSitesOnlyALinkToThePage) {
  const std::string other = "Sec-Fetch-Site: cross-site\r\n", port_beside = "Sec-Fetch-Site: same-site\r\n",
                    navigate = "Sec-Fetch-Mode: navigate\r\n", document = "Sec-Fetch-Dest: document\r\n";
  for (const std::string& site : {other, port_beside}) {
    EXPECT_EQ(get("/", site).status, 403);
    EXPECT_EQ(get("/", site + "Sec-Fetch-Mode: no-cors\r\n").status, 403);
    EXPECT_EQ(get("/", site + "Sec-Fetch-Mode: websocket\r\n").status, 403);
    EXPECT_EQ(get("/", site + navigate + "Sec-Fetch-Dest: iframe\r\n").status, 403);
    EXPECT_EQ(get("/", site + navigate + document).status, 200);
    EXPECT_EQ(get("/", site + navigate).status, 200);
  }
  EXPECT_EQ(get("/", "Sec-Fetch-Site: none\r\n" + navigate + document).status, 200);
  EXPECT_EQ(get("/", "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\n").status, 200);
}

TEST(HttpParse, AcceptsGetAndHeadOnly) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "get", "X-Y"}) {
    EXPECT_EQ(status_of(std::string(method) + " / HTTP/1.1\r\n" + host + "\r\n"), 405) << method;
  }
  EXPECT_TRUE(get("/").wants_body);
  const ParsedRequest head = parse_request("HEAD / HTTP/1.1\r\n" + host + "\r\n", port);
  EXPECT_EQ(head.status, 200);
  EXPECT_FALSE(head.wants_body);
}

TEST(HttpParse, RefusesBodies) {
  EXPECT_EQ(get("/", "Content-Length: 0\r\n").status, 200);
  EXPECT_EQ(get("/", "Content-Length: 1\r\n").status, 413);
  EXPECT_EQ(get("/", "Content-Length: 99999999999999999999999999\r\n").status, 413);
  for (const char* length : {"-1", "+1", "0x1", "1 1", "", "0, 0", "ten"}) {
    EXPECT_EQ(get("/", std::string("Content-Length: ") + length + "\r\n").status, 400) << length;
  }
  EXPECT_EQ(get("/", "Content-Length: 0\r\nContent-Length: 0\r\n").status, 400);
  EXPECT_EQ(get("/", "Transfer-Encoding: chunked\r\n").status, 400);
  EXPECT_EQ(get("/", "Transfer-Encoding: identity\r\n").status, 400);
}

TEST(HttpParse, RefusesMalformedHeaders) {
  for (const char* first :
       {"", "GET", "GET /", "GET / ", " GET / HTTP/1.1", "GET / http/1.1", "GET / HTTP1.1", "GET / 1.1",
        "G(T / HTTP/1.1", "GET  / HTTP/1.1", "GET /  HTTP/1.1"}) {
    EXPECT_EQ(status_of(std::string(first) + "\r\n" + host + "\r\n"), 400) << first;
  }
  for (const char* version : {"HTTP/2", "HTTP/0.9", "HTTP/1.2", "HTTP/1.10", "HTTP/", "HTTP/-1"}) {
    EXPECT_EQ(status_of(std::string("GET / ") + version + "\r\n" + host + "\r\n"), 505) << version;
  }
  for (const char* line :
       {"Name", ": value", "Na me: value", "Name : value", " folded: value", "\tfolded", "N\xc3\xa4: x"}) {
    EXPECT_EQ(get("/", std::string(line) + "\r\n").status, 400) << line;
  }
  EXPECT_EQ(get("/", "Name: \xc3\xa4\r\nOther:\r\n").status, 200);
  for (const char* text :
       {"", "\r\n", "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: localhost:8080"}) {
    EXPECT_EQ(status_of(text), 400) << text;
  }
}

TEST(HttpParse, BoundsTheNumberOfLinesAndTheLengthOfTheAddress) {
  std::string lines;
  for (std::size_t i = 1; i < most_header_lines; ++i) lines += "X: y\r\n";
  EXPECT_EQ(get("/", lines).status, 200);
  EXPECT_EQ(get("/", lines + "X: y\r\n").status, 431);
  EXPECT_EQ(get("/" + std::string(most_target_bytes - 1, 'a')).status, 200);
  EXPECT_EQ(get("/" + std::string(most_target_bytes, 'a')).status, 414);
}

TEST(HttpParse, KnowsWhetherToKeepTheConnection) {
  const std::string old = "GET / HTTP/1.0\r\n" + host;
  EXPECT_TRUE(get("/").keep_open);
  EXPECT_FALSE(get("/", "Connection: close\r\n").keep_open);
  EXPECT_FALSE(get("/", "Connection: foo\r\nConnection: bar, ,Close\r\n").keep_open);
  EXPECT_FALSE(parse_request(old + "\r\n", port).keep_open);
  EXPECT_TRUE(parse_request(old + "Connection: Keep-Alive\r\n\r\n", port).keep_open);
  EXPECT_FALSE(get("/..").keep_open);
}

TEST(HeaderScan, FindsTheEndHoweverTheBytesArrive) {
  const std::string header = http_get(port, "/"), text = header + "GET /next";
  for (const std::size_t step : {std::size_t(1), std::size_t(3), text.size()}) {
    HeaderScan scan;
    auto found = HeaderScan::Found::nothing_yet;
    for (std::size_t size = step; found == HeaderScan::Found::nothing_yet; size += step)
      found = scan.look_at(std::string_view(text).substr(0, size));
    EXPECT_EQ(found, HeaderScan::Found::end);
    EXPECT_EQ(scan.length(), header.size());
  }
}

TEST(HeaderScan, DetectsJunkBeforeItsEnd) {
  using Found = HeaderScan::Found;
  const auto found = [](std::string_view text) { return HeaderScan().look_at(text); };
  EXPECT_EQ(found("\r\n"), Found::junk);
  EXPECT_EQ(found("\n"), Found::junk);
  EXPECT_EQ(found("GET /\n"), Found::junk);
  EXPECT_EQ(found("GET /\rX"), Found::junk);
  EXPECT_EQ(found("GET /\r\r"), Found::junk);
  EXPECT_EQ(found(std::string_view("GET /\0", 6)), Found::junk);
  EXPECT_EQ(found("\x16\x03\x01"), Found::junk);  // a TLS handshake
  EXPECT_EQ(found("GET /\x7f"), Found::junk);
  EXPECT_EQ(found("GET / HTTP/1.1\r\nA: \xff\ty"), Found::nothing_yet);
  EXPECT_EQ(found("GET /" + std::string(most_target_bytes, 'a')), Found::nothing_yet);
  EXPECT_EQ(found("GET /" + std::string(2 * most_target_bytes, 'a')), Found::long_first_line);
}

}  // namespace sinew::viewer::http_parse_test
