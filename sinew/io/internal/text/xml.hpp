// Parses XML for the URDF, MJCF and SDF readers, into elements with line numbers, and builds documents whose elements come
// from other files.
//
// The parser refuses, with file and line: text that is not well-formed, entity declarations, references to invalid
// characters, bytes that are not text, and anything beyond the limits below. The tree itself is pugixml's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sinew/base/findings.hpp"
#include "sinew/io/results/stored_texts.hpp"

namespace pugi {
struct xml_node_struct;
}

namespace sinew::xml {

// Documented limits. The depth allows 1,000 nested bodies and keeps recursive readers far from a stack overflow. Every
// element needs memory, however short it is: a file may have a million elements, or one for every `bytes_per_element`
// bytes if that is more.
inline constexpr std::size_t max_bytes = 64 * 1024 * 1024;
inline constexpr int max_depth = 2'000;
inline constexpr std::size_t least_max_elements = 1'000'000, bytes_per_element = 16;
constexpr std::size_t max_elements(std::size_t bytes) {
  return std::max(least_max_elements, bytes / bytes_per_element);
}
inline constexpr int max_attributes = 256;  // of one element

class Document;
class Children;
struct Content;

struct Attribute {
  const char* name;
  const char* value;
};

// A handle to one element, cheap to copy and valid while its document exists. A default-constructed handle is no
// element.
class Element {
 public:
  Element() = default;
  Element(pugi::xml_node_struct* node, const Document* document) : node_(node), document_(document) {}

  explicit operator bool() const { return node_ != nullptr; }
  friend bool operator==(const Element&, const Element&) = default;

  std::string_view name() const;
  int line() const;
  Source source() const;
  std::string_view text() const;                  // of its first text node; empty if there is none
  const char* attribute(const char* name) const;  // nullptr if absent
  bool has(const char* name) const { return attribute(name) != nullptr; }
  std::vector<Attribute> attributes() const;
  Element child(const char* name) const;  // the first of that name, or no element
  Element next() const;                   // the next sibling element, or no element
  Children children() const;              // elements only, in file order
  std::vector<Content> contents() const;  // elements and texts, in file order

 private:
  friend class Children;
  friend class DocumentBuilder;
  pugi::xml_node_struct* node_ = nullptr;
  const Document* document_ = nullptr;
};

// A child of an element: either an element or a text.
struct Content {
  Element element{};
  std::string_view text{};
  bool is_cdata = false;  // written as <![CDATA[text]]>
};

// for (Element child : element.children())
class Children {
 public:
  class Iterator {
   public:
    using value_type = Element;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    explicit Iterator(Element at) : at_(at) {}
    Element operator*() const { return at_; }
    Iterator& operator++() {
      at_ = at_.next();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    Element at_;
  };

  explicit Children(Element first) : first_(first) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(); }

 private:
  Element first_;
};

// A call of a macro that wrote elements of a built document. `outer`: the index of the call around it, -1 if none.
struct Call {
  std::string macro;
  Source source;
  int outer = -1;
};

// A parsed file. Elements point into it, so it cannot be copied or moved.
class Document {
 public:
  // Returns null if the text is refused; the findings say why. A text that is accepted adds no findings.
  static std::unique_ptr<Document> parse(std::string_view text, std::string file_name, Findings& findings);
  static std::unique_ptr<Document> read(const std::filesystem::path& file, Findings& findings,
                                        const StoredTexts* texts = nullptr);
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Element root() const;
  const std::string& file_name() const { return file_name_; }
  // The files that the text came from, `file_name` first.
  std::vector<std::string> files() const;
  std::size_t size() const { return size_; }  // bytes of text
  int line_at(std::size_t offset) const;
  // Returns the calls that wrote the elements at this place, in words: "in macro 'leg' called at robot.xacro:7".
  std::vector<std::string> calls_behind(const Source& source) const;
  // Writes the elements and texts, indented.
  std::string text() const;

 private:
  friend class Element;
  friend class DocumentBuilder;
  Document();
  struct Place {
    std::size_t file;  // an index of files_
    int line, call;    // the innermost call, an index of calls_; -1 if none
  };
  const Place* place_of(const pugi::xml_node_struct* node) const;  // null if parsed
  pugi::xml_node_struct* top() const;                              // the node that contains the root
  struct Tree;
  std::unique_ptr<Tree> tree_;
  std::string file_name_;
  std::size_t size_ = 0;
  std::vector<std::size_t> line_ends_;
  // Of a built document:
  std::unordered_map<const pugi::xml_node_struct*, Place> places_{};
  std::vector<Call> calls_{};
  std::vector<std::string> files_{};
};

// Builds a document element by element, each with the file and line that it came from.
class DocumentBuilder {
 public:
  explicit DocumentBuilder(std::string file_name);
  ~DocumentBuilder();

  int add_call(Call call);  // returns its index
  // `parent`: no element for the root. `call`: the innermost call that writes the element.
  Element add_element(Element parent, std::string_view name, const Source& source, int call = -1);
  void add_text(Element parent, std::string_view text, bool is_cdata);
  // Adds the attribute or replaces its value. Returns false if the element already has `max_attributes` others.
  bool set_attribute(Element element, std::string_view name, std::string_view value);
  std::size_t add_file(const std::string& name);  // returns its index in Document::files()
  std::unique_ptr<Document> take();

 private:
  std::unique_ptr<Document> document_;
};

// Returns whether a text can be the name of an element or attribute, and whether XML can contain a text at all.
bool is_name(std::string_view text);
bool is_text(std::string_view text);

// Returns the content of a file, taken from `texts` if it is stored there. Reports an error and returns nothing if the
// file does not exist, is a folder, is unreadable, empty or too large.
std::optional<std::string> read_file(const std::filesystem::path& file, Findings& findings,
                                     const StoredTexts* texts = nullptr);

// Formats text for messages: in quotes, on one line, cut if it is long.
std::string in_quotes(std::string_view text);

}  // namespace sinew::xml
