// Times Pinocchio: aba, rnea, crba, computeMinverse, computeRNEADerivatives, computeABADerivatives,
// computePvDelassusMatrix, computeJointTorqueRegressor, forwardKinematics and computeJointJacobian with its default
// conventions (body frames) and its own revolute and prismatic joints about z. A
// library with instantiated algorithms is used if there is one, so that its own compiler and flags count; missing
// instantiations are compiled here (bench/CMakeLists.txt: by clang, which suits Pinocchio best).
#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/delassus.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

#include "bench/coordinates.hpp"
#include "bench/peer.hpp"

namespace bench {
namespace {

namespace pin = pinocchio;

Eigen::Vector3d eigen(const sinew::Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
pin::SE3 eigen(const sinew::Transform<double>& x) {
  Eigen::Matrix3d r;
  r << eigen(x.rotation.row_x).transpose(), eigen(x.rotation.row_y).transpose(),
      eigen(x.rotation.row_z).transpose();
  return {r, eigen(x.translation)};
}
sinew::Transform<double> plain(const pin::SE3& x) {
  const auto vector = [](const auto& v) { return sinew::Vector3<double>{v[0], v[1], v[2]}; };
  const Eigen::Matrix3d& r = x.rotation();
  return {{vector(r.row(0)), vector(r.row(1)), vector(r.row(2))}, vector(x.translation())};
}
Eigen::VectorXd eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// Pinocchio's Data always contains the second derivatives of inverse dynamics, four arrays of n x n x n numbers.
constexpr int most_dofs = 500;  // 4 GB

pin::Model model_of(const Robot& robot) {
  if (robot.v_size > most_dofs) throw NotPossible("Pinocchio's Data would need too much memory");
  pin::Model model;
  model.gravity.linear(eigen(robot.gravity));
  std::vector<pin::JointIndex> joints;
  for (const Link& link : robot.links) {
    const pin::JointIndex parent = link.parent < 0 ? 0 : joints[link.parent];
    const pin::JointModel joint = link.kind == Link::Kind::free ? pin::JointModel(pin::JointModelFreeFlyer())
                                  : link.kind == Link::Kind::rotating ? pin::JointModel(pin::JointModelRZ())
                                                                      : pin::JointModel(pin::JointModelPZ());
    joints.push_back(model.addJoint(parent, joint, eigen(link.placement), link.name));
    const sinew::Symmetric3<double>& i = link.inertial.inertia;
    model.appendBodyToJoint(joints.back(), pin::Inertia(link.inertial.mass, eigen(link.inertial.com),
                                                        pin::Symmetric3(i.xx, i.xy, i.yy, i.xz, i.yz, i.zz)));
  }
  return model;
}

class Pinocchio : public Peer {
 public:
  explicit Pinocchio(const Robot& robot)
      : robot_(robot), model_(model_of(robot)), data_(model_), coordinates_(robot, {.linear_first = true}) {
    if (model_.nq != robot.q_size || model_.nv != robot.v_size) {
      throw NotPossible("Pinocchio has a different number of DOFs");
    }
    const auto tip = static_cast<pin::JointIndex>(model_.njoints - 1);
    tip_.emplace_back(pin::CONTACT_6D, model_, tip, eigen(robot.links.back().body), pin::LOCAL);
    tip_data_.emplace_back(tip_.front());
    pin::initPvDelassus(model_, data_, tip_);
  }

  std::string version() const override { return PINOCCHIO_VERSION ", " __VERSION__; }

  bool offers(Job job) const override {
    return is_one_of(job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics,
                           Job::inverse_mass_matrix, Job::omega, Job::poses, Job::jacobian, Job::regressor,
                           Job::inverse_dynamics_derivatives, Job::forward_dynamics_derivatives});
  }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      states_.push_back({&state, positions(state), eigen(coordinates_.velocity(state)),
                         eigen(coordinates_.acceleration(state)), eigen(coordinates_.force(state))});
    }
  }

  void run(Job job, std::size_t index) override {
    // The types for which Pinocchio's own library has the algorithms.
    using Input = Eigen::Ref<const Eigen::VectorXd>;
    const Prepared& state = states_[index];
    const Input q(state.q), v(state.v), a(state.a), tau(state.tau);
    switch (job) {
      case Job::inverse_dynamics:
        pin::rnea(model_, data_, q, v, a);
        return;
      case Job::mass_matrix:
        pin::crba(model_, data_, q);
        return;
      case Job::forward_dynamics:
        pin::aba(model_, data_, q, v, tau);
        return;
      case Job::inverse_mass_matrix:
        pin::computeMinverse(model_, data_, q);
        return;
      case Job::inverse_dynamics_derivatives:
        pin::computeRNEADerivatives(model_, data_, q, v, a);
        return;
      case Job::forward_dynamics_derivatives:
        pin::computeABADerivatives(model_, data_, q, v, tau);
        return;
      case Job::omega:
        pin::computePvDelassusMatrix(model_, data_, q, tip_, tip_data_, omega_, 0.);
        return;
      case Job::poses:
        pin::forwardKinematics(model_, data_, q);
        return;
      case Job::jacobian:
        pin::computeJointJacobian(model_, data_, q, tip_.front().joint1_id, jacobian_);
        return;
      case Job::regressor:
        pin::computeJointTorqueRegressor(model_, data_, q, v, a);
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
    if (job == Job::inverse_dynamics) return back(data_.tau);
    if (job == Job::forward_dynamics) return back(data_.ddq);
    if (job ==
        Job::regressor) {  // times the robot's own parameters, because each library has an order of its own
      Eigen::VectorXd parameters(10 * (model_.njoints - 1));
      for (int i = 1; i < model_.njoints; ++i)
        parameters.segment<10>(10 * (i - 1)) =
            model_.inertias[static_cast<pin::JointIndex>(i)].toDynamicParameters();
      const Eigen::VectorXd torques = data_.jointTorqueRegressor * parameters;
      return coordinates_.answer_back(Job::inverse_dynamics, *states_[index].original,
                                      {torques.data(), static_cast<std::size_t>(torques.size())});
    }
    if (job == Job::omega) return omega_back({}, true, {omega_.data(), 36});
    if (job == Job::poses) {
      std::vector<double> poses;
      for (std::size_t i = 0; i < robot_.links.size(); ++i)
        append(plain(data_.oMi[i + 1]) * robot_.links[i].body, poses);
      return poses;
    }
    if (job == Job::jacobian) {
      return coordinates_.jacobian_back(*states_[index].original, robot_.links.back().body, true,
                                        {jacobian_.data(), static_cast<std::size_t>(jacobian_.size())});
    }
    if (job == Job::inverse_dynamics_derivatives || job == Job::forward_dynamics_derivatives) {
      const bool inverse = job == Job::inverse_dynamics_derivatives;
      std::vector<double> three;
      for (const Eigen::MatrixXd& matrix :
           {Eigen::MatrixXd(inverse ? data_.dtau_dq : data_.ddq_dq),
            Eigen::MatrixXd(inverse ? data_.dtau_dv : data_.ddq_dv),
            symmetric(inverse ? Eigen::MatrixXd(data_.M) : Eigen::MatrixXd(data_.Minv))}) {
        const std::vector<double> ours = back(matrix);
        three.insert(three.end(), ours.begin(), ours.end());
      }
      return three;
    }
    return back(symmetric(job == Job::mass_matrix ? Eigen::MatrixXd(data_.M) : Eigen::MatrixXd(data_.Minv)));
  }

 private:
  // Pinocchio fills the upper half only.
  static Eigen::MatrixXd symmetric(const Eigen::MatrixXd& upper) {
    return upper.selfadjointView<Eigen::Upper>();
  }

  struct Prepared {
    const sinew::State* original;
    Eigen::VectorXd q, v, a, tau;
  };

  // Pinocchio's quaternions are x y z w.
  Eigen::VectorXd positions(const sinew::State& state) const {
    Eigen::VectorXd q = eigen(state.q);
    if (robot_.floats()) q.segment<4>(3) << state.q[4], state.q[5], state.q[6], state.q[3];
    return q;
  }

  Robot robot_;
  pin::Model model_;
  pin::Data data_;
  Coordinates coordinates_;
  std::vector<Prepared> states_;
  std::vector<pin::RigidConstraintModel> tip_;  // its last body, all six components
  std::vector<pin::RigidConstraintData> tip_data_;
  Eigen::MatrixXd jacobian_ = Eigen::MatrixXd::Zero(6, model_.nv);
  Eigen::MatrixXd omega_ = Eigen::MatrixXd::Zero(6, 6);
};

}  // namespace

std::unique_ptr<Peer> make_pinocchio(const Robot& robot) {
  return std::make_unique<Pinocchio>(robot);
}

}  // namespace bench
