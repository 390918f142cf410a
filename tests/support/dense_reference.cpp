#include "tests/support/dense_reference.hpp"

#include <map>
#include <stdexcept>

#include "tests/support/dense_spatial.hpp"

namespace sinew::test {

namespace {

void depth_first(const Description& description, const std::string& parent, std::vector<int>& order) {
  for (std::size_t i = 0; i < description.bodies.size(); ++i) {
    if (description.bodies[i].parent != parent) continue;
    order.push_back(static_cast<int>(i));
    depth_first(description, description.bodies[i].name, order);
  }
}

template <class T>
Mat6<T> seen_in(const Pose<T>& pose, Reference reference) {
  switch (reference) {
    case Reference::body:
      return Mat6<T>::Identity();
    case Reference::world:
      return motion_outward(pose);
    case Reference::aligned:
      return motion_outward(Pose<T>{pose.rotation, Vec3<T>::Zero()});
  }
  throw std::logic_error("unknown reference");
}

}  // namespace

template <class T>
DenseReference<T>::DenseReference(const Description& description, const std::vector<double>& q,
                                  const std::vector<double>& v)
    : description_(description), gravity_(to_dense<T>(description.gravity)) {
  std::vector<int> order;
  depth_first(description, "", order);
  const int bodies = static_cast<int>(order.size());
  int nv = 0;
  for (const int i : order) nv += test::velocity_size(description.bodies[i].joint);
  const std::vector<double> velocity = v.empty() ? std::vector<double>(nv) : v;
  v_ = to_dense<T>(velocity);
  armature_.setZero(nv);
  axes_.setZero(6 * bodies, nv);
  VecX<T> axes_rate = VecX<T>::Zero(6 * bodies);
  MatX<T> chain = MatX<T>::Identity(6 * bodies, 6 * bodies);  // I - E
  MatX<T> roots = MatX<T>::Zero(6 * bodies, 6);               // B
  std::map<std::string, int> place;
  std::vector<bool> moves;
  int iq = 0, iv = 0;
  for (int k = 0; k < bodies; ++k) {
    const Body& body = description.bodies[order[k]];
    const int parent = body.parent.empty() ? -1 : place.at(body.parent);
    const int q_size = position_size(body.joint), v_size = test::velocity_size(body.joint);
    const auto motion =
        move<T>(body.joint, std::span(q).subspan(iq, q_size), std::span(velocity).subspan(iv, v_size));
    const Pose<T> in_parent = to_dense<T>(body.placement) * motion.pose;
    place[body.name] = k;
    names_.push_back(body.name);
    parent_.push_back(parent);
    first_velocity_.push_back(iv);
    pose_.push_back(parent < 0 ? in_parent : pose_[parent] * in_parent);
    moves.push_back(v_size > 0 || (parent >= 0 && moves[parent]));
    inertia_.push_back(spatial_inertia<T>(body.inertial));
    com_.push_back(to_dense<T>(body.inertial.com));
    mass_.push_back(moves[k] ? T(body.inertial.mass) : T(0));
    axes_.block(6 * k, iv, 6, v_size) = motion.axes;
    axes_rate.segment(6 * k, 6) = motion.bias;
    if (parent < 0) {
      roots.middleRows(6 * k, 6) = motion_inward(in_parent);
    } else {
      chain.block(6 * k, 6 * parent, 6, 6) = -motion_inward(in_parent);
    }
    const auto& dofs = body.joint.dofs;
    for (int i = 0; i < v_size && !dofs.empty(); ++i) {
      armature_[iv + i] = T(dofs[dofs.size() == 1 ? 0 : i].armature);
    }
    iq += q_size;
    iv += v_size;
  }
  phi_adjoint_ = chain.solve_lower(MatX<T>::Identity(6 * bodies, 6 * bodies));
  jacobian_ = phi_adjoint_ * axes_;
  from_ground_ = phi_adjoint_ * roots;
  twist_ = jacobian_ * v_;
  const VecX<T> joint_twist = axes_ * v_;
  coriolis_ = axes_rate;
  for (int k = 0; k < bodies; ++k) {
    coriolis_.segment(6 * k, 6) += motion_cross<T>(twist_.segment(6 * k, 6)) * joint_twist.segment(6 * k, 6);
  }
}

template <class T>
std::vector<std::string> DenseReference<T>::coordinate_order(const Description& description) {
  std::vector<int> order;
  depth_first(description, "", order);
  std::vector<std::string> names;
  for (const int i : order) names.push_back(description.bodies[i].name);
  return names;
}

template <class T>
MatX<T> DenseReference<T>::mass_matrix() const {
  MatX<T> weighted = jacobian_;
  for (std::size_t k = 0; k < inertia_.size(); ++k) {
    weighted.middleRows(6 * k, 6) = inertia_[k] * jacobian_.middleRows(6 * k, 6);
  }
  MatX<T> m = jacobian_.transpose() * weighted;
  m.diagonal() += armature_;
  return m;
}

template <class T>
VecX<T> DenseReference<T>::stacked_acceleration(const VecX<T>& a, const Vec6<T>& ground_acceleration) const {
  return jacobian_ * a + phi_adjoint_ * coriolis_ + from_ground_ * ground_acceleration;
}

template <class T>
Vec6<T> DenseReference<T>::ground_acceleration(const DenseEnvironment& environment) const {
  Vec6<T> acceleration = environment.base_acceleration.template cast<T>();
  acceleration.tail(3) -= gravity_;
  return acceleration;
}

template <class T>
VecX<T> DenseReference<T>::joint_forces(const VecX<T>& a, const Vec6<T>& ground_acceleration,
                                        const std::vector<DenseForce>& forces, bool with_velocity) const {
  VecX<T> body_forces = with_velocity ? stacked_acceleration(a, ground_acceleration)
                                      : VecX<T>(jacobian_ * a + from_ground_ * ground_acceleration);
  for (std::size_t k = 0; k < inertia_.size(); ++k) {
    auto force = body_forces.segment(6 * k, 6);
    force = inertia_[k] * Vec6<T>(force);
    if (!with_velocity) continue;
    const Vec6<T> twist = twist_.segment(6 * k, 6);
    force -= motion_cross(twist).transpose() * inertia_[k] * twist;
  }
  for (const DenseForce& external : forces) {
    const Located at = locate(external.frame);
    if (at.body < 0) continue;
    body_forces.segment(6 * at.body, 6) -=
        motion_inward(at.placement).transpose() * external.force.template cast<T>();
  }
  return jacobian_.transpose() * body_forces + armature_.cwiseProduct(a);
}

template <class T>
VecX<T> DenseReference<T>::inverse_dynamics(const std::vector<double>& a,
                                            const DenseEnvironment& environment) const {
  return joint_forces(to_dense<T>(a), ground_acceleration(environment), environment.forces, true);
}

template <class T>
VecX<T> DenseReference<T>::bias_force(const DenseEnvironment& environment) const {
  return joint_forces(VecX<T>::Zero(velocity_size()), ground_acceleration(environment), environment.forces,
                      true);
}

template <class T>
VecX<T> DenseReference<T>::gravity_force() const {
  return joint_forces(VecX<T>::Zero(velocity_size()), ground_acceleration({}), {}, false);
}

template <class T>
VecX<T> DenseReference<T>::bias_acceleration_force() const {
  VecX<T> body_forces = phi_adjoint_ * coriolis_;
  for (std::size_t k = 0; k < inertia_.size(); ++k) {
    auto force = body_forces.segment(6 * k, 6);
    force = inertia_[k] * Vec6<T>(force);
  }
  return jacobian_.transpose() * body_forces;
}

template <class T>
VecX<T> DenseReference<T>::forward_dynamics(const std::vector<double>& tau,
                                            const DenseEnvironment& environment) const {
  return mass_matrix().solve_symmetric(to_dense<T>(tau) - bias_force(environment));
}

template <class T>
typename DenseReference<T>::Located DenseReference<T>::locate(const std::string& frame) const {
  const auto body_index = [this](const std::string& name) {
    for (std::size_t k = 0; k < names_.size(); ++k) {
      if (names_[k] == name) return static_cast<int>(k);
    }
    return -1;
  };
  for (const Frame& f : description_.frames) {
    if (f.name == frame) return {body_index(f.body), to_dense<T>(f.placement)};
  }
  return {body_index(frame), {}};
}

template <class T>
Pose<T> DenseReference<T>::pose(const std::string& frame) const {
  const Located at = locate(frame);
  return at.body < 0 ? at.placement : pose_[at.body] * at.placement;
}

template <class T>
Columns6<T> DenseReference<T>::jacobian(const std::string& frame, Reference reference) const {
  const Located at = locate(frame);
  if (at.body < 0) return Columns6<T>::Zero(6, velocity_size());
  return seen_in(pose(frame), reference) * motion_inward(at.placement) * jacobian_.middleRows(6 * at.body, 6);
}

template <class T>
Vec6<T> DenseReference<T>::velocity(const std::string& frame, Reference reference) const {
  return jacobian(frame, reference) * v_;
}

template <class T>
Vec6<T> DenseReference<T>::acceleration(const std::string& frame, Reference reference,
                                        const std::vector<double>& a) const {
  const Located at = locate(frame);
  if (at.body < 0) return Vec6<T>::Zero();
  const VecX<T> stacked = stacked_acceleration(to_dense<T>(a), Vec6<T>::Zero());
  Vec6<T> acceleration = motion_inward(at.placement) * stacked.segment(6 * at.body, 6);
  if (reference == Reference::aligned) {  // (R v)' = R (v' + w x v)
    const Vec6<T> twist = velocity(frame, Reference::body);
    acceleration.tail(3) += twist.head(3).cross(twist.tail(3));
  }
  return seen_in(pose(frame), reference) * acceleration;
}

template <class T>
T DenseReference<T>::kinetic_energy() const {
  return v_.dot(mass_matrix() * v_) / T(2);
}

template <class T>
T DenseReference<T>::mass() const {
  T sum = 0;
  for (const T& mass : mass_) sum += mass;
  return sum;
}

template <class T>
Vec3<T> DenseReference<T>::centre_of_mass() const {
  Vec3<T> moment = Vec3<T>::Zero();
  for (std::size_t k = 0; k < pose_.size(); ++k) {
    moment += mass_[k] * (pose_[k].rotation * com_[k] + pose_[k].translation);
  }
  return moment / mass();
}

template <class T>
T DenseReference<T>::potential_energy() const {
  return mass() > 0 ? -mass() * gravity_.dot(centre_of_mass()) : T(0);
}

template <class T>
Columns6<T> DenseReference<T>::centroidal_momentum_matrix() const {
  Columns6<T> momentum = Columns6<T>::Zero(6, velocity_size());
  const Vec3<T> centre = centre_of_mass();
  for (std::size_t k = 0; k < pose_.size(); ++k) {
    // Maps forces (and momenta) from body k to the centre of mass in world axes: the adjoint of the inverse motion
    // transform.
    const Mat6<T> to_body = motion_inward(Pose<T>{pose_[k].rotation, pose_[k].translation - centre});
    momentum += to_body.transpose() * inertia_[k] * jacobian_.middleRows(6 * k, 6);
  }
  return momentum;
}

template <class T>
Mat6<T> DenseReference<T>::articulated_inertia(const std::string& body) const {
  const int root = locate(body).body;
  std::vector<int> subtree{root};
  for (int k = root + 1; k < static_cast<int>(parent_.size()) && parent_[k] >= root; ++k)
    subtree.push_back(k);
  const int first =
      root + 1 < static_cast<int>(first_velocity_.size()) ? first_velocity_[root + 1] : velocity_size();
  const int end = subtree.back() + 1 < static_cast<int>(first_velocity_.size())
                      ? first_velocity_[subtree.back() + 1]
                      : velocity_size();
  const int count = end - first;
  MatX<T> mass = MatX<T>::Zero(6 + count, 6 + count);
  for (const int k : subtree) {
    Columns6<T> columns(6, 6 + count);
    columns << phi_adjoint_.block(6 * k, 6 * root, 6, 6), jacobian_.block(6 * k, first, 6, count);
    mass += columns.transpose() * inertia_[k] * columns;
  }
  mass.diagonal().tail(count) += armature_.segment(first, count);
  if (count == 0) return mass;
  return mass.topLeftCorner(6, 6) -
         mass.topRightCorner(6, count) *
             mass.bottomRightCorner(count, count).solve_symmetric(mass.bottomLeftCorner(count, 6));
}

template class DenseReference<double>;
template class DenseReference<long double>;

}  // namespace sinew::test
