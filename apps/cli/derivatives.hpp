// Computes the matrices of `sinew compute forward-dynamics-derivatives` and `inverse-dynamics-derivatives`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/chains/constrained_system.hpp"
#include "sinew/model/quantities.hpp"
#include "sinew/model/state.hpp"

namespace sinew::cli {

struct DerivativeMatrix {
  std::string key;    // in JSON
  std::string title;  // in words
  Matrix<double> matrix;
  bool is_of_multipliers = false;  // one row for each constraint row instead of each degree of freedom
};

struct Derivatives {
  std::vector<DerivativeMatrix> matrices{};
  std::vector<std::string>
      multipliers{};  // names of the constraint rows: "pin 1" to "pin 5" for a loop, "gear"
};

// Differentiates the dynamics of the tree. `of` is one of the two quantities; `a` receives the accelerations if it is
// that of forward dynamics.
Derivatives differentiate(Quantity of, const Model& model, const State& state, std::span<double> a);
// Differentiates the forward dynamics with the loops closed, of which `a` receives the accelerations.
Derivatives differentiate_closed(ConstrainedSystem& system, const State& state, std::span<double> a);

}  // namespace sinew::cli
