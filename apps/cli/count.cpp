#include "apps/cli/count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/cli/errors.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::cli {

namespace {

// A robot whose scalars count operations, with memory for all inputs and results.
struct CountedRobot {
  using Numbers = std::vector<Counted>;

  explicit CountedRobot(const Model& of)
      : model(of), work(model), matrix(dofs(), dofs()), second(6, dofs()), out(v.size()) {}

  int dofs() const { return model.velocity_size(); }
  static Numbers inputs(const std::vector<double>& values) {
    Numbers list;
    for (const double value : values) list.push_back(Counted::input(value));
    return list;
  }

  Model model;
  State state = random_state(model, 1);
  Workspace<Counted> work;
  Numbers q = inputs(state.q), v = inputs(state.v), tau = inputs(state.tau), a = inputs(state.a);
  Matrix<Counted> matrix, second;
  Numbers out;
  std::vector<JointForce<Counted>> forces = std::vector<JointForce<Counted>>(model.joints().size());
};

void run_counted(Quantity quantity, CountedRobot& r) {
  switch (quantity) {
    case Quantity::forward_dynamics:
      return forward_dynamics(r.work, r.q, r.v, r.tau, r.out);
    case Quantity::inverse_dynamics:
      return inverse_dynamics(r.work, r.q, r.v, r.a, r.out);
    case Quantity::mass_matrix:
      return mass_matrix(r.work, r.q, r.matrix);
    case Quantity::inverse_mass_matrix:
      return inverse_mass_matrix(r.work, r.q, r.matrix);
    case Quantity::udut:
      return udut(r.work, r.q, r.matrix, r.out);
    case Quantity::bias_force:
      return bias_force(r.work, r.q, r.v, r.out);
    case Quantity::gravity_force:
      return gravity_force(r.work, r.q, r.out);
    case Quantity::constraint_forces:
      return joint_forces(r.work, r.q, r.v, r.a, r.forces);
    case Quantity::coriolis_matrix:
      return coriolis_matrix(r.work, r.q, r.v, r.matrix);
    case Quantity::operational_inertia:
      update_filter(r.work, r.q);
      OperationalSpace<Counted>(r.model, r.model.last_body()).omega(r.work);
      return;
    case Quantity::pose:
      return update_poses(r.work, r.q);
    case Quantity::jacobian:
      update_poses(r.work, r.q);
      return jacobian(r.work, r.model.last_body(), Reference::aligned, r.second);
    case Quantity::energy:
      kinetic_energy(r.work, r.q, r.v);
      potential_energy(r.work, r.q);
      return;
    default:
      throw RequestError(fmt::format("the operations of {} cannot be counted", info(quantity).name));
  }
}

}  // namespace

Quantity counted_quantity_named(const std::string& name) {
  if (const QuantityInfo* found = find_quantity(offered::by_count, name)) return found->quantity;
  throw RequestError(unknown_name("algorithm", name, names_of(offered::by_count)));
}

// The numbers of operations hardly depend on the inertias: those of an impossible robot are counted with the nearest
// possible ones.
Count count_operations(Quantity quantity, const Model& given) {
  const Model model =
      given.is_possible() ? given : Model(CheckedDescription(given.description(), {}, Repair::inertia));
  CountedRobot robot(model);
  const CountOperations count;
  run_counted(quantity, robot);
  return {count.executed(), count.folded()};
}

// Removes the joints one by one, from the last to the first, and counts the rest. The rest may be invalid, for example
// if it ends in a body without mass; the joint then has no row, and its operations are included in that of the next.
std::vector<LinkCount> count_by_link(Quantity quantity, const Model& model) {
  std::vector<LinkCount> rows;
  Description description = model.description();
  for (std::size_t k = model.joints().size(); k > 0; --k) {
    const JointInfo& joint = model.joints()[k - 1];
    const Model rest(description);
    if (rest.is_possible() || !model.is_possible())
      rows.push_back({joint.name, count_operations(quantity, rest)});
    description = without_body(std::move(description), joint.body);
  }
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    rows[i].added.executed = rows[i].added.executed - rows[i + 1].added.executed;
    rows[i].added.folded = rows[i].added.folded - rows[i + 1].added.folded;
  }
  std::reverse(rows.begin(), rows.end());
  return rows;
}

}  // namespace sinew::cli
