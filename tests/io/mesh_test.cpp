// Mesh files and the volume integrals over their triangles.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sinew/io/internal/mesh/convex_hull.hpp"
#include "sinew/io/internal/mesh/mesh_mass.hpp"

namespace sinew::test::mesh_test {

using mesh::MassKind;

// A cube of edge 2 whose corner is at (1, 2, 3).
mesh::Mesh cube() {
  mesh::Mesh result;
  for (int i = 0; i < 8; ++i) result.points.push_back({1. + 2 * (i & 1), 2. + (i & 2), 3. + (i & 4) / 2});
  for (const auto& [a, b, c, d] : {std::array{0u, 2u, 3u, 1u},
                                   {4u, 5u, 7u, 6u},
                                   {0u, 1u, 5u, 4u},
                                   {2u, 6u, 7u, 3u},
                                   {0u, 4u, 6u, 2u},
                                   {1u, 3u, 7u, 5u}}) {
    result.faces.push_back({a, b, c});
    result.faces.push_back({a, c, d});
  }
  return result;
}

TEST(Mesh, CubeHasTheVolumeAndInertiaOfTheFormula) {
  for (const MassKind kind : {MassKind::exact, MassKind::legacy, MassKind::convex}) {
    const auto mass = mass_of(cube(), kind);
    EXPECT_EQ(mass.problem, "");
    EXPECT_NEAR(mass.volume, 8, 1e-13);
    EXPECT_LT(norm(mass.com - Vector3<double>{2, 3, 4}), 1e-14);
    EXPECT_NEAR(mass.inertia.xx, 8 * (4 + 4) / 12., 1e-13);
    EXPECT_NEAR(mass.inertia.xy, 0, 1e-13);
  }
  const auto shell = mass_of(cube(), MassKind::shell);
  EXPECT_NEAR(shell.volume, 24, 1e-13);
  EXPECT_NEAR(shell.inertia.xx, 24 * (2 * (1. + 2. / 3) / 3), 1e-12);  // y^2 + z^2, each (1 + 2/3) / 3
}

TEST(Mesh, OnlyExactInertiaNeedsWellOrientedTriangles) {
  mesh::Mesh bad = cube();
  std::swap(bad.faces[0][0], bad.faces[0][1]);
  EXPECT_NEAR(mass_of(bad, MassKind::legacy).volume, 8, 1e-13);
  EXPECT_NE(mass_of(bad, MassKind::exact).problem.find("agree on which side is outside"), std::string::npos);
  mesh::Mesh inward = cube();
  for (auto& face : inward.faces) std::swap(face[0], face[1]);
  EXPECT_NE(mass_of(inward, MassKind::exact).problem.find("inwards"), std::string::npos);
}

TEST(Mesh, FlatMeshHasNoVolume) {
  mesh::Mesh flat = cube();
  for (auto& p : flat.points) p.z = 0;
  EXPECT_NE(mass_of(flat, MassKind::legacy).problem.find("shell"), std::string::npos);
  EXPECT_NE(mass_of(flat, MassKind::convex).problem.find("plane"), std::string::npos);
  EXPECT_EQ(mass_of(flat, MassKind::shell).problem, "");
}

TEST(ConvexHull, OfPointsInABallIsClosedAndContainsThem) {
  std::vector<Vector3<double>> points;
  std::uint64_t bits = 3;
  const auto random = [&] {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    return double(bits >> 11) * 0x1p-53 * 2 - 1;
  };
  while (points.size() < 2000) {
    const double x = random(), y = random(), z = random();
    if (x * x + y * y + z * z < 1) points.push_back({x, y, z});
  }
  const auto faces = mesh::convex_hull(points);
  double volume = 0;
  for (const auto& [a, b, c] : faces) {
    const Vector3<double> normal = cross(points[b] - points[a], points[c] - points[a]);
    volume += dot(points[a], normal) / 6;
    for (const auto& p : points) EXPECT_LT(dot(normal, p - points[a]), 1e-12);
  }
  EXPECT_GT(volume, 3.7);
  EXPECT_LT(volume, 4 * 3.1416 / 3);
}

TEST(ConvexHull, OfAGridOfPointsHasTheVolumeOfTheBox) {
  mesh::Mesh grid;
  for (int i = 0; i < 1000; ++i)
    grid.points.push_back({0.1 * (i % 10), 0.2 * (i / 10 % 10), 0.3 * (i / 100)});
  EXPECT_NEAR(mass_of(grid, MassKind::convex).volume, 0.9 * 1.8 * 2.7, 1e-12);
}

TEST(MeshFiles, TextStl) {
  const auto read = mesh::parse_stl(
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 "
      "0\nendloop\nendfacet\n");
  EXPECT_EQ(read.problem, "");
  EXPECT_EQ(read.mesh.points.at(2), (Vector3<double>{0, 1, 0}));
  EXPECT_EQ(read.mesh.faces.size(), 1u);
}

TEST(MeshFiles, ObjSplitsPolygonsAndCountsBackwards) {
  const auto read =
      mesh::parse_obj("v 0 0 0\nv 2 0 0\r\nv 2 1 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1 4/1\nf -4 -3 -2\n");
  EXPECT_EQ(read.problem, "");
  EXPECT_EQ(read.mesh.faces.size(), 3u);
  EXPECT_EQ(read.mesh.faces.at(2), (mesh::Face{0, 1, 2}));
}

TEST(MeshFiles, ObjCutsTheEarsOfPolygonsThatAreNotConvex) {
  // An L with six corners. A fan from its first corner leaves the L.
  const auto read = mesh::parse_obj("v 1 2 0\nv 0 2 0\nv 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nf 1 2 3 4 5 6\n");
  double area = 0;
  for (const auto& [a, b, c] : read.mesh.faces) {
    const auto& p = read.mesh.points;
    const double own = cross(p[b] - p[a], p[c] - p[a]).z / 2;
    EXPECT_GT(own, 0);
    area += own;
  }
  EXPECT_EQ(area, 4);
}

TEST(MeshFiles, OnlyTheFirstObjectOfAnObjFileCounts) {
  const auto read = mesh::parse_obj("o a\ng b\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no c\nv 0 0 1\nf 1 2 4\n");
  EXPECT_EQ(read.mesh.points.size(), 4u);
  EXPECT_EQ(read.mesh.faces.size(), 1u);
}

TEST(MeshFiles, PointersOfGitLfsAreNamed) {
  for (const char* const ending : {".stl", ".obj", ".msh"}) {
    const std::string file = testing::TempDir() + "pointer_of_lfs" + ending;
    std::ofstream(file) << "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 12\n";
    EXPECT_EQ(mesh::read_mesh(file).problem,
              "it is a pointer of Git LFS, not the file itself; 'git lfs pull' downloads the file");
    std::filesystem::remove(file);
  }
}

TEST(MeshFiles, LegacyMsh) {
  std::string bytes;
  for (const std::int32_t n : {4, 0, 0, 1}) bytes.append(reinterpret_cast<const char*>(&n), 4);
  for (int i = 0; i < 12; ++i) {
    const float x = float(i);
    bytes.append(reinterpret_cast<const char*>(&x), 4);
  }
  for (const std::int32_t n : {0, 1, 3}) bytes.append(reinterpret_cast<const char*>(&n), 4);
  const auto read = mesh::parse_msh(bytes);
  EXPECT_EQ(read.problem, "");
  EXPECT_EQ(read.mesh.points.at(3), (Vector3<double>{9, 10, 11}));
  EXPECT_EQ(read.mesh.faces.at(0), (mesh::Face{0, 1, 3}));
  EXPECT_NE(mesh::parse_msh(bytes.substr(0, 70)).problem, "");
}

TEST(MeshFiles, DamagedFilesAreRefused) {
  std::string stl(84, '\0');
  stl[80] = stl[83] = '\x7f';
  EXPECT_NE(mesh::parse_stl(stl).problem, "");
  EXPECT_NE(mesh::parse_stl("solid").problem, "");
  EXPECT_NE(mesh::parse_obj("v 1 2\n").problem, "");
  EXPECT_NE(mesh::parse_obj("v 1 2 3\nf 1 2 3\n").problem, "");
  EXPECT_NE(mesh::parse_obj("v 1 2 3\nf 1 1\n").problem, "");
  EXPECT_NE(mesh::parse_msh("short").problem, "");
  EXPECT_NE(mesh::problem_of({{{0, 0, NAN}, {}, {}}, {}}), "");
  EXPECT_NE(mesh::problem_of({{{}, {}, {}}, {{0, 1, 3}}}), "");
  EXPECT_NE(mesh::read_mesh("no_such_file.stl").problem, "");
  EXPECT_NE(mesh::read_mesh("a.ply").problem.find("unknown"), std::string::npos);
}

}  // namespace sinew::test::mesh_test
