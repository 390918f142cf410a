// Times KDL's chain solvers, which support neither a free base nor trees.
//
// Each segment is a joint about z followed by the transform to the next joint, the cheapest form in KDL; the body's
// inertia is expressed in the frame of the next joint.
#include <kdl/config.h>
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "bench/peer.hpp"
#include "sinew/spatial/rigid_inertia.hpp"

namespace bench {
namespace {

KDL::Vector kdl(const sinew::Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
KDL::Frame kdl(const sinew::Transform<double>& x) {
  const sinew::Rotation<double>& r = x.rotation;
  return {KDL::Rotation(r.row_x.x, r.row_x.y, r.row_x.z, r.row_y.x, r.row_y.y, r.row_y.z, r.row_z.x,
                        r.row_z.y, r.row_z.z),
          kdl(x.translation)};
}

bool is_chain(const Robot& robot) {
  for (int i = 0; i < static_cast<int>(robot.links.size()); ++i) {
    if (robot.links[i].parent != i - 1 || robot.links[i].kind == Link::Kind::free) return false;
  }
  return true;
}

KDL::Chain chain_of(const Robot& robot) {
  if (!is_chain(robot)) throw NotPossible("KDL's dynamics solvers take chains on fixed ground only");
  KDL::Chain chain;
  if (robot.links.empty()) return chain;
  chain.addSegment(KDL::Segment("ground", KDL::Joint(KDL::Joint::None), kdl(robot.links.front().placement)));
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const Link& link = robot.links[i];
    const bool last = i + 1 == robot.links.size();
    const sinew::Transform<double> tip = last ? sinew::Transform<double>{} : robot.links[i + 1].placement;
    const sinew::Transform<double> seen_from_tip = inverse(tip);
    const sinew::Symmetric3<double> inertia = conjugate(seen_from_tip.rotation, link.inertial.inertia);
    const KDL::RigidBodyInertia body(
        link.inertial.mass, kdl(seen_from_tip * link.inertial.com),
        KDL::RotationalInertia(inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.xz, inertia.yz));
    const KDL::Joint joint(link.kind == Link::Kind::rotating ? KDL::Joint::RotZ : KDL::Joint::TransZ);
    chain.addSegment(KDL::Segment(link.name, joint, kdl(tip), body));
  }
  return chain;
}

KDL::JntArray array_of(const std::vector<double>& numbers) {
  KDL::JntArray array(static_cast<unsigned>(numbers.size()));
  for (unsigned i = 0; i < array.rows(); ++i) array(i) = numbers[i];
  return array;
}

class Kdl : public Peer {
 public:
  explicit Kdl(const Robot& robot)
      : chain_(chain_of(robot)),
        inverse_(chain_, kdl(robot.gravity)),
        forward_(chain_, kdl(robot.gravity)),
        parameters_(chain_, kdl(robot.gravity)),
        no_forces_(chain_.getNrOfSegments(), KDL::Wrench::Zero()),
        result_(chain_.getNrOfJoints()),
        mass_matrix_(chain_.getNrOfJoints()) {}

  std::string version() const override { return KDL_VERSION_STRING; }

  bool offers(Job job) const override {
    return is_one_of(job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics});
  }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      states_.push_back({array_of(state.q), array_of(state.v), array_of(state.a), array_of(state.tau)});
    }
  }

  void run(Job job, std::size_t index) override {
    const Prepared& state = states_[index];
    switch (job) {
      case Job::inverse_dynamics:
        inverse_.CartToJnt(state.q, state.v, state.a, no_forces_, result_);
        return;
      case Job::mass_matrix:
        parameters_.JntToMass(state.q, mass_matrix_);
        return;
      case Job::forward_dynamics:
        forward_.CartToJnt(state.q, state.v, state.tau, no_forces_, result_);
        return;
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t) override {
    if (job == Job::mass_matrix) {
      return {mass_matrix_.data.data(), mass_matrix_.data.data() + mass_matrix_.data.size()};
    }
    return {result_.data.data(), result_.data.data() + result_.data.size()};
  }

 private:
  struct Prepared {
    KDL::JntArray q, v, a, tau;
  };
  KDL::Chain chain_;
  KDL::ChainIdSolver_RNE inverse_;
  KDL::ChainFdSolver_RNE forward_;
  KDL::ChainDynParam parameters_;
  KDL::Wrenches no_forces_;
  KDL::JntArray result_;
  KDL::JntSpaceInertiaMatrix mass_matrix_;
  std::vector<Prepared> states_;
};

}  // namespace

std::unique_ptr<Peer> make_kdl(const Robot& robot) {
  return std::make_unique<Kdl>(robot);
}

}  // namespace bench
