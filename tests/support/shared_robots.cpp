#include "tests/support/shared_robots.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "sinew/io/load.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/places.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

std::vector<std::filesystem::path> shipped_models() {
  const std::filesystem::path folder = source_folder() + "/models";
  std::vector<std::filesystem::path> files = model_files(folder);
  std::erase_if(files, [&](const auto& file) { return file.parent_path() != folder; });
  return files;
}

std::vector<std::filesystem::path> model_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".urdf" || extension == ".xml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

// No peer supports a body that floats on another body.
bool has_floating_inside(const Description& description) {
  return std::any_of(description.bodies.begin(), description.bodies.end(), [](const Body& body) {
    return body.joint.kind == JointKind::floating && !body.parent.empty();
  });
}

}  // namespace

std::vector<SharedRobot> shared_robots() {
  std::vector<std::filesystem::path> files = shipped_models();
  if (const char* folder = std::getenv("SINEW_EXTRA_MODELS")) {
    const auto more = model_files(folder);
    files.insert(files.end(), more.begin(), more.end());
  }
  std::vector<SharedRobot> robots{{"planar chain", planar_chain(20)}, {"spatial chain", random_chain(20, 1)}};
  for (const auto& file : files) {
    if (file.extension() != ".urdf") continue;
    for (const Base base : {Base::fixed, Base::floating}) {
      const ReadResult read = read_description(file, {.base = base});
      if (read.findings.has_errors()) throw std::runtime_error(read.findings.to_string());
      if (has_floating_inside(read.description)) continue;
      const std::string name = file.filename().string();
      robots.push_back({name + (base == Base::fixed ? ", fixed" : ", floating"), read.description});
    }
  }
  return robots;
}

std::vector<SharedRobot> random_robots_without(const std::vector<JointKind>& unknown_to_the_peer, int count) {
  const auto unknown = [&](JointKind kind) {
    return std::find(unknown_to_the_peer.begin(), unknown_to_the_peer.end(), kind) !=
           unknown_to_the_peer.end();
  };
  std::vector<SharedRobot> robots;
  for (int i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Description robot = random_description(
        random, {.bodies = 1 + random.below(12), .custom_joints = false, .massless_bodies = false});
    for (Body& body : robot.bodies) {
      const bool floats_inside = body.joint.kind == JointKind::floating && !body.parent.empty();
      if (!unknown(body.joint.kind) && !floats_inside) continue;
      body.joint.kind = JointKind::revolute;
      if (body.joint.dofs.size() > 1) body.joint.dofs.resize(1);
    }
    robots.push_back({"random robot " + std::to_string(i), robot});
  }
  return robots;
}

namespace {

// Parallel axis theorem: adds `part`, placed on the body of `sum`.
void add(Inertial& sum, const Inertial& part, const Transform<double>& placement) {
  if (part.mass == 0) return;
  const Vector3<double> part_com = placement * part.com;
  const double mass = sum.mass + part.mass;
  const Vector3<double> com = (1 / mass) * (sum.mass * sum.com + part.mass * part_com);
  sum.inertia = sum.inertia + point_mass_inertia(sum.mass, sum.com - com) +
                conjugate(placement.rotation, part.inertia) + point_mass_inertia(part.mass, part_com - com);
  sum.mass = mass;
  sum.com = com;
}

}  // namespace

Description lumped(const Description& description) {
  Description result{.name = description.name, .gravity = description.gravity};
  struct Carrier {
    std::string body;
    Transform<double> placement;  // of the fixed body on it
  };
  std::map<std::string, Carrier> carriers{{"", {}}};
  for (const std::string& name : DenseReference<double>::coordinate_order(description)) {
    Body body = *std::find_if(description.bodies.begin(), description.bodies.end(),
                              [&](const Body& b) { return b.name == name; });
    const Carrier carrier = carriers.at(body.parent);
    body.parent = carrier.body;
    body.placement = carrier.placement * body.placement;
    if (body.joint.kind != JointKind::fixed) {
      carriers[name] = {name, {}};
      result.bodies.push_back(body);
      continue;
    }
    carriers[name] = {carrier.body, body.placement};
    for (Body& whole : result.bodies) {
      if (whole.name == carrier.body) add(whole.inertial, body.inertial, body.placement);
    }
  }
  return result;
}

}  // namespace sinew::test
