#include "tests/support/maximal_coordinates.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/support/connection_conditions.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/dense_spatial.hpp"

namespace sinew::test {

namespace {

template <class T>
constexpr T rank_threshold = sizeof(T) > 8 ? T(1e-11L) : T(1e-9L);

}  // namespace

template <class T>
struct MaximalCoordinates<T>::Linearised {
  VecX<T> closure, rate, constant;
  MatX<T> on_first, on_second;  // per unit of the bodies' accelerations
};

template <class T>
void MaximalCoordinates<T>::Affine::append(const MatX<T>& more_rows, const VecX<T>& more_constant) {
  const Index old = rows.rows();
  rows.conservativeResize(old + more_rows.rows(), more_rows.cols());
  rows.bottomRows(more_rows.rows()) = more_rows;
  constant.conservativeResize(old + more_rows.rows());
  constant.tail(more_rows.rows()) = more_constant;
}

// `conditions(first_acceleration, second_acceleration)`: affine in both; the ground has columns of its own.
template <class T>
template <class Conditions>
typename MaximalCoordinates<T>::Linearised MaximalCoordinates<T>::linearise(
    int first, int second, const Conditions& conditions) const {
  static const Moving ground{};
  const Moving& a = first < 0 ? ground : bodies_[first];
  const Moving& b = second < 0 ? ground : bodies_[second];
  const Vec6<T> zero = Vec6<T>::Zero();
  const auto changes = [](const ConditionList<T>& list) {
    VecX<T> change(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) change[i] = list[i].change;
    return change;
  };
  const ConditionList<T> at_rest = conditions(a, zero, b, zero);
  const Index count = static_cast<Index>(at_rest.size());
  Linearised result{VecX<T>(count), VecX<T>(count), changes(at_rest), MatX<T>(count, 6), MatX<T>(count, 6)};
  for (Index i = 0; i < count; ++i) {
    result.closure[i] = at_rest[i].closure;
    result.rate[i] = at_rest[i].rate;
  }
  for (int i = 0; i < 6; ++i) {
    const Vec6<T> unit = Vec6<T>::Unit(i);
    result.on_first.col(i) = changes(conditions(a, unit, b, zero)) - result.constant;
    result.on_second.col(i) = changes(conditions(a, zero, b, unit)) - result.constant;
  }
  return result;
}

template <class T>
MatX<T> MaximalCoordinates<T>::spread(int first, int second, const Linearised& rows) const {
  MatX<T> all = MatX<T>::Zero(rows.on_first.rows(), 6 * bodies_.size());
  if (first >= 0) all.middleCols(6 * first, 6) += rows.on_first;
  if (second >= 0) all.middleCols(6 * second, 6) += rows.on_second;
  return all;
}

namespace {

// A frame on a body with known motion.
template <class T, class Moving>
MovingFrame<T> frame_on(const Moving& body, const Vec6<T>& acceleration, const Pose<T>& placement) {
  const Vec3<T>& w = body.omega;
  const Vec3<T> alpha = acceleration.head(3);
  const auto carried = [&](const Vec3<T>& in_body) -> ChangingVector<T> {
    const Vec3<T> r = body.rotation * in_body, d = w.cross(r);
    return {r, d, alpha.cross(r) + w.cross(d)};
  };
  const ChangingVector<T> arm = carried(placement.translation);
  return {{body.origin + arm.x, body.velocity + arm.d, acceleration.tail(3) + arm.dd},
          {carried(placement.rotation.col(0)), carried(placement.rotation.col(1)),
           carried(placement.rotation.col(2))},
          w,
          alpha};
}

}  // namespace

template <class T>
MaximalCoordinates<T>::MaximalCoordinates(const Description& description, const std::vector<double>& q,
                                          const std::vector<double>& v)
    : gravity_(to_dense<T>(description.gravity)) {
  const DenseReference<T> kinematics(description, q, v);
  std::map<std::string, const Body*> by_name;
  for (const Body& body : description.bodies) by_name[body.name] = &body;
  const std::vector<std::string> order = DenseReference<T>::coordinate_order(description);
  const std::vector<double> velocity = v.empty() ? std::vector<double>(kinematics.velocity_size()) : v;
  closure_.resize(0);
  rate_.resize(0);
  v_ = to_dense<T>(velocity);
  armature_.setZero(v_.size());
  std::vector<DenseJointMotion<T>> motions;
  index_[""] = -1;
  std::size_t iq = 0, iv = 0;
  for (const std::string& name : order) {
    const Body& body = *by_name.at(name);
    const int q_size = position_size(body.joint), v_size = test::velocity_size(body.joint);
    motions.push_back(
        move<T>(body.joint, std::span(q).subspan(iq, q_size), std::span(velocity).subspan(iv, v_size)));
    const Pose<T> pose = kinematics.pose(name);
    const Vec6<T> twist = kinematics.velocity(name, Reference::aligned);
    index_[name] = static_cast<int>(bodies_.size());
    bodies_.push_back({body.joint.name, pose.rotation, pose.translation, twist.head(3), twist.tail(3),
                       body.inertial, q_size > 0 ? q[iq] : 0, static_cast<int>(iv)});
    const auto& dofs = body.joint.dofs;
    for (int i = 0; i < v_size && !dofs.empty(); ++i)
      armature_[static_cast<int>(iv) + i] = T(dofs[dofs.size() == 1 ? 0 : i].armature);
    iq += q_size;
    iv += v_size;
  }
  for (Affine* rows : {&tree_, &loops_, &joints_}) {
    rows->rows.resize(0, 6 * bodies_.size());
    rows->constant.resize(0);
  }
  for (const std::string& name : order)
    add_joint(index_[name], index_[by_name[name]->parent], motions[index_[name]]);
  for (const Loop& loop : description.loops) add_loop(loop);
  for (const Coupling& coupling : description.couplings)
    add_coupling(coupling.joint, coupling.leader, coupling.polynomial);
  for (const Body& body : description.bodies) {
    if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
    const auto& [leader, multiplier, offset] = *body.joint.mimic;
    add_coupling(body.joint.name, leader, {offset, multiplier, 0, 0, 0});
  }
}

// V' = axes a + bias: the components across the axes are constraints, those along them the joint's acceleration.
template <class T>
void MaximalCoordinates<T>::add_joint(int body, int parent, const DenseJointMotion<T>& motion) {
  const Linearised twist = linearise(
      parent, body, [](const Moving& a, const Vec6<T>& a_change, const Moving& b, const Vec6<T>& b_change) {
        const auto list = relative_twist(frame_on<T>(a, a_change, {}), frame_on<T>(b, b_change, {}));
        return ConditionList<T>(list.begin(), list.end());
      });
  const MatX<T> rows = spread(parent, body, twist);
  const VecX<T> constant = twist.constant - motion.bias;
  const Index dofs = motion.axes.cols();
  MatX<T> across = MatX<T>::Identity(6, 6);
  if (dofs > 0) {
    const MatX<T> axes = motion.axes;
    across = pivoted_qr(axes, rank_threshold<T>).Q.rightCols(6 - dofs);
    const MatX<T> pick = (axes.transpose() * axes).solve_symmetric(axes.transpose());
    joints_.append(pick * rows, pick * constant);
  }
  tree_.append(across.transpose() * rows, across.transpose() * constant);
}

template <class T>
void MaximalCoordinates<T>::add_loop(const Loop& loop) {
  const int first = index_.at(loop.first.body), second = index_.at(loop.second.body);
  const Pose<T> first_place = to_dense<T>(loop.first.placement);
  const Pose<T> second_place = to_dense<T>(loop.second.placement);
  const Linearised rows = linearise(
      first, second, [&](const Moving& a, const Vec6<T>& a_change, const Moving& b, const Vec6<T>& b_change) {
        return conditions<T>(loop.connection, frame_on<T>(a, a_change, first_place),
                             frame_on<T>(b, b_change, second_place));
      });
  loops_.append(spread(first, second, rows), rows.constant);
  const Index old = closure_.size(), count = rows.closure.size();
  closure_.conservativeResize(old + count);
  closure_.tail(count) = rows.closure;
  rate_.conservativeResize(old + count);
  rate_.tail(count) = rows.rate;
  // Moment and force in world axes at the body's origin, shifted to the second frame.
  const Pose<T> in_world_axes{second < 0 ? Mat3<T>::Identity() : bodies_[second].rotation, Vec3<T>::Zero()};
  const Pose<T> frame = in_world_axes * second_place;
  loop_directions_.push_back(motion_outward(frame).transpose() * rows.on_second.transpose());
}

template <class T>
int MaximalCoordinates<T>::body_of_joint(const std::string& joint) const {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    if (bodies_[k].joint == joint) return static_cast<int>(k);
  }
  throw std::logic_error("no joint " + joint);
}

// g = q - p(x): g' = v - p' x', g'' = a - p' x'' - p'' x'^2
template <class T>
void MaximalCoordinates<T>::add_coupling(const std::string& joint, const std::string& leader,
                                         const std::array<double, 5>& c) {
  const Moving& follower = bodies_[body_of_joint(joint)];
  MatX<T> row = joints_.rows.row(follower.v_index);
  VecX<T> constant = joints_.constant.segment(follower.v_index, 1);
  T closure = T(follower.q) - T(c[0]), rate = v_[follower.v_index];
  if (!leader.empty()) {
    const Moving& lead = bodies_[body_of_joint(leader)];
    const T x = T(lead.q), x_rate = v_[lead.v_index];
    T value = 0, slope = 0, bend = 0, power = 1;  // power: x^(i-2) from i = 2 on
    for (int i = 1; i <= 4; ++i)
      value += T(c[i]) * std::pow(x, T(i)), slope += T(i * c[i]) * std::pow(x, T(i - 1));
    for (int i = 2; i <= 4; ++i, power *= x) bend += T(i * (i - 1) * c[i]) * power;
    row -= slope * joints_.rows.row(lead.v_index);
    constant[0] -= slope * joints_.constant[lead.v_index] + bend * x_rate * x_rate;
    closure -= value;
    rate -= slope * x_rate;
  }
  loops_.append(row, constant);
  closure_.conservativeResize(closure_.size() + 1);
  closure_[closure_.size() - 1] = closure;
  rate_.conservativeResize(rate_.size() + 1);
  rate_[rate_.size() - 1] = rate;
  ++coupling_count_;
}

// The bodies' accelerations for given joint accelerations.
template <class T>
VecX<T> MaximalCoordinates<T>::body_accelerations(const VecX<T>& a) const {
  Affine all = tree_;
  all.append(joints_.rows, joints_.constant - a);
  return all.rows.solve(-all.constant);
}

template <class T>
VecX<T> MaximalCoordinates<T>::rate_change(const std::vector<double>& a) const {
  return loops_.rows * body_accelerations(to_dense<T>(a)) + loops_.constant;
}

template <class T>
MatX<T> MaximalCoordinates<T>::jacobian() const {
  const Index n = v_.size();
  Affine all = tree_;
  all.append(joints_.rows, joints_.constant);
  MatX<T> units = MatX<T>::Zero(all.rows.rows(), n);
  units.bottomRows(n).setIdentity();
  if (n == 0) return MatX<T>::Zero(rows(), 0);
  return loops_.rows * all.rows.solve(units);
}

template <class T>
int MaximalCoordinates<T>::rank() const {
  const MatX<T> J = jacobian();
  if (J.size() == 0) return 0;
  return J.isZero(rank_threshold<T>) ? 0 : static_cast<int>(pivoted_qr(J, rank_threshold<T>).rank);
}

// Moments about the bodies' origins, forces; in world axes.
template <class T>
void MaximalCoordinates<T>::newton_euler(MatX<T>& inertia, VecX<T>& force) const {
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const Moving& body = bodies_[k];
    const T mass = T(body.inertial.mass);
    const Vec3<T> c = body.rotation * to_dense<T>(body.inertial.com), &w = body.omega;
    const Mat3<T> rotated = body.rotation * to_dense<T>(body.inertial.inertia) * body.rotation.transpose();
    auto block = inertia.block(6 * k, 6 * k, 6, 6);
    block.topLeftCorner(3, 3) += rotated - mass * skew(c) * skew(c);
    block.topRightCorner(3, 3) += mass * skew(c);
    block.bottomLeftCorner(3, 3) -= mass * skew(c);
    block.bottomRightCorner(3, 3) += mass * Mat3<T>::Identity();
    const Vec3<T> linear = mass * (gravity_ - w.cross(w.cross(c)));
    force.segment(6 * k, 3) += c.cross(linear) - w.cross(rotated * w);
    force.segment(6 * k + 3, 3) += linear;
  }
}

template <class T>
MaximalAnswer<T> MaximalCoordinates<T>::forward_dynamics(const std::vector<double>& tau) const {
  const Index n = joints_.rows.cols(), tree_rows = tree_.rows.rows();
  Affine all = tree_;
  all.append(loops_.rows, loops_.constant);
  MatX<T> inertia = joints_.rows.transpose() * armature_.asDiagonal() * joints_.rows;
  VecX<T> force = joints_.rows.transpose() * (to_dense<T>(tau) - armature_.cwiseProduct(joints_.constant));
  newton_euler(inertia, force);
  // Dependent rows are replaced by as many orthonormal combinations as are independent.
  const auto [Q, rank] = pivoted_qr(all.rows, rank_threshold<T>);
  const Index spare = all.rows.rows() - rank;
  const MatX<T> mixture = Q.leftCols(rank), dependence = Q.rightCols(spare);
  MatX<T> system = MatX<T>::Zero(n + rank, n + rank);
  system.topLeftCorner(n, n) = inertia;
  system.bottomLeftCorner(rank, n) = mixture.transpose() * all.rows;
  system.topRightCorner(n, rank) = -system.bottomLeftCorner(rank, n).transpose();
  VecX<T> right(n + rank);
  right << force, -mixture.transpose() * all.constant;
  const VecX<T> solution = system.solve(right);
  const VecX<T> acceleration = solution.head(n);
  VecX<T> lambda = mixture * solution.tail(rank);
  if (spare > 0) {  // minimises the part of the loops
    const MatX<T> freely = dependence.bottomRows(rows());
    lambda -= dependence * least_norm_solve(freely, lambda.tail(rows()), rank_threshold<T>);
  }
  MaximalAnswer<T> answer;
  answer.acceleration = joints_.rows * acceleration + joints_.constant;
  answer.multipliers = lambda.tail(all.rows.rows() - tree_rows);
  answer.disagreement = spare > 0 ? (dependence.transpose() * all.constant).largest() : T(0);
  Index row = 0;
  for (const MatX<T>& directions : loop_directions_) {
    answer.loop_force.push_back(directions * answer.multipliers.segment(row, directions.cols()));
    row += directions.cols();
  }
  for (int i = 0; i < coupling_count_; ++i) answer.coupling_torque.push_back(answer.multipliers[row + i]);
  return answer;
}

template class MaximalCoordinates<double>;
template class MaximalCoordinates<long double>;

}  // namespace sinew::test
