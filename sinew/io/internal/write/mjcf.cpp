// Writes MJCF: nested bodies, angles in radians, masses as given and not from geoms.
//
// A body is written where its joints start (MuJoCo's qpos0), and the references `ref` of its joints are the coordinates
// there. Equality constraints are relative to these references, too.
#include <algorithm>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/text/xml_text.hpp"
#include "sinew/io/internal/write/expressible.hpp"
#include "sinew/io/internal/write/mjcf_tree.hpp"
#include "sinew/model/description/joint_pose.hpp"
#include "sinew/model/model.hpp"

namespace sinew::write {
namespace {

using xml::attribute;

constexpr double largest_gap = 1e-9;  // metres

std::string attribute_unless(double ordinary, const char* name, double value) {
  return value == ordinary ? "" : attribute(name, value);
}

std::string pose(const Transform<double>& placement) {
  std::string text;
  if (placement.translation != Vector3<double>{}) text += attribute("pos", placement.translation);
  if (placement.rotation == Rotation<double>{}) return text;
  const auto [w, x, y, z] = quaternion_of(placement.rotation);
  return text + attribute("quat", {w, x, y, z});
}

// Returns the coefficients of c(x + x0) in powers of x.
std::array<double, 5> about(std::array<double, 5> c, double x0) {
  for (std::size_t k = 0; k < 4 && x0 != 0; ++k) {  // repeated division by x - x0 (Horner)
    for (std::size_t i = 4; i-- > k;) c[i] += x0 * c[i + 1];
  }
  return c;
}

class MjcfText {
 public:
  MjcfText(const Description& robot, const std::string& comment, Losses& losses)
      : robot_(robot), losses_(losses), tree_(written_tree(robot, losses)), text_(comment) {
    for (const Frame& frame : robot.frames) sites_[frame.body].push_back({frame.name, frame.placement});
    for (const Body& body : robot.bodies) {
      places_.take(body.name);
      for (const Shape& shape : body.shapes) add_mesh(shape);
    }
    for (const Frame& frame : robot.frames) places_.take(frame.name);
    if (!robot.loops.empty()) add_sites_of_loops();
  }

  std::string write() {
    text_.open("mujoco", attribute("model", robot_.name));
    text_.leaf("compiler", attribute("angle", "radian") + attribute("inertiafromgeom", "false"));
    text_.leaf("option", attribute("gravity", robot_.gravity));
    if (!meshes_.empty()) {
      text_.open("asset");
      for (const Mesh& mesh : meshes_) {
        const bool scaled = mesh.scale != Vector3<double>{1, 1, 1};
        // The bodies have the mass. MuJoCo refuses other meshes than shells if their volume is zero or negative.
        text_.leaf("mesh", attribute("name", mesh.name) + attribute("file", mesh.file) +
                               (scaled ? attribute("scale", mesh.scale) : "") +
                               attribute("inertia", "shell"));
      }
      text_.close();
    }
    text_.open("worldbody");
    write_sites("");
    write_bodies();
    text_.close();
    write_equalities();
    write_keys();
    text_.close();
    return text_.take();
  }

 private:
  struct Mesh {
    std::string name, file;
    Vector3<double> scale;
  };
  struct NamedSite {
    std::string name;
    Transform<double> placement;
  };

  void add_mesh(const Shape& shape) {
    if (shape.kind != Shape::Kind::mesh || mesh_of(shape) != nullptr) return;
    const std::string stem = std::filesystem::path(shape.mesh).stem().string();
    meshes_.push_back({mesh_names_.unique(stem.empty() ? "mesh" : stem), shape.mesh, shape.size});
    mesh_index_[shape.mesh].push_back(meshes_.size() - 1);
  }
  const Mesh* mesh_of(const Shape& shape) const {
    const auto found = mesh_index_.find(shape.mesh);
    if (found == mesh_index_.end()) return nullptr;
    for (const std::size_t i : found->second) {
      if (meshes_[i].scale == shape.size) return &meshes_[i];
    }
    return nullptr;
  }

  // A spherical loop ends at bodies if it is closed where the joints start, because MuJoCo computes one of its ends
  // there; otherwise at two sites.
  void add_sites_of_loops() {
    const Poses poses(robot_, Poses::At::start);
    for (const Loop& loop : robot_.loops) {
      if (loop.connection.kind != ConnectionKind::spherical) continue;
      const Vector3<double> apart = poses.of(loop.first).translation - poses.of(loop.second).translation;
      if (norm(apart) < largest_gap) continue;
      losses_.add(loop.source,
                  "MJCF has loops that are open at the start between sites only; these are added", loop.name);
      auto& [first, second] = sites_of_loops_[loop.name];
      first = places_.unique(loop.name + "_1");
      second = places_.unique(loop.name + "_2");
      sites_[loop.first.body].push_back({first, loop.first.placement});
      sites_[loop.second.body].push_back({second, loop.second.placement});
    }
  }

  // Nested bodies, without recursion because they may be nested deeply.
  void write_bodies() {
    std::vector<int> pending(tree_.roots.rbegin(), tree_.roots.rend());
    constexpr int end = -1;  // of the innermost open body
    while (!pending.empty()) {
      const int next = pending.back();
      pending.pop_back();
      if (next == end) {
        text_.close();
        continue;
      }
      const WrittenBody& body = tree_.bodies[std::size_t(next)];
      open_body(body);
      pending.push_back(end);
      pending.insert(pending.end(), body.children.rbegin(), body.children.rend());
    }
  }

  void open_body(const WrittenBody& written) {
    const Body& body = *written.body;
    text_.open("body", attribute("name", body.name) + pose(written.placement) +
                           attribute_unless(0, "gravcomp", body.gravity_compensation));
    for (const WrittenJoint& joint : written.joints) write_joint(joint);
    const auto& [mass, com, i] = body.inertial;
    if (mass != 0 || i != Symmetric3<double>{}) {
      const bool diagonal = i.xy == 0 && i.xz == 0 && i.yz == 0;
      text_.leaf("inertial", attribute("pos", com) + attribute("mass", mass) +
                                 (diagonal ? attribute("diaginertia", {i.xx, i.yy, i.zz})
                                           : attribute("fullinertia", {i.xx, i.yy, i.zz, i.xy, i.xz, i.yz})));
    }
    for (const Shape& shape : body.shapes) write_geom(shape);
    write_sites(body.name);
  }

  void write_sites(const std::string& body) {
    const auto found = sites_.find(body);
    if (found == sites_.end()) return;
    for (const auto& [name, placement] : found->second)
      text_.leaf("site", attribute("name", name) + pose(placement));
  }

  static const char* type_of(JointKind kind) {
    switch (kind) {
      case JointKind::prismatic:
        return "slide";
      case JointKind::spherical:
        return "ball";
      case JointKind::floating:
        return "free";
      default:
        return "hinge";
    }
  }

  void write_joint(const WrittenJoint& written) {
    const Joint& joint = *written.joint;
    const DegreeOfFreedom dof = dof_of(joint);
    const bool has_axis = velocity_size(joint.kind) == 1;
    std::string text = attribute("name", joint.name) + attribute("type", type_of(joint.kind));
    if (joint.kind != JointKind::floating && written.anchor != Vector3<double>{})
      text += attribute("pos", written.anchor);
    if (has_axis) {
      text += attribute("axis", written.axis) + attribute_unless(0, "ref", start_of(joint)[0]);
      if (has_property(dof, Property::range)) text += attribute("range", {dof.lower, dof.upper});
      if (has_property(dof, Property::actuation))
        text += attribute("actuatorfrcrange", {dof.actuation.lower, dof.actuation.upper});
      else if (has_property(dof, Property::effort_limit) && dof.max_effort > 0)
        text += attribute("actuatorfrcrange", {-dof.max_effort, dof.max_effort});
      text += attribute_unless(0, "springref", dof.rest_position);
    }
    text += attribute_unless(0, "stiffness", dof.stiffness) + attribute_unless(0, "damping", dof.damping) +
            attribute_unless(0, "armature", dof.armature) +
            attribute_unless(0, "frictionloss", dof.dry_friction);
    text_.leaf("joint", text);
  }

  void write_geom(const Shape& shape) {
    constexpr const char* types[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh"};
    const auto& [x, y, z] = shape.size;
    std::string text;
    if (!shape.name.empty()) text += attribute("name", geom_names_.unique(shape.name));
    text += attribute("type", types[static_cast<int>(shape.kind)]);
    switch (shape.kind) {
      case Shape::Kind::box:
        text += attribute("size", 0.5 * shape.size);
        break;
      case Shape::Kind::sphere:
        text += attribute("size", x);
        break;
      case Shape::Kind::cylinder:
      case Shape::Kind::capsule:
        text += attribute("size", {x, 0.5 * y});
        break;
      case Shape::Kind::ellipsoid:
        text += attribute("size", shape.size);
        break;
      case Shape::Kind::plane:
        text += attribute("size", {x, y, z > 0 ? z : 1});  // the third is the distance of drawn lines
        break;
      case Shape::Kind::mesh:
        text += attribute("mesh", mesh_of(shape)->name);
        break;
    }
    text += pose(shape.placement);
    if (shape.role == Shape::Role::visual) text += attribute("contype", "0") + attribute("conaffinity", "0");
    if (shape.color) {
      const auto& [red, green, blue, alpha] = *shape.color;
      text += attribute("rgba", {red, green, blue, alpha});
    }
    text_.leaf("geom", text);
  }

  void write_equalities() {
    if (robot_.loops.empty() && robot_.couplings.empty()) return;
    text_.open("equality");
    for (const Loop& loop : robot_.loops) write_loop(loop);
    std::unordered_map<std::string, double> references;
    for (const Body& body : robot_.bodies) {
      if (velocity_size(body.joint.kind) == 1) references[body.joint.name] = start_of(body.joint)[0];
    }
    for (const Coupling& coupling : robot_.couplings) {
      const bool follows = !coupling.leader.empty();
      // y - y0 = a(x - x0), or y - y0 = a0 without a leader
      auto a = about(coupling.polynomial, follows ? references.at(coupling.leader) : 0);
      a[0] -= references.at(coupling.joint);
      text_.leaf("joint", attribute("name", coupling.name) + attribute("joint1", coupling.joint) +
                              (follows ? attribute("joint2", coupling.leader) : "") +
                              attribute("polycoef", {a[0], a[1], a[2], a[3], a[4]}));
    }
    text_.close();
  }

  static std::string name_in_file(const std::string& body) { return body.empty() ? "world" : body; }

  void write_loop(const Loop& loop) {
    const std::string name = attribute("name", loop.name);
    const std::string ends = attribute("body1", name_in_file(loop.first.body)) +
                             attribute("body2", name_in_file(loop.second.body));
    if (loop.connection.kind == ConnectionKind::weld) {
      // relpose is the pose in body1 of a frame that is parallel to body2 and has its origin at the anchor
      const auto& [rotation, anchor] = loop.second.placement;
      const Vector3<double>& p = loop.first.placement.translation;
      const auto [w, x, y, z] = quaternion_of(loop.first.placement.rotation * transpose(rotation));
      text_.leaf("weld", name + ends + attribute("anchor", anchor) +
                             attribute("relpose", {p.x, p.y, p.z, w, x, y, z}));
    } else if (const auto sites = sites_of_loops_.find(loop.name); sites != sites_of_loops_.end()) {
      text_.leaf("connect",
                 name + attribute("site1", sites->second.first) + attribute("site2", sites->second.second));
    } else {
      text_.leaf("connect", name + ends + attribute("anchor", loop.first.placement.translation));
    }
  }

  void write_keys() {
    if (robot_.named_positions.empty()) return;
    const Model model(robot_);
    text_.open("keyframe");
    for (const NamedPosition& position : robot_.named_positions) {
      std::string numbers;
      for (const double x : model.named_position(position.name))
        numbers += (numbers.empty() ? "" : " ") + xml::number(x);
      if (position.joints.empty()) numbers.clear();
      if (!position.joints.empty() && position.joints.size() != model.joints().size()) {
        losses_.add(position.source,
                    "MJCF has named positions of all joints only; the other joints are added", position.name);
      }
      text_.leaf("key",
                 attribute("name", position.name) + (numbers.empty() ? "" : attribute("qpos", numbers)));
    }
    text_.close();
  }

  const Description& robot_;
  Losses& losses_;
  const WrittenTree tree_;
  xml::TextBuilder text_;
  std::vector<Mesh> meshes_;
  std::unordered_map<std::string, std::vector<std::size_t>> mesh_index_;  // by file; one for each scale
  std::unordered_map<std::string, std::vector<NamedSite>> sites_;         // by body
  std::unordered_map<std::string, std::pair<std::string, std::string>> sites_of_loops_;
  NamePool mesh_names_, geom_names_;
  NamePool places_;  // bodies and sites
};

}  // namespace
}  // namespace sinew::write

namespace sinew {

WrittenRobot write_mjcf(const Description& description, const WriteOptions& options) {
  write::Losses losses;
  const Description robot =
      write::expressible(description, write::features_of(RobotFormat::mjcf), options, losses);
  std::string text = write::MjcfText(robot, options.comment, losses).write();
  return {std::move(text), losses.findings()};
}

}  // namespace sinew
