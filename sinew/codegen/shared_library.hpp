// A library loaded into the running program, and unloaded with the last who holds it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace sinew {

class SharedLibrary {
 public:
  // Its names stay its own. Throws std::runtime_error with what the loader says.
  explicit SharedLibrary(const std::filesystem::path& file);

  // The function of this C name; null where there is none.
  using Function = void (*)();
  Function function(const std::string& name) const;

 private:
  std::shared_ptr<void> handle_;
};

}  // namespace sinew
