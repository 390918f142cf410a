// All public functions on one workspace, for tests that call them in random order.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sinew/sinew.hpp"
#include "tests/chains/answers.hpp"

namespace sinew::test::workspace_calls {

inline void append(Numbers& to, const Force<double>& six) {
  to.insert(to.end(), six.data(), six.data() + 6);
}

struct Given {
  Numbers q, v, a, tau;
};

// A workspace with all objects that work on it.
struct Desk {
  Desk(const Model& model_, Strategy strategy)
      : model(model_),
        push{FrameIndex{int(model.frames().size()) - 1}, {{1, -2, 3}, {4, 5, -6}}},
        environment{.base_acceleration = {{0.1, 0.2, 0.3}, {1, 2, 3}}, .forces = {&push, 1}},
        work(model),
        tip{int(model.frames().size()) - 1},
        middle{int(model.frames().size()) / 2},
        body_space(model, tip),
        world_space(model, std::vector<FrameIndex>{tip, middle}, Reference::world),
        chain(model, strategy),
        impulse(model),
        kinematics(model, chain),
        inverse(model, chain),
        constraints(model),
        embedded(model, constraints),
        n(model.velocity_size()),
        out(std::size_t(n)),
        square(n, n) {}

  Desk(const Desk&) = delete;  // the environment points to the push
  Desk& operator=(const Desk&) = delete;

  Model model;
  ExternalForce<double> push;
  Environment<double> environment;
  Workspace<double> work;
  FrameIndex tip, middle;
  OperationalSpace<double> body_space, world_space;
  ClosedChain<double> chain;
  Impulse<double> impulse;
  ClosedKinematics<double> kinematics;
  ClosedInverseDynamics<double> inverse;
  Constraints<double> constraints;
  EmbeddedTree<double> embedded;
  int n;
  Given given{};
  Numbers out;
  Matrix<double> square;
};

enum class Kind {
  takes_position,     // q; keeps v if q is the same
  takes_state,        // q and v
  forgets_velocity,   // q; leaves no velocities
  reads_position,     // must answer if there is a position
  reads_velocity,     // must answer if there are velocities
  reads_dynamics,     // may answer after dynamics
  reads_own_position  // may answer after the object's own update
};

struct Function {
  const char* name;
  Kind kind;
  std::function<Numbers(Desk&)> call;
};

inline Numbers forces_of(const std::vector<JointForce<double>>& forces) {
  Numbers out;
  for (const JointForce<double>& force : forces) {
    for (const Force<double>& six : {force.whole, force.constraint}) append(out, six);
  }
  return out;
}

// The functions that give the workspace a state.
inline std::vector<Function> givers() {
  using enum Kind;
  const auto nothing = Numbers{};
  return {
      {"set_position", takes_position, [=](Desk& d) { return set_position(d.work, d.given.q), nothing; }},
      {"set_state", takes_state, [=](Desk& d) { return set_state(d.work, d.given.q, d.given.v), nothing; }},
      {"update_poses", takes_position, [=](Desk& d) { return update_poses(d.work, d.given.q), nothing; }},
      {"update_velocities", takes_state,
       [=](Desk& d) { return update_velocities(d.work, d.given.q, d.given.v), nothing; }},
      {"update_accelerations", takes_state,
       [=](Desk& d) { return update_accelerations(d.work, d.given.q, d.given.v, d.given.a), nothing; }},
      {"update_filter", takes_position, [=](Desk& d) { return update_filter(d.work, d.given.q), nothing; }},
      {"forward_dynamics", takes_state,
       [](Desk& d) { return forward_dynamics(d.work, d.given.q, d.given.v, d.given.tau, d.out), d.out; }},
      {"inverse_dynamics", takes_state,
       [](Desk& d) { return inverse_dynamics(d.work, d.given.q, d.given.v, d.given.a, d.out), d.out; }},
      {"forward_dynamics in an environment", takes_state,
       [](Desk& d) {
         forward_dynamics(d.work, d.given.q, d.given.v, d.given.tau, d.out, d.environment);
         return d.out;
       }},
      {"inverse_dynamics in an environment", takes_state,
       [](Desk& d) {
         inverse_dynamics(d.work, d.given.q, d.given.v, d.given.a, d.out, d.environment);
         return d.out;
       }},
      {"bias_force here", takes_state,
       [](Desk& d) {
         set_state(d.work, d.given.q, d.given.v);
         return bias_force(d.work, d.out), d.out;
       }},
      {"bias_force in an environment", takes_state,
       [](Desk& d) { return bias_force(d.work, d.given.q, d.given.v, d.out, d.environment), d.out; }},
      {"bias_force", takes_state,
       [](Desk& d) { return bias_force(d.work, d.given.q, d.given.v, d.out), d.out; }},
      {"gravity_force", takes_position,
       [](Desk& d) { return gravity_force(d.work, d.given.q, d.out), d.out; }},
      {"mass_matrix", takes_position,
       [](Desk& d) { return mass_matrix(d.work, d.given.q, d.square), numbers_of(d.square); }},
      {"inverse_mass_matrix", takes_position,
       [](Desk& d) { return inverse_mass_matrix(d.work, d.given.q, d.square), numbers_of(d.square); }},
      {"udut", takes_position,
       [](Desk& d) { return udut(d.work, d.given.q, d.square, d.out), numbers_of(d.square); }},
      {"forward_dynamics_by_udut", takes_state,
       [](Desk& d) {
         return forward_dynamics_by_udut(d.work, d.given.q, d.given.v, d.given.tau, d.out), d.out;
       }},
      {"coriolis_product", takes_state,
       [](Desk& d) { return coriolis_product(d.work, d.given.q, d.given.v, d.given.a, d.out), d.out; }},
      {"coriolis_matrix", takes_state,
       [](Desk& d) { return coriolis_matrix(d.work, d.given.q, d.given.v, d.square), numbers_of(d.square); }},
      {"joint_forces of a state", takes_state,
       [](Desk& d) {
         std::vector<JointForce<double>> forces(d.model.joints().size());
         joint_forces(d.work, d.given.q, d.given.v, d.given.a, forces);
         return forces_of(forces);
       }},
      {"acceleration_parts", takes_state,
       [](Desk& d) {
         Numbers parts[3] = {d.out, d.out, d.out};
         acceleration_parts(d.work, d.given.q, d.given.v, d.given.tau, parts[0], parts[1], parts[2]);
         return parts[1];
       }},
      {"kinetic_energy", takes_state,
       [](Desk& d) { return Numbers{kinetic_energy(d.work, d.given.q, d.given.v)}; }},
      {"potential_energy", takes_position,
       [](Desk& d) { return Numbers{potential_energy(d.work, d.given.q)}; }},
      {"first_moment", takes_position, [](Desk& d) { return numbers_of(first_moment(d.work, d.given.q)); }},
      {"centre_of_mass", takes_position,
       [](Desk& d) { return numbers_of(centre_of_mass(d.work, d.given.q)); }},
      {"centroidal_momentum_matrix", takes_position,
       [](Desk& d) {
         Matrix<double> A(6, d.n);
         centroidal_momentum_matrix(d.work, d.given.q, A);
         return numbers_of(A);
       }},
      {"gravity_compensation", forgets_velocity,
       [](Desk& d) { return gravity_compensation(d.work, d.given.q, d.out), d.out; }},
      {"centroidal_momentum", takes_state,
       [](Desk& d) { return numbers_of_six(centroidal_momentum(d.work, d.given.q, d.given.v)); }},
      {"OperationalSpace::bias", takes_state,
       [](Desk& d) {
         Numbers six(6);
         d.body_space.bias(d.work, d.given.q, d.given.v, six);
         return six;
       }},
      {"inverse_kinematics", forgets_velocity,
       [](Desk& d) {
         d.given.q = inverse_kinematics(d.work, d.tip, {}, d.given.q, {.iterations = 3}).q;
         return d.given.q;
       }},
      {"ClosedChain::position_errors", takes_position,
       [](Desk& d) {
         Numbers errors(std::size_t(d.chain.rows()));
         d.chain.position_errors(d.work, d.given.q, errors);
         return errors;
       }},
      {"ClosedChain::velocity_errors", takes_state,
       [](Desk& d) {
         Numbers errors(std::size_t(d.chain.rows()));
         d.chain.velocity_errors(d.work, d.given.q, d.given.v, errors);
         return errors;
       }},
      {"ClosedChain::jacobian", takes_position,
       [](Desk& d) {
         Matrix<double> J(d.chain.rows(), d.n);
         d.chain.jacobian(d.work, d.given.q, J);
         return numbers_of(J);
       }},
      {"ClosedChain::forward_dynamics", takes_state,
       [](Desk& d) {
         d.chain.forward_dynamics(d.work, d.given.q, d.given.v, d.given.tau, d.out);
         return d.out;
       }},
      {"Impulse::solve", forgets_velocity,
       [](Desk& d) {
         d.impulse.solve(d.work, d.chain, d.given.q, Numbers(std::size_t(d.chain.rows()), 0.5), d.out);
         return d.out;
       }},
      {"ClosedInverseDynamics::solve", takes_state,
       [](Desk& d) {
         d.inverse.solve(d.work, d.chain, d.given.q, d.given.v, d.given.a, d.out);
         return d.out;
       }},
      {"ClosedChain::forward_dynamics in an environment", takes_state,
       [](Desk& d) {
         d.chain.forward_dynamics(d.work, d.given.q, d.given.v, d.given.tau, d.out, d.environment);
         return d.out;
       }},
      {"ClosedInverseDynamics::solve in an environment", takes_state,
       [](Desk& d) {
         d.inverse.solve(d.work, d.chain, d.given.q, d.given.v, d.given.a, d.out, d.environment);
         return d.out;
       }},
      {"ClosedKinematics::update", takes_position,
       [](Desk& d) {
         d.kinematics.update(d.work, d.chain, d.given.q);
         return numbers_of(d.kinematics.independent_motions());
       }},
      {"EmbeddedTree::update", takes_position,
       [=](Desk& d) { return d.embedded.update(d.work, d.constraints, d.given.q), nothing; }},
      {"EmbeddedTree::forward_dynamics", takes_state,
       [](Desk& d) {
         d.embedded.forward_dynamics(d.work, d.constraints, d.given.q, d.given.v, d.given.tau, d.out);
         return d.out;
       }},
      {"EmbeddedTree::inverse_dynamics", takes_state,
       [](Desk& d) {
         d.embedded.update(d.work, d.constraints, d.given.q);
         const auto u = std::size_t(d.embedded.size());
         Numbers tau(u);
         d.embedded.inverse_dynamics(d.work, d.constraints, d.given.q, d.given.v,
                                     Numbers(d.given.a.begin(), d.given.a.begin() + std::ptrdiff_t(u)), tau);
         return tau;
       }},
      {"assemble", forgets_velocity,
       [](Desk& d) {
         assemble(d.work, d.chain, d.given.q, {.max_steps = 2});
         return d.given.q;
       }},
      {"well_posedness", takes_position,
       [](Desk& d) { return Numbers{double(well_posedness(d.work, d.chain, d.given.q).rank)}; }},
  };
}

// The functions that read results for the state that was given last.
inline std::vector<Function> readers() {
  using enum Kind;
  std::vector<Function> all;
  const auto add = [&](const char* name, Kind kind, std::function<Numbers(Desk&)> call) {
    all.push_back({name, kind, std::move(call)});
  };
  const auto product = [&](const char* name, auto f) {
    add(name, reads_position, [f](Desk& d) {
      Numbers y(d.out.size());
      f(d.work, d.given.tau, y);
      return y;
    });
  };
#define PRODUCT(f) product(#f, [](auto& work, const auto& x, auto& y) { f(work, x, y); })
  PRODUCT(factor_times);
  PRODUCT(factor_adjoint_times);
  PRODUCT(factor_solve);
  PRODUCT(factor_adjoint_solve);
  PRODUCT(square_root_times);
  PRODUCT(square_root_adjoint_times);
  PRODUCT(square_root_solve);
  PRODUCT(square_root_adjoint_solve);
  PRODUCT(solve_mass_matrix);
#undef PRODUCT
  add("pose", reads_position, [](Desk& d) { return numbers_of(pose(d.work, d.tip).translation); });
  add("velocity", reads_velocity,
      [](Desk& d) { return numbers_of_six(velocity(d.work, d.tip, Reference::aligned)); });
  add("jacobian_rate_times_velocity", reads_velocity, [](Desk& d) {
    return numbers_of_six(jacobian_rate_times_velocity(d.work, d.middle, Reference::world));
  });
  add("acceleration", reads_dynamics,
      [](Desk& d) { return numbers_of_six(acceleration(d.work, d.tip, Reference::aligned)); });
  add("jacobian", reads_position, [](Desk& d) {
    Matrix<double> J(6, d.n);
    jacobian(d.work, d.middle, Reference::world, J);
    return numbers_of(J);
  });
  add("jacobian_times", reads_position,
      [](Desk& d) { return numbers_of_six(jacobian_times(d.work, d.tip, Reference::body, d.given.tau)); });
  add("jacobian_adjoint_times", reads_position, [](Desk& d) {
    jacobian_adjoint_times(d.work, d.tip, Reference::body, {{1, 2, 3}, {4, 5, 6}}, d.out);
    return d.out;
  });
  add("jacobian_outer_product", reads_position, [](Desk& d) {
    Matrix<double> JJ(6, 6);
    jacobian_outer_product(d.work, d.tip, Reference::aligned, JJ);
    return numbers_of(JJ);
  });
  add("jacobian_inner_product", reads_position, [](Desk& d) {
    jacobian_inner_product(d.work, d.tip, Reference::aligned, d.square);
    return numbers_of(d.square);
  });
  add("minimum_norm_velocity", reads_position, [](Desk& d) {
    minimum_norm_velocity(d.work, d.tip, {{1, 0, 0}, {0, 1, 0}}, d.out, {.damping = 0.1});
    return d.out;
  });
  add("minimum_norm_acceleration", reads_velocity, [](Desk& d) {
    minimum_norm_acceleration(d.work, d.tip, {{1, 0, 0}, {0, 1, 0}}, d.out, {.damping = 0.1});
    return d.out;
  });
  add("articulated_inertia", reads_position, [](Desk& d) {
    return numbers_of_six(articulated_inertia(d.work, d.middle) * Motion<double>{{1, 2, 3}, {4, 5, 6}});
  });
  add("innovation_variance", reads_position,
      [](Desk& d) { return Numbers{innovation_variance(d.work, d.n - 1)}; });
  add("gain", reads_position, [](Desk& d) {
    const JointInfo& joint = d.model.joints().back();
    return numbers_of_six(gain(d.work, joint.v_index, joint.frame));
  });
  add("log_determinant", reads_position, [](Desk& d) { return Numbers{log_determinant(d.work)}; });
  add("inverse_mass_column", reads_position,
      [](Desk& d) { return inverse_mass_column(d.work, d.n / 2, d.out), d.out; });
  add("inverse_mass_diagonal", reads_position,
      [](Desk& d) { return inverse_mass_diagonal(d.work, d.out), d.out; });
  add("inverse_mass_matrix here", reads_position,
      [](Desk& d) { return inverse_mass_matrix(d.work, d.square), numbers_of(d.square); });
  add("mass_matrix here", reads_position,
      [](Desk& d) { return mass_matrix(d.work, d.square), numbers_of(d.square); });
  add("udut here", reads_position,
      [](Desk& d) { return udut(d.work, d.square, d.out), numbers_of(d.square); });
  add("first_moment here", reads_position, [](Desk& d) { return numbers_of(first_moment(d.work)); });
  add("gravity_force here", reads_position, [](Desk& d) { return gravity_force(d.work, d.out), d.out; });
  add("force_response", reads_position, [](Desk& d) {
    const ExternalForce<double> push{d.tip, {{1, 2, 3}, {4, 5, 6}}};
    force_response<double>(d.work, {&push, 1}, d.out);
    return d.out;
  });
  add("kinetic_energy here", reads_velocity, [](Desk& d) { return Numbers{kinetic_energy(d.work)}; });
  add("potential_energy here", reads_position, [](Desk& d) { return Numbers{potential_energy(d.work)}; });
  add("centre_of_mass here", reads_position, [](Desk& d) { return numbers_of(centre_of_mass(d.work)); });
  add("centroidal_momentum here", reads_velocity,
      [](Desk& d) { return numbers_of_six(centroidal_momentum(d.work)); });
  add("centroidal_momentum_matrix here", reads_position, [](Desk& d) {
    Matrix<double> A(6, d.n);
    centroidal_momentum_matrix(d.work, A);
    return numbers_of(A);
  });
  add("OperationalSpace::omega", reads_position,
      [](Desk& d) { return numbers_of(d.body_space.omega(d.work)); });
  add("OperationalSpace::omega in the world", reads_position,
      [](Desk& d) { return numbers_of(d.world_space.omega(d.work)); });
  add("OperationalSpace::jacobian_times", reads_position, [](Desk& d) {
    Numbers twists(12);
    d.world_space.jacobian_times(d.work, d.given.tau, twists);
    return twists;
  });
  add("OperationalSpace::jacobian_adjoint_times", reads_position, [](Desk& d) {
    d.world_space.jacobian_adjoint_times(d.work, Numbers(12, 1.5), d.out);
    return d.out;
  });
  add("OperationalSpace::project", reads_position, [](Desk& d) {
    d.body_space.project(d.work, d.given.tau, d.out);
    return d.out;
  });
  add("OperationalSpace::rank", reads_position,
      [](Desk& d) { return Numbers{double(d.world_space.rank(d.work))}; });
  add("OperationalSpace::pseudo_inverse", reads_position, [](Desk& d) {
    Matrix<double> inverse(d.n, 6);
    d.body_space.pseudo_inverse(d.work, inverse);
    return numbers_of(inverse);
  });
  add("OperationalSpace::lambda", reads_position, [](Desk& d) {
    Matrix<double> lambda(6, 6);
    d.body_space.lambda(d.work, lambda);
    return numbers_of(lambda);
  });
  add("costate", reads_dynamics, [](Desk& d) { return numbers_of_six(costate(d.work, d.tip)); });
  add("filter_state", reads_dynamics, [](Desk& d) { return numbers_of_six(filter_state(d.work, d.tip)); });
  add("innovation", reads_dynamics, [](Desk& d) { return Numbers{innovation(d.work, d.n / 2)}; });
  add("residual", reads_dynamics, [](Desk& d) { return Numbers{residual(d.work, 0)}; });
  add("joint_forces", reads_dynamics, [](Desk& d) {
    std::vector<JointForce<double>> forces(d.model.joints().size());
    joint_forces(d.work, forces);
    return forces_of(forces);
  });
  add("fixed_joint_forces", reads_dynamics, [](Desk& d) {
    std::vector<Force<double>> forces(d.model.fixed_joints().size());
    fixed_joint_forces(d.work, forces);
    Numbers out;
    for (const Force<double>& force : forces) append(out, force);
    return out;
  });
  add("armstrong_form", reads_dynamics, [](Desk& d) {
    return numbers_of_six(armstrong_form(d.work, d.model.joints()[0], d.given.tau).offset);
  });
  add("ClosedKinematics::jacobian", reads_own_position, [](Desk& d) {
    Matrix<double> J(6, d.kinematics.dofs());
    d.kinematics.jacobian(d.work, d.tip, Reference::world, J);
    return numbers_of(J);
  });
  add("EmbeddedTree::solve_mass_matrix", reads_own_position, [](Desk& d) {
    Numbers x(std::size_t(d.embedded.size()), 1.0), y(x.size());
    d.embedded.solve_mass_matrix(d.work, x, y);
    return y;
  });
  add("EmbeddedTree::omega", reads_own_position, [](Desk& d) {
    Matrix<double> omega(6, 6);
    d.embedded.omega(d.work, d.tip, omega);
    return numbers_of(omega);
  });
  return all;
}

}  // namespace sinew::test::workspace_calls
