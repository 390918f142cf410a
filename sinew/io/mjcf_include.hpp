// <include file="..."/>: the children of another file's root, in place of the element.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sinew/io/mjcf_attributes.hpp"
#include "sinew/io/xml.hpp"

namespace sinew::mjcf {

// Stated limits: files that include files, and the bytes of all of them together.
inline constexpr int max_include_depth = 32;
inline constexpr std::size_t max_included_bytes = xml::max_bytes;

// Owns every file of one model. Paths are relative to the folder of the top file, wherever the <include>
// stands. As in MuJoCo no file may be included twice, so a file that includes itself is refused, and so is a
// tree of includes that doubles at every level.
class Files {
 public:
  // `texts`: looked into before the disk; null: none.
  Files(std::unique_ptr<xml::Document> top, Findings& findings, const StoredTexts* texts = nullptr);

  Element root() const { return top_->root(); }
  std::filesystem::path folder() const;
  std::vector<std::string> names() const;  // of all of them by now, the top file's first

  // The children of an element with includes put in place. To be asked once for each element, since faults
  // are reported on the way.
  std::vector<Element> children(Element parent);

 private:
  struct File {
    std::unique_ptr<xml::Document> document;
    std::string included_at;  // for messages
    int depth = 0;            // 0: the top file
  };
  Element open(Element include);

  std::unique_ptr<xml::Document> top_;
  std::map<std::filesystem::path, File> included_;
  std::size_t bytes_ = 0;
  Findings& findings_;
  const StoredTexts* texts_;
};

}  // namespace sinew::mjcf
