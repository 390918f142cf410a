#include "sinew/io/internal/mjcf/masses.hpp"

#include "sinew/io/internal/mjcf/inertial.hpp"
#include "sinew/io/internal/mjcf/mesh_assets.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"

namespace sinew::mjcf {
namespace {

class Completion {
 public:
  Completion(BodyTree& tree, Reading& reading) : tree_(tree), reading_(reading) {}

  void run() {
    for (const Geom& geom : tree_.world_geoms) {
      reading_.ignored.add(geom.element.source(), "geoms of the ground are not kept");
    }
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) check_place(i);
    load_needed();
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) complete_body(i);
  }

 private:
  std::string label(std::size_t i) const {
    const std::string& name = tree_.bodies[i].name;
    return xml::in_quotes(name.empty() ? "body" + std::to_string(i + 1) : name);
  }
  MassSource mass_source(const TreeBody& body) const { return {*body.settings, body.written, body.geoms}; }

  // Returns whether a floating base gives this body, a child of the ground, a free joint. Only a body without joints can
  // get one: between the ground and a joint there is no body with mass that could float.
  bool is_freed(std::size_t i) {
    const TreeBody& body = tree_.bodies[i];
    if (body.parent >= 0 || reading_.shared.options.base != Base::floating) return false;
    for (const Joint& joint : body.joints) {
      if (joint.type == Joint::Type::free) continue;
      reading_.findings.error(
          joint.source,
          "body " + label(i) +
              ": cannot have a floating base: a joint connects it to the ground; expected a <freejoint/> "
              "instead of its joints, or a body without joints between the ground and its joints");
      return false;
    }
    return body.joints.empty() && !body.follows_mocap;
  }

  void check_place(std::size_t i) {
    const TreeBody& body = tree_.bodies[i];
    const bool top_level = body.parent < 0;
    check_joints(body.source, tree_.bodies[i].name.empty() ? "body" + std::to_string(i + 1) : body.name,
                 body.joints, top_level, reading_.findings);
    if (body.follows_mocap && (!top_level || !body.joints.empty())) {
      reading_.findings.error(
          body.source,
          "body " + label(i) + ": a mocap body must be a child of <worldbody> and have no joint");
    } else if (body.follows_mocap) {
      reading_.ignored.add(body.source, "mocap bodies are fixed to the ground at the pose in the file");
    }
    const bool freed = is_freed(i);
    moves_.push_back(!body.joints.empty() || freed || (!top_level && moves_[std::size_t(body.parent)]));
    for (const Geom& geom : body.geoms) {
      if (!moves_[i] || (geom.type != GeomType::plane && geom.type != GeomType::hfield)) continue;
      AttributeReader(reading_.findings, geom.owner)
          .error(geom.element,
                 std::string("a ") + name_of(geom.type) + " on a moving body; expected it on the ground");
    }
  }

  bool decides_mass(const TreeBody& body, const Geom& geom) const {
    const MassSource source = mass_source(body);
    return source.is_from_geoms() && source.counts(geom) && geom.has_mass();
  }

  void load_needed() {
    std::vector<MeshAsset*> needed;
    for (const TreeBody& body : tree_.bodies) {
      for (const Geom& geom : body.geoms) {
        if (geom.mesh != nullptr && (geom.is_fitted() || decides_mass(body, geom)))
          needed.push_back(geom.mesh);
      }
    }
    load_meshes(needed);
  }

  void complete_body(std::size_t i) {
    TreeBody& body = tree_.bodies[i];
    for (Geom& geom : body.geoms) {
      if (geom.mesh == nullptr) continue;
      const bool unknown = !geom.mesh->mass.problem.empty();
      if (unknown && decides_mass(body, geom)) report_unknown_mass(i, geom);
      if (!geom.is_fitted()) continue;
      if (!unknown) {
        fit_to_mesh(geom);
        continue;
      }
      geom.has_shape = false;
      reading_.ignored.add(geom.element.source(), "unfitted",
                           "a shape that would be fitted to mesh " + xml::in_quotes(geom.mesh->name) +
                               " is not kept: " + geom.mesh->mass.problem);
    }
    body.inertial = inertial_of(mass_source(body));
  }

  void report_unknown_mass(std::size_t i, const Geom& geom) {
    const MeshAsset& mesh = *geom.mesh;
    const std::string which = mesh.file.empty() ? mesh.name : mesh.file;
    const std::string what = "the inertia of body " + label(i) + " depends on mesh " + xml::in_quotes(which) +
                             ": " + mesh.mass.problem;
    // A stored text is read to show a result, possibly on another computer, without the files of the meshes.
    if (moves_[i] && !reading_.shared.options.texts) {
      AttributeReader(reading_.findings, geom.owner)
          .error(geom.element, what + "; add the file, or give the body an <inertial>");
    } else {
      reading_.ignored.add(geom.element.source(), "unknown mass", what + "; its mass is left out");
    }
  }

  BodyTree& tree_;
  Reading& reading_;
  std::vector<bool> moves_;  // by body
};

}  // namespace

void complete(BodyTree& tree, Reading& reading) {
  Completion(tree, reading).run();
}

std::vector<Shape> shapes_of(const TreeBody& body) {
  std::vector<Shape> shapes;
  for (const Geom& geom : body.geoms) {
    if (geom.has_shape) shapes.push_back(shape_of(geom));
  }
  return shapes;
}

}  // namespace sinew::mjcf
