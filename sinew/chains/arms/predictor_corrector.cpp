#include "sinew/chains/arms/predictor_corrector.hpp"

#include <stdexcept>

namespace sinew {

template <std::floating_point T>
PredictorCorrector<T>::PredictorCorrector(const MultiArm<T>& system) {
  for (int part = 0; part <= system.arm_count(); ++part) models_.emplace_back(system.model(part));
  int capacity = 0;
  for (int g = 0; g < system.grasp_count(); ++g) capacity += row_count(system.grasp(g).connection);
  gain_ = Matrix<T>(capacity, 6);
  A_ = Matrix<T>(6, capacity);
  free_forces_.resize(std::size_t(capacity));
  free_accelerations_.resize(std::size_t(capacity));
}

template <std::floating_point T>
void PredictorCorrector<T>::check(const MultiArm<T>& system) const {
  std::size_t capacity = 0;
  for (int g = 0; g < system.grasp_count(); ++g)
    capacity += std::size_t(row_count(system.grasp(g).connection));
  bool fits = int(models_.size()) == system.arm_count() + 1 && capacity == free_forces_.size();
  for (std::size_t part = 0; part < models_.size() && fits; ++part)
    fits = models_[part].is_same(system.model(int(part)));
  if (!fits) throw std::invalid_argument("the predictor and corrector were made for another system of arms");
}

template <std::floating_point T>
void PredictorCorrector<T>::update(const MultiArm<T>& system) {
  check(system);
  system.check_current("PredictorCorrector::update");
  detail::SixEquations<T> together, alone;
  for (int arm = 0; arm < system.arm_count(); ++arm) {
    const auto& part = system.part(arm);
    if (part.rows.empty()) continue;
    if (!system.object_is_rigid() || !part.regular) {
      throw std::domain_error(
          "arm '" + part.model.name() +
          "' has a singular Omega, or the object is not rigid: expected a rigid object, and arms that can "
          "move their grasps along every row");
    }
    part.condensed.add_to(together);
  }
  bias_ = system.object_bias();
  const auto& inertia = system.part(system.arm_count()).work.tree->links[1].inertia;
  together.add(inertia, bias_);
  alone.add(inertia, bias_);
  bias_acceleration_ = alone.solve();

  const int rows = system.rows();
  gain_.reset(rows, 6);
  A_.reset(6, rows);
  int at = 0;
  for (int arm = 0; arm < system.arm_count(); ++arm) {
    const auto& part = system.part(arm);
    if (part.rows.empty()) continue;
    part.condensed.forces({}, T(1), free_forces_.data() + at);
    for (int i = 0; i < 6; ++i) {
      detail::SixEquations<T> unit = together;
      for (int j = 0; j < 6; ++j) unit.row[j][6] = T(j == i ? -1 : 0);
      part.condensed.forces(unit.solve(), T(0), &gain_(at, i));
    }
    for (const multi_arm::Row& row : part.rows) {
      const auto& contact = system.contact(row.contact);
      for (int i = 0; i < 6 && !contact.on_ground; ++i) A_(i, at) = contact.on_object[row.row][i];
      free_accelerations_[std::size_t(at)] = part.side[std::size_t(&row - part.rows.data())];
      ++at;
    }
  }
}

template <std::floating_point T>
void PredictorCorrector<T>::contact_forces(Out<T> x) const {
  edge::check_size("the contact forces", x, gain_.rows());
  for (int r = 0; r < gain_.rows(); ++r) x[std::size_t(r)] = free_forces_[std::size_t(r)];
  for (int i = 0; i < 6; ++i) {
    T error = bias_[i];
    for (int r = 0; r < gain_.rows(); ++r) error = error - A_(i, r) * free_forces_[std::size_t(r)];
    for (int r = 0; r < gain_.rows(); ++r) x[std::size_t(r)] = x[std::size_t(r)] + gain_(r, i) * error;
  }
  edge::check_overflow("the contact force", x);
}

template <std::floating_point T>
Motion<T> PredictorCorrector<T>::object_acceleration() const {
  Motion<T> alpha = bias_acceleration_;
  for (int r = 0; r < gain_.rows(); ++r) {
    T error = free_accelerations_[std::size_t(r)];
    for (int i = 0; i < 6; ++i) error = error - A_(i, r) * bias_acceleration_[i];
    for (int i = 0; i < 6; ++i) alpha[i] = alpha[i] + gain_(r, i) * error;
  }
  edge::check_overflow("the object's acceleration", alpha.data(), 6);
  return alpha;
}

template class PredictorCorrector<double>;
template class PredictorCorrector<float>;

}  // namespace sinew
