// Writes a file under a temporary name and renames it when it is complete; an existing file stays until then.
//
// For `run.h5` the temporary file is `run.partial.h5`, or the first of `run.partial-2.h5`, ... that does not exist, so
// that several programs can write to the same place at the same time. Symbolic links are followed, even if their target
// does not exist yet. A file that replaces another has its permissions from the time of its creation.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew::detail {

// Returns `run.WORD.h5` for `run.h5`.
std::filesystem::path name_beside(const std::filesystem::path& file, std::string_view word);

class PendingFile {
 public:
  // Throws OutputError if `file` cannot be created: its folder does not exist, it is itself a folder, or its symbolic
  // links form a cycle. Creates nothing.
  explicit PendingFile(const std::filesystem::path& file);

  const std::filesystem::path& place() const { return place_; }      // the final path
  const std::filesystem::path& current() const { return current_; }  // empty if not created yet
  bool is_in_place() const { return current_ == place_; }
  // True for pipes and devices, which are written into and neither replaced nor removed.
  bool is_special() const { return is_special_; }

  // Returns an unused name under which a file can be created.
  std::filesystem::path spare_name() const;
  // Renames the file `made` to the temporary name. Replaces the temporary file if there is one. Throws OutputError.
  void put_beside(const std::filesystem::path& made);
  // Moves the file to its final path and replaces an existing file. Throws OutputError.
  void take_place();
  // Moves the file to its final path if no file exists there; otherwise moves it to `run.WORD.h5` and replaces an older
  // file of that name.
  void take_free_place(std::string_view word);
  void discard();  // removes the temporary file

 private:
  void move_to(const std::filesystem::path& to);

  std::filesystem::path place_, current_;
  bool is_special_ = false;
};

}  // namespace sinew::detail
