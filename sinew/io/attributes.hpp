// Values from attributes, and warnings about what nobody read.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/xml.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::xml {

enum class Infinite { refused, accepted };

// Numbers between blanks, by std::from_chars: no locale, no hexadecimal, no NaN, no overflow.
// `problem` is empty or says what was expected instead of what.
struct Numbers {
  std::vector<double> values;
  std::string problem;
};
Numbers parse_numbers(std::string_view text, Infinite infinite = Infinite::refused);

// Reads what belongs to one owner, "joint 'elbow'", and opens every message with it.
// An absent attribute gives nothing; a wrong one gives nothing and an error.
class AttributeReader {
 public:
  AttributeReader(Findings& findings, std::string owner) : findings_(&findings), owner_(std::move(owner)) {}

  std::optional<double> number(Element element, const char* attribute,
                               Infinite infinite = Infinite::refused) const;
  // Between `least` and `most` of them.
  std::optional<std::vector<double>> numbers(Element element, const char* attribute, std::size_t least,
                                             std::size_t most, Infinite infinite = Infinite::refused) const;
  std::optional<Vector3<double>> vector3(Element element, const char* attribute) const;
  // An absent one is an error too.
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

// What a reader does not understand: one warning for each kind, at its first place, with the number of the
// others.
class Ignored {
 public:
  void add(const Source& source, const std::string& message) { add(source, message, message); }
  // The first of a kind lends its message to the whole kind.
  void add(const Source& source, const std::string& kind, const std::string& message);
  // Every attribute that is not in the list (and no name space).
  void attributes_except(Element element, std::initializer_list<std::string_view> known);
  // Every child element that is not in the list.
  void children_except(Element element, std::initializer_list<std::string_view> known);
  void report(Findings& findings) const;  // by file and line of the first places

 private:
  struct Kind {
    Source first;
    std::string message;
    int count = 0;
  };
  std::map<std::string, Kind, std::less<>> kinds_;
};

}  // namespace sinew::xml
