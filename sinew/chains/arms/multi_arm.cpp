#include "sinew/chains/arms/multi_arm.hpp"

#include <stdexcept>

#include "sinew/algorithms/dynamics/filter.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/model/description/connection_rules.hpp"

namespace sinew {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw std::invalid_argument(message);
}

std::string to_string(const Vector3<double>& v) {
  return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z);
}

void check_grasp(const Grasp& grasp, int arms) {
  const std::string what = "grasp '" + grasp.name + "': ";
  if (grasp.arm < 0 || grasp.arm >= arms) {
    refuse(what + "there is no arm " + std::to_string(grasp.arm) + ": expected 0 to " +
           std::to_string(arms - 1));
  }
  Findings findings;
  check_connection(grasp.connection, {}, what, findings);
  if (findings.has_errors()) refuse(findings.list.front().message);
}

// Returns whether the tree is a single floating body without armature.
template <class C>
bool is_rigid(const Tree<C>& tree) {
  return tree.links.size() == 2 && tree.links[1].kind == LinkKind::floating &&
         std::all_of(tree.armature.begin(), tree.armature.end(), [](C x) { return x == C(0); });
}

}  // namespace

template <std::floating_point T>
MultiArm<T>::MultiArm(const std::vector<Model>& arms, const Model& object, const std::vector<Grasp>& grasps,
                      int threads)
    : solver_(0) {
  const int arm_count = int(arms.size());
  threads = detail::thread_count(threads);
  rigid_ = is_rigid(object.tree<ConstantOf<T>>());
  std::vector<std::vector<detail::ConstraintPath>> paths(arms.size() + 1);
  for (const Model& arm : arms) {
    if (!(arm.gravity() == object.gravity())) {
      refuse("gravity is " + to_string(arm.gravity()) + " for arm '" + arm.name() + "' and " +
             to_string(object.gravity()) + " for the object '" + object.name() + "': expected the same");
    }
  }
  for (const Grasp& grasp : grasps) {
    check_grasp(grasp, arm_count);
    const Model& arm = arms[std::size_t(grasp.arm)];
    Contact contact;
    contact.on_ground = grasp.first.body.empty();
    const Model& other = contact.on_ground ? arm : object;
    const FrameIndex second_frame = arm.frame(grasp.second.body), first_frame = other.frame(grasp.first.body);
    const FrameInfo &second = arm.frame(second_frame), &first = other.frame(first_frame);
    contact.second_body = detail::loaded_body(arm, second_frame);
    contact.first_body = detail::loaded_body(other, first_frame);
    contact.arm_link = second.link;
    contact.first_link = first.link;
    contact.second_placement = (second.placement * grasp.second.placement).template cast<T>();
    contact.first_placement = (first.placement * grasp.first.placement).template cast<T>();
    const int count = row_count(grasp.connection);
    const auto add_path = [&](std::size_t part, int link) {
      paths[part].push_back({.rows = count, .link = link});
      return int(paths[part].size()) - 1;
    };
    contact.arm_path = add_path(std::size_t(grasp.arm), second.link);
    if (!contact.on_ground) contact.object_path = add_path(arms.size(), first.link);
    contact.grasp = grasp;
    contacts_.push_back(std::move(contact));
  }
  parts_.reserve(arms.size() + 1);
  int all_rows = 0;
  for (std::size_t i = 0; i <= arms.size(); ++i) {
    const Model& model = i < arms.size() ? arms[i] : object;
    parts_.emplace_back(model, paths[i]);
    Part& part = parts_.back();
    part.q = q_size_, part.v = v_size_;
    q_size_ += model.position_size();
    v_size_ += model.velocity_size();
    if (i == arms.size()) break;
    all_rows += part.response.rows();
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      if (contacts_[c].grasp.arm == int(i)) part.contacts.push_back(int(c));
    }
  }
  for (int i = 0; i < arm_count; ++i) list_rows(parts_[std::size_t(i)]);
  object_rates_.resize(std::size_t(object.velocity_size()));
  omega_ = Matrix<T>(all_rows, all_rows);
  all_rows_.resize(std::size_t(all_rows));
  solver_ = LeastNormSolver<T>(all_rows);
  team_ = detail::Team(std::min(threads, arm_count));
}

template <std::floating_point T>
MultiArm<T>::~MultiArm() = default;
template <std::floating_point T>
MultiArm<T>::MultiArm(MultiArm&&) noexcept = default;
template <std::floating_point T>
MultiArm<T>& MultiArm<T>::operator=(MultiArm&&) noexcept = default;

template <std::floating_point T>
std::vector<double> MultiArm<T>::neutral_position() const {
  std::vector<double> q;
  for (const Part& part : parts_) {
    const std::vector<double> own = part.model.neutral_position();
    q.insert(q.end(), own.begin(), own.end());
  }
  return q;
}

// ---- Grasps --------------------------------------------------------------------------------------

template <std::floating_point T>
void MultiArm<T>::list_rows(Part& arm) {
  arm.rows.clear();
  for (const int i : arm.contacts) {
    const Contact& contact = contacts_[std::size_t(i)];
    if (!contact.held) continue;
    for (int j = 0; j < row_count(contact.grasp.connection); ++j) {
      arm.rows.push_back({i, j, arm.response.row(contact.arm_path, j),
                          contact.on_ground ? -1 : parts_.back().response.row(contact.object_path, j)});
    }
  }
}

template <std::floating_point T>
int MultiArm<T>::rows() const {
  int count = 0;
  for (const Part& part : parts_) count += int(part.rows.size());
  return count;
}

template <std::floating_point T>
int MultiArm<T>::number_rows() {
  int count = 0;
  for (Part& part : parts_) part.first_row = count, count += int(part.rows.size());
  return count;
}

template <std::floating_point T>
void MultiArm<T>::set_held(int grasp, bool held) {
  Contact& contact = contacts_[std::size_t(grasp)];
  if (contact.held == held) return;
  contact.held = held;
  contact.placed = false;
  ++use_;
  std::fill(std::begin(contact.force), std::end(contact.force), T(0));
  Part& arm = parts_[std::size_t(contact.grasp.arm)];
  arm.response.use(contact.arm_path, held);
  if (!contact.on_ground) parts_.back().response.use(contact.object_path, held);
  list_rows(arm);
}

template <std::floating_point T>
void MultiArm<T>::set_demand(In<T> row_accelerations) {
  int count = 0;
  for (const Contact& contact : contacts_) count += row_count(contact.grasp.connection);
  const bool withdrawn = row_accelerations.size() == 0;
  if (!withdrawn) edge::check_input("the demand on the rows", row_accelerations, count);
  std::size_t next = 0;
  for (Contact& contact : contacts_) {
    for (int j = 0; j < row_count(contact.grasp.connection); ++j, ++next)
      contact.demand[j] = withdrawn ? T(0) : row_accelerations[next];
  }
}

template <std::floating_point T>
void MultiArm<T>::release(int grasp) {
  check_index(grasp);
  set_held(grasp, false);
}

template <std::floating_point T>
void MultiArm<T>::hold(int grasp) {
  check_index(grasp);
  set_held(grasp, true);
}

template <std::floating_point T>
void MultiArm<T>::hold(int grasp, const Transform<double>& first) {
  check_index(grasp);
  edge::check_finite("the placement of the grasp", VectorView<const double>(&first.translation.x, 3));
  edge::check_finite("the rotation of the grasp", VectorView<const double>(&first.rotation.row_x.x, 9));
  Contact& contact = contacts_[std::size_t(grasp)];
  const Model& other = (contact.on_ground ? parts_[std::size_t(contact.grasp.arm)] : parts_.back()).model;
  const FrameInfo& info = other.frame(other.frame(contact.grasp.first.body));
  contact.grasp.first.placement = first;
  contact.first_placement = (info.placement * first).template cast<T>();
  set_held(grasp, true);
}

// ---- Dynamics ------------------------------------------------------------------------------------

template <std::floating_point T>
auto MultiArm<T>::check(In<T> q, In<T> v, In<T> tau, std::span<const Environment<T>> environments) const
    -> Call {
  check_whole();
  edge::check_size("q", q, q_size_);
  edge::check_size("v", v, v_size_);
  edge::check_size("tau", tau, v_size_);
  for (const Part& part : parts_) {
    const auto size = std::size_t(part.model.position_size());
    edge::check_position<T>(*part.work.tree, VectorView<const T>(q.data() + part.q, size));
  }
  if (!environments.empty() && environments.size() != parts_.size())
    edge::wrong_size("the environments", environments.size(), parts_.size());
  return {q.data(), v.data(), tau.data(), environments};
}

template <std::floating_point T>
void MultiArm<T>::check_possible(const char* function) const {
  check_whole();
  for (const Part& part : parts_) edge::check_possible(function, part.model);
}

// Throws if the two frames of a held distance grasp coincide, which leaves its direction undefined.
template <std::floating_point T>
void MultiArm<T>::check_directions() const {
  for (const Contact& contact : contacts_) {
    if (contact.held && contact.grasp.connection.kind == ConnectionKind::distance &&
        contact.relative.translation == Vector3<T>{}) {
      throw std::domain_error("grasp '" + contact.grasp.name +
                              "': its frames coincide, so the direction between them is undefined");
    }
  }
}

// Called for a result that is not finite: finds the invalid input or the singularity that caused it, and throws.
template <std::floating_point T>
void MultiArm<T>::explain_not_finite(const Call& call) const {
  edge::check_finite("q", VectorView<const T>(call.q, std::size_t(q_size_)));
  edge::check_finite("v", VectorView<const T>(call.v, std::size_t(v_size_)));
  edge::check_finite("tau", VectorView<const T>(call.tau, std::size_t(v_size_)));
  for (const Environment<T>& environment : call.environments) edge::check_environment(environment);
  for (int arm = 0; arm < arm_count(); ++arm) filter::check_regular(parts_[std::size_t(arm)].work);
  if (!rigid_) filter::check_regular(parts_.back().work);
  check_directions();
  edge::overflows("forward dynamics of the arms");
}

// Returns whether the accelerations along the rows and Omega are finite. The solver takes a row of NaN for a linearly
// dependent one and leaves it out. If it leaves out none, numbers that are not finite make the accelerations not finite.
template <std::floating_point T>
bool MultiArm<T>::rows_are_finite() const {
  bool finite = true;
  for (int arm = 0; arm < arm_count(); ++arm) {
    const Part& p = parts_[std::size_t(arm)];
    for (const multi_arm::Row& row : p.rows)
      finite &= edge::all_finite(&p.response.omega()(row.on_arm, row.on_arm), 1);
    finite &= edge::all_finite(p.side.data(), p.rows.size());
  }
  return finite;
}

template <std::floating_point T>
void MultiArm<T>::drop_results() {
  solved_ = false;
  ++use_;
  for (Contact& contact : contacts_) contact.placed = false;
}

template <std::floating_point T>
void MultiArm<T>::check_current(const char* function) const {
  if (solved_ && solved_use_ == use_) return;
  throw std::logic_error(std::string(function) +
                         ": call MultiArm::forward_dynamics or contact_forces first, with the grasps as they "
                         "are held now");
}

template <std::floating_point T>
void MultiArm<T>::stages_1_to_3(const Call& call) {
  drop_results();
  move_object(call);
  team_.for_each(arm_count(), [&](int arm) {
    filter_torques(arm, call);
    free_accelerations(arm, call);
  });
  solve_contact_forces(call);
}

template <std::floating_point T>
void MultiArm<T>::contact_forces(In<T> q, In<T> v, In<T> tau, std::span<const Environment<T>> environments) {
  check_possible("MultiArm::contact_forces");
  const Call call = check(q, v, tau, environments);
  stages_1_to_3(call);
  const bool forces_are_finite = std::all_of(parts_.begin(), parts_.end(), [](const Part& p) {
    return edge::all_finite(p.force.data(), p.rows.size());
  });
  if (!left_out_rows_are_finite() || !forces_are_finite ||
      !edge::all_finite(object_rates_.data(), object_rates_.size()))
    explain_not_finite(call);
  solved_ = true;
  solved_use_ = use_;
}

template <std::floating_point T>
void MultiArm<T>::forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                                   std::span<const Environment<T>> environments) {
  check_possible("MultiArm::forward_dynamics");
  const Call call = check(q, v, tau, environments);
  edge::check_size("the result a", a, v_size_);
  stages_1_to_3(call);
  team_.for_each(arm_count(), [&](int arm) {
    correct_innovations(arm);
    smooth(arm, call, a.data() + parts_[std::size_t(arm)].v);
  });
  std::copy(object_rates_.begin(), object_rates_.end(), a.data() + parts_.back().v);
  if (!left_out_rows_are_finite() || !edge::all_finite(a.data(), a.size())) explain_not_finite(call);
  solved_ = true;
  solved_use_ = use_;
}

template <std::floating_point T>
void MultiArm<T>::carry_unfiltered(In<T> q, In<T> v) {
  check(q, v, v, {});
  edge::check_finite("q", q);
  edge::check_finite("v", v);
  drop_results();
  for (Part& part : parts_) {
    const auto& tree = *part.work.tree;
    detail::move_to(part.work, "MultiArmKinematics::update", content::of_velocity, q.data() + part.q,
                    v.data() + part.v);
    kinematics::sweep_poses(tree, part.work);
    kinematics::sweep_motion<T>(tree, part.work, v.data() + part.v, nullptr, part.work.bias_acceleration);
    part.work.contents.add(content::poses | content::velocities | content::bias_accelerations);
  }
  for (int arm = 0; arm < arm_count(); ++arm) {
    Part& part = parts_[std::size_t(arm)];
    close(part);
    part.response.carry_unfiltered(part.work, v.data() + part.v);
    set_sides(part, {});
  }
  Part& object = parts_.back();
  set_object_rows();
  object.response.carry_unfiltered(object.work, v.data() + object.v);
  if (rows_are_finite()) return;
  check_directions();
  edge::overflows("the kinematics of the arms");
}

// ---- Results -------------------------------------------------------------------------------------

template <std::floating_point T>
Force<T> MultiArm<T>::contact_force(int grasp) const {
  check_index(grasp);
  check_solved();
  return contacts_[std::size_t(grasp)].whole_force();
}

template <std::floating_point T>
Force<T> MultiArm<T>::contact_force_on_object(int grasp) const {
  const Force<T> force = contact_force(grasp);
  return contacts_[std::size_t(grasp)].relative.force_to_parent(force);
}

template <std::floating_point T>
std::span<const T> MultiArm<T>::row_forces(int grasp) const {
  check_index(grasp);
  check_solved();
  const Contact& contact = contacts_[std::size_t(grasp)];
  return {contact.force, std::size_t(row_count(contact.grasp.connection))};
}

template <std::floating_point T>
void MultiArm<T>::row_forces(Out<T> all) const {
  check_solved();
  edge::check_size("the forces", all, rows());
  T* at = all.data();
  for (const Part& part : parts_) {
    for (const multi_arm::Row& row : part.rows) *at++ = contacts_[std::size_t(row.contact)].force[row.row];
  }
}

template <std::floating_point T>
Transform<T> MultiArm<T>::relative_pose(int grasp) const {
  const Contact& contact = this->contact(grasp);
  if (!contact.placed) {
    throw std::logic_error("MultiArm::relative_pose: grasp '" + contact.grasp.name + "' " +
                           (contact.held
                                ? "has been given no state since it was closed: call forward_dynamics first"
                                : "is released"));
  }
  return contact.relative;
}

template <std::floating_point T>
bool MultiArm<T>::pulls(int grasp) const {
  check_index(grasp);
  return is_one_sided(contacts_[std::size_t(grasp)].grasp.connection.kind) && normal_force(grasp) < T(0);
}

template <std::floating_point T>
Motion<T> MultiArm<T>::mass_centre_acceleration() const {
  check_whole();
  check_solved();
  if (!rigid_)
    refuse("the object '" + object().name() + "' has joints and therefore no single centre of mass");
  const auto& inertia = parts_.back().work.tree->links[1].inertia;
  const Vector3<T> centre = (T(1) / T(inertia.mass)) * inertia.moment.template cast<T>();
  const T* const rate = object_rates_.data();
  const Vector3<T> angular{rate[0], rate[1], rate[2]}, linear{rate[3], rate[4], rate[5]};
  const auto& [omega, velocity] = object_twist_;
  const Rotation<T>& R = object_rotation_;
  return {R * angular, R * (linear + cross(angular, centre) + cross(omega, velocity + cross(omega, centre)))};
}

template class MultiArm<double>;
template class MultiArm<float>;

}  // namespace sinew
