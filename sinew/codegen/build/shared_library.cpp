#include "sinew/codegen/build/shared_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

namespace sinew {

SharedLibrary::SharedLibrary(const std::filesystem::path& file) {
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char* const reason = ::dlerror();
    throw std::runtime_error(reason ? reason : "cannot load " + file.string());
  }
  handle_ = std::shared_ptr<void>(handle, [](void* open) { ::dlclose(open); });
}

SharedLibrary::Function SharedLibrary::function(const std::string& name) const {
  return reinterpret_cast<Function>(::dlsym(handle_.get(), name.c_str()));
}

}  // namespace sinew
