#include "sinew/io/internal/mjcf/mesh_assets.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <utility>

#include "sinew/base/team.hpp"
#include "sinew/spatial/principal_axes.hpp"

namespace sinew::mjcf {
namespace {

constexpr int most_threads = 8;

// Applies refpos, refquat and scale, in MuJoCo's order. A mirrored mesh keeps its outside.
mesh::Mesh transformed(mesh::Mesh mesh, const MeshAsset& asset) {
  const auto& [sx, sy, sz] = asset.scale;
  for (auto& point : mesh.points) {
    const Vector3<double> p = transpose_times(asset.axes, point - asset.origin);
    point = {sx * p.x, sy * p.y, sz * p.z};
  }
  if (sx * sy * sz < 0) {
    for (auto& face : mesh.faces) std::swap(face[0], face[1]);
  }
  return mesh;
}

// Returns the principal axes sorted by falling moments, so that the longest extent of a body is along z.
PrincipalAxes sorted_axes(const Symmetric3<double>& inertia) {
  const auto [m, axes] = principal_axes(inertia);
  const Rotation<double> columns = transpose(axes);
  std::array<std::pair<double, Vector3<double>>, 3> sorted{
      {{m.x, columns.row_x}, {m.y, columns.row_y}, {m.z, columns.row_z}}};
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  const Vector3<double> x = sorted[0].second, y = sorted[1].second;
  return {{sorted[0].first, sorted[1].first, sorted[2].first},
          transpose(Rotation<double>{x, y, cross(x, y)})};
}

void find_extent(const mesh::Mesh& mesh, MeshAsset& asset) {
  const PrincipalAxes sorted = sorted_axes(asset.mass.inertia);
  asset.moments = sorted.moments;
  asset.principal = sorted.axes;
  constexpr double far = std::numeric_limits<double>::infinity();
  asset.low = {far, far, far};
  asset.high = {-far, -far, -far};
  for (const auto& point : mesh.points) {
    const Vector3<double> p = transpose_times(asset.principal, point - asset.mass.com);
    asset.low = {std::min(asset.low.x, p.x), std::min(asset.low.y, p.y), std::min(asset.low.z, p.z)};
    asset.high = {std::max(asset.high.x, p.x), std::max(asset.high.y, p.y), std::max(asset.high.z, p.z)};
  }
}

void measure(const mesh::Mesh& source, MeshAsset& asset) {
  const mesh::Mesh mesh = transformed(source, asset);
  asset.mass = mesh::mass_of(mesh, asset.kind);
  if (asset.mass.problem.empty()) find_extent(mesh, asset);
}

void load_one_file(const std::string& file, const std::vector<MeshAsset*>& assets) {
  std::string problem;
  try {
    const mesh::MeshRead read = mesh::read_mesh(file);
    problem = read.problem;
    if (problem.empty()) {
      for (MeshAsset* asset : assets) measure(read.mesh, *asset);
    }
  } catch (const std::exception& fault) {
    problem = fault.what();
  }
  if (problem.empty()) return;
  for (MeshAsset* asset : assets) asset->mass.problem = problem;
}

}  // namespace

void load_meshes(const std::vector<MeshAsset*>& assets) {
  std::map<std::string, std::vector<MeshAsset*>> by_file;
  for (MeshAsset* asset : assets) {
    if (std::exchange(asset->is_loaded, true)) continue;
    if (asset->is_generated) {
      asset->mass.problem = "meshes of the attribute 'builtin' are not generated";
    } else if (asset->file.empty()) {
      measure(asset->written, *asset);
    } else {
      by_file[asset->file].push_back(asset);
    }
  }
  const std::vector<std::pair<std::string, std::vector<MeshAsset*>>> files(by_file.begin(), by_file.end());
  const int count = static_cast<int>(files.size());
  detail::Team team(std::min({count, detail::thread_count(0), most_threads}));
  team.for_each(count, [&](int i) {
    const auto& [file, users] = files[static_cast<std::size_t>(i)];
    load_one_file(file, users);
  });
}

}  // namespace sinew::mjcf
