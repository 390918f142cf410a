#include "sinew/chains/arms/multi_arm_kinematics.hpp"

#include <cmath>
#include <stdexcept>

namespace sinew {
namespace {

// The largest relative velocity, as a fraction of the object's, at which an arm counts as following the object.
template <class T>
constexpr T follows = std::same_as<T, float> ? T(1e-4) : T(1e-9);

[[noreturn]] void cannot_follow(const std::string& arm, int rank, std::size_t rows) {
  throw std::domain_error("arm '" + arm + "' cannot follow the object at this position: rank " +
                          std::to_string(rank) + " of " + std::to_string(rows) + " rows of its grasps");
}

}  // namespace

template <std::floating_point T>
MultiArmKinematics<T>::MultiArmKinematics(MultiArm<T>& system)
    : system_(&system),
      zeros_(std::size_t(system.velocity_size())),
      object_solver_(system.object().velocity_size()),
      row_solver_(0),
      null_solver_(0) {
  int capacity = 0;
  for (int g = 0; g < system.grasp_count(); ++g) capacity += row_count(system.grasp(g).connection);
  const int largest = std::max(capacity, system.object().velocity_size());
  seen_.resize(std::size_t(capacity));
  bias_.resize(seen_.size());
  forces_.resize(seen_.size());
  object_.resize(std::size_t(system.object().velocity_size()));
  A_ = Matrix<T>(system.object().velocity_size(), capacity);
  gram_ = Matrix<T>(largest, largest);
  gram_of_null_ = Matrix<T>(capacity, capacity);
  row_solver_ = LeastNormSolver<T>(capacity);
  null_solver_ = LeastNormSolver<T>(capacity);
}

template <std::floating_point T>
void MultiArmKinematics<T>::update(In<T> q) {
  update(q, zeros_);
}

template <std::floating_point T>
void MultiArmKinematics<T>::update(In<T> q, In<T> v) {
  system_->carry_unfiltered(q, v);
  known_use_ = system_->use_;
  has_motion_ = true;
  const auto& object = system_->parts_.back();
  count_ = system_->number_rows();
  A_.reset(object.model.velocity_size(), count_);
  for (int arm = 0; arm < system_->arm_count(); ++arm) {
    const auto& part = system_->part(arm);
    for (std::size_t a = 0; a < part.rows.size(); ++a) {
      const multi_arm::Row& row = part.rows[a];
      T& bias = bias_[std::size_t(part.first_row) + a];
      bias = part.side[a];
      if (row.on_object < 0) continue;
      bias = bias - object.response.acceleration(row.on_object);
      object.response.for_each_dof(row.on_object,
                                   [&](int i, const T& e) { A_(i, part.first_row + int(a)) = e; });
    }
  }
}

template <std::floating_point T>
void MultiArmKinematics<T>::update_object_map() {
  if (!system_->object_is_rigid())
    throw std::invalid_argument("the object '" + system_->object().name() + "' is not one rigid body");
  if (known_use_ != system_->use_) {
    system_->check_current("MultiArmKinematics::update_object_map");
    has_motion_ = false;
  }
  known_use_ = system_->use_;
  count_ = system_->number_rows();
  A_.reset(6, count_);
  for (int arm = 0; arm < system_->arm_count(); ++arm) {
    const auto& part = system_->part(arm);
    for (std::size_t a = 0; a < part.rows.size(); ++a) {
      const auto& contact = system_->contact(part.rows[a].contact);
      if (contact.on_ground) continue;
      const Force<T>& on_object = contact.on_object[part.rows[a].row];
      std::copy(on_object.data(), on_object.data() + 6, &A_(0, part.first_row + int(a)));
    }
  }
}

template <std::floating_point T>
void MultiArmKinematics<T>::check_current(const char* function) const {
  if (known_use_ == system_->use_) return;
  throw std::logic_error(std::string(function) +
                         ": the arms have been given another state, or a grasp was opened or closed: call "
                         "MultiArmKinematics::update first");
}

template <std::floating_point T>
void MultiArmKinematics<T>::check_motion(const char* function) const {
  check_current(function);
  if (!has_motion_)
    throw std::logic_error(std::string(function) +
                           ": call MultiArmKinematics::update(q) or update(q, v) first");
}

// seen = B v - A^* V (+ c)
template <std::floating_point T>
void MultiArmKinematics<T>::see(const T* v, Order order) {
  const T* const V = v + system_->v_index(system_->arm_count());
  for (int arm = 0; arm < system_->arm_count(); ++arm) {
    const auto& part = system_->part(arm);
    const auto first_row = std::size_t(part.first_row);
    const T* const own = v + part.v;
    for (std::size_t a = 0; a < part.rows.size(); ++a) {
      T sum = order == Order::acceleration ? bias_[first_row + a] : T(0);
      for (int i = 0; i < A_.rows(); ++i) sum = sum - A_(i, part.first_row + int(a)) * V[i];
      part.response.for_each_dof(part.rows[a].on_arm, [&](int i, const T& e) { sum = sum + e * own[i]; });
      seen_[first_row + a] = sum;
    }
  }
}

// v += B^* force for one arm; force(a) returns the force along its row a.
template <std::floating_point T>
template <class F>
void MultiArmKinematics<T>::add_adjoint(int arm, const F& force, T* v) const {
  const auto& part = system_->part(arm);
  for (std::size_t a = 0; a < part.rows.size(); ++a) {
    part.response.for_each_dof(part.rows[a].on_arm,
                               [&](int i, const T& e) { v[part.v + i] = v[part.v + i] + e * force(a); });
  }
}

// (A A^*) dV = A seen
template <std::floating_point T>
int MultiArmKinematics<T>::set_object(T* v, Order order) {
  see(v, order);
  const int n = A_.rows();
  gram_.reset(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      for (int r = 0; r < count_; ++r) gram_(i, j) = gram_(i, j) + A_(i, r) * A_(j, r);
    }
    T sum{};
    for (int r = 0; r < count_; ++r) sum = sum + A_(i, r) * seen_[std::size_t(r)];
    object_[std::size_t(i)] = sum;
  }
  const int rank = object_solver_.factorise(gram_);
  object_solver_.solve(object_);
  T* const V = v + system_->v_index(system_->arm_count());
  for (int i = 0; i < n; ++i) V[i] = V[i] + object_[std::size_t(i)];
  return rank;
}

// Q x = A^* V (- c), v = B^* x, arm by arm
template <std::floating_point T>
void MultiArmKinematics<T>::set_arms(T* v, Order order) {
  std::fill(v, v + system_->v_index(system_->arm_count()), T(0));
  see(v, order);
  for (int arm = 0; arm < system_->arm_count(); ++arm) {
    const auto& part = system_->part(arm);
    const std::size_t rows = part.rows.size();
    if (rows == 0) continue;
    gram_.reset(int(rows), int(rows));
    T scale{};
    for (std::size_t a = 0; a < rows; ++a) {
      for (std::size_t b = 0; b <= a; ++b)
        gram_(int(a), int(b)) = part.response.omega()(part.rows[a].on_arm, part.rows[b].on_arm);
      forces_[a] = -seen_[std::size_t(part.first_row) + a];
      scale = std::max(scale, std::abs(forces_[a]));
    }
    const int rank = row_solver_.factorise(gram_);
    row_solver_.solve(VectorView<T>(forces_.data(), rows));
    add_adjoint(
        arm, [&](std::size_t a) { return forces_[a]; }, v);
    if (rank == int(rows)) continue;
    see(v, order);
    for (std::size_t a = 0; a < rows; ++a) {
      if (!(std::abs(seen_[std::size_t(part.first_row) + a]) <= follows<T> * scale))
        cannot_follow(part.model.name(), rank, rows);
    }
  }
}

// (N^* Q N) x = N^* seen, v -= B^* N x, with the columns of N the null space of A
template <std::floating_point T>
void MultiArmKinematics<T>::move_to_nearest(T* v, Order order) {
  see(v, order);
  gram_.reset(count_, count_);
  for (int a = 0; a < count_; ++a) {
    for (int b = 0; b <= a; ++b) {
      for (int i = 0; i < A_.rows(); ++i) gram_(a, b) = gram_(a, b) + A_(i, a) * A_(i, b);
    }
  }
  null_solver_.factorise(gram_);
  const int size = null_solver_.nullity();
  gram_of_null_.reset(size, size);
  for (int j = 0; j < size; ++j) {
    const VectorView<const T> column = null_solver_.null_vector(j);
    // Q N(j), then its products with the columns from j on
    for (int arm = 0; arm < system_->arm_count(); ++arm) {
      const auto& part = system_->part(arm);
      const auto first = std::size_t(part.first_row);
      for (std::size_t a = 0; a < part.rows.size(); ++a) {
        T sum{};
        for (std::size_t b = 0; b < part.rows.size(); ++b)
          sum = sum + part.response.omega()(part.rows[a].on_arm, part.rows[b].on_arm) * column[first + b];
        forces_[first + a] = sum;
      }
    }
    for (int i = j; i < size; ++i) {
      for (std::size_t r = 0; r < std::size_t(count_); ++r)
        gram_of_null_(i, j) = gram_of_null_(i, j) + null_solver_.null_vector(i)[r] * forces_[r];
    }
  }
  row_solver_.factorise(gram_of_null_);
  for (int j = 0; j < size; ++j) {
    T sum{};
    for (std::size_t r = 0; r < std::size_t(count_); ++r)
      sum = sum + null_solver_.null_vector(j)[r] * seen_[r];
    forces_[std::size_t(j)] = sum;
  }
  row_solver_.solve(VectorView<T>(forces_.data(), std::size_t(size)));
  for (std::size_t r = 0; r < std::size_t(count_); ++r) {
    T sum{};
    for (int j = 0; j < size; ++j) sum = sum - null_solver_.null_vector(j)[r] * forces_[std::size_t(j)];
    seen_[r] = sum;
  }
  for (int arm = 0; arm < system_->arm_count(); ++arm) {
    const auto first = std::size_t(system_->part(arm).first_row);
    add_adjoint(
        arm, [&](std::size_t a) { return seen_[first + a]; }, v);
  }
}

// Checks the input v from index `first` on, calls find, and checks the results that it stored in v.
template <std::floating_point T>
template <class Find>
auto MultiArmKinematics<T>::solve(const char* function, const Out<T>& v, int first, const Find& find) {
  check_motion(function);
  edge::check_size("the motion", v, system_->velocity_size());
  edge::check_finite("the motion", VectorView<const T>(v.data() + first, v.size() - std::size_t(first)));
  if constexpr (std::same_as<decltype(find()), void>) {
    find();
    edge::check_overflow("the motion of the arms", v);
  } else {
    const auto result = find();
    edge::check_overflow("the motion of the arms", v);
    return result;
  }
}

template <std::floating_point T>
void MultiArmKinematics<T>::project(const char* function, const Out<T>& v, Order order,
                                    Projection projection) {
  solve(function, v, 0, [&] {
    if (projection == Projection::nearest) {
      move_to_nearest(v.data(), order);
      set_object(v.data(), order);
    } else {
      set_object(v.data(), order);
      set_arms(v.data(), order);
    }
  });
}

template <std::floating_point T>
void MultiArmKinematics<T>::relative_velocity(In<T> v, Out<T> along_rows) {
  check_motion("MultiArmKinematics::relative_velocity");
  edge::check_input("v", v, system_->velocity_size());
  edge::check_size("the rows", along_rows, count_);
  see(v.data(), Order::velocity);
  std::copy(seen_.data(), seen_.data() + count_, along_rows.data());
  edge::check_overflow("the relative motion along the rows", along_rows);
}
template <std::floating_point T>
void MultiArmKinematics<T>::relative_acceleration(In<T> a, Out<T> along_rows) {
  check_motion("MultiArmKinematics::relative_acceleration");
  edge::check_input("a", a, system_->velocity_size());
  edge::check_size("the rows", along_rows, count_);
  see(a.data(), Order::acceleration);
  std::copy(seen_.data(), seen_.data() + count_, along_rows.data());
  edge::check_overflow("the relative motion along the rows", along_rows);
}
template <std::floating_point T>
int MultiArmKinematics<T>::object_velocity(Out<T> v) {
  return solve("MultiArmKinematics::object_velocity", v, 0,
               [&] { return set_object(v.data(), Order::velocity); });
}
template <std::floating_point T>
int MultiArmKinematics<T>::object_acceleration(Out<T> a) {
  return solve("MultiArmKinematics::object_acceleration", a, 0,
               [&] { return set_object(a.data(), Order::acceleration); });
}
template <std::floating_point T>
void MultiArmKinematics<T>::joint_velocities(Out<T> v) {
  const int object = system_->v_index(system_->arm_count());
  solve("MultiArmKinematics::joint_velocities", v, object, [&] { set_arms(v.data(), Order::velocity); });
}
template <std::floating_point T>
void MultiArmKinematics<T>::joint_accelerations(Out<T> a) {
  const int object = system_->v_index(system_->arm_count());
  solve("MultiArmKinematics::joint_accelerations", a, object,
        [&] { set_arms(a.data(), Order::acceleration); });
}
template <std::floating_point T>
void MultiArmKinematics<T>::project_velocity(Out<T> v, Projection projection) {
  project("MultiArmKinematics::project_velocity", v, Order::velocity, projection);
}
template <std::floating_point T>
void MultiArmKinematics<T>::project_acceleration(Out<T> a, Projection projection) {
  project("MultiArmKinematics::project_acceleration", a, Order::acceleration, projection);
}

template class MultiArmKinematics<double>;
template class MultiArmKinematics<float>;

}  // namespace sinew
