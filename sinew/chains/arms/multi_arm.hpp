// Computes forward dynamics of several arms that hold one object: joint accelerations, contact forces and the object's
// acceleration from joint torques.
//
// R88 Result 8.1, for arms that are any trees, grasps of any kind, and objects with joints of their own. There are five
// stages. Stages 1, 2, 4 and 5 run independently for each arm; stage 3 couples the arms:
//
//   1  filter the joint torques                                z, P, D, G, innovations e          (8.1)
//   2  free accelerations at the grasps                        c = K^* D^(-1/2) e, Omega_i = K^* K  (8.2)
//   3  contact forces f and the object's acceleration lambda                                      (8.3)
//        Omega_i f_i = r_i - A_i^* lambda,   M lambda + b = sum A_i f_i
//   4  correct the innovations                                 e - D^(1/2) K f                    (8.4)
//   5  smooth them                                             joint accelerations                (8.5)
//
// A row of a grasp is a direction along which it transmits force (chains/constraints/connection_rows.hpp). A maps the
// forces along the rows to a force on the object, and r is the acceleration of the free arm along its rows, including
// the rows' own rates of change. For a rigid object held by arms whose Omega_i are regular, six equations remain, R88
// (9.1)-(9.2):
//
//   (M + sum A_i Omega_i^-1 A_i^*) lambda = sum A_i Omega_i^-1 r_i - b
//
// besides one small system per arm. In all other cases the rows of all arms are solved together: for arms at singular
// positions, arms with fewer degrees of freedom than their grasps have rows, and objects with joints. Forces that are
// not uniquely determined are those of least norm.
//
// Vectors of the whole system stack those of the arms one after another, followed by that of the object. With one
// thread per arm, the threads synchronise at stage 3 and at the end.
//
// Cost: linear in the links of every arm; three 7-axis arms take about twice as long as without the object.
#pragma once

#include <span>

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/base/team.hpp"
#include "sinew/chains/arms/grasp.hpp"
#include "sinew/chains/constraints/condensed_rows.hpp"
#include "sinew/chains/constraints/connection_rows.hpp"
#include "sinew/chains/constraints/constraint_response.hpp"
#include "sinew/chains/loops/not_solved.hpp"
#include "sinew/dense/solvers/least_norm.hpp"

namespace sinew {

namespace multi_arm {

// A grasp and its quantities at the current state.
template <std::floating_point T>
struct Contact {
  Grasp grasp{};
  bool held = true;
  bool placed = false;  // `relative` and `rows` belong to the state that the system was given last
  bool on_ground = false;
  int arm_link = 0, first_link = 0;
  std::size_t second_body = 0, first_body = 0;  // indices of Workspace::load of the arm and of the object
  Transform<T> second_placement{}, first_placement{};  // of its frames, in arm_link and first_link
  int arm_path = 0, object_path = -1;                  // its paths in the two responses; -1: none
  Transform<T> relative{};                             // pose of the second frame in the first
  Transform<T> on_first{};                             // the same in first_link
  ConnectionRows<T> rows{};
  Force<T> on_object[6];  // A: the rows' directions, seen from the object's link
  T bias[6] = {};         // part of the relative acceleration due to the rows' own motion, minus `demand`
  T demand[6] = {};       // prescribed relative acceleration along the rows
  T force[6] = {};        // along the rows, on the object

  // The force on the object by the arm, in the axes of the second frame.
  Force<T> whole_force() const {
    Force<T> sum{};
    for (int j = 0; j < rows.count; ++j) sum += force[j] * rows.direction[j];
    return sum;
  }
};

// A row of a held grasp, and its indices in the responses of the arm and of the object.
struct Row {
  int contact, row;
  int on_arm, on_object;
};

// An arm, or the object.
template <std::floating_point T>
struct Part {
  Part(const Model& model_, const std::vector<detail::ConstraintPath>& paths)
      : model(model_),
        work(model),
        response(model, paths),
        condensed(response.rows()),
        side(std::size_t(response.rows())),
        force(std::size_t(response.rows())),
        felt(std::size_t(response.rows())) {
    rows.reserve(std::size_t(response.rows()));
  }
  Model model;
  Workspace<T> work;
  detail::ConstraintResponse<T> response;
  detail::CondensedRows<T> condensed;
  std::vector<int> contacts{};
  std::vector<Row> rows{};  // of the held grasps
  std::vector<T> side;      // r, per row
  std::vector<T> force;     // f, per row
  std::vector<T> felt;      // forces along the rows that act on this part, by rows of the response
  int first_row = 0;        // among the rows of all arms
  int q = 0, v = 0;         // where its coordinates start
  bool regular = true;
};

}  // namespace multi_arm

template <std::floating_point T>
class MultiArmKinematics;
template <std::floating_point T>
class MultiArmInfluence;
template <std::floating_point T>
class PredictorCorrector;

// Constructed once; calls allocate nothing. An index of an arm, part or grasp that does not exist throws
// std::invalid_argument.
template <std::floating_point T>
class MultiArm {
 public:
  // Throws std::invalid_argument for grasps that name arms or bodies that do not exist, and for models whose gravities
  // differ. `threads`: the number of threads, at most one per arm; 0 uses as many as the machine has. The threads live
  // as long as the system.
  MultiArm(const std::vector<Model>& arms, const Model& object, const std::vector<Grasp>& grasps,
           int threads = 1);
  ~MultiArm();
  MultiArm(MultiArm&&) noexcept;
  MultiArm& operator=(MultiArm&&) noexcept;

  int arm_count() const { return int(parts_.size()) - 1; }
  int grasp_count() const { return int(contacts_.size()); }
  // Part i is arm i; part arm_count() is the object.
  const Model& model(int part) const { return this->part(part).model; }
  const Model& object() const { return part(arm_count()).model; }
  const Grasp& grasp(int grasp) const { return contact(grasp).grasp; }
  bool object_is_rigid() const { return rigid_; }
  // The sizes of stacked vectors, and the first index of a part in them.
  int position_size() const { return q_size_; }
  int velocity_size() const { return v_size_; }
  int q_index(int part) const { return this->part(part).q; }
  int v_index(int part) const { return this->part(part).v; }
  std::vector<double> neutral_position() const;

  // a: the accelerations of all degrees of freedom, those of the object last (for a rigid object, the rates of its
  // twist's components). tau: joint torques; for a rigid object, a spatial force on it in its frame. `environments`:
  // empty, or one per part.
  void forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                        std::span<const Environment<T>> environments = {});
  // Stops after stage 3: computes contact forces and the object's acceleration, but not the joint accelerations and
  // reaction forces of the arms.
  void contact_forces(In<T> q, In<T> v, In<T> tau, std::span<const Environment<T>> environments = {});

  // Results of the last forward_dynamics or contact_forces, for held grasps; released grasps transmit no force.
  // Functions that return forces or accelerations throw std::logic_error if neither has been called, or if the last
  // call threw.
  int rows() const;  // of all held grasps
  int rank() const { return rank_; }
  // On the object (or the ground) by the arm, in the second frame's axes at its origin.
  Force<T> contact_force(int grasp) const;
  // The same force in the axes and at the origin of the first frame.
  Force<T> contact_force_on_object(int grasp) const;
  std::span<const T> row_forces(int grasp) const;  // along its rows
  void row_forces(Out<T> all) const;               // of all held grasps, arm by arm
  // The pose of the second frame in the first, for held grasps. Throws std::logic_error for released grasps, and for
  // grasps that were closed after the last call.
  Transform<T> relative_pose(int grasp) const;
  // The normal force of a contact, positive if it presses: the force on the object along -z of the first frame.
  T normal_force(int grasp) const { return -contact_force_on_object(grasp).linear.z; }
  // Whether a contact of a one-sided kind would have to pull; always false for other kinds.
  bool pulls(int grasp) const;
  std::span<const T> object_acceleration() const {
    check_solved();
    return object_rates_;
  }
  Force<T> object_bias() const {  // b of a rigid object minus the force applied to it
    check_solved();
    return object_bias_;
  }
  // For a rigid object: its angular acceleration and the acceleration of its centre of mass, in world axes.
  Motion<T> mass_centre_acceleration() const;

  // `release` opens a grasp. `hold` closes it again, at the same placement or with its first frame placed elsewhere on
  // the same body. The caller must supply a consistent state at that time. O(links of the arm's grasps), no
  // allocation.
  void release(int grasp);
  void hold(int grasp);
  void hold(int grasp, const Transform<double>& first);
  bool is_held(int grasp) const { return contact(grasp).held; }
  // Prescribes the relative accelerations along the rows instead of zero: one number for each row of each grasp in
  // order, held or not. An empty vector restores zeros. Used to remove constraint errors and to compute impulses
  // (chains/loops/impulse.hpp).
  void set_demand(In<T> row_accelerations);

  // The workspace of one part with the results of the filter and the other stages, for further recursions on that part.
  // After forward_dynamics, joint_forces and fixed_joint_forces on it give the reaction forces of its joints, including
  // the effect of the contacts.
  Workspace<T>& workspace(int part) {
    edge::check_index("part", part, int(parts_.size()));
    return parts_[std::size_t(part)].work;
  }
  const multi_arm::Part<T>& part(int part) const {
    edge::check_index("part", part, int(parts_.size()));
    return parts_[std::size_t(part)];
  }
  const multi_arm::Contact<T>& contact(int grasp) const {
    check_index(grasp);
    return contacts_[std::size_t(grasp)];
  }

 private:
  friend class MultiArmKinematics<T>;
  friend class MultiArmInfluence<T>;
  friend class PredictorCorrector<T>;
  using Part = multi_arm::Part<T>;
  using Contact = multi_arm::Contact<T>;
  struct Call {
    const T *q, *v, *tau;
    std::span<const Environment<T>> environments;
    Environment<T> environment(int part) const {
      return environments.empty() ? Environment<T>{} : environments[std::size_t(part)];
    }
  };

  Call check(In<T> q, In<T> v, In<T> tau, std::span<const Environment<T>> environments) const;
  bool rows_are_finite() const;
  bool left_out_rows_are_finite() const { return rank_ == rows() || rows_are_finite(); }
  void check_possible(const char* function) const;
  void check_directions() const;
  [[noreturn]] void explain_not_finite(const Call& call) const;
  void check_index(int grasp) const { edge::check_index("grasp", grasp, grasp_count()); }
  void check_solved() const {
    if (!solved_) edge::not_solved("the arms");
  }
  void check_whole() const {
    if (parts_.empty()) edge::moved_from("the system of arms");
  }
  // Throws std::logic_error unless the working memory has the results of forward_dynamics or contact_forces, for the
  // grasps that are held now.
  void check_current(const char* function) const;
  // Called before the working memory is overwritten.
  void drop_results();
  void list_rows(Part& arm);
  void set_held(int grasp, bool held);
  int number_rows();  // sets first_row of every part; returns the number of rows of all arms

  // Computes the Jacobians of the rows, in place of stages 1 and 2.
  void carry_unfiltered(In<T> q, In<T> v);

  // The stages; part: an arm, or an object with joints.
  void filter_torques(int part, const Call& call);     // 1
  void free_accelerations(int arm, const Call& call);  // 2
  void solve_contact_forces(const Call& call);         // 3
  void add_contact_loads();
  void correct_innovations(int part);             // 4
  void smooth(int part, const Call& call, T* a);  // 5

  void stages_1_to_3(const Call& call);
  void move_object(const Call& call);
  void close(Contact& contact, const Part& arm);
  void close(Part& arm);
  void set_sides(Part& arm, const Motion<T>& base);
  void set_object_rows();
  bool solve_by_arm(const Motion<T>& base);
  void solve_all_rows(const Call& call, const Motion<T>& base);
  void gather_rows(const Call& call, const Motion<T>& base);
  void set_rigid_rates(const Motion<T>& lambda, const Motion<T>& base);

  std::vector<Part> parts_;  // the arms, then the object
  std::vector<Contact> contacts_;
  int q_size_ = 0, v_size_ = 0;
  bool rigid_ = false;
  bool solved_ = false;  // the last forward_dynamics or contact_forces succeeded
  // Counts the calls that overwrite the working memory or change which grasps are held. The second number is the count
  // when forward_dynamics or contact_forces succeeded.
  std::uint64_t use_ = 1, solved_use_ = 0;
  int rank_ = 0;
  Force<T> object_bias_{};         // b of a rigid object minus the force applied to it
  Rotation<T> object_rotation_{};  // of a rigid object
  Motion<T> object_twist_{};
  std::vector<T> object_rates_;
  Matrix<T> omega_;  // of all rows
  std::vector<T> all_rows_;
  LeastNormSolver<T> solver_;
  detail::Team team_;
};

extern template class MultiArm<double>;
extern template class MultiArm<float>;

}  // namespace sinew
