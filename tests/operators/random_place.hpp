// Small random robots at random states, for comparing expressions with dense matrices.
#pragma once

#include "sinew/operators/run/configuration.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

enum class Shape { tree, chain };
enum class Rotors { none, some };

struct RandomPlace {
  RandomPlace(std::uint64_t seed, Shape shape, Rotors rotors, int most_bodies = 4)
      : random(seed),
        description(make(shape, rotors, most_bodies)),
        model(description),
        frames{model.frame(any_body()), model.frame(any_body())},
        at(model, frames) {
    const std::vector<double> q = random_position(description, random);
    const std::vector<double> tau = random_velocity(description, random);
    at.set(q, random_velocity(description, random), tau);
  }

  Random random;
  Description description;
  Model model;
  std::vector<FrameIndex> frames;  // two, possibly on the same link
  operators::Configuration at;

 private:
  Description make(Shape shape, Rotors rotors, int most_bodies) {
    Description made = random_description(
        random,
        {.bodies = 1 + random.below(most_bodies), .massless_bodies = false, .serial = shape == Shape::chain});
    for (Body& body : made.bodies) {
      body.joint.mimic.reset();
      for (DegreeOfFreedom& dof : body.joint.dofs) dof.armature *= rotors == Rotors::some;
      if (rotors == Rotors::some) body.joint.dofs = {DegreeOfFreedom{.armature = random.uniform(0.1, 1)}};
    }
    return made;
  }
  const std::string& any_body() {
    return description.bodies[std::size_t(random.below(int(description.bodies.size())))].name;
  }
};

}  // namespace sinew::test
