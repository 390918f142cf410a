#include "sinew/chains/arms/multi_arm_influence.hpp"

#include "sinew/algorithms/mass_matrix/innovations.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"

namespace sinew {

template <std::floating_point T>
MultiArmInfluence<T>::MultiArmInfluence(MultiArm<T>& system) : system_(&system) {
  const int n = system.velocity_size();
  int capacity = 0, largest = 0;
  for (int g = 0; g < system.grasp_count(); ++g) capacity += row_count(system.grasp(g).connection);
  for (int part = 0; part <= system.arm_count(); ++part)
    largest = std::max(largest, system.model(part).velocity_size());
  free_ = closed_ = Matrix<T>(n, n);
  forces_ = Matrix<T>(capacity, n);
  response_ = Matrix<T>(n, capacity);
  block_ = Matrix<T>(largest, largest);
  zeros_.resize(std::size_t(n));
  column_.resize(std::size_t(largest));
}

template <std::floating_point T>
void MultiArmInfluence<T>::update(In<T> q) {
  MultiArm<T>& system = *system_;
  const int n = system.velocity_size();
  edge::check_input("q", q, system.position_size());
  const auto call = system.check(q, zeros_, zeros_, {});
  system.drop_results();
  system.move_object(call);
  for (int arm = 0; arm < system.arm_count(); ++arm) {
    system.filter_torques(arm, call);
    system.free_accelerations(arm, call);
  }
  system.gather_rows(call, {});
  const int rows = system.number_rows();
  response_.reset(n, rows);
  free_.reset(n, n);
  for (int i = 0; i <= system.arm_count(); ++i) {
    auto& part = system.parts_[std::size_t(i)];
    const int size = part.model.velocity_size();
    const VectorView<T> column(column_.data(), std::size_t(size));
    // U = L^-* D^-1 e, row by row.
    const auto add_column = [&](int row, int at, T sign) {
      std::fill(column_.begin(), column_.end(), T(0));
      part.response.for_each_dof(row, [&](int j, const T& e) {
        column[std::size_t(j)] = sign * part.work.measurement[std::size_t(j)].inverse_variance * e;
      });
      factor_adjoint_solve(part.work, column, VectorView<T>(&response_(part.v, at), std::size_t(size)));
    };
    if (i < system.arm_count()) {
      for (std::size_t a = 0; a < part.rows.size(); ++a)
        add_column(part.rows[a].on_arm, part.first_row + int(a), T(1));
    } else {
      for (int arm = 0; arm < system.arm_count(); ++arm) {
        const auto& grasping = system.parts_[std::size_t(arm)];
        for (std::size_t a = 0; a < grasping.rows.size(); ++a) {
          if (grasping.rows[a].on_object >= 0)
            add_column(grasping.rows[a].on_object, grasping.first_row + int(a), T(-1));
        }
      }
    }
    block_.reset(size, size);
    inverse_mass_matrix(
        part.work, VectorView<const T>(q.data() + part.q, std::size_t(part.model.position_size())), block_);
    for (int c = 0; c < size; ++c) {
      for (int r = 0; r < size; ++r) free_(part.v + r, part.v + c) = block_(r, c);
    }
  }
  rank_ = system.solver_.factorise(system.omega_);
  forces_.reset(rows, n);
  closed_.reset(n, n);
  for (int c = 0; c < n; ++c) {
    const VectorView<T> x(forces_.data() + std::size_t(c) * std::size_t(rows), std::size_t(rows));
    for (int r = 0; r < rows; ++r) x[std::size_t(r)] = response_(c, r);
    if (rows > 0) system.solver_.solve(x);
    for (int i = 0; i < n; ++i) {
      T sum = free_(i, c);
      for (int r = 0; r < rows; ++r) sum = sum - response_(i, r) * x[std::size_t(r)];
      closed_(i, c) = sum;
    }
  }
  edge::check_overflow("the response to joint torques", closed_.data(), std::size_t(n) * std::size_t(n));
  edge::check_overflow("the response to joint torques", forces_.data(), std::size_t(rows) * std::size_t(n));
}

template class MultiArmInfluence<double>;
template class MultiArmInfluence<float>;

}  // namespace sinew
