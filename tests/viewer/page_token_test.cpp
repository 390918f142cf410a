// The token of a page: with it everything can be read, without it none of the user's data.
#include "apps/viewer/server/page_token.hpp"

#include <gtest/gtest.h>

#include <set>

#include "apps/viewer/server/http_answer.hpp"
#include "tests/support/http_client.hpp"
#include "tests/viewer/serving.hpp"

namespace sinew::viewer::page_token_test {

using sinew::test::http_get;
using sinew::test::HttpClient;
using sinew::test::HttpReply;

const std::string token = "0123456789abcdef0123456789abcdef";

// Responds with the path and the names of the query fields.
HttpResponse echo(const HttpRequest& request) {
  std::string text = request.path;
  for (const auto& [name, value] : request.query) text += " " + name + "=" + value;
  return {.body = text};
}

struct Guarded {
  Serving serving{with_token(echo, token)};
  HttpReply get(const std::string& target, const std::string& fields = "") const {
    HttpClient client(serving.port());
    client.send(http_get(serving.port(), target, fields));
    return client.reply();
  }
};

TEST(PageToken, IsLongAndNeverTheSame) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string one = random_token();
    EXPECT_EQ(one.size(), 48u);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_TRUE(seen.insert(one).second);
  }
}

TEST(PageToken, IsComparedAsAWhole) {
  EXPECT_TRUE(same_secret(token, token));
  for (const std::string& other :
       {std::string(), token.substr(1), token + "0", std::string(32, '0'), "1" + token.substr(1),
        token.substr(0, 31) + "e", token.substr(0, 31) + '\x80'})
    EXPECT_FALSE(same_secret(other, token)) << other;
}

TEST(PageToken, IsRequiredForAllUserData) {
  const Guarded guarded;
  const std::string port = std::to_string(guarded.serving.port());
  for (const char* const target :
       {"/document.json", "/rows?track=0", "/overview", "/mesh?index=0", "/other"}) {
    for (const std::string& fields :
         {std::string(), std::string("Authorization: Bearer wrong\r\n"),
          "Authorization: Basic " + token + "\r\n", "Authorization: " + token + "\r\n",
          "Cookie: sinew-" + port + "=" + token + "\r\n"}) {
      const HttpReply reply = guarded.get(target, fields);
      EXPECT_EQ(reply.status, 403) << target << fields;
      EXPECT_NE(reply.body.find("needs the token that 'sinew view' printed"), std::string::npos);
      EXPECT_FALSE(reply.fields.contains("Set-Cookie"));
    }
    EXPECT_EQ(guarded.get(target, "Authorization: Bearer " + token + "\r\n").status, 200) << target;
  }
  EXPECT_EQ(guarded.get("/rows?token=" + token.substr(1)).status, 403);
  EXPECT_EQ(guarded.get("/rows?token=").status, 403);
}

TEST(PageToken, IsAlsoAcceptedInTheAddress) {
  const Guarded guarded;
  const HttpReply reply = guarded.get("/rows?track=0&token=" + token + "&first=1");
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "/rows track=0 first=1");
  EXPECT_FALSE(reply.fields.contains("Set-Cookie"));
}

TEST(PageToken, LeavesACookieThatOpensThePageAndNothingElse) {
  const Guarded guarded;
  const std::string name = "sinew-" + std::to_string(guarded.serving.port());
  const HttpReply none = guarded.get("/");
  EXPECT_EQ(none.status, 403);
  EXPECT_EQ(none.fields.at("Content-Type"), "text/html; charset=utf-8");
  EXPECT_NE(none.body.find("<h1>This page needs its token</h1>"), std::string::npos);
  EXPECT_EQ(guarded.get("/?token=wrong").status, 403);

  const HttpReply first = guarded.get("/?token=" + token);
  EXPECT_EQ(first.status, 200);
  const std::string cookie = first.fields.at("Set-Cookie"), pair = cookie.substr(0, cookie.find(';'));
  EXPECT_EQ(cookie, pair + "; Path=/; HttpOnly; SameSite=Lax");
  EXPECT_TRUE(pair.starts_with(name + "="));
  EXPECT_EQ(cookie.find(token), std::string::npos);  // the cookie does not reveal the token

  EXPECT_EQ(guarded.get("/", "Cookie: a=1; " + pair + "; b=2\r\n").status, 200);
  EXPECT_EQ(guarded.get("/", "Cookie: " + pair + "\r\n").status, 200);
  EXPECT_EQ(guarded.get("/", "Cookie: " + pair + "0\r\n").status, 403);
  EXPECT_EQ(guarded.get("/", "Cookie: x" + pair + "\r\n").status, 403);
  EXPECT_EQ(guarded.get("/", "Cookie: " + name + "=\r\n").status, 403);
  EXPECT_EQ(guarded.get("/", "Cookie: ;=;" + name + ";;\r\n").status, 403);
  EXPECT_EQ(guarded.get("/document.json", "Cookie: " + pair + "\r\n").status, 403);
}

TEST(PageToken, IsNotNeededForTheProgramsOwnFiles) {
  const Guarded guarded;
  EXPECT_EQ(guarded.get("/page.js").status, 200);
  EXPECT_EQ(guarded.get("/page.css").status, 200);
  EXPECT_EQ(guarded.get("/page.js/").status, 403);
}

TEST(PageToken, OfOneProgramIsNotThatOfAnother) {
  const Guarded first;
  const Serving second(with_token(echo, random_token()));
  HttpClient client(second.port());
  client.send(http_get(second.port(), "/", "Authorization: Bearer " + token + "\r\n"));
  EXPECT_EQ(client.reply().status, 403);
}

}  // namespace sinew::viewer::page_token_test
