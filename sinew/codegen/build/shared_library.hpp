// Loads a shared library into the running program, and unloads it with the last copy of the object.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace sinew {

class SharedLibrary {
 public:
  // Keeps the library's symbols to itself. Throws std::runtime_error with the loader's message.
  explicit SharedLibrary(const std::filesystem::path& file);

  // The function with this C name; null if there is none.
  using Function = void (*)();
  Function function(const std::string& name) const;

 private:
  std::shared_ptr<void> handle_;
};

}  // namespace sinew
