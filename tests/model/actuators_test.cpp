// Actuators and sensors in descriptions: validation, edits, and the controls of named positions.
#include <gtest/gtest.h>

#include "sinew/model/description/differences.hpp"
#include "sinew/model/description/placement.hpp"
#include "sinew/model/model.hpp"

namespace sinew::test::actuators_test {

// Two links with hinges, an actuator on each, and sensors.
Description actuated() {
  const Inertial inertial{1, {0.1, 0, 0}, {1, 0, 0, 1, 0, 1}};
  const auto link = [&](const std::string& name, const std::string& parent) {
    return Body{.name = name,
                .parent = parent,
                .joint = {.name = name, .kind = JointKind::continuous},
                .inertial = inertial};
  };
  return {.name = "robot",
          .bodies = {link("first", ""), link("second", "first")},
          .named_positions = {{.name = "home",
                               .joints = {{"first", {1.0}}},
                               .controls = {{"one", 0.5}, {"two", -3}}}},
          .actuators = {{.name = "one", .transmission = {.target = "first"}, .control_range = {2, 3}},
                        {.name = "two",
                         .transmission = {.kind = TransmissionKind::site,
                                          .site = {"second", {}},
                                          .reference = LoopEnd{"", {}}}}},
          .sensors = {{.name = "s", .kind = SensorKind::actuator_force, .object = "two"},
                      {.name = "t", .kind = SensorKind::gyro, .frame = {"first", {}}},
                      {.name = "u", .kind = SensorKind::joint_position, .object = "second"}}};
}

std::string errors_of(const Description& description) {
  return validate(description).to_string();
}

TEST(ActuatorDescription, ControlsComeFromAPositionOrAreZeroWithinTheirRange) {
  const Model model(actuated());
  EXPECT_EQ(model.initial_controls(), (std::vector<double>{2, 0}));
  EXPECT_EQ(model.named_controls("home"), (std::vector<double>{0.5, -3}));
  EXPECT_THROW((void)model.named_controls("hom"), std::invalid_argument);
}

TEST(ActuatorDescription, EveryFaultIsNamed) {
  struct Fault {
    void (*plant)(Description&);
    std::string message;
  };
  const Fault faults[] = {
      {[](Description& d) { d.actuators[0].name = "two"; }, "actuator 'two': the name is used twice"},
      {[](Description& d) { d.actuators[0].name.clear(); }, "actuator '': the name is empty"},
      {[](Description& d) { d.actuators[0].transmission.target = "third"; },
       "actuator 'one': there is no moving joint 'third'"},
      {[](Description& d) { d.actuators[0].transmission.kind = TransmissionKind::tendon; },
       "actuator 'one': there is no tendon 'first'"},
      {[](Description& d) { d.actuators[1].transmission.site.body = "third"; },
       "actuator 'two': is on body 'third', which does not exist"},
      {[](Description& d) { d.actuators[1].transmission.reference->body = "third"; },
       "actuator 'two': is on body 'third', which does not exist"},
      {[](Description& d) { d.actuators[0].transmission.gear[0] = NAN; },
       "actuator 'one': its gear is not finite"},
      {[](Description& d) { d.actuators[0].bias[2] = NAN; }, "actuator 'one': its bias is not finite"},
      {[](Description& d) {
         d.actuators[0].force_range = {2, 1};
       },
       "actuator 'one': its force range is from 2 to 1; expected the lower number first"},
      {[](Description& d) {
         d.actuators[0].activation = ActivationKind::filter;
         d.actuators[0].time_constant = 0;
       },
       "actuator 'one': its time constant is 0; expected a number above zero"},
      {[](Description& d) { d.bodies[0].joint = {.name = "first", .kind = JointKind::planar}; },
       "actuator 'one': joint 'first' is planar; expected a joint with one degree of freedom, a spherical or "
       "a "
       "floating joint"},
      {[](Description& d) {
         d.bodies[0].joint.dofs = {{.actuation = {1, 0}}};
       },
       "joint 'first': the range of its actuators is from 1 to 0"},
      {[](Description& d) { d.sensors[0].object = "three"; }, "sensor 's': there is no actuator 'three'"},
      {[](Description& d) { d.sensors[1].frame.body = "third"; },
       "sensor 't': is on body 'third', which does not exist"},
      {[](Description& d) { d.sensors[2].kind = SensorKind::joint_quaternion; },
       "sensor 'u': joint 'second' is continuous; expected a spherical joint"},
      {[](Description& d) { d.sensors[2].cutoff = -1; }, "sensor 'u': its cutoff is -1; expected 0 or more"},
      {[](Description& d) { d.named_positions[0].controls[0].first = "on"; },
       "position 'home': unknown actuator 'on': did you mean 'one'?"},
      {[](Description& d) { d.named_positions[0].controls[0].first = "two"; },
       "position 'home': actuator 'two' is listed twice"}};
  EXPECT_EQ(errors_of(actuated()), "");
  for (const auto& [plant, message] : faults) {
    Description description = actuated();
    plant(description);
    EXPECT_NE(errors_of(description).find(message), std::string::npos) << message << "\n"
                                                                       << errors_of(description);
  }
}

TEST(ActuatorDescription, ThoseOfLockedJointsAndRemovedBodiesAreRemoved) {
  const LockedJoint locked[] = {{"first", {}}};
  const Description without_first = with_locked_joints(actuated(), locked);
  ASSERT_EQ(without_first.actuators.size(), 1u);
  EXPECT_EQ(without_first.actuators[0].name, "two");
  EXPECT_EQ(without_first.sensors.size(), 3u);
  EXPECT_EQ(errors_of(without_first), "");

  const Description without_second = without_body(actuated(), "second");
  ASSERT_EQ(without_second.actuators.size(), 1u);
  EXPECT_EQ(without_second.actuators[0].name, "one");
  ASSERT_EQ(without_second.sensors.size(), 1u);
  EXPECT_EQ(without_second.sensors[0].name, "t");
  EXPECT_EQ(without_second.named_positions.at(0).controls.size(), 1u);
  EXPECT_EQ(errors_of(without_second), "");
}

TEST(ActuatorDescription, SitesOnTheGroundMoveWithTheRobot) {
  const Description moved = with_placement(actuated(), {{}, {1, 2, 3}});
  EXPECT_EQ(moved.actuators[1].transmission.reference->placement.translation, (Vector3<double>{1, 2, 3}));
  EXPECT_EQ(moved.actuators[1].transmission.site.placement.translation, Vector3<double>{});
}

TEST(ActuatorDescription, DifferencesAreListed) {
  Description other = actuated();
  other.actuators[0].gain[0] = 7;
  other.sensors[2].object = "first";
  other.named_positions[0].controls[1].second = 4;
  const auto list = differences(actuated(), other);
  const std::vector<Difference> expected{{"named position 'home'", "control of actuator 'two'", "-3", "4"},
                                         {"actuator 'one'", "gain", "(1, 0, 0)", "(7, 0, 0)"},
                                         {"sensor 'u'", "object", "second", "first"}};
  EXPECT_EQ(list, expected);
}

}  // namespace sinew::test::actuators_test
