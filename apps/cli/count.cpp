#include "apps/cli/count.hpp"

#include <algorithm>
#include <utility>

#include "apps/cli/errors.hpp"
#include "sinew/io/names.hpp"

namespace sinew::cli {

struct CountedRobot {
  using Numbers = std::vector<Counted>;

  explicit CountedRobot(const Model& of)
      : model(of), work(model), matrix(freedoms(), freedoms()), second(6, freedoms()), out(v.size()) {}

  int freedoms() const { return model.velocity_size(); }
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

std::span<const Algorithm> algorithms() {
  using Robot = CountedRobot;
  static constexpr Algorithm table[] = {
      {"forward-dynamics", [](Robot& r) { forward_dynamics(r.work, r.q, r.v, r.tau, r.out); }},
      {"inverse-dynamics", [](Robot& r) { inverse_dynamics(r.work, r.q, r.v, r.a, r.out); }},
      {"mass-matrix", [](Robot& r) { mass_matrix(r.work, r.q, r.matrix); }},
      {"inverse-mass-matrix", [](Robot& r) { inverse_mass_matrix(r.work, r.q, r.matrix); }},
      {"udut", [](Robot& r) { udut(r.work, r.q, r.matrix, r.out); }},
      {"bias-force", [](Robot& r) { bias_force(r.work, r.q, r.v, r.out); }},
      {"gravity-force", [](Robot& r) { gravity_force(r.work, r.q, r.out); }},
      {"constraint-forces", [](Robot& r) { joint_forces(r.work, r.q, r.v, r.a, r.forces); }},
      {"coriolis-matrix", [](Robot& r) { coriolis_matrix(r.work, r.q, r.v, r.matrix); }},
      {"operational-inertia",
       [](Robot& r) {
         update_filter(r.work, r.q);
         OperationalSpace<Counted>(r.model, r.model.last_body()).omega(r.work);
       }},
      {"pose", [](Robot& r) { update_poses(r.work, r.q); }},
      {"jacobian",
       [](Robot& r) {
         update_poses(r.work, r.q);
         jacobian(r.work, r.model.last_body(), Reference::aligned, r.second);
       }},
      {"energy",
       [](Robot& r) {
         kinetic_energy(r.work, r.q, r.v);
         potential_energy(r.work, r.q);
       }},
  };
  return table;
}

const Algorithm& algorithm_named(const std::string& name) {
  std::vector<std::string> known;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.name == name) return algorithm;
    known.emplace_back(algorithm.name);
  }
  throw RequestError(unknown_name("algorithm", name, known));
}

Count count_operations(const Algorithm& algorithm, const Model& model) {
  CountedRobot robot(model);
  const CountOperations count;
  algorithm.run(robot);
  return {count.executed(), count.folded()};
}

// Removes the joints one by one, from the last to the first, and counts the rest. The rest may be invalid, for example
// if it ends in a body without mass; the joint then has no row, and its operations are included in that of the next.
std::vector<LinkCount> count_by_link(const Algorithm& algorithm, const Model& model) {
  std::vector<LinkCount> rows;
  Description description = model.description();
  for (std::size_t k = model.joints().size(); k > 0; --k) {
    const JointInfo& joint = model.joints()[k - 1];
    try {
      rows.push_back({joint.name, count_operations(algorithm, Model(description))});
    } catch (const InvalidModel&) {
    }
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
