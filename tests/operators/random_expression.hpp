// Makes random expressions whose spaces match.
#pragma once

#include "sinew/operators/formula/expression.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

// `depth`: nesting of sums, products and inverses. Vectors are not used.
inline operators::Expression random_expression(Random& random, const operators::Space& to,
                                               const operators::Space& from, int depth) {
  using namespace operators;
  const auto space = [&] {
    const Space* all[] = {&joint_space, &body_space, &body_space, &frame_space};
    return *all[random.below(4)];
  };
  const auto again = [&](const Space& t, const Space& f) {
    return random_expression(random, t, f, depth - 1);
  };
  const auto product = [&](const Space& inner) {
    const Expression second = again(inner, from);
    return again(to, inner) * second;
  };
  const int choice = depth > 0 ? random.below(8) : 0;
  if (choice == 1 && to == from) return inv(Expression::identity(to) + again(to, to));
  if (choice == 2) {
    const Expression second = again(to, from), first = again(to, from);
    return random.uniform(-2, 2) * first + second;
  }
  if (choice == 3 && to == from) return Expression::identity(to) - again(to, from);
  if (choice == 4) return random.chance(0.5) ? ~again(from, to) : -again(to, from);
  if (choice >= 5) return product(space());
  std::vector<Expression> fitting;
  for (const auto& symbol : robot_symbols()) {
    const Expression x(symbol);
    if (x.to() == to && x.from() == from) fitting.push_back(x);
    if (x.from() == to && x.to() == from) fitting.push_back(~x);
  }
  if (!fitting.empty()) return fitting[std::size_t(random.below(int(fitting.size())))];
  return product(body_space);
}

}  // namespace sinew::test
