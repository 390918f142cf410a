#include "apps/viewer/server/meshes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace sinew::viewer {
namespace {

namespace fs = std::filesystem;

std::string format_of(const fs::path& file) {
  std::string suffix = file.extension().string();
  for (char& c : suffix) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  for (const char* const known : {"stl", "obj", "dae"}) {
    if (suffix == std::string(".") + known) return known;
  }
  return "unknown";
}

bool is_within(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

// Returns whether a file that links lead to is one that the robot's file can refer to: it lies below the nearest folder
// that contains both the robot's file and the mesh as it is named. If the robot's file is a link itself, the
// corresponding folder of the link's target counts too. If the two share only the root folder, the mesh's own folder is
// used.
bool is_meant(const fs::path& real, const fs::path& mesh, const fs::path& robot_file) {
  std::error_code fault;
  const fs::path from = fs::absolute(robot_file, fault).lexically_normal().parent_path();
  const fs::path relative = mesh.lexically_relative(from);
  fs::path shared = from, other = fs::canonical(robot_file, fault).parent_path();
  for (const fs::path& part : relative) {
    if (part == "..") shared = shared.parent_path(), other = other.parent_path();
  }
  const bool shares_root_only = shared == shared.root_path();
  if (shares_root_only) return is_within(real, fs::weakly_canonical(mesh.parent_path(), fault));
  if (is_within(real, fs::weakly_canonical(shared, fault))) return true;
  return !other.empty() && other != other.root_path() && is_within(real, other);
}

fs::path one_name(const fs::path& path) {
  std::error_code fault;
  return fs::absolute(path, fault).lexically_normal();
}

// Returns why a mesh cannot be shown. If it can, returns an empty text and sets `file`.
std::string problem_of(const fs::path& path, const fs::path& robot_file, fs::path& file) {
  std::error_code fault;
  const fs::path absolute = one_name(path);
  const fs::path real = fs::canonical(absolute, fault);
  if (fault) return "not found: " + path.string();
  const fs::file_status status = fs::status(real, fault);
  if (!fs::is_regular_file(status)) return "not a regular file: " + path.string();
  if (format_of(path) == "unknown" || format_of(real) == "unknown")
    return "of a kind that is not shown (known are .stl, .obj and .dae): " + path.string();
  if (real != absolute && !is_meant(real, absolute, robot_file))
    return "a link that leads out of the robot's folders: " + path.string();
  const auto size = fs::file_size(real, fault);
  if (fault) return fmt::format("cannot be read ({}): {}", fault.message(), path.string());
  if (size > most_mesh_bytes)
    return fmt::format("larger than {} MB: {}", most_mesh_bytes >> 20, path.string());
  if (::access(real.c_str(), R_OK) != 0)
    return fmt::format("cannot be read ({}): {}", std::strerror(errno), path.string());
  file = real;
  return {};
}

class MeshDescriptor {
 public:
  explicit MeshDescriptor(const fs::path& file)
      : value_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {}
  ~MeshDescriptor() {
    if (value_ >= 0) ::close(value_);
  }
  MeshDescriptor(const MeshDescriptor&) = delete;
  MeshDescriptor& operator=(const MeshDescriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

}  // namespace

void Meshes::add(const std::string& path, const std::string& robot_file) {
  if (!indices_.try_emplace(one_name(path), int(meshes_.size())).second) return;
  Mesh mesh{.name = fs::path(path).filename().string(), .format = format_of(path)};
  mesh.problem = problem_of(path, robot_file, mesh.file);
  meshes_.push_back(std::move(mesh));
}

int Meshes::find(const std::string& path) const {
  const auto found = indices_.find(one_name(path));
  return found == indices_.end() ? -1 : found->second;
}

std::string Meshes::read(std::size_t index) const {
  if (index >= meshes_.size())
    throw std::invalid_argument(fmt::format("mesh {} was requested; there are {}", index, meshes_.size()));
  const Mesh& mesh = meshes_[index];
  if (!mesh.problem.empty()) throw std::invalid_argument(fmt::format("mesh {}: {}", index, mesh.problem));
  const auto refuse = [&](const char* why) {
    throw std::runtime_error(fmt::format("mesh {} can no longer be read: {}", mesh.file.string(), why));
  };
  // The file may have changed since it was checked.
  const MeshDescriptor descriptor(mesh.file);
  struct stat status {};
  if (descriptor.value() < 0 || ::fstat(descriptor.value(), &status) != 0) refuse(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
  if (std::size_t(status.st_size) > most_mesh_bytes) refuse("it is too large");
  std::string bytes(std::size_t(status.st_size), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(descriptor.value(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(std::strerror(errno));
    if (count == 0) break;
    done += std::size_t(count);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace sinew::viewer
