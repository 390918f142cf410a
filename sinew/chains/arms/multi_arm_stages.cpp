// Computes the five stages of R88 Result 8.1: forward dynamics of arms that hold an object. chains/arms/multi_arm.hpp
// states the equations.
#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/arms/multi_arm.hpp"

namespace sinew {

// ---- Stage 1: filtering of the joint torques -----------------------------------------------------

template <std::floating_point T>
void MultiArm<T>::filter_torques(int part, const Call& call) {
  Part& p = parts_[std::size_t(part)];
  const auto& tree = *p.work.tree;
  detail::move_to(p.work, "MultiArm::forward_dynamics", content::all_but_poses, call.q + p.q, call.v + p.v);
  filter::outward_velocities(tree, p.work, call.v + p.v, call.environment(part));
  filter::inward(tree, p.work, call.v + p.v, call.tau + p.v);
  p.work.contents.add(content::velocities | content::filter);
}

// Computes the poses and velocities of the object, and b if it is rigid.
template <std::floating_point T>
void MultiArm<T>::move_object(const Call& call) {
  Part& p = parts_.back();
  const auto& tree = *p.work.tree;
  detail::move_to(p.work, "MultiArm::forward_dynamics", content::all_but_poses, call.q + p.q, call.v + p.v);
  kinematics::sweep_poses(tree, p.work);
  filter::outward_velocities(tree, p.work, call.v + p.v, call.environment(arm_count()));
  p.work.contents.add(content::poses | content::velocities);
  if (!rigid_) return;
  object_rotation_ = p.work.pose[1].rotation;
  object_twist_ = p.work.velocity[1];
  const T* const applied = call.tau + p.v;
  object_bias_ =
      p.work.force[1] - Force<T>{{applied[0], applied[1], applied[2]}, {applied[3], applied[4], applied[5]}};
}

// ---- Stage 2: free accelerations along the rows, and their covariance ----------------------------

// Computes the rows of a grasp at this state. With V = V2 - phi^* V1 the twist of the second frame relative to the
// first, dV/dt = lambda2 - phi^* lambda1 - V2 x V.
template <std::floating_point T>
void MultiArm<T>::close(Contact& contact, const Part& arm) {
  const auto second = std::size_t(contact.arm_link), first = std::size_t(contact.first_link);
  const Workspace<T>& other = (contact.on_ground ? arm : parts_.back()).work;
  const Transform<T> on_first =
      inverse(other.pose[first]) * (arm.work.pose[second] * contact.second_placement);
  contact.on_first = on_first;
  contact.relative = inverse(contact.first_placement) * on_first;
  const Motion<T> V2 = contact.second_placement.motion_to_child(arm.work.velocity[second]);
  const Motion<T> V = V2 - on_first.motion_to_child(other.velocity[first]);
  connection_rows(contact.grasp.connection, contact.relative, V, contact.rows);
  contact.placed = true;
  const Motion<T> rotating = cross(V2, V);
  for (int j = 0; j < contact.rows.count; ++j) {
    const Force<T>& direction = contact.rows.direction[j];
    contact.on_object[j] = on_first.force_to_parent(direction);
    contact.bias[j] = contact.rows.bias[j] - dot(direction, rotating) - contact.demand[j];
  }
}

template <std::floating_point T>
void MultiArm<T>::close(Part& arm) {
  arm.response.update_poses(*arm.work.tree, arm.work);
  for (const int i : arm.contacts) {
    Contact& contact = contacts_[std::size_t(i)];
    if (!contact.held) continue;
    close(contact, arm);
    for (int j = 0; j < contact.rows.count; ++j) {
      arm.response.set(contact.arm_path, j,
                       contact.second_placement.force_to_parent(contact.rows.direction[j]));
    }
  }
}

// Computes r: the accelerations along the rows, minus those of the ground for grasps on the ground.
template <std::floating_point T>
void MultiArm<T>::set_sides(Part& arm, const Motion<T>& base) {
  for (std::size_t a = 0; a < arm.rows.size(); ++a) {
    const multi_arm::Row& row = arm.rows[a];
    const Contact& contact = contacts_[std::size_t(row.contact)];
    T r = arm.response.acceleration(row.on_arm) + contact.bias[row.row];
    if (contact.on_ground) r = r - dot(base, contact.on_object[row.row]);
    arm.side[a] = r;
  }
}

template <std::floating_point T>
void MultiArm<T>::free_accelerations(int arm, const Call& call) {
  Part& p = parts_[std::size_t(arm)];
  if (p.rows.empty()) return;
  const auto& tree = *p.work.tree;
  const Motion<T> base = detail::ground_acceleration(tree, call.environment(arm));
  close(p);
  p.response.carry(p.work, call.v + p.v, base);
  set_sides(p, base);
  if (!rigid_) return;
  p.regular = p.condensed.factorise(
      int(p.rows.size()),
      [&](int a, int b) SINEW_INLINE_LAMBDA {
        return p.response.omega()(p.rows[std::size_t(a)].on_arm, p.rows[std::size_t(b)].on_arm);
      },
      [&](int a, T* y) SINEW_INLINE_LAMBDA {
        const multi_arm::Row& row = p.rows[std::size_t(a)];
        const Contact& contact = contacts_[std::size_t(row.contact)];
        const Force<T> on_object = contact.on_ground ? Force<T>{} : contact.on_object[row.row];
        std::copy(on_object.data(), on_object.data() + 6, y);
        y[6] = p.side[std::size_t(a)];
        y[7] = T(0);
      });
}

// ---- Stage 3: contact forces, which couple the arms ----------------------------------------------

template <std::floating_point T>
void MultiArm<T>::solve_contact_forces(const Call& call) {
  const Motion<T> base = detail::ground_acceleration(*parts_.back().work.tree, call.environment(arm_count()));
  if (!rigid_ || !solve_by_arm(base)) solve_all_rows(call, base);
  for (int arm = 0; arm < arm_count(); ++arm) {
    Part& p = parts_[std::size_t(arm)];
    for (std::size_t a = 0; a < p.rows.size(); ++a) {
      contacts_[std::size_t(p.rows[a].contact)].force[p.rows[a].row] = p.force[a];
      p.felt[std::size_t(p.rows[a].on_arm)] = -p.force[a];
    }
  }
  add_contact_loads();
}

template <std::floating_point T>
void MultiArm<T>::add_contact_loads() {
  for (int i = 0; i < grasp_count(); ++i) {
    const Contact& contact = contacts_[std::size_t(i)];
    if (!contact.held) continue;
    const Force<T> on_object = contact.whole_force();
    detail::add_load(parts_[std::size_t(contact.grasp.arm)].work, contact.second_body,
                     T(-1) * contact.second_placement.force_to_parent(on_object));
    if (contact.on_ground) continue;
    detail::add_load(parts_.back().work, contact.first_body, contact.on_first.force_to_parent(on_object));
  }
}

// Computes the rates of a rigid object's twist from its acceleration lambda, which includes that of the ground
// (gravity).
template <std::floating_point T>
void MultiArm<T>::set_rigid_rates(const Motion<T>& lambda, const Motion<T>& base) {
  Workspace<T>& work = parts_.back().work;
  work.acceleration[0] = base;
  work.acceleration[1] = lambda;
  work.contents.add(content::costates | content::dynamics);
  const Motion<T> rates = lambda - work.joints.placements[0].motion_to_child(base);
  std::copy(rates.data(), rates.data() + 6, object_rates_.begin());
}

// Solves the six equations of a rigid object. Returns false, and solves nothing, if Omega of an arm is singular.
template <std::floating_point T>
bool MultiArm<T>::solve_by_arm(const Motion<T>& base) {
  detail::SixEquations<T> equations;
  int count = 0;
  for (int arm = 0; arm < arm_count(); ++arm) {
    const Part& p = parts_[std::size_t(arm)];
    if (p.rows.empty()) continue;
    if (!p.regular) return false;
    p.condensed.add_to(equations);
    count += int(p.rows.size());
  }
  equations.add(parts_.back().work.tree->links[1].inertia, object_bias_);
  const Motion<T> lambda = equations.solve();
  for (int arm = 0; arm < arm_count(); ++arm) {
    Part& p = parts_[std::size_t(arm)];
    if (!p.rows.empty()) p.condensed.forces(lambda, T(1), p.force.data());
  }
  rank_ = count;
  set_rigid_rates(lambda, base);
  return true;
}

template <std::floating_point T>
void MultiArm<T>::set_object_rows() {
  for (const Contact& contact : contacts_) {
    if (!contact.held || contact.on_ground) continue;
    for (int j = 0; j < contact.rows.count; ++j)
      parts_.back().response.set(contact.object_path, j, contact.on_object[j]);
  }
}

// Sets up the equations of all rows: the sum of Omega over the arms and the object, and r minus the object's free
// acceleration.
template <std::floating_point T>
void MultiArm<T>::gather_rows(const Call& call, const Motion<T>& base) {
  Part& object = parts_.back();
  filter_torques(arm_count(), call);
  set_object_rows();
  object.response.carry(object.work, call.v + object.v, base);

  const int count = number_rows();
  omega_.reset(count, count);
  const VectorView<T> f(all_rows_.data(), std::size_t(count));
  for (int arm = 0; arm < arm_count(); ++arm) {
    const Part& p = parts_[std::size_t(arm)];
    for (std::size_t a = 0; a < p.rows.size(); ++a) {
      const multi_arm::Row& row = p.rows[a];
      const int at = p.first_row + int(a);
      for (std::size_t b = 0; b <= a; ++b)
        omega_(at, p.first_row + int(b)) = p.response.omega()(row.on_arm, p.rows[b].on_arm);
      f[std::size_t(at)] = p.side[a];
      if (row.on_object < 0) continue;
      f[std::size_t(at)] = f[std::size_t(at)] - object.response.acceleration(row.on_object);
      for (int other = 0; other <= arm; ++other) {
        const Part& o = parts_[std::size_t(other)];
        for (std::size_t b = 0; b < (other == arm ? a + 1 : o.rows.size()); ++b) {
          if (o.rows[b].on_object < 0) continue;
          T& sum = omega_(at, o.first_row + int(b));
          sum = sum + object.response.omega()(row.on_object, o.rows[b].on_object);
        }
      }
    }
  }
}

template <std::floating_point T>
void MultiArm<T>::solve_all_rows(const Call& call, const Motion<T>& base) {
  gather_rows(call, base);
  rank_ = solver_.factorise(omega_);
  const VectorView<T> f(all_rows_.data(), std::size_t(omega_.rows()));
  solver_.solve(f);
  for (int arm = 0; arm < arm_count(); ++arm) {
    Part& p = parts_[std::size_t(arm)];
    for (std::size_t a = 0; a < p.rows.size(); ++a) p.force[a] = f[std::size_t(p.first_row) + a];
  }
  // Stages 4 and 5 of the object.
  Part& object = parts_.back();
  for (int arm = 0; arm < arm_count(); ++arm) {
    const Part& p = parts_[std::size_t(arm)];
    for (std::size_t a = 0; a < p.rows.size(); ++a) {
      if (p.rows[a].on_object >= 0) object.felt[std::size_t(p.rows[a].on_object)] = p.force[a];
    }
  }
  correct_innovations(arm_count());
  smooth(arm_count(), call, object_rates_.data());
}

// ---- Stage 4: correction of the innovations by the contact forces --------------------------------

template <std::floating_point T>
void MultiArm<T>::correct_innovations(int part) {
  Part& p = parts_[std::size_t(part)];
  p.response.correct(p.work, p.felt.data());
}

// ---- Stage 5: smoothing --------------------------------------------------------------------------

template <std::floating_point T>
void MultiArm<T>::smooth(int part, const Call& call, T* a) {
  Part& p = parts_[std::size_t(part)];
  filter::outward_accelerations(*p.work.tree, p.work, call.v + p.v, a, call.environment(part));
  // z belongs to the part without contact forces and is not a result.
  p.work.contents.add(filter::all_results & ~content::filter_states);
}

// ---- Instantiation -------------------------------------------------------------------------------

// multi_arm.cpp instantiates the other members of the class.
template void MultiArm<double>::filter_torques(int, const Call&);
template void MultiArm<double>::move_object(const Call&);
template void MultiArm<double>::close(Contact&, const Part&);
template void MultiArm<double>::close(Part&);
template void MultiArm<double>::set_sides(Part&, const Motion<double>&);
template void MultiArm<double>::free_accelerations(int, const Call&);
template void MultiArm<double>::solve_contact_forces(const Call&);
template void MultiArm<double>::add_contact_loads();
template void MultiArm<double>::set_rigid_rates(const Motion<double>&, const Motion<double>&);
template bool MultiArm<double>::solve_by_arm(const Motion<double>&);
template void MultiArm<double>::set_object_rows();
template void MultiArm<double>::gather_rows(const Call&, const Motion<double>&);
template void MultiArm<double>::solve_all_rows(const Call&, const Motion<double>&);
template void MultiArm<double>::correct_innovations(int);
template void MultiArm<double>::smooth(int, const Call&, double*);

template void MultiArm<float>::filter_torques(int, const Call&);
template void MultiArm<float>::move_object(const Call&);
template void MultiArm<float>::close(Contact&, const Part&);
template void MultiArm<float>::close(Part&);
template void MultiArm<float>::set_sides(Part&, const Motion<float>&);
template void MultiArm<float>::free_accelerations(int, const Call&);
template void MultiArm<float>::solve_contact_forces(const Call&);
template void MultiArm<float>::add_contact_loads();
template void MultiArm<float>::set_rigid_rates(const Motion<float>&, const Motion<float>&);
template bool MultiArm<float>::solve_by_arm(const Motion<float>&);
template void MultiArm<float>::set_object_rows();
template void MultiArm<float>::gather_rows(const Call&, const Motion<float>&);
template void MultiArm<float>::solve_all_rows(const Call&, const Motion<float>&);
template void MultiArm<float>::correct_innovations(int);
template void MultiArm<float>::smooth(int, const Call&, float*);

}  // namespace sinew
