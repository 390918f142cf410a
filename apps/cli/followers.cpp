#include "apps/cli/followers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "apps/cli/errors.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"

namespace sinew::cli {

Followers followers_named(const std::string& name) {
  for (const Followers followers : {Followers::embedded, Followers::free}) {
    if (name == name_of(followers)) return followers;
  }
  throw RequestError("--followers: " + unknown_name("treatment", name, {"embedded", "free"}));
}

bool is_embedded(const QuantityInfo& quantity, const ComputeRequest& request, const Model& model) {
  using enum Quantity;
  constexpr std::array depends = {inverse_dynamics, bias_force,          gravity_force,
                                  mass_matrix,      inverse_mass_matrix, udut,
                                  jacobian,         operational_inertia, coriolis_matrix};
  return followers_named(request.followers) == Followers::embedded && has_followers(model) &&
         is_among(depends, quantity.quantity);
}

void follow_leaders(const ComputeRequest& request, Inputs& inputs, std::string& notes) {
  State& state = inputs.state;
  const State given = state;
  try {
    IndependentCoordinates<double> coordinates(inputs.model);
    std::vector<double> u(static_cast<std::size_t>(coordinates.size())), rates = u;
    coordinates.follow(state.q);
    coordinates.select(given.v, u);
    coordinates.expand(u, state.v);
    coordinates.select(given.a, rates);
    coordinates.expand_rates(u, rates, state.a);
  } catch (const std::invalid_argument& error) {
    throw RequestError(fmt::format("{}; with --followers free all joints are independent", error.what()));
  }
  const bool is_random = request.state && request.state->starts_with("random:");
  const auto is_changed = [&](bool is_given, const std::vector<double>& before,
                              const std::vector<double>& after) {
    if (!is_given && (!request.state || is_random)) return false;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (std::abs(before[i] - after[i]) > largest_fitting_error * std::max(1.0, std::abs(after[i])))
        return true;
    }
    return false;
  };
  std::string changed;
  if (is_changed(request.q.has_value(), given.q, state.q)) changed += " q";
  if (is_changed(request.v.has_value(), given.v, state.v)) changed += " v";
  if (is_changed(request.a.has_value(), given.a, state.a)) changed += " a";
  if (changed.empty()) return;
  notes += fmt::format(
      "sinew: the leaders determine{} of the joints that follow; other numbers that were given are not "
      "used\n",
      changed);
}

void compute_embedded(const QuantityInfo& quantity, const Inputs& inputs, FrameIndex frame,
                      Reference reference, const std::vector<double>& passive, Result& result) {
  const State& state = inputs.state;
  IndependentDynamics<double> dynamics(inputs.model);
  const int n = dynamics.size();
  result.independent.emplace(dynamics.independent().begin(), dynamics.independent().end());
  result.vector.assign(static_cast<std::size_t>(n), 0);
  result.matrix = Matrix<double>(quantity.shape == ResultShape::six_rows ? 6 : n, n);
  switch (quantity.quantity) {
    case Quantity::inverse_dynamics: {
      dynamics.inverse_dynamics(state.q, state.v, state.a, result.vector);
      std::vector<double> reduced(result.vector.size());
      dynamics.coordinates().reduce(passive, reduced);
      for (std::size_t i = 0; i < reduced.size(); ++i) result.vector[i] -= reduced[i];
      break;
    }
    case Quantity::bias_force:
      dynamics.bias_force(state.q, state.v, result.vector);
      break;
    case Quantity::gravity_force:
      dynamics.gravity_force(state.q, result.vector);
      break;
    case Quantity::mass_matrix:
      dynamics.mass_matrix(state.q, result.matrix);
      break;
    case Quantity::inverse_mass_matrix:
      dynamics.inverse_mass_matrix(state.q, result.matrix);
      break;
    case Quantity::udut:
      dynamics.udut(state.q, result.matrix, result.vector);
      break;
    case Quantity::coriolis_matrix:
      dynamics.coriolis_matrix(state.q, state.v, result.matrix);
      break;
    case Quantity::jacobian:
      dynamics.set_position(state.q);
      dynamics.jacobian(frame, reference, result.matrix);
      break;
    case Quantity::operational_inertia: {
      dynamics.set_position(state.q);
      IndependentOperationalSpace<double> space(dynamics, frame, reference);
      result.matrix = space.omega(dynamics);
      result.rank = space.rank(dynamics);
      if (space.is_regular(dynamics)) space.lambda(dynamics, result.lambda.emplace(6, 6));
      break;
    }
    default:  // is_embedded is false for the others
      break;
  }
}

std::string independent_in_words(const Model& model) {
  const IndependentIndices indices(model);
  const std::vector<Follower>& followers = indices.followers;
  const std::string names = followers.size() == 1 ? followers.front().joint + " follows"
                                                  : fmt::format("{} joints follow", followers.size());
  return fmt::format("{} of {} degrees of freedom; {}", indices.velocities.size(), model.velocity_size(),
                     names);
}

}  // namespace sinew::cli
