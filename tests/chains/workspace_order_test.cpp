// A workspace gives results for the state that it was given last, or throws, whatever was called before: random
// sequences of all public functions on one workspace, each result compared with that of a fresh workspace.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <typeinfo>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::workspace_order_test {

using Numbers = std::vector<double>;

void append(Numbers& to, const Matrix<double>& m) {
  to.insert(to.end(), m.data(), m.data() + m.rows() * m.cols());
}
template <class Six>
void append(Numbers& to, const Six& six) {
  const auto more = {six.angular.x, six.angular.y, six.angular.z, six.linear.x, six.linear.y, six.linear.z};
  to.insert(to.end(), more.begin(), more.end());
}
Numbers numbers(const Matrix<double>& m) {
  Numbers out;
  append(out, m);
  return out;
}
template <class Six>
Numbers six_numbers(const Six& six) {
  Numbers out;
  append(out, six);
  return out;
}
Numbers numbers(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
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

Numbers forces_of(const std::vector<JointForce<double>>& forces) {
  Numbers out;
  for (const JointForce<double>& force : forces) {
    append(out, force.whole);
    append(out, force.constraint);
  }
  return out;
}

std::vector<Function> givers() {
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
       [](Desk& d) { return mass_matrix(d.work, d.given.q, d.square), numbers(d.square); }},
      {"inverse_mass_matrix", takes_position,
       [](Desk& d) { return inverse_mass_matrix(d.work, d.given.q, d.square), numbers(d.square); }},
      {"udut", takes_position,
       [](Desk& d) { return udut(d.work, d.given.q, d.square, d.out), numbers(d.square); }},
      {"forward_dynamics_by_udut", takes_state,
       [](Desk& d) {
         return forward_dynamics_by_udut(d.work, d.given.q, d.given.v, d.given.tau, d.out), d.out;
       }},
      {"coriolis_product", takes_state,
       [](Desk& d) { return coriolis_product(d.work, d.given.q, d.given.v, d.given.a, d.out), d.out; }},
      {"coriolis_matrix", takes_state,
       [](Desk& d) { return coriolis_matrix(d.work, d.given.q, d.given.v, d.square), numbers(d.square); }},
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
      {"first_moment", takes_position, [](Desk& d) { return numbers(first_moment(d.work, d.given.q)); }},
      {"centre_of_mass", takes_position, [](Desk& d) { return numbers(centre_of_mass(d.work, d.given.q)); }},
      {"centroidal_momentum_matrix", takes_position,
       [](Desk& d) {
         Matrix<double> A(6, d.n);
         centroidal_momentum_matrix(d.work, d.given.q, A);
         return numbers(A);
       }},
      {"gravity_compensation", forgets_velocity,
       [](Desk& d) { return gravity_compensation(d.work, d.given.q, d.out), d.out; }},
      {"centroidal_momentum", takes_state,
       [](Desk& d) { return six_numbers(centroidal_momentum(d.work, d.given.q, d.given.v)); }},
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
         return numbers(J);
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
         return numbers(d.kinematics.independent_motions());
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

std::vector<Function> readers() {
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
  add("pose", reads_position, [](Desk& d) { return numbers(pose(d.work, d.tip).translation); });
  add("velocity", reads_velocity,
      [](Desk& d) { return six_numbers(velocity(d.work, d.tip, Reference::aligned)); });
  add("jacobian_rate_times_velocity", reads_velocity,
      [](Desk& d) { return six_numbers(jacobian_rate_times_velocity(d.work, d.middle, Reference::world)); });
  add("acceleration", reads_dynamics,
      [](Desk& d) { return six_numbers(acceleration(d.work, d.tip, Reference::aligned)); });
  add("jacobian", reads_position, [](Desk& d) {
    Matrix<double> J(6, d.n);
    jacobian(d.work, d.middle, Reference::world, J);
    return numbers(J);
  });
  add("jacobian_times", reads_position,
      [](Desk& d) { return six_numbers(jacobian_times(d.work, d.tip, Reference::body, d.given.tau)); });
  add("jacobian_adjoint_times", reads_position, [](Desk& d) {
    jacobian_adjoint_times(d.work, d.tip, Reference::body, {{1, 2, 3}, {4, 5, 6}}, d.out);
    return d.out;
  });
  add("jacobian_outer_product", reads_position, [](Desk& d) {
    Matrix<double> JJ(6, 6);
    jacobian_outer_product(d.work, d.tip, Reference::aligned, JJ);
    return numbers(JJ);
  });
  add("jacobian_inner_product", reads_position, [](Desk& d) {
    jacobian_inner_product(d.work, d.tip, Reference::aligned, d.square);
    return numbers(d.square);
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
    return six_numbers(articulated_inertia(d.work, d.middle) * Motion<double>{{1, 2, 3}, {4, 5, 6}});
  });
  add("innovation_variance", reads_position,
      [](Desk& d) { return Numbers{innovation_variance(d.work, d.n - 1)}; });
  add("gain", reads_position, [](Desk& d) {
    const JointInfo& joint = d.model.joints().back();
    return six_numbers(gain(d.work, joint.v_index, joint.frame));
  });
  add("log_determinant", reads_position, [](Desk& d) { return Numbers{log_determinant(d.work)}; });
  add("inverse_mass_column", reads_position,
      [](Desk& d) { return inverse_mass_column(d.work, d.n / 2, d.out), d.out; });
  add("inverse_mass_diagonal", reads_position,
      [](Desk& d) { return inverse_mass_diagonal(d.work, d.out), d.out; });
  add("inverse_mass_matrix here", reads_position,
      [](Desk& d) { return inverse_mass_matrix(d.work, d.square), numbers(d.square); });
  add("mass_matrix here", reads_position,
      [](Desk& d) { return mass_matrix(d.work, d.square), numbers(d.square); });
  add("udut here", reads_position, [](Desk& d) { return udut(d.work, d.square, d.out), numbers(d.square); });
  add("first_moment here", reads_position, [](Desk& d) { return numbers(first_moment(d.work)); });
  add("gravity_force here", reads_position, [](Desk& d) { return gravity_force(d.work, d.out), d.out; });
  add("force_response", reads_position, [](Desk& d) {
    const ExternalForce<double> push{d.tip, {{1, 2, 3}, {4, 5, 6}}};
    force_response<double>(d.work, {&push, 1}, d.out);
    return d.out;
  });
  add("kinetic_energy here", reads_velocity, [](Desk& d) { return Numbers{kinetic_energy(d.work)}; });
  add("potential_energy here", reads_position, [](Desk& d) { return Numbers{potential_energy(d.work)}; });
  add("centre_of_mass here", reads_position, [](Desk& d) { return numbers(centre_of_mass(d.work)); });
  add("centroidal_momentum here", reads_velocity,
      [](Desk& d) { return six_numbers(centroidal_momentum(d.work)); });
  add("centroidal_momentum_matrix here", reads_position, [](Desk& d) {
    Matrix<double> A(6, d.n);
    centroidal_momentum_matrix(d.work, A);
    return numbers(A);
  });
  add("OperationalSpace::omega", reads_position, [](Desk& d) { return numbers(d.body_space.omega(d.work)); });
  add("OperationalSpace::omega in the world", reads_position,
      [](Desk& d) { return numbers(d.world_space.omega(d.work)); });
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
    return numbers(inverse);
  });
  add("OperationalSpace::lambda", reads_position, [](Desk& d) {
    Matrix<double> lambda(6, 6);
    d.body_space.lambda(d.work, lambda);
    return numbers(lambda);
  });
  add("costate", reads_dynamics, [](Desk& d) { return six_numbers(costate(d.work, d.tip)); });
  add("filter_state", reads_dynamics, [](Desk& d) { return six_numbers(filter_state(d.work, d.tip)); });
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
  add("armstrong_form", reads_dynamics,
      [](Desk& d) { return six_numbers(armstrong_form(d.work, d.model.joints()[0], d.given.tau).offset); });
  add("ClosedKinematics::jacobian", reads_own_position, [](Desk& d) {
    Matrix<double> J(6, d.kinematics.dofs());
    d.kinematics.jacobian(d.work, d.tip, Reference::world, J);
    return numbers(J);
  });
  add("EmbeddedTree::solve_mass_matrix", reads_own_position, [](Desk& d) {
    Numbers x(std::size_t(d.embedded.size()), 1.0), y(x.size());
    d.embedded.solve_mass_matrix(d.work, x, y);
    return y;
  });
  add("EmbeddedTree::omega", reads_own_position, [](Desk& d) {
    Matrix<double> omega(6, 6);
    d.embedded.omega(d.work, d.tip, omega);
    return numbers(omega);
  });
  return all;
}

// Numbers, or the kind of exception that was thrown instead.
struct Outcome {
  Numbers values{};
  std::string exception{};
  bool refused = false;  // std::logic_error itself
};
Outcome outcome_of(const Function& function, Desk& desk) {
  try {
    return {function.call(desk)};
  } catch (const std::exception& error) {
    return {.exception = error.what(), .refused = typeid(error) == typeid(std::logic_error)};
  }
}

void expect_same(const Outcome& actual, const Outcome& expected, const std::string& where) {
  ASSERT_EQ(actual.exception.empty(), expected.exception.empty())
      << where << ": " << actual.exception << " | " << expected.exception;
  if (!actual.exception.empty()) {
    ASSERT_EQ(actual.refused, expected.refused) << where << ": " << actual.exception;
    return;
  }
  ASSERT_EQ(actual.values.size(), expected.values.size()) << where;
  double size = 1e-6, difference = 0;
  for (std::size_t i = 0; i < actual.values.size(); ++i) {
    size = std::max(size, std::abs(expected.values[i]));
    difference = std::max(difference, std::abs(actual.values[i] - expected.values[i]));
  }
  ASSERT_LE(difference, 1e-7 * size) << where;
}

// Random calls on one workspace. `states`: two positions, each with two velocities.
class Sequence {
 public:
  Sequence(const Model& model, Strategy strategy, const std::vector<Given>& states, std::uint64_t seed)
      : model_(model), strategy_(strategy), states_(states), random_(seed), desk_(model, strategy) {}

  void run(int calls, int& answered) {
    for (int i = 0; i < calls && !testing::Test::HasFatalFailure(); ++i) {
      random_.below(3) == 0 ? give() : read(answered);
    }
  }

 private:
  std::string history(const char* name) const { return past_ + " > " + name; }

  void give() {
    const Function& function = givers_[std::size_t(random_.below(int(givers_.size())))];
    const Given given = states_[std::size_t(random_.below(int(states_.size())))];
    desk_.given = given;
    Desk fresh(model_, strategy_);
    fresh.given = given;
    const Outcome expected = outcome_of(function, fresh), actual = outcome_of(function, desk_);
    past_ += std::string(" > ") + function.name;
    expect_same(actual, expected, past_);
    if (!actual.exception.empty()) {  // whether the state was taken is undefined: give it again
      set_state(desk_.work, given.q, given.v);
      desk_.given = dynamics_given_ = given;
      position_ = given.q;
      velocity_ = given.v;
      dynamics_ = &givers_[1];
      has_position_ = true;
      return;
    }
    const bool same = has_position_ && position_ == desk_.given.q;
    if (function.kind == Kind::takes_state) {
      velocity_ = given.v;
      dynamics_ = &function;
      dynamics_given_ = given;
    } else if (!same || function.kind == Kind::forgets_velocity) {
      velocity_.reset();
      dynamics_ = nullptr;
    }
    position_ = desk_.given.q;
    has_position_ = true;
  }

  void read(int& answered) {
    const Function& function = readers_[std::size_t(random_.below(int(readers_.size())))];
    if (!has_position_) return;
    Desk fresh(model_, strategy_);
    fresh.given = desk_.given;
    if (function.kind == Kind::reads_dynamics) {
      if (dynamics_) {
        fresh.given = dynamics_given_;
        outcome_of(*dynamics_, fresh);
        fresh.given = desk_.given;
        if (std::string(function.name) == "armstrong_form")
          desk_.given.tau = fresh.given.tau = dynamics_given_.tau;
      }
    } else if (velocity_) {
      set_state(fresh.work, position_, *velocity_);
    } else {
      set_position(fresh.work, position_);
    }
    if (function.kind == Kind::reads_own_position) {
      fresh.kinematics.update(fresh.work, fresh.chain, position_);
      fresh.embedded.update(fresh.work, fresh.constraints, position_);
    }
    const Outcome expected = outcome_of(function, fresh), actual = outcome_of(function, desk_);
    past_ += std::string(" > ") + function.name;
    const bool may_refuse =
        function.kind == Kind::reads_dynamics || function.kind == Kind::reads_own_position;
    if (actual.refused && may_refuse) return;
    answered += may_refuse;
    expect_same(actual, expected, past_);
  }

  const std::vector<Function> givers_ = givers(), readers_ = readers();
  Model model_;
  Strategy strategy_;
  std::vector<Given> states_;
  Random random_;
  Desk desk_;
  bool has_position_ = false;
  Numbers position_{};
  std::optional<Numbers> velocity_{};
  const Function* dynamics_ = nullptr;  // the last function that took velocities at this position
  Given dynamics_given_{};
  std::string past_{};
};

// Two positions, one of them with two velocities.
std::vector<Given> random_states(const Description& description, Random& random) {
  const auto rates = [&] { return random_velocity(description, random); };
  std::vector<Given> states;
  for (int i = 0; i < 2; ++i) {
    const Numbers q = random_position(description, random);
    for (int j = 0; j < 2; ++j) states.push_back({q, rates(), rates(), rates()});
  }
  return states;
}

TEST(WorkspaceOrder, DoesNotMatterForTrees) {
  Random random(1);
  int answered = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const Description description = random_sample(i).description;
    if (description.bodies.size() > 12) continue;
    const Model model(description);
    Sequence(model, Strategy::automatic, random_states(description, random), std::uint64_t(i))
        .run(150, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, sample_count() / 40);
}

TEST(WorkspaceOrder, DoesNotMatterForClosedChainsOfEveryStrategy) {
  constexpr Strategy strategies[] = {Strategy::block_omega, Strategy::embedding, Strategy::dense};
  Random random(2);
  int answered = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    std::vector<Given> states = random_states(sample.description, random);
    states[0].q = states[1].q = sample.q;
    states[0].v = sample.v;
    Sequence(model, strategies[i % 3], states, std::uint64_t(i)).run(150, answered);
    ASSERT_FALSE(HasFatalFailure()) << i;
  }
  EXPECT_GT(answered, sample_count() / 20);
}

}  // namespace sinew::test::workspace_order_test
