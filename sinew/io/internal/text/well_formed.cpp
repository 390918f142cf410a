#include "sinew/io/internal/text/well_formed.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew::xml {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80) != 0;
}
bool continues_name(char c) {
  return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

// Returns the length of the UTF-8 sequence at the start of the text, or 0 if it is invalid.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool surrogate = byte(0) == 0xED && byte(1) > 0x9F;
  const bool too_large = byte(0) == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || too_large ? 0 : length;
}

// XML 1.0, production 2.
bool is_character(unsigned long code) {
  return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xD7FF) ||
         (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

struct OpenTag {
  std::string_view name;
  std::size_t offset;
};

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::optional<Fault> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    bytes();
    while (!fault_ && at_ < text_.size()) {
      between_tags();
      if (!fault_ && at_ < text_.size()) markup();
    }
    if (!fault_ && !open_.empty()) {
      refuse(open_.back().offset, "<" + std::string(open_.back().name) + "> is never closed");
    }
    if (!fault_ && !root_seen_) refuse(0, "contains no XML element");
    return fault_;
  }

 private:
  void refuse(std::size_t offset, std::string message) {
    if (!fault_) fault_ = Fault{offset, std::move(message)};
  }

  void bytes() {
    const auto bad = std::find_if(text_.begin(), text_.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
    });
    if (bad == text_.end()) return;
    refuse(static_cast<std::size_t>(bad - text_.begin()),
           "byte " + std::to_string(static_cast<int>(*bad)) + " is not text; expected XML in UTF-8");
  }

  // Checks the text up to the next '<'.
  void between_tags() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    if (open_.empty()) {
      const auto blank = text_.substr(at_, end - at_);
      const auto stray = std::find_if_not(blank.begin(), blank.end(), is_blank);
      if (stray != blank.end()) {
        refuse(at_ + static_cast<std::size_t>(stray - blank.begin()),
               "text outside of the root element; expected '<'");
      }
    } else {
      references(at_, end);
    }
    at_ = end;
  }

  void markup() {
    const auto rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return skip_to("-->", 4, "comment is never closed");
    if (rest.starts_with("<![CDATA[")) return skip_to("]]>", 9, "CDATA section is never closed");
    if (rest.starts_with("<?")) return skip_to("?>", 2, "processing instruction is never closed");
    if (rest.starts_with("<!")) return document_type();
    if (rest.starts_with("</")) return closing_tag();
    opening_tag();
  }

  void skip_to(std::string_view end, std::size_t opening, const char* message) {
    const std::size_t found = text_.find(end, at_ + opening);
    if (found == std::string_view::npos) return refuse(at_, message);
    at_ = found + end.size();
  }

  // Skips <!DOCTYPE name SYSTEM "...">, which has no effect. With [ ... ] it could declare entities, and is refused.
  void document_type() {
    const std::size_t end = text_.find_first_of("[>", at_);
    if (!text_.substr(at_).starts_with("<!DOCTYPE") || !open_.empty() || end == std::string_view::npos) {
      return refuse(at_, "malformed '<!'");
    }
    if (text_[end] == '[') return refuse(at_, "document type with declarations (entities) is not accepted");
    at_ = end + 1;
  }

  std::string_view name() {
    const std::size_t begin = at_;
    if (at_ < text_.size() && starts_name(text_[at_])) {
      while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }
  bool blanks() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    return at_ > begin;
  }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void closing_tag() {
    const std::size_t begin = at_;
    at_ += 2;
    const auto tag = name();
    blanks();
    const std::string written = "</" + std::string(tag.substr(0, 80)) + ">";
    if (!take('>')) return refuse(begin, "malformed closing tag " + written);
    if (open_.empty()) return refuse(begin, written + " has no opening tag");
    if (open_.back().name != tag) {
      const auto offset = open_.back().offset;
      const auto line =
          1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
      return refuse(begin, written + " does not close <" + std::string(open_.back().name.substr(0, 80)) +
                               "> of line " + std::to_string(line));
    }
    open_.pop_back();
  }

  void opening_tag() {
    const std::size_t begin = at_++;
    const auto tag = name();
    if (tag.empty()) return refuse(begin, "'<' does not start a tag; in text, write &lt;");
    utf8(tag);
    const std::string written = "<" + std::string(tag.substr(0, 80)) + ">";
    if (open_.empty() && root_seen_) return refuse(begin, written + " is a second root element");
    root_seen_ = true;
    if (const std::size_t most = max_elements(text_.size()); ++elements_ > most) {
      return refuse(begin, "more than " + std::to_string(most) + " elements");
    }
    attributes(begin, written);
    if (fault_) return;
    const bool empty = take('/');
    if (!take('>')) return refuse(begin, "tag " + written + " is malformed or never ends");
    if (empty) return;
    if (open_.size() >= max_depth) {
      return refuse(begin, "elements nested deeper than " + std::to_string(max_depth));
    }
    open_.push_back({tag, begin});
  }

  void attributes(std::size_t tag_begin, const std::string& tag) {
    seen_.clear();
    while (blanks() && at_ < text_.size() && starts_name(text_[at_])) {
      const std::size_t begin = at_;
      const auto key = name();
      utf8(key);
      const std::string written = "attribute " + in_quotes(key) + " of " + tag;
      blanks();
      const bool equals = take('=');
      blanks();
      const char quote = at_ < text_.size() ? text_[at_] : '\0';
      if (!equals || (quote != '"' && quote != '\'')) return refuse(begin, written + " has no quoted value");
      const std::size_t value = ++at_;
      const std::size_t end = text_.find_first_of(quote == '"' ? "\"<" : "'<", value);
      if (end == std::string_view::npos || text_[end] == '<') {
        return refuse(begin, written + ": the quote is never closed");
      }
      utf8(text_.substr(value, end - value));
      references(value, end);
      if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) {
        return refuse(begin, written + " is written twice");
      }
      seen_.push_back(key);
      if (seen_.size() > max_attributes) {
        return refuse(tag_begin, tag + " has more than " + std::to_string(max_attributes) + " attributes");
      }
      at_ = end + 1;
    }
  }

  void utf8(std::string_view part) {
    for (std::size_t i = 0; i < part.size();) {
      const std::size_t length = sequence_length(part.substr(i));
      if (length == 0) {
        return refuse(static_cast<std::size_t>(part.data() - text_.data()) + i,
                      "name or value is not in UTF-8");
      }
      i += length;
    }
  }

  // Accepts & only in one of the five named entities or in a reference to a valid character.
  void references(std::size_t begin, std::size_t end) {
    const auto part = text_.substr(begin, end - begin);
    for (auto i = part.find('&'); i != std::string_view::npos; i = part.find('&', i + 1)) {
      const auto semicolon = part.substr(i, 16).find(';');
      if (semicolon == std::string_view::npos) {
        return refuse(begin + i, "'&' does not start an entity; in text, write &amp;");
      }
      const auto entity = part.substr(i + 1, semicolon - 1);
      const bool known =
          entity == "lt" || entity == "gt" || entity == "amp" || entity == "apos" || entity == "quot";
      if (known) continue;
      if (!entity.starts_with('#'))
        return refuse(begin + i, "entity " + in_quotes(entity) + " is not declared");
      const bool hexadecimal = entity.starts_with("#x");
      const auto digits = entity.substr(hexadecimal ? 2 : 1);
      unsigned long code = 0;
      const auto [stop, status] =
          std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
      if (status != std::errc{} || stop != digits.data() + digits.size() || !is_character(code)) {
        return refuse(begin + i, "&" + std::string(entity) + "; is not a valid character");
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<OpenTag> open_;
  std::vector<std::string_view> seen_;
  std::size_t elements_ = 0;
  bool root_seen_ = false;
  std::optional<Fault> fault_;
};

}  // namespace

std::optional<Fault> first_fault(std::string_view text) {
  return Scan(text).run();
}

}  // namespace sinew::xml
