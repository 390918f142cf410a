// <equality> has the meaning that it has in MuJoCo: loops and couplings have the same errors at any position.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/io/load.hpp"
#include "tests/peers/mujoco_model.hpp"
#include "tests/support/places.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_mjcf.hpp"

namespace sinew::test {
namespace {

constexpr double tolerance = 1e-11;

std::string numbers(Random& random, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{} ", random.uniform(-1, 1));
  return text;
}

// Constraints between named bodies and joints, in all forms that MuJoCo 2.2.2 knows.
std::string random_equality(const Description& robot, Random& random) {
  std::vector<std::string> bodies{"world"}, joints;
  for (const Body& body : robot.bodies) {
    const bool generated = body.name.starts_with("body") || body.name.find('/') != std::string::npos;
    if (body.name.starts_with("b") && !generated) bodies.push_back(body.name);
    if (body.joint.name.starts_with("j") && velocity_size(body.joint.kind) == 1)
      joints.push_back(body.joint.name);
  }
  const auto any = [&](const std::vector<std::string>& names) { return random.below(int(names.size())); };
  std::string text = "<equality>\n";
  for (int i = 0; i < 12; ++i) {
    const std::string name = random.chance(0.5) ? fmt::format("name='e{}' ", i) : "";
    if (random.chance(0.4) && joints.size() > 1) {
      const int one = any(joints), other = any(joints);
      text += fmt::format("<joint {}joint1='{}'", name, joints[std::size_t(one)]);
      if (one != other) text += fmt::format(" joint2='{}'", joints[std::size_t(other)]);
      if (random.chance(0.8)) text += fmt::format(" polycoef='{}'", numbers(random, 5));
    } else if (bodies.size() > 1) {
      const int one = any(bodies), other = any(bodies);
      if (one == other || (one == 0 && random.chance(0.5))) continue;
      const bool weld = random.chance(0.6);
      text += fmt::format("<{} {}body1='{}'", weld ? "weld" : "connect", name, bodies[std::size_t(one)]);
      if (other != 0 || random.chance(0.5)) text += fmt::format(" body2='{}'", bodies[std::size_t(other)]);
      if (!weld || random.chance(0.5)) text += fmt::format(" anchor='{}'", numbers(random, 3));
      const int relpose = weld ? random.below(3) : 0;  // none, written, written as none
      if (relpose == 1) text += fmt::format(" relpose='{}'", numbers(random, 7));
      if (relpose == 2) text += " relpose='1 2 3 0 0 0 0'";
      if (weld && random.chance(0.5)) text += fmt::format(" torquescale='{}'", random.uniform(0.5, 2));
    } else {
      continue;
    }
    text += "/>\n";
  }
  return text + "</equality>\n</mujoco>\n";
}

std::vector<double> random_qpos(const mjModel& model, Random& random) {
  std::vector<double> q(static_cast<std::size_t>(model.nq));
  for (double& x : q) x = random.uniform(-1, 1);
  mj_normalizeQuat(&model, q.data());
  return q;
}

class Errors {
 public:
  Errors(const Description& description, const mjModel& theirs) : ours_(description), theirs_(theirs) {}

  // Returns the number of compared constraints.
  int compare(const std::vector<double>& q) {
    Workspace<double> work(ours_);
    update_poses(work, q);
    const MujocoData data(mj_makeData(&theirs_));
    std::copy(q.begin(), q.end(), data->qpos);
    mj_fwdPosition(&theirs_, data.get());
    std::map<int, const mjtNum*> rows;  // the first of each
    for (int i = data->nefc - 1; i >= 0; --i) {
      if (data->efc_type[i] == mjCNSTR_EQUALITY) rows[data->efc_id[i]] = data->efc_pos + i;
    }
    for (const auto& [id, error] : rows) {  // none for bodies that cannot move
      if (theirs_.eq_type[id] == mjEQ_JOINT) {
        compare_coupling(named(ours_.description().couplings, id), q, error);
      } else {
        compare_loop(named(ours_.description().loops, id), id, work, error);
      }
    }
    return int(rows.size());
  }

 private:
  template <class T>
  const T& named(const std::vector<T>& list, int id) const {
    std::string name = theirs_.names + theirs_.name_eqadr[id];
    if (name.empty()) name = "equality" + std::to_string(id);
    for (const T& each : list) {
      if (each.name == name) return each;
    }
    throw std::invalid_argument("no " + name);
  }

  Transform<double> pose_of(const LoopEnd& end, Workspace<double>& work) const {
    return end.body.empty() ? end.placement : pose(work, ours_.frame(end.body)) * end.placement;
  }

  // Anchor of the first minus anchor of the second in world axes; for a weld also the rotation from the second to the
  // first, the vector part of its quaternion (2.2.2 scales only its derivative by torquescale).
  void compare_loop(const Loop& loop, int id, Workspace<double>& work, const mjtNum* error) const {
    const Transform<double> first = pose_of(loop.first, work), second = pose_of(loop.second, work);
    EXPECT_LT(norm(first.translation - second.translation - vector_at(error, 0)), tolerance) << loop.name;
    const bool weld = theirs_.eq_type[id] == mjEQ_WELD;
    EXPECT_EQ(loop.connection.kind, weld ? ConnectionKind::weld : ConnectionKind::spherical);
    if (!weld) return;
    const Quaternion<double> rotation = quaternion_of(transpose(second.rotation) * first.rotation);
    const Vector3<double> ours{rotation.x, rotation.y, rotation.z}, other = vector_at(error, 1);
    EXPECT_LT(std::min(norm(ours - other), norm(ours + other)), tolerance) << loop.name;
  }

  void compare_coupling(const Coupling& coupling, const std::vector<double>& q, const mjtNum* error) const {
    const auto at = [&](const std::string& joint) { return q[std::size_t(ours_.joint(joint).q_index)]; };
    const auto& [c0, c1, c2, c3, c4] = coupling.polynomial;
    const double x = coupling.leader.empty() ? 0 : at(coupling.leader);
    EXPECT_NEAR(at(coupling.joint) - (c0 + x * (c1 + x * (c2 + x * (c3 + x * c4)))), *error, tolerance)
        << coupling.name;
  }

  Model ours_;
  const mjModel& theirs_;
};

TEST(MujocoEquality, OfRandomTreesHasTheSameErrors) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 200 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::string text = random_mjcf(seed);
    const Description plain = read_mjcf_text(text, "random.xml").description;
    text = text.substr(0, text.rfind("</mujoco>")) + random_equality(plain, random);
    const ReadResult ours = read_mjcf_text(text, "random.xml");
    ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string() << text;
    const auto theirs = mujoco_from_text(text);
    ASSERT_TRUE(theirs);
    theirs->opt.disableflags |= mjDSBL_CONTACT;
    EXPECT_EQ(int(ours.description.loops.size() + ours.description.couplings.size()), theirs->neq);
    Errors errors(ours.description, *theirs);
    for (int i = 0; i < 3; ++i) compared += errors.compare(random_qpos(*theirs, random));
  }
  EXPECT_GT(compared, 2000);
}

TEST(MujocoEquality, OfAFileHasTheSameErrors) {
  const std::string file = source_folder() + "/tests/data/mjcf/equality.xml";
  const ReadResult ours = read_mjcf(file);
  ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string();
  const auto theirs = mujoco_from_file(file);
  ASSERT_TRUE(theirs);
  theirs->opt.disableflags |= mjDSBL_CONTACT;
  Random random(1);
  EXPECT_EQ(Errors(ours.description, *theirs).compare(random_qpos(*theirs, random)), theirs->neq - 1);
}

}  // namespace
}  // namespace sinew::test
