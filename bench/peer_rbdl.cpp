// Times RBDL: ForwardDynamics (articulated bodies), InverseDynamics, CompositeRigidBodyAlgorithm, CalcMInvTimesTau,
// UpdateKinematicsCustom and CalcBodySpatialJacobian; joints about z.
#include <rbdl/rbdl.h>

#include "bench/coordinates.hpp"
#include "bench/peer.hpp"

namespace bench {
namespace {

namespace rm = RigidBodyDynamics::Math;

rm::Vector3d rbdl(const sinew::Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
// RBDL's rotations map parent coordinates to child coordinates.
rm::SpatialTransform rbdl(const sinew::Transform<double>& x) {
  const sinew::Rotation<double> r = transpose(x.rotation);
  return {rm::Matrix3d(r.row_x.x, r.row_x.y, r.row_x.z, r.row_y.x, r.row_y.y, r.row_y.z, r.row_z.x, r.row_z.y,
                       r.row_z.z),
          rbdl(x.translation)};
}
sinew::Transform<double> plain(const rm::SpatialTransform& x) {
  const auto vector = [](const auto& v) { return sinew::Vector3<double>{v[0], v[1], v[2]}; };
  return {{vector(x.E.col(0)), vector(x.E.col(1)), vector(x.E.col(2))}, vector(x.r)};
}
rm::VectorNd rbdl(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

class Rbdl : public Peer {
 public:
  explicit Rbdl(const Robot& robot)
      : robot_(robot), coordinates_(robot, {.linear_in_world = true, .linear_first = true}) {
    build();
    if (static_cast<int>(model_.q_size) != robot.q_size ||
        static_cast<int>(model_.qdot_size) != robot.v_size) {
      throw NotPossible("RBDL has a different number of DOFs");
    }
    result_ = rm::VectorNd::Zero(robot.v_size);
    mass_matrix_ = rm::MatrixNd::Zero(robot.v_size, robot.v_size);
    jacobian_ = rm::MatrixNd::Zero(6, robot.v_size);
  }

  std::string version() const override {
    constexpr int number = RBDL_API_VERSION;
    return std::to_string(number >> 16) + "." + std::to_string(number >> 8 & 255) + "." +
           std::to_string(number & 255) + ", " RBDL_BUILD_COMPILER_ID " " RBDL_BUILD_COMPILER_VERSION;
  }

  bool offers(Job job) const override {
    return is_one_of(job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics,
                           Job::solve_mass_matrix, Job::poses, Job::jacobian});
  }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      states_.push_back({&state, positions(state), rbdl(coordinates_.velocity(state)),
                         rbdl(coordinates_.acceleration(state)), rbdl(coordinates_.force(state))});
    }
  }

  void get_ready(Job, std::size_t index) override {
    RigidBodyDynamics::CalcMInvTimesTau(model_, states_[index].q, states_[index].tau, result_, true);
  }

  void run(Job job, std::size_t index) override {
    const Prepared& state = states_[index];
    switch (job) {
      case Job::inverse_dynamics:
        RigidBodyDynamics::InverseDynamics(model_, state.q, state.v, state.a, result_);
        return;
      case Job::mass_matrix:
        RigidBodyDynamics::CompositeRigidBodyAlgorithm(model_, state.q, mass_matrix_);
        return;
      case Job::forward_dynamics:
        RigidBodyDynamics::ForwardDynamics(model_, state.q, state.v, state.tau, result_);
        return;
      case Job::solve_mass_matrix:
        RigidBodyDynamics::CalcMInvTimesTau(model_, state.q, state.tau, result_, false);
        return;
      case Job::poses:
        RigidBodyDynamics::UpdateKinematicsCustom(model_, &state.q, nullptr, nullptr);
        return;
      case Job::jacobian:
        RigidBodyDynamics::CalcBodySpatialJacobian(model_, state.q, ids_.back(), jacobian_);
        return;
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    const auto back = [&](const auto& theirs) {
      return coordinates_.answer_back(job, *states_[index].original,
                                      {theirs.data(), static_cast<std::size_t>(theirs.size())});
    };
    if (job == Job::poses) {
      std::vector<double> poses;
      for (std::size_t i = 0; i < ids_.size(); ++i)
        append(plain(model_.X_base[ids_[i]]) * robot_.links[i].body, poses);
      return poses;
    }
    if (job == Job::jacobian) {
      return coordinates_.jacobian_back(*states_[index].original, robot_.links.back().body, false,
                                        {jacobian_.data(), static_cast<std::size_t>(jacobian_.size())});
    }
    return job == Job::mass_matrix ? back(mass_matrix_) : back(result_);
  }

 private:
  struct Prepared {
    const sinew::State* original;
    rm::VectorNd q, v, a, tau;
  };

  void build() {
    model_.gravity = rbdl(robot_.gravity);
    for (const Link& link : robot_.links) {
      const sinew::Symmetric3<double>& i = link.inertial.inertia;
      const RigidBodyDynamics::Body body(link.inertial.mass, rbdl(link.inertial.com),
                                         rm::Matrix3d(i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz));
      const RigidBodyDynamics::Joint joint =
          link.kind == Link::Kind::free       ? RigidBodyDynamics::JointTypeFloatingBase
          : link.kind == Link::Kind::rotating ? RigidBodyDynamics::JointTypeRevoluteZ
                                              : RigidBodyDynamics::Joint(rm::SpatialVector(0, 0, 0, 0, 0, 1));
      const unsigned parent = link.parent < 0 ? 0 : ids_[link.parent];
      ids_.push_back(model_.AddBody(parent, rbdl(link.placement), joint, body, link.name));
    }
  }

  // RBDL stores x y z of a quaternion in place and w at the end of q.
  rm::VectorNd positions(const sinew::State& state) const {
    rm::VectorNd q(robot_.q_size);
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      const Link& link = robot_.links[i];
      const double* ours = &state.q[link.q_index];
      if (link.kind == Link::Kind::free) {
        q.segment<3>(link.v_index) << ours[0], ours[1], ours[2];
        model_.SetQuaternion(ids_[i], rm::Quaternion(ours[4], ours[5], ours[6], ours[3]), q);
      } else {
        q[link.v_index] = *ours;
      }
    }
    return q;
  }

  Robot robot_;
  Coordinates coordinates_;
  RigidBodyDynamics::Model model_;
  std::vector<unsigned> ids_;
  std::vector<Prepared> states_;
  rm::VectorNd result_;
  rm::MatrixNd mass_matrix_, jacobian_;
};

}  // namespace

std::unique_ptr<Peer> make_rbdl(const Robot& robot) {
  return std::make_unique<Rbdl>(robot);
}

}  // namespace bench
