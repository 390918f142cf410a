#include "sinew/io/internal/text/attributes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

namespace sinew::xml {
namespace {

constexpr std::string_view blanks = " \t\n\r";

std::string tag(Element element) {
  return "<" + std::string(element.name()) + ">";
}

std::string problem_with(std::string_view token) {
  const bool comma = token.find(',') != std::string_view::npos;
  return "expected a number, got " + in_quotes(token) +
         (comma ? " (use a decimal point; separate numbers by spaces)" : "");
}

// Parses one number that fills the whole token; otherwise returns nothing and sets `problem`.
std::optional<double> parse_number(std::string_view token, Infinite infinite, std::string& problem) {
  auto digits = token;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, status] = std::from_chars(digits.data(), end, value);
  const bool two_signs = token.starts_with('+') && digits.starts_with('-');
  if (status == std::errc::invalid_argument || stop != end || two_signs || std::isnan(value)) {
    problem = problem_with(token);
  } else if (status == std::errc::result_out_of_range) {
    problem = "number out of range: " + in_quotes(token);
  } else if (std::isinf(value) && infinite == Infinite::refused) {
    problem = "expected a finite number, got " + in_quotes(token);
  } else {
    return value;
  }
  return std::nullopt;
}

}  // namespace

Numbers parse_numbers(std::string_view text, Infinite infinite) {
  Numbers result;
  for (auto begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const auto end = std::min(text.find_first_of(blanks, begin), text.size());
    const auto value = parse_number(text.substr(begin, end - begin), infinite, result.problem);
    if (!value) return result;
    result.values.push_back(*value);
    begin = text.find_first_not_of(blanks, end);
  }
  return result;
}

void AttributeReader::error(Element element, const std::string& what) const {
  findings_->error(element.source(), owner_ + ": " + what);
}
void AttributeReader::warning(Element element, const std::string& what) const {
  findings_->warning(element.source(), owner_ + ": " + what);
}
void AttributeReader::wrong(Element element, const char* attribute, const std::string& problem) const {
  error(element, std::string(attribute) + " of " + tag(element) + ": " + problem);
}
bool AttributeReader::is_there(Element element, const char* attribute) const {
  if (element.has(attribute)) return true;
  error(element, tag(element) + " has no attribute " + in_quotes(attribute));
  return false;
}

std::optional<std::vector<double>> AttributeReader::numbers(Element element, const char* attribute,
                                                            std::size_t least, std::size_t most,
                                                            Infinite infinite) const {
  const char* const text = element.attribute(attribute);
  if (text == nullptr) return std::nullopt;
  auto [values, problem] = parse_numbers(text, infinite);
  const auto count = values.size();
  if (problem.empty() && (count < least || count > most)) {
    const auto expected = std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
    problem = least == 1 && most == 1 && count == 0
                  ? problem_with("")
                  : "expected " + expected + (most == 1 ? " number" : " numbers") + ", got " +
                        std::to_string(count) + ": " + in_quotes(text);
  }
  if (problem.empty()) return std::move(values);
  wrong(element, attribute, problem);
  return std::nullopt;
}

std::optional<double> AttributeReader::number(Element element, const char* attribute,
                                              Infinite infinite) const {
  const auto values = numbers(element, attribute, 1, 1, infinite);
  return values ? std::optional(values->front()) : std::nullopt;
}

std::optional<Vector3<double>> AttributeReader::vector3(Element element, const char* attribute) const {
  const auto values = numbers(element, attribute, 3, 3);
  if (!values) return std::nullopt;
  return Vector3<double>{(*values)[0], (*values)[1], (*values)[2]};
}

std::optional<double> AttributeReader::required_number(Element element, const char* attribute) const {
  return is_there(element, attribute) ? number(element, attribute) : std::nullopt;
}
std::optional<Vector3<double>> AttributeReader::required_vector3(Element element,
                                                                 const char* attribute) const {
  return is_there(element, attribute) ? vector3(element, attribute) : std::nullopt;
}
std::optional<std::string> AttributeReader::required_text(Element element, const char* attribute) const {
  if (!is_there(element, attribute)) return std::nullopt;
  return element.attribute(attribute);
}

void Ignored::add(const Source& source, const std::string& kind, const std::string& message) {
  const auto [entry, is_new] = kinds_.try_emplace(kind);
  if (is_new) entry->second = {source, message, 0};
  ++entry->second.count;
}

void Ignored::attributes_except(Element element, std::initializer_list<std::string_view> known) {
  for (const auto& attribute : element.attributes()) {
    const std::string_view name = attribute.name;
    if (name.starts_with("xmlns") || std::find(known.begin(), known.end(), name) != known.end()) continue;
    add(element.source(), "attribute " + in_quotes(name) + " of " + tag(element) + " is unknown and ignored");
  }
}

void Ignored::children_except(Element element, std::initializer_list<std::string_view> known) {
  for (const Element child : element.children()) {
    if (std::find(known.begin(), known.end(), child.name()) != known.end()) continue;
    add(child.source(), tag(child) + " in " + tag(element) + " is unknown and ignored");
  }
}

void Ignored::report(Findings& findings) const {
  std::vector<decltype(kinds_)::const_iterator> ordered;
  for (auto kind = kinds_.begin(); kind != kinds_.end(); ++kind) ordered.push_back(kind);
  std::stable_sort(ordered.begin(), ordered.end(), [](auto a, auto b) {
    const Source &left = a->second.first, &right = b->second.first;
    return std::tie(left.file, left.line) < std::tie(right.file, right.line);
  });
  for (const auto& kind : ordered) {
    const int others = kind->second.count - 1;
    findings.warning(kind->second.first,
                     kind->second.message + (others > 0 ? " (and " + std::to_string(others) + " more)" : ""));
  }
}

}  // namespace sinew::xml
