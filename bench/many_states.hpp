// Common base of methods that take many states in one call: states and results, one state after another.
#pragma once

#include "bench/methods.hpp"
#include "sinew/dense/views.hpp"

namespace bench {

class ManyStates : public Peer {
 public:
  explicit ManyStates(const sinew::Model& model);

  // The given states, repeated.
  void prepare(std::span<const sinew::State> states) override;
  std::size_t states_per_call(Job job) const override;
  std::vector<double> answer(Job job, std::size_t state) override;

 protected:
  const sinew::Model& model() const { return model_; }
  bool has_room_for(Job job) const;
  sinew::VectorView<const double> q(Job job) const { return first(q_, model_.position_size(), job); }
  sinew::VectorView<const double> v(Job job) const { return first(v_, model_.velocity_size(), job); }
  sinew::VectorView<const double> a(Job job) const { return first(a_, model_.velocity_size(), job); }
  sinew::VectorView<const double> tau(Job job) const { return first(tau_, model_.velocity_size(), job); }
  sinew::VectorView<double> out(Job job) { return {out_.data(), states_per_call(job) * numbers_of(job)}; }

 private:
  std::size_t numbers_of(Job job) const;  // in the result of one state
  sinew::VectorView<const double> first(const std::vector<double>& all, int size, Job job) const {
    return {all.data(), states_per_call(job) * static_cast<std::size_t>(size)};
  }

  sinew::Model model_;
  std::vector<double> q_, v_, a_, tau_, out_;
};

}  // namespace bench
