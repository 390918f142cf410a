// Reads <include file="..."/>: replaces the element by the children of another file's root.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sinew/io/internal/mjcf/attributes.hpp"
#include "sinew/io/internal/text/xml.hpp"

namespace sinew::mjcf {

// Documented limits: the depth of nested includes, and the total size of all files.
inline constexpr int max_include_depth = 32;
inline constexpr std::size_t max_included_bytes = xml::max_bytes;

// Owns every file of one model. Paths are relative to the folder of the top file, and those of included files also to the
// folder of the including file. As in MuJoCo, no file may be included twice. This refuses files that include themselves, and includes that double at every level.
class Files {
 public:
  // `texts`: texts to use instead of files on disk; null if there are none.
  Files(std::unique_ptr<xml::Document> top, Findings& findings, const StoredTexts* texts = nullptr);

  Element root() const { return top_->root(); }
  std::filesystem::path folder() const;
  // Returns the path of an asset: `path` in the folder of the top file or, if it exists only there, `file` in the folder
  // of the file that contains the element.
  std::filesystem::path asset_path(const std::filesystem::path& path, const std::filesystem::path& file,
                                   Element element) const;
  std::vector<std::string> names() const;  // of all files read so far, the top file first

  // Returns the children of an element, with each <include> replaced. Call it only once for each element, because each
  // call reports the errors of its includes.
  std::vector<Element> children(Element parent);

 private:
  struct File {
    std::unique_ptr<xml::Document> document;
    std::string included_at;  // for messages
    int depth = 0;            // 0 for the top file
  };
  Element open(Element include);
  bool exists(const std::filesystem::path& path) const;
  std::filesystem::path path_of(const std::filesystem::path& name, const std::filesystem::path& name_beside,
                                const std::string& including_file) const;

  std::unique_ptr<xml::Document> top_;
  std::map<std::filesystem::path, File> included_;
  std::size_t bytes_ = 0;
  Findings& findings_;
  const StoredTexts* texts_;
};

}  // namespace sinew::mjcf
