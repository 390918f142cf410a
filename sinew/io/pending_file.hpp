// A file that takes its place when it is whole: until then it is written beside it, and what was there before stays.
//
// For `run.h5` the file beside is `run.partial.h5`, or the first of `run.partial-2.h5`, ... that is not there: several
// programs that write to one place at the same time do not meet. Links are followed, also those that lead to nothing
// yet. A file that takes the place of another has its permissions, from the moment on in which it is made.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

// `run.WORD.h5` for `run.h5`.
std::filesystem::path name_beside(const std::filesystem::path& file, std::string_view word);

class PendingFile {
 public:
  // Throws OutputError where no file can be there: no folder, a folder, links in a circle. Makes nothing.
  explicit PendingFile(const std::filesystem::path& file);

  const std::filesystem::path& place() const { return place_; }      // where it is to be
  const std::filesystem::path& current() const { return current_; }  // where it is; empty: nowhere yet
  bool is_in_place() const { return current_ == place_; }
  // A pipe, a device: it is written into, and neither replaced nor removed.
  bool is_special() const { return is_special_; }

  // A name that no other file has, for making one.
  std::filesystem::path spare_name() const;
  // The file `made` becomes the one beside; the second time it replaces it. Throws OutputError.
  void put_beside(const std::filesystem::path& made);
  // It replaces what is in its place. Throws OutputError.
  void take_place();
  // It takes its place if that is free; otherwise it becomes `run.WORD.h5`, in place of an older one of that name.
  void take_free_place(std::string_view word);
  void discard();  // removes the file beside

 private:
  void move_to(const std::filesystem::path& to);

  std::filesystem::path place_, current_;
  bool is_special_ = false;
};

}  // namespace sinew
