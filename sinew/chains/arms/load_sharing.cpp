#include "sinew/chains/arms/load_sharing.hpp"

#include <string>

#include "sinew/base/check_number.hpp"

namespace sinew {

template <std::floating_point T>
LoadSharing<T>::LoadSharing(const MultiArmKinematics<T>& kinematics)
    : kinematics_(&kinematics),
      shares_(std::size_t(kinematics.system().arm_count()), T(1)),
      load_(std::size_t(kinematics.system().object().velocity_size())),
      gram_(int(load_.size()), int(load_.size())),
      solver_(int(load_.size())) {
  int capacity = 0;
  const MultiArm<T>& system = kinematics.system();
  for (int g = 0; g < system.grasp_count(); ++g) capacity += row_count(system.grasp(g).connection);
  weights_.resize(std::size_t(capacity));
}

template <std::floating_point T>
void LoadSharing<T>::set_shares(In<T> shares) {
  edge::check_size("the shares", shares, int(shares_.size()));
  for (std::size_t i = 0; i < shares.size(); ++i) edge::check_positive("a share", shares[i]);
  std::copy(shares.data(), shares.data() + shares.size(), shares_.begin());
}

template <std::floating_point T>
void LoadSharing<T>::set_length(T length) {
  edge::check_positive("the length", length);
  length_ = length;
}

// Computes the forces that carry load_, which it overwrites.
template <std::floating_point T>
int LoadSharing<T>::find_forces(Out<T> forces) {
  const MultiArm<T>& system = kinematics_->system();
  const Matrix<T>& A = kinematics_->object_map();
  std::size_t at = 0;
  for (int arm = 0; arm < system.arm_count(); ++arm) {
    for (const multi_arm::Row& row : system.part(arm).rows) {
      const Force<T>& direction = system.contact(row.contact).rows.direction[row.row];
      weights_[at++] =
          shares_[std::size_t(arm)] / (dot(direction.linear, direction.linear) +
                                       dot(direction.angular, direction.angular) / (length_ * length_));
    }
  }
  const int n = A.rows(), rows = A.cols();
  gram_.reset(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      for (int r = 0; r < rows; ++r) gram_(i, j) = gram_(i, j) + A(i, r) * weights_[std::size_t(r)] * A(j, r);
    }
  }
  const int rank = solver_.factorise(gram_);
  solver_.solve(load_);
  for (int r = 0; r < rows; ++r) {
    T sum{};
    for (int i = 0; i < n; ++i) sum = sum + A(i, r) * load_[std::size_t(i)];
    forces[std::size_t(r)] = weights_[std::size_t(r)] * sum;
  }
  edge::check_overflow("the shared load", forces);
  return rank;
}

template <std::floating_point T>
int LoadSharing<T>::share(In<T> w, Out<T> forces) {
  edge::check_input("the load", w, int(load_.size()));
  edge::check_size("the forces", forces, kinematics_->rows());
  std::copy(w.data(), w.data() + w.size(), load_.begin());
  return find_forces(forces);
}

template <std::floating_point T>
int LoadSharing<T>::motion_part(In<T> forces, Out<T> motion) {
  edge::check_input("the forces", forces, kinematics_->rows());
  edge::check_size("the motion part", motion, kinematics_->rows());
  const Matrix<T>& A = kinematics_->object_map();
  for (int i = 0; i < A.rows(); ++i) {
    T sum{};
    for (int r = 0; r < A.cols(); ++r) sum = sum + A(i, r) * forces[std::size_t(r)];
    load_[std::size_t(i)] = sum;
  }
  return find_forces(motion);
}

template <std::floating_point T>
int LoadSharing<T>::squeeze_part(In<T> forces, Out<T> squeeze) {
  const int rank = motion_part(forces, squeeze);
  for (std::size_t r = 0; r < squeeze.size(); ++r) squeeze[r] = forces[r] - squeeze[r];
  return rank;
}

template class LoadSharing<double>;
template class LoadSharing<float>;

}  // namespace sinew
