// Times Bullet's btMultiBody, which has forward dynamics only (its inverse dynamics is not in Debian's package).
//
// Bullet represents each body at its centre of mass in its principal axes. Gravity is a force on each body; on the
// links it is set once. The time step is zero: the call then computes accelerations and does not change the velocities.
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include "bench/coordinates.hpp"
#include "bench/peer.hpp"
#include "sinew/spatial/principal_axes.hpp"

namespace bench {
namespace {

using sinew::Rotation;
using sinew::Transform;
using sinew::Vector3;

btVector3 bullet(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
btQuaternion bullet(const Rotation<double>& r) {
  const auto q = quaternion_of(r);
  return {q.x, q.y, q.z, q.w};
}

// The frame at the centre of mass along the principal axes, and the three moments about them.
struct Principal {
  Transform<double> frame;
  Vector3<double> moments;
};

std::vector<Principal> principals_of(const Robot& robot) {
  std::vector<Principal> principals;
  for (const Link& link : robot.links) {
    const auto [moments, axes] = sinew::principal_axes(link.inertial.inertia);
    principals.push_back({{axes, link.inertial.com}, moments});
  }
  return principals;
}

class Bullet : public Peer {
 public:
  explicit Bullet(const Robot& robot)
      : robot_(robot),
        base_links_(robot.floats() ? 1 : 0),
        principals_(principals_of(robot)),
        coordinates_(robot, {.angular_in_world = true,
                             .linear_in_world = true,
                             .frame = robot.floats() ? principals_.front().frame : Transform<double>{}}),
        body_(static_cast<int>(robot.links.size()) - base_links_,
              robot.floats() ? robot.links.front().inertial.mass : 0,
              robot.floats() ? bullet(principals_.front().moments) : btVector3(0, 0, 0), !robot.floats(),
              false) {
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      if (robot.links[i].kind != Link::Kind::free) add(i);
    }
    body_.finalizeMultiDof();
    body_.setLinearDamping(0);
    body_.setAngularDamping(0);
    for (int i = 0; i < body_.getNumLinks(); ++i) {
      body_.addLinkForce(i, body_.getLinkMass(i) * bullet(robot.gravity));
    }
  }

  std::string version() const override {
    return std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  bool offers(Job job) const override { return job == Job::forward_dynamics; }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      Prepared prepared{&state, state.q, coordinates_.velocity(state), coordinates_.force(state), {}, {}};
      if (robot_.floats()) {
        const double* q = state.q.data();
        const Transform<double> pose =
            Transform<double>{attitude_of(q), {q[0], q[1], q[2]}} * principals_.front().frame;
        prepared.base_position = bullet(pose.translation);
        prepared.world_to_base = bullet(transpose(pose.rotation));
      }
      states_.push_back(prepared);
    }
  }

  void run(Job, std::size_t index) override {
    const Prepared& state = states_[index];
    if (base_links_ == 1) set_base(state);
    for (int i = 0; i < body_.getNumLinks(); ++i) {
      const Link& link = robot_.links[i + base_links_];
      body_.setJointPos(i, state.q[link.q_index]);
      body_.setJointVel(i, state.v[link.v_index]);
      body_.getLink(i).m_jointTorque[0] = state.tau[link.v_index];
    }
    body_.computeAccelerationsArticulatedBodyAlgorithmMultiDof(0, numbers_, vectors_, matrices_, false, false,
                                                               false);
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    // After the first numbers of its scratch memory Bullet stores six of the base, then one per joint.
    const double* accelerations = &numbers_[body_.getNumDofs()] + (base_links_ == 1 ? 0 : 6);
    return coordinates_.answer_back(job, *states_[index].original,
                                    {accelerations, static_cast<std::size_t>(robot_.v_size)});
  }

 private:
  struct Prepared {
    const sinew::State* original;
    std::vector<double> q, v, tau;
    btVector3 base_position;
    btQuaternion world_to_base;
  };

  void add(std::size_t index) {
    const Link& link = robot_.links[index];
    const Transform<double>& mine = principals_[index].frame;
    const Transform<double> parent = link.parent < 0 ? Transform<double>{} : principals_[link.parent].frame;
    const Rotation<double> this_in_parent =
        transpose(parent.rotation) * link.placement.rotation * mine.rotation;
    const btVector3 axis = bullet(transpose_times(mine.rotation, Vector3<double>{0, 0, 1}));
    const btVector3 to_pivot =
        bullet(transpose_times(parent.rotation, link.placement.translation - parent.translation));
    const btVector3 to_com = bullet(transpose_times(mine.rotation, mine.translation));
    const int i = static_cast<int>(index) - base_links_, parent_i = link.parent - base_links_;
    const auto setup =
        link.kind == Link::Kind::rotating ? &btMultiBody::setupRevolute : &btMultiBody::setupPrismatic;
    (body_.*setup)(i, link.inertial.mass, bullet(principals_[index].moments), parent_i,
                   bullet(transpose(this_in_parent)), axis, to_pivot, to_com, true);
  }

  void set_base(const Prepared& state) {
    const auto triple = [](const double* n) { return btVector3(n[0], n[1], n[2]); };
    body_.setBasePos(state.base_position);
    body_.setWorldToBaseRot(state.world_to_base);
    body_.setBaseOmega(triple(&state.v[0]));
    body_.setBaseVel(triple(&state.v[3]));
    const btVector3 weight = body_.getBaseMass() * bullet(robot_.gravity);
    body_.addBaseForce(weight + triple(&state.tau[3]) -
                       body_.getBaseForce());  // Bullet has only functions that add
    body_.addBaseTorque(triple(&state.tau[0]) - body_.getBaseTorque());
  }

  Robot robot_;
  int base_links_;  // number of the robot's links that are Bullet's base: 1 if it floats
  std::vector<Principal> principals_;
  Coordinates coordinates_;
  btMultiBody body_;
  std::vector<Prepared> states_;
  btAlignedObjectArray<btScalar> numbers_;
  btAlignedObjectArray<btVector3> vectors_;
  btAlignedObjectArray<btMatrix3x3> matrices_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet(const Robot& robot) {
  return std::make_unique<Bullet>(robot);
}

}  // namespace bench
