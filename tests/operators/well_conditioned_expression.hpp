// Makes random expressions of spatial operators that can be evaluated at a configuration.
#pragma once

#include "sinew/operators/run/configuration.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

// They consist of the robot's operators, sums, products, adjoints, numbers and, if certainly well conditioned,
// inverses, of all spaces; also of vectors and given matrices.
inline operators::Expression random_expression(Random& random, const operators::Configuration& at) {
  using operators::Expression;
  using operators::Space;
  std::vector<Expression> atoms;
  for (const auto& symbol : operators::robot_symbols()) {
    atoms.emplace_back(symbol);
    if (!(~atoms.back() == atoms.back())) atoms.push_back(~Expression(symbol));
  }
  atoms.push_back(inv(operators::names::D));
  atoms.push_back(inv(operators::names::phi));
  atoms.push_back(inv(~operators::names::psi));
  const Space extra{"extra", 2};
  const Space* const spaces[] = {&operators::joint_space, &operators::body_space, &operators::frame_space,
                                 &extra};
  const auto given = [&](const Space& to, const Space& from) {
    std::vector<double> numbers(std::size_t(at.size_of(to)) * std::size_t(at.size_of(from)));
    for (double& x : numbers) x = random.uniform(-1, 1);
    return operators::constant("X" + std::to_string(random.below(1 << 30)), to, from, numbers);
  };

  // A product of a few factors that takes vectors of `from`; its result may be in any space.
  const auto chain = [&](const Space& from, int length) {
    Expression x = Expression::identity(from);
    for (int i = 0; i < length; ++i) {
      std::vector<Expression> fitting;
      for (const Expression& atom : atoms) {
        if (atom.from() == x.to()) fitting.push_back(atom);
      }
      if (fitting.empty() || random.chance(0.05)) fitting = {given(*spaces[random.below(4)], x.to())};
      x = fitting[std::size_t(random.below(int(fitting.size())))] * x;
    }
    return x;
  };
  // A sum of such products from one space to another.
  const auto sum = [&](const Space& to, const Space& from, int terms) {
    Expression x = Expression::zero(to, from);
    for (int i = 0; i < terms; ++i) {
      Expression term = chain(from, random.below(6));
      for (int tries = 0; !(term.to() == to) && tries < 20; ++tries) term = chain(from, random.below(6));
      if (!(term.to() == to)) term = given(to, term.to()) * term;
      x = x + random.uniform(-2, 2) * term;
    }
    return x;
  };

  const Space &from = *spaces[random.below(4)], &to = *spaces[random.below(4)],
              &middle = *spaces[random.below(4)];
  const Expression second = sum(middle, from, 1 + random.below(3));
  Expression x = sum(to, middle, 1 + random.below(3)) * second;
  if (random.chance(0.3)) {
    const Expression a = chain(to, 2);
    x = inv(Expression::identity(to) + 0.01 * (~a * a)) * x;  // positive definite
  }
  return x;
}

}  // namespace sinew::test
