// Several arms moving one object: joint accelerations, contact forces and the object's acceleration from joint moments.
//
// R88 Result 8.1, for arms that are any trees, grasps of any kind, and objects with joints of their own. Five stages, of
// which 1, 2, 4 and 5 are each arm's own and the third is where the arms meet:
//
//   1  filter the joint moments                                z, P, D, G, innovations e          (8.1)
//   2  free accelerations at the grasps                        c = K^* D^(-1/2) e, Omega_i = K^* K  (8.2)
//   3  contact forces f and the object's acceleration lambda                                      (8.3)
//        Omega_i f_i = r_i - A_i^* lambda,   M lambda + b = sum A_i f_i
//   4  correct the innovations                                 e - D^(1/2) K f                    (8.4)
//   5  smooth them                                             joint accelerations                (8.5)
//
// A row of a grasp is a direction along which it transmits force (chains/connection_rows.hpp); A carries the rows' forces
// to the object, r is what the free arm does along its rows, less what their own motion makes of it. A rigid object held
// by arms whose Omega_i are regular leaves six equations, R88 (9.1)-(9.2):
//
//   (M + sum A_i Omega_i^-1 A_i^*) lambda = sum A_i Omega_i^-1 r_i - b
//
// and costs as many small systems as there are arms. Otherwise all rows are solved together: arms at singular positions
// or with fewer freedoms than their grasps have rows, objects with joints. Where forces are not determined they are those
// of least norm.
//
// Vectors of the whole system stack the arms' one after another and then the object's. With one thread per arm, threads
// meet at stage 3 and at the end.
//
// Cost: linear in the links of every arm; three 7-axis arms take about twice as long as without the object.
#pragma once

#include <span>

#include "sinew/algorithms/workspace.hpp"
#include "sinew/chains/condensed_rows.hpp"
#include "sinew/chains/connection_rows.hpp"
#include "sinew/chains/grasp.hpp"
#include "sinew/chains/not_solved.hpp"
#include "sinew/chains/row_response.hpp"
#include "sinew/chains/team.hpp"
#include "sinew/dense/least_norm.hpp"

namespace sinew {

namespace multi_arm {

// A grasp at a state.
template <std::floating_point T>
struct Contact {
  Grasp grasp{};
  bool held = true;
  bool on_ground = false;
  int arm_link = 0, first_link = 0;
  FrameIndex second_frame{}, first_frame{};            // that the grasp joins, of the arm and of the object
  Transform<T> second_placement{}, first_placement{};  // of its frames, in these links
  int arm_way = 0, object_way = -1;                    // its rows in the responses
  Transform<T> relative{};                             // pose of the second frame in the first
  ConnectionRows<T> rows{};
  Force<T> on_object[6];  // A: the rows' directions, seen from the object's link
  T bias[6] = {};         // what the rows' own motion adds to the relative acceleration along them
  T demand[6] = {};       // what the relative acceleration along the rows shall be
  T force[6] = {};        // along the rows, on the object

  // On the object by the arm, in the axes of the second frame.
  Force<T> whole_force() const {
    Force<T> sum{};
    for (int j = 0; j < rows.count; ++j) sum += force[j] * rows.direction[j];
    return sum;
  }
};

// A row of a grasp that is held, and where the responses have it.
struct Row {
  int contact, row;
  int on_arm, on_object;
};

// An arm, or the object.
template <std::floating_point T>
struct Part {
  Part(const Model& model_, const std::vector<RowWay>& ways)
      : model(model_),
        work(model),
        response(model, ways),
        condensed(response.rows()),
        side(std::size_t(response.rows())),
        force(std::size_t(response.rows())),
        felt(std::size_t(response.rows())) {
    rows.reserve(std::size_t(response.rows()));
  }
  Model model;
  Workspace<T> work;
  RowResponse<T> response;
  CondensedRows<T> condensed;
  std::vector<int> contacts{};
  std::vector<Row> rows{};  // of the grasps that are held
  std::vector<T> side;      // r, per row
  std::vector<T> force;     // f, per row
  std::vector<T> felt;      // what the part feels of f, by rows of the response
  int first_row = 0;        // among the rows of all arms
  int q = 0, v = 0;         // where its coordinates start
  bool regular = true;
};

}  // namespace multi_arm

template <std::floating_point T>
class MultiArmKinematics;
template <std::floating_point T>
class MultiArmInfluence;

// Made once; afterwards nothing allocates. Arms, parts and grasps that are not there are refused everywhere, with
// std::invalid_argument.
template <std::floating_point T>
class MultiArm {
 public:
  // Throws std::invalid_argument for grasps that name what does not exist, and for models whose gravities differ.
  // `threads`: 1, or up to one per arm, which the system keeps while it lives.
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
  // Stacked vectors: their sizes, and where a part's numbers start.
  int position_size() const { return q_size_; }
  int velocity_size() const { return v_size_; }
  int q_index(int part) const { return this->part(part).q; }
  int v_index(int part) const { return this->part(part).v; }
  std::vector<double> neutral_position() const;

  // a: the accelerations of all freedoms, the object's last (of a rigid one the rates of its twist's components). tau:
  // joint moments; those of a rigid object are a force on it, in its frame. `environments`: none, or one per part.
  void forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                        std::span<const Environment<T>> environments = {});
  // Stops after stage 3: contact forces and the object's acceleration, no joint accelerations or forces of the arms.
  void contact_forces(In<T> q, In<T> v, In<T> tau, std::span<const Environment<T>> environments = {});

  // After either of them, for grasps that are held (the others transmit nothing). Before, and after a call that threw,
  // forces and accelerations are refused: std::logic_error.
  int rows() const;  // of all grasps
  int rank() const { return rank_; }
  // On the object (or the ground) by the arm, in the second frame's axes at its origin.
  Force<T> contact_force(int grasp) const;
  // The same force in the axes and at the origin of the first frame.
  Force<T> contact_force_on_object(int grasp) const;
  std::span<const T> row_forces(int grasp) const;  // along its rows
  void row_forces(Out<T> all) const;               // arm by arm, grasps that are held
  Transform<T> relative_pose(int grasp) const;     // of the second frame in the first
  // How hard a contact presses: the part of the force along -z of the first frame.
  T normal_force(int grasp) const { return -contact_force_on_object(grasp).linear.z; }
  // Of the one-sided kinds: whether it would have to pull.
  bool pulls(int grasp) const;
  std::span<const T> object_acceleration() const {
    check_solved();
    return object_rates_;
  }
  Force<T> object_bias() const {  // b of a rigid object, less what is applied to it
    check_solved();
    return object_bias_;
  }
  // Of a rigid object: angular acceleration, and acceleration of the mass centre, in world axes.
  Motion<T> mass_centre_acceleration() const;

  // Lets go, and takes hold again: where the grasp was, or with its first frame at a new place on the same body. The
  // state at that moment is the caller's business. O(links of the arm's grasps), no allocation.
  void release(int grasp);
  void hold(int grasp);
  void hold(int grasp, const Transform<double>& first);
  bool is_held(int grasp) const { return contact(grasp).held; }
  // What the relative accelerations along the rows shall be instead of zero: one number for each row of each grasp in
  // turn, held or not; none: zeros again. Errors are driven out by it, and impulses found (chains/impulse.hpp).
  void set_demand(In<T> row_accelerations);

  // The filter's results and whatever else the stages left, for the recursions on one part; after forward_dynamics
  // joint_forces and fixed_joint_forces of it give the forces across its joints, contacts included.
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
  bool forces_are_finite() const;
  void check_directions() const;
  [[noreturn]] void explain_not_finite(const Call& call) const;
  void check_index(int grasp) const { edge::check_index("grasp", grasp, grasp_count()); }
  void check_solved() const {
    if (!solved_) edge::not_solved("the arms");
  }
  void check_whole() const {
    if (parts_.empty()) edge::moved_from("the system of arms");
  }
  void list_rows(Part& arm);
  void set_held(int grasp, bool held);
  int number_rows();  // through all arms; returns how many

  // The Jacobians of the rows, in place of stages 1 and 2.
  void carry_unfiltered(In<T> q, In<T> v);

  // The stages; part: an arm, or an object with joints.
  void filter_moments(int part, const Call& call);     // 1
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
  bool solved_ = false;  // forces and the object's acceleration are those of a state
  int rank_ = 0;
  Force<T> object_bias_{};  // b of a rigid object, less what is applied to it
  std::vector<T> object_rates_;
  Matrix<T> omega_;  // of all rows
  std::vector<T> all_rows_;
  LeastNormSolver<T> solver_;
  Team team_;
};

extern template class MultiArm<double>;
extern template class MultiArm<float>;

}  // namespace sinew
