#include "sinew/io/internal/mesh/mesh.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sinew/io/internal/files/lfs_pointer.hpp"

namespace sinew::mesh {
namespace {

std::string ending_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return ending;
}

// Reads the bytes of a regular file that is not too large. Returns a message otherwise.
std::string read_bytes(const std::string& file, std::string& bytes) {
  std::error_code fault;
  const auto status = std::filesystem::status(file, fault);
  if (!std::filesystem::exists(status)) return "the file does not exist";
  if (!std::filesystem::is_regular_file(status)) return "it is not a regular file";
  const auto size = std::filesystem::file_size(file, fault);
  if (fault || size > max_bytes) {
    return "the file is larger than the " + std::to_string(max_bytes / (1024 * 1024)) +
           " MiB that are accepted";
  }
  bytes.resize(static_cast<std::size_t>(size));
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  return in.gcount() == static_cast<std::streamsize>(size) ? "" : "the file cannot be read";
}

}  // namespace

MeshRead read_mesh(const std::string& file) {
  const std::string ending = ending_of(file);
  const bool known = ending == ".stl" || ending == ".obj" || ending == ".msh";
  if (!known) return {.problem = "the format '" + ending + "' is unknown; expected .stl, .obj or .msh"};
  std::string bytes;
  if (std::string problem = read_bytes(file, bytes); !problem.empty()) return {.problem = std::move(problem)};
  if (detail::is_lfs_pointer(bytes)) return {.problem = detail::lfs_pointer};
  MeshRead read = ending == ".stl"   ? parse_stl(bytes)
                  : ending == ".obj" ? parse_obj(bytes)
                                     : parse_msh(bytes);
  if (read.problem.empty()) read.problem = problem_of(read.mesh);
  return read;
}

std::string problem_of(const Mesh& mesh) {
  const auto is_finite = [](const Vector3<double>& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
  };
  if (!std::all_of(mesh.points.begin(), mesh.points.end(), is_finite)) return "a point is not finite";
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t index : face) {
      if (index < mesh.points.size()) continue;
      return "a face names point " + std::to_string(index) + " of " + std::to_string(mesh.points.size());
    }
  }
  return mesh.points.size() < 3 ? "it has fewer than three points" : "";
}

// 16 bytes with the numbers of points, normals, texture coordinates and faces, then these, as floats and integers.
MeshRead parse_msh(std::string_view bytes) {
  std::int32_t counts[4] = {};
  if (bytes.size() >= sizeof counts) std::memcpy(counts, bytes.data(), sizeof counts);
  const auto [points, normals, texture, faces] = counts;
  if (points < 1 || normals < 0 || texture < 0 || faces < 0)
    return {.problem = "the header of the MSH file is invalid"};
  const std::uint64_t expected =
      16 + 12 * (std::uint64_t(points) + std::uint64_t(normals) + std::uint64_t(faces)) +
      8 * std::uint64_t(texture);
  if (bytes.size() != expected) {
    return {.problem = "it has " + std::to_string(bytes.size()) + " bytes; its header announces " +
                       std::to_string(expected)};
  }
  MeshRead read;
  const char* at = bytes.data() + 16;
  for (std::int32_t i = 0; i < points; ++i, at += 12) {
    float p[3];
    std::memcpy(p, at, sizeof p);
    read.mesh.points.push_back({p[0], p[1], p[2]});
  }
  at += 12 * std::size_t(normals) + 8 * std::size_t(texture);
  for (std::int32_t i = 0; i < faces; ++i, at += 12)
    std::memcpy(&read.mesh.faces.emplace_back(), at, sizeof(Face));
  return read;
}

}  // namespace sinew::mesh
