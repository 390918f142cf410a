#include "apps/viewer/server/http_parse.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "apps/viewer/server/http_target.hpp"

namespace sinew::viewer {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::size_t most_first_line = most_target_bytes + 64;  // with method and version

bool is_token(std::string_view text) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  const auto may_be_in_one = [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           marks.find(c) != std::string_view::npos;
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), may_be_in_one);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

struct FirstLine {
  std::string_view method, target, version;
};

FirstLine parse_first_line(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == last || !is_token(line.substr(0, first)))
    throw HttpRefusal(400, "expected METHOD ADDRESS HTTP/1.1 as first line");
  return {line.substr(0, first), line.substr(first + 1, last - first - 1), line.substr(last + 1)};
}

void check_version(std::string_view version) {
  if (version == "HTTP/1.1" || version == "HTTP/1.0") return;
  throw version.starts_with("HTTP/") ? HttpRefusal(505, "expected HTTP/1.1 or HTTP/1.0")
                                     : HttpRefusal(400, "expected METHOD ADDRESS HTTP/1.1 as first line");
}

// The lines after the first.
class Fields {
 public:
  explicit Fields(std::string_view text) {
    while (!text.starts_with(line_end)) {
      const std::size_t end = text.find(line_end);
      if (end == std::string_view::npos) throw HttpRefusal(400, "the header does not end");
      add(text.substr(0, end));
      text.remove_prefix(end + line_end.size());
    }
  }

  // Returns the value of a field that may occur only once; nullopt if it is missing.
  std::optional<std::string_view> find(std::string_view name) const {
    std::optional<std::string_view> value;
    for (const Field& field : list_) {
      if (!same_ignoring_case(field.name, name)) continue;
      if (value) throw HttpRefusal(400, "the field " + std::string(name) + " occurs twice");
      value = field.value;
    }
    return value;
  }
  bool has(std::string_view name, std::string_view value) const {
    const auto found = find(name);
    return found && same_ignoring_case(*found, value);
  }
  // Returns whether `word` is in a list that may be spread over several fields.
  bool lists(std::string_view name, std::string_view word) const {
    for (const Field& field : list_) {
      if (!same_ignoring_case(field.name, name)) continue;
      for (std::string_view rest = field.value; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        if (same_ignoring_case(trimmed(rest.substr(0, comma)), word)) return true;
        rest.remove_prefix(std::min(comma + 1, rest.size()));
      }
    }
    return false;
  }

 private:
  struct Field {
    std::string_view name, value;
  };
  void add(std::string_view line) {
    if (list_.size() == most_header_lines) throw HttpRefusal(431, "the header has too many lines");
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      throw HttpRefusal(400, "the header has a line that is not a field");
    list_.push_back({line.substr(0, colon), trimmed(line.substr(colon + 1))});
  }
  std::vector<Field> list_;
};

// Refuses requests from a page whose host name was made to point to this machine (DNS rebinding): Host has that name.
void check_host(const Fields& fields, int port) {
  const auto host = fields.find("Host");
  if (!host) throw HttpRefusal(400, "the field Host is missing");
  if (!is_own_name(*host, port))
    throw HttpRefusal(421, "expected Host: 127.0.0.1:" + std::to_string(port) + " or localhost");
}

// Pages of other origins may link to the page, because following a link does not let them read it. All their other
// requests are refused.
void check_origin(const Fields& fields, int port) {
  constexpr std::string_view scheme = "http://";
  if (const auto origin = fields.find("Origin")) {
    if (!origin->starts_with(scheme) || !is_own_name(origin->substr(scheme.size()), port))
      throw HttpRefusal(403, "pages of other origins are not answered");
  }
  if (!fields.has("Sec-Fetch-Site", "cross-site") && !fields.has("Sec-Fetch-Site", "same-site")) return;
  const bool opens_the_page = fields.has("Sec-Fetch-Mode", "navigate") &&
                              (!fields.find("Sec-Fetch-Dest") || fields.has("Sec-Fetch-Dest", "document"));
  if (!opens_the_page) throw HttpRefusal(403, "pages of other sites are not answered");
}

std::string_view bearer_of(std::string_view authorization) {
  constexpr std::string_view scheme = "Bearer ";
  const bool is_one = same_ignoring_case(authorization.substr(0, scheme.size()), scheme);
  return is_one ? trimmed(authorization.substr(scheme.size())) : std::string_view{};
}

void check_no_body(const Fields& fields) {
  if (fields.find("Transfer-Encoding")) throw HttpRefusal(400, "expected a request without body");
  const auto length = fields.find("Content-Length");
  if (!length) return;
  if (length->empty() || length->find_first_not_of("0123456789") != std::string_view::npos)
    throw HttpRefusal(400, "Content-Length is not a number");
  if (length->find_first_not_of('0') != std::string_view::npos)
    throw HttpRefusal(413, "expected a request without body");
}

void parse(std::string_view header, int port, ParsedRequest& parsed) {
  const std::size_t end = std::min(header.find(line_end), header.size());
  const FirstLine first = parse_first_line(header.substr(0, end));
  parsed.wants_body = first.method != "HEAD";
  check_version(first.version);
  const Fields fields(header.substr(std::min(end + line_end.size(), header.size())));
  check_host(fields, port);
  check_origin(fields, port);
  if (first.method != "GET" && first.method != "HEAD") throw HttpRefusal(405, "expected GET or HEAD");
  check_no_body(fields);
  if (first.target.size() > most_target_bytes) throw HttpRefusal(414, "the address is too long");
  parsed.request = parse_target(first.target, port);
  parsed.request.port = port;
  parsed.request.cookies = fields.find("Cookie").value_or("");
  parsed.request.bearer = bearer_of(fields.find("Authorization").value_or(""));
  parsed.keep_open = first.version == "HTTP/1.1" ? !fields.lists("Connection", "close")
                                                 : fields.lists("Connection", "keep-alive");
}

}  // namespace

HeaderScan::Found HeaderScan::look_at(std::string_view text) {
  for (; seen_ < text.size(); ++seen_) {
    const char c = text[seen_];
    const bool after_return = seen_ > line_begin_ && text[seen_ - 1] == '\r';
    if (after_return != (c == '\n')) return Found::junk;
    if (c == '\n') {
      const bool is_empty = seen_ == line_begin_ + 1;
      if (is_empty && lines_ == 0) return Found::junk;
      ++lines_;
      line_begin_ = seen_ + 1;
      if (is_empty) return ++seen_, Found::end;
    } else if ((static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r') || c == 0x7f) {
      return Found::junk;
    }
    if (lines_ == 0 && seen_ >= most_first_line) return Found::long_first_line;
  }
  return Found::nothing_yet;
}

ParsedRequest parse_request(std::string_view header, int port) {
  ParsedRequest parsed;
  try {
    parse(header, port, parsed);
  } catch (const HttpRefusal& refusal) {
    parsed.status = refusal.status;
    parsed.why = refusal.what();
  } catch (const std::exception&) {  // out of memory
    parsed.status = 500;
  }
  if (parsed.status != 200) parsed.request = {}, parsed.keep_open = false;
  return parsed;
}

}  // namespace sinew::viewer
