// Times DART, built joint by joint. Setting positions invalidates all cached quantities, so each call starts from
// scratch.
#include <dart/dynamics/dynamics.hpp>

#include "bench/coordinates.hpp"
#include "bench/peer.hpp"

namespace bench {
namespace {

namespace dd = dart::dynamics;

Eigen::Vector3d eigen(const sinew::Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
Eigen::Isometry3d eigen(const sinew::Transform<double>& x) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() << eigen(x.rotation.row_x).transpose(), eigen(x.rotation.row_y).transpose(),
      eigen(x.rotation.row_z).transpose();
  result.translation() = eigen(x.translation);
  return result;
}
Eigen::VectorXd eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

class Dart : public Peer {
 public:
  explicit Dart(const Robot& robot)
      : robot_(robot), skeleton_(build(robot)), coordinates_(robot, {}, first_indices(*skeleton_)) {
    if (static_cast<int>(skeleton_->getNumDofs()) != robot.v_size) {
      throw NotPossible("DART has a different number of DOFs");
    }
  }

  std::string version() const override { return DART_VERSION; }

  bool offers(Job job) const override {
    return is_one_of(
        job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics, Job::inverse_mass_matrix});
  }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      states_.push_back({&state, positions(state), eigen(coordinates_.velocity(state)),
                         eigen(coordinates_.acceleration(state)), eigen(coordinates_.force(state))});
    }
  }

  void run(Job job, std::size_t index) override {
    const Prepared& state = states_[index];
    skeleton_->setPositions(state.q);
    switch (job) {
      case Job::inverse_dynamics:
        skeleton_->setVelocities(state.v);
        skeleton_->setAccelerations(state.a);
        skeleton_->computeInverseDynamics();
        return;
      case Job::mass_matrix:
        matrix_ = &skeleton_->getMassMatrix();
        return;
      case Job::forward_dynamics:
        skeleton_->setVelocities(state.v);
        skeleton_->setForces(state.tau);
        skeleton_->computeForwardDynamics();
        return;
      case Job::inverse_mass_matrix:
        matrix_ = &skeleton_->getInvMassMatrix();
        return;
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    const sinew::State& state = *states_[index].original;
    const auto back = [&](const auto& theirs) {
      return coordinates_.answer_back(job, state, {theirs.data(), static_cast<std::size_t>(theirs.size())});
    };
    if (job == Job::inverse_dynamics) return back(skeleton_->getForces());
    if (job == Job::forward_dynamics) return back(skeleton_->getAccelerations());
    return back(*matrix_);
  }

 private:
  struct Prepared {
    const sinew::State* original;
    Eigen::VectorXd q, v, a, tau;
  };

  static dd::SkeletonPtr build(const Robot& robot) {
    dd::SkeletonPtr skeleton = dd::Skeleton::create(robot.name);
    skeleton->setGravity(eigen(robot.gravity));
    std::vector<dd::BodyNode*> bodies;
    for (const Link& link : robot.links) {
      dd::BodyNode* parent = link.parent < 0 ? nullptr : bodies[link.parent];
      dd::BodyNode* body = add(*skeleton, parent, link);
      const sinew::Symmetric3<double>& i = link.inertial.inertia;
      Eigen::Matrix3d inertia;
      inertia << i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz;
      body->setInertia(dd::Inertia(link.inertial.mass, eigen(link.inertial.com), inertia));
      bodies.push_back(body);
    }
    return skeleton;
  }

  static dd::BodyNode* add(dd::Skeleton& skeleton, dd::BodyNode* parent, const Link& link) {
    const dd::BodyNode::AspectProperties body(link.name);
    const auto described = [&](auto properties) {
      properties.mName = link.name + "_joint";
      properties.mT_ParentBodyToJoint = eigen(link.placement);
      return properties;
    };
    if (link.kind == Link::Kind::free) {
      return skeleton
          .createJointAndBodyNodePair<dd::FreeJoint>(parent, described(dd::FreeJoint::Properties()), body)
          .second;
    }
    if (link.kind == Link::Kind::sliding) {
      auto properties = described(dd::PrismaticJoint::Properties());
      properties.mAxis = Eigen::Vector3d::UnitZ();
      return skeleton.createJointAndBodyNodePair<dd::PrismaticJoint>(parent, properties, body).second;
    }
    auto properties = described(dd::RevoluteJoint::Properties());
    properties.mAxis = Eigen::Vector3d::UnitZ();
    return skeleton.createJointAndBodyNodePair<dd::RevoluteJoint>(parent, properties, body).second;
  }

  static std::vector<int> first_indices(const dd::Skeleton& skeleton) {
    std::vector<int> indices;
    for (std::size_t i = 0; i < skeleton.getNumBodyNodes(); ++i) {
      indices.push_back(static_cast<int>(skeleton.getJoint(i)->getIndexInSkeleton(0)));
    }
    return indices;
  }

  Eigen::VectorXd positions(const sinew::State& state) const {
    Eigen::VectorXd q(robot_.v_size);
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      const Link& link = robot_.links[i];
      const double* ours = &state.q[link.q_index];
      const auto at = static_cast<Eigen::Index>(skeleton_->getJoint(i)->getIndexInSkeleton(0));
      if (link.kind == Link::Kind::free) {
        const sinew::Transform<double> pose{attitude_of(ours), {ours[0], ours[1], ours[2]}};
        q.segment<6>(at) = dd::FreeJoint::convertToPositions(eigen(pose));
      } else {
        q[at] = *ours;
      }
    }
    return q;
  }

  Robot robot_;
  dd::SkeletonPtr skeleton_;
  Coordinates coordinates_;
  std::vector<Prepared> states_;
  const Eigen::MatrixXd* matrix_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_dart(const Robot& robot) {
  return std::make_unique<Dart>(robot);
}

}  // namespace bench
