// Leaves out shapes that a format does not have, and writes the paths of meshes relative to the new file.
#include <algorithm>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "sinew/io/internal/write/expressible.hpp"

namespace sinew::write {
namespace {

namespace fs = std::filesystem;

const char* plural_of(Shape::Kind kind) {
  return kind == Shape::Kind::ellipsoid ? "ellipsoids"
         : kind == Shape::Kind::plane   ? "planes"
                                        : "such shapes";
}

// MuJoCo reads these formats only, and refuses a robot with others.
bool is_mesh_of_mujoco(const std::string& file) {
  std::string ending = fs::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return ending == ".stl" || ending == ".obj" || ending == ".msh";
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\n\r") == std::string::npos;
}

// MJCF refuses sizes that are not positive.
bool has_size(const Shape& shape) {
  const auto& [x, y, z] = shape.size;
  switch (shape.kind) {
    case Shape::Kind::box:
    case Shape::Kind::ellipsoid:
      return x > 0 && y > 0 && z > 0;
    case Shape::Kind::cylinder:
    case Shape::Kind::capsule:
      return x > 0 && y > 0;
    case Shape::Kind::sphere:
      return x > 0;
    default:
      return true;
  }
}

class ShapeSimplifier {
 public:
  ShapeSimplifier(Description& robot, const Features& to, const fs::path& folder, Losses& losses)
      : robot_(robot), to_(to), folder_(folder), losses_(losses) {}

  void run() {
    if (to_.format == RobotFormat::mjcf) find_moving_bodies();
    for (Body& body : robot_.bodies) {
      std::erase_if(body.shapes, [&](const Shape& shape) { return must_go(shape, body); });
      for (Shape& shape : body.shapes) {
        if (shape.kind == Shape::Kind::mesh) shape.mesh = new_path(shape.mesh, body);
        if (!shape.color || shape.role == Shape::Role::visual || to_.collision_colors) continue;
        lose(body, "has no colours of collision shapes", body.name);
        shape.color.reset();
      }
    }
  }

 private:
  void lose(const Body& body, const std::string& what, const std::string& element) {
    losses_.add(body.source, std::string(to_.name) + " " + what, element);
  }

  void find_moving_bodies() {
    std::unordered_map<std::string, std::vector<const Body*>> carried;
    for (const Body& body : robot_.bodies) carried[body.parent].push_back(&body);
    std::vector<std::string> fixed{""};
    while (!fixed.empty()) {
      const std::string name = std::move(fixed.back());
      fixed.pop_back();
      for (const Body* body : carried[name]) {
        if (body->joint.kind != JointKind::fixed) continue;
        fixed_.insert(body->name);
        fixed.push_back(body->name);
      }
    }
  }

  bool must_go(const Shape& shape, const Body& body) {
    const bool to_mjcf = to_.format == RobotFormat::mjcf;
    if (!to_.has(shape.kind)) {
      lose(body, std::string("has no ") + plural_of(shape.kind), body.name);
    } else if (shape.kind == Shape::Kind::mesh && is_blank(shape.mesh)) {
      lose(body, "has no meshes without a file", body.name);
    } else if (to_mjcf && !has_size(shape)) {
      lose(body, "has shapes of positive size only", body.name);
    } else if (to_mjcf && shape.kind == Shape::Kind::plane && !fixed_.contains(body.name)) {
      lose(body, "has planes on fixed bodies only", body.name);
    } else if (to_mjcf && shape.kind == Shape::Kind::mesh && !is_mesh_of_mujoco(shape.mesh)) {
      lose(body, "has meshes as STL, OBJ and MSH only; others are left out", shape.mesh);
    } else {
      return false;
    }
    return true;
  }

  std::string new_path(const std::string& path, const Body& body) {
    if (folder_.empty()) return path;
    std::error_code failure;
    if (!fs::exists(path, failure)) {
      losses_.add(body.source, "meshes that are not found keep their paths", path);
      return path;
    }
    const fs::path relative = fs::proximate(fs::absolute(path), fs::absolute(folder_), failure);
    return failure ? path : relative.generic_string();
  }

  Description& robot_;
  const Features& to_;
  const fs::path& folder_;
  Losses& losses_;
  std::unordered_set<std::string> fixed_;  // bodies that are fixed to the ground
};

}  // namespace

void simplify_shapes(Description& robot, const Features& to, const fs::path& folder, Losses& losses) {
  ShapeSimplifier(robot, to, folder, losses).run();
}

}  // namespace sinew::write
