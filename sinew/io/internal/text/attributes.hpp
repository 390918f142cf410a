// Reads numbers, vectors and text from XML attributes, and collects warnings about attributes and elements that the
// reader ignores.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/internal/text/xml.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::xml {

enum class Infinite { refused, accepted };

// Parses numbers separated by whitespace. Uses std::from_chars: the result does not depend on the locale, and
// hexadecimal numbers, NaN and overflow are refused. `problem` is empty on success; otherwise it says what was
// expected and what was found.
struct Numbers {
  std::vector<double> values;
  std::string problem;
};
Numbers parse_numbers(std::string_view text, Infinite infinite = Infinite::refused);

// Reads the attributes of one owner, such as "joint 'elbow'", and begins every message with the owner's name.
// For an absent attribute the functions return nothing; for an invalid one they return nothing and report an error.
class AttributeReader {
 public:
  AttributeReader(Findings& findings, std::string owner) : findings_(&findings), owner_(std::move(owner)) {}

  std::optional<double> number(Element element, const char* attribute,
                               Infinite infinite = Infinite::refused) const;
  // Reads `least` to `most` numbers.
  std::optional<std::vector<double>> numbers(Element element, const char* attribute, std::size_t least,
                                             std::size_t most, Infinite infinite = Infinite::refused) const;
  std::optional<Vector3<double>> vector3(Element element, const char* attribute) const;
  // For these an absent attribute is an error, too.
  std::optional<double> required_number(Element element, const char* attribute) const;
  std::optional<Vector3<double>> required_vector3(Element element, const char* attribute) const;
  std::optional<std::string> required_text(Element element, const char* attribute) const;

  void error(Element element, const std::string& what) const;
  void warning(Element element, const std::string& what) const;
  Findings& findings() const { return *findings_; }
  const std::string& owner() const { return owner_; }

 private:
  bool is_there(Element element, const char* attribute) const;
  void wrong(Element element, const char* attribute, const std::string& problem) const;

  Findings* findings_;
  std::string owner_;
};

// Collects what a reader ignores. Reports one warning for each kind, at its first occurrence, with the number of
// further occurrences.
class Ignored {
 public:
  void add(const Source& source, const std::string& message) { add(source, message, message); }
  // The message of the first occurrence is reported for the whole kind.
  void add(const Source& source, const std::string& kind, const std::string& message);
  // Adds every attribute that is not in `known`; namespace declarations (xmlns) are not added.
  void attributes_except(Element element, std::initializer_list<std::string_view> known);
  // Adds every child element that is not in `known`.
  void children_except(Element element, std::initializer_list<std::string_view> known);
  bool contains(const std::string& kind) const { return kinds_.contains(kind); }
  void report(Findings& findings) const;  // sorted by file and line of the first occurrences

 private:
  struct Kind {
    Source first;
    std::string message;
    int count = 0;
  };
  std::map<std::string, Kind, std::less<>> kinds_;
};

}  // namespace sinew::xml
