// Masses, inertias and fitted shapes of meshes are MuJoCo 3's. It stores points in single precision; all points here are
// multiples of 1/8, but its transformations are rounded.
#include <cstring>

#include "tests/peers/mujoco3_model.hpp"

namespace sinew::test {
namespace {

constexpr double single_precision = 2e-6;

// A prism over an L, which is not convex, with corners far from the origin.
struct Prism {
  std::vector<Vector3<double>> points;
  std::vector<std::array<int, 3>> faces;
};
Prism prism() {
  const double plane[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2.5}, {0, 2.5}};
  Prism result;
  for (const double z : {0.125, 0.75}) {
    for (const auto& [x, y] : plane) result.points.push_back({x + 0.25, y - 0.125, z});
  }
  for (const auto& [a, b, c] : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
    result.faces.push_back({a, c, b});
    result.faces.push_back({a + 6, b + 6, c + 6});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    result.faces.push_back({i, j, j + 6});
    result.faces.push_back({i, j + 6, i + 6});
  }
  return result;
}

std::string inline_mesh() {
  const Prism mesh = prism();
  std::string vertex, face;
  for (const auto& p : mesh.points)
    vertex += std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + " ";
  for (const auto& f : mesh.faces)
    face += std::to_string(f[0]) + " " + std::to_string(f[1]) + " " + std::to_string(f[2]) + " ";
  return "vertex='" + vertex + "' face='" + face + "'";
}

std::string binary_stl() {
  const Prism mesh = prism();
  std::string bytes(80, ' ');
  const auto append = [&](const auto& number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  append(static_cast<std::uint32_t>(mesh.faces.size()));
  for (const auto& face : mesh.faces) {
    for (int i = 0; i < 3; ++i) append(0.0f);
    for (const int corner : face) {
      const auto& p = mesh.points[std::size_t(corner)];
      for (const double x : {p.x, p.y, p.z}) append(static_cast<float>(x));
    }
    append(std::uint16_t(0));
  }
  return bytes;
}

// Two quadrilaterals of the sides are left whole.
std::string obj() {
  const Prism mesh = prism();
  std::string text = "# an L\n";
  for (const auto& p : mesh.points)
    text += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
  for (std::size_t i = 0; i < 8; ++i) {
    const auto& f = mesh.faces[i];
    text += "f " + std::to_string(f[0] + 1) + " " + std::to_string(f[1] + 1) + " " +
            std::to_string(f[2] + 1) + "\n";
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    text += "f " + std::to_string(i - 12) + " " + std::to_string(j - 12) + " " + std::to_string(j - 6) + " " +
            std::to_string(i - 6) + "\n";
  }
  return text;
}

using MujocoMesh = Mujoco3Files;

std::string robot(const std::string& mesh, const std::string& geom, const std::string& compiler = "") {
  return "<mujoco><compiler " + compiler + "/><asset><mesh name='m' " + mesh +
         "/></asset><worldbody><body><freejoint/><geom mesh='m' density='3' pos='.1 .2 .3' euler='10 20 "
         "30' " +
         geom + "/><geom type='box' size='.1 .2 .3'/></body></worldbody></mujoco>";
}

TEST_F(MujocoMesh, EveryKindOfInertia) {
  for (const std::string kind :
       {"", "inertia='legacy'", "inertia='exact'", "inertia='convex'", "inertia='shell'"}) {
    SCOPED_TRACE(kind);
    Mujoco3Pair(write("robot.xml", robot(inline_mesh() + " " + kind, "type='mesh'")))
        .expect_same_dynamics(single_precision);
  }
}

TEST_F(MujocoMesh, EveryFormat) {
  write("meshes/a.STL", binary_stl());
  write("meshes/a.obj", obj());
  for (const std::string file : {"a.STL", "a.obj"}) {
    SCOPED_TRACE(file);
    Mujoco3Pair(
        write("robot.xml", robot("inertia='exact' file='" + file + "'", "type='mesh'", "meshdir='meshes'")))
        .expect_same_dynamics(single_precision);
  }
}

TEST_F(MujocoMesh, PointsAreMovedRotatedThenScaled) {
  for (const std::string kind : {"exact", "legacy", "convex", "shell"}) {
    for (const std::string scale : {"1.5 2 .5", "-1.5 2 .5", "-1 -1 -1"}) {
      SCOPED_TRACE(kind + " " + scale);
      Mujoco3Pair(
          write("robot.xml", robot(inline_mesh() + " refpos='.125 .5 -.25' refquat='.5 .1 -.7 .3' scale='" +
                                       scale + "' inertia='" + kind + "'",
                                   "type='mesh' mass='4'")))
          .expect_same_dynamics(single_precision);
    }
  }
}

TEST_F(MujocoMesh, PointsWithoutFacesAreTheirConvexHull) {
  std::string cloud = "vertex='";
  std::uint64_t bits = 7;
  for (int i = 0; i < 600; ++i) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    cloud += std::to_string(double(bits >> 54) / 1024) + " ";
  }
  for (const std::string kind : {"legacy", "shell"}) {
    Mujoco3Pair(write("robot.xml", robot(cloud + "' inertia='" + kind + "'", "type='mesh'")))
        .expect_same_dynamics(single_precision);
  }
}

TEST_F(MujocoMesh, PrimitivesAreFittedToMeshes) {
  for (const std::string type : {"sphere", "capsule", "cylinder", "ellipsoid", "box"}) {
    for (const std::string compiler : {"", "fitaabb='true'"}) {
      SCOPED_TRACE(type + " " + compiler);
      Mujoco3Pair(write("robot.xml", robot(inline_mesh() + " inertia='exact'",
                                           "fitscale='1.5' type='" + type + "'", compiler)))
          .expect_same_dynamics(single_precision);
    }
  }
}

}  // namespace
}  // namespace sinew::test
