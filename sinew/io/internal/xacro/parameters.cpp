#include "sinew/io/internal/xacro/parameters.hpp"

#include <algorithm>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew::xacro {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class ParameterReader {
 public:
  explicit ParameterReader(std::string_view text) : text_(text) {}

  std::vector<Macro::Parameter> run() {
    std::vector<Macro::Parameter> list;
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      Macro::Parameter parameter = next();
      const bool is_repeated = std::any_of(list.begin(), list.end(), [&](const Macro::Parameter& other) {
        return other.name == parameter.name;
      });
      if (is_repeated) throw Problem{"the parameter '" + parameter.name + "' is written twice"};
      list.push_back(std::move(parameter));
    }
    return list;
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool skip(std::string_view part) {
    if (text_.substr(at_, part.size()) != part) return false;
    at_ += part.size();
    return true;
  }
  bool ends_at(std::size_t place) const { return place >= text_.size() || is_space(text_[place]); }

  Macro::Parameter next() {
    const std::size_t begin = at_;
    while (!ends_at(at_) && text_[at_] != ':' && text_[at_] != '=') ++at_;
    Macro::Parameter parameter{.name = std::string(text_.substr(begin, at_ - begin))};
    const std::size_t end_of_name = at_;
    skip_spaces();  // spaces may stand around the sign
    if (!skip(":=") && !skip("=")) {
      at_ = end_of_name;
      if (!ends_at(at_) || parameter.name.empty()) refuse(begin);
      return parameter;
    }
    if (parameter.name.empty()) refuse(begin);
    skip_spaces();
    parameter.forwards = skip("^");
    if (parameter.forwards) skip("|");
    const std::size_t end = end_of_default();
    if (end == std::string_view::npos) refuse(begin);
    if (end > at_) parameter.fallback = std::string(text_.substr(at_, end - at_));
    at_ = end;
    return parameter;
  }

  // ${...} and $(...) may contain spaces, and so may parts in quotes.
  std::size_t end_of_default() const {
    for (const auto& [opening, closing] : {std::pair{"${", '}'}, {"$(", ')'}}) {
      if (text_.substr(at_, 2) != opening) continue;
      for (auto end = text_.find(closing, at_); end != std::string_view::npos;
           end = text_.find(closing, end + 1)) {
        if (ends_at(end + 1)) return end + 1;
      }
    }
    std::size_t end = at_;
    while (!ends_at(end)) {
      if (text_[end] == '\'' || text_[end] == '"') {
        end = text_.find(text_[end], end + 1);
        if (end == std::string_view::npos) return end;
      }
      ++end;
    }
    return end;
  }

  [[noreturn]] void refuse(std::size_t begin) const {
    throw Problem{"cannot read the parameter at " + xml::in_quotes(text_.substr(begin)) +
                  "; expected NAME, NAME:=DEFAULT, NAME:=^, *BLOCK or **BLOCK"};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Macro::Parameter> read_parameters(const std::string& written) {
  return ParameterReader(written).run();
}

}  // namespace sinew::xacro
