// A sample robot with the library's model and workspace and the dense reference.
#pragma once

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_reference.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

template <class T = double>
struct Subject {
  explicit Subject(Sample s) : sample(std::move(s)), model(sample.description), work(model) {
    for (const DenseForce& f : sample.environment.forces) {
      const auto& w = f.force;
      forces.push_back({model.frame(f.frame), {{T(w[0]), T(w[1]), T(w[2])}, {T(w[3]), T(w[4]), T(w[5])}}});
    }
  }

  // The sample's forces and base acceleration as library types. Valid during the lifetime of the subject.
  Environment<T> environment() const {
    const auto& a = sample.environment.base_acceleration;
    return {.base_acceleration = {{T(a[0]), T(a[1]), T(a[2])}, {T(a[3]), T(a[4]), T(a[5])}},
            .forces = forces};
  }
  template <class R = double>
  DenseReference<R> dense() const {
    return DenseReference<R>(sample.description, sample.q, sample.v);
  }
  int dofs() const { return model.velocity_size(); }
  std::vector<T> zeros() const { return std::vector<T>(static_cast<std::size_t>(dofs())); }
  static std::vector<T> cast(const std::vector<double>& v) { return {v.begin(), v.end()}; }

  Sample sample;
  Model model;
  Workspace<T> work;
  std::vector<ExternalForce<T>> forces;
};

// All frames of a model, the ground first.
inline std::vector<FrameIndex> all_frames(const Model& model) {
  std::vector<FrameIndex> frames;
  for (int i = 0; i < static_cast<int>(model.frames().size()); ++i) frames.push_back({i});
  return frames;
}

inline constexpr Reference all_references[] = {Reference::body, Reference::world, Reference::aligned};

}  // namespace sinew::test
