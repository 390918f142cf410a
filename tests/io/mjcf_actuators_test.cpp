// Actuators and sensors of MJCF: what becomes of them, and the findings for those that are left out or wrong.
#include "tests/io/mjcf_texts.hpp"

namespace sinew::test::mjcf_actuators_test {

const std::string bodies =
    "<body name='a'><joint name='j' range='-90 90'/><geom size='1'/><site name='s'/>"
    "<body name='b'><joint name='k' type='ball'/><geom size='1'/></body></body>";

std::string with(const std::string& sections) {
  return world(bodies, sections);
}
std::string with_actuator(const std::string& element, const std::string& before = "") {
  return with(before + "<actuator>" + element + "</actuator>");
}

TEST(MjcfActuators, AServoHasASpringADamperAndTheRangeOfItsJoint) {
  const Description robot = read_well(
      with_actuator("<position joint='j' kp='4' kv='3' inheritrange='.5' gear='2' forcerange='-1 2'/>"));
  ASSERT_EQ(robot.actuators.size(), 1u);
  const Actuator& servo = robot.actuators[0];
  EXPECT_EQ(servo.name, "actuator0");
  EXPECT_EQ(servo.transmission.target, "j");
  EXPECT_EQ(servo.transmission.gear, (std::array<double, 6>{2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(servo.gain, (std::array<double, 3>{4, 0, 0}));
  EXPECT_EQ(servo.bias, (std::array<double, 3>{0, -4, -3}));
  EXPECT_NEAR(servo.control_range.upper, 0.7853981633974483, 1e-15);
  EXPECT_EQ(servo.force_range, (Interval{-1, 2}));
}

TEST(MjcfActuators, ActivationsAreFiltersAndIntegrators) {
  const Description robot = read_well(
      with_actuator("<position joint='j' timeconst='.2'/><intvelocity joint='j' actrange='-1 2'/>"
                    "<general joint='j' dyntype='filter' dynprm='.3'/><position joint='j' timeconst='0'/>"));
  ASSERT_EQ(robot.actuators.size(), 4u);
  EXPECT_EQ(robot.actuators[0].activation, ActivationKind::filter);
  EXPECT_EQ(robot.actuators[0].time_constant, 0.2);
  EXPECT_EQ(robot.actuators[1].activation, ActivationKind::integrator);
  EXPECT_EQ(robot.actuators[1].activation_range, (Interval{-1, 2}));
  EXPECT_EQ(robot.actuators[2].time_constant, 0.3);
  EXPECT_EQ(robot.actuators[3].activation, ActivationKind::none);
}

TEST(MjcfActuators, KeyframesGiveControlsAndSkipThoseOfActuatorsThatAreLeftOut) {
  const Description robot = read_well(
      with("<actuator><pid joint='j' input='pos vel ff'/><motor name='m' joint='j'/><muscle joint='j'/>"
           "<motor name='n' joint='j'/></actuator>"
           "<keyframe><key name='home' ctrl='1 2 3 4 5 6'/><key name='none'/><key name='long' ctrl='1 2 3 4 "
           "5 6 7'/>"
           "</keyframe>"));
  using Controls = std::vector<std::pair<std::string, double>>;
  EXPECT_EQ(robot.named_positions.at(0).controls, (Controls{{"m", 4}, {"n", 6}}));
  EXPECT_EQ(robot.named_positions.at(1).controls, Controls{});
  EXPECT_EQ(robot.named_positions.at(2).controls, Controls{});
}

TEST(MjcfActuators, SwitchedOffActuationLeavesThemOut) {
  EXPECT_TRUE(read_well(with_actuator("<motor joint='j'/>", "<option><flag actuation='disable'/></option>"))
                  .actuators.empty());
}

TEST(MjcfActuators, AFixedBaseHasNoActuatorsAndSensorsOfItsFreeJoint) {
  const std::string text =
      world("<body name='a'><freejoint name='f'/><geom size='1'/><site name='s'/></body>",
            "<actuator><motor name='m' joint='f' gear='1 0 0 0 0 0'/></actuator>"
            "<sensor><actuatorfrc actuator='m'/><gyro site='s'/></sensor>"
            "<keyframe><key ctrl='1'/></keyframe>");
  EXPECT_EQ(read_well(text).actuators.size(), 1u);
  const Description fixed = read_well(text, {.base = Base::fixed});
  EXPECT_TRUE(fixed.actuators.empty());
  EXPECT_EQ(fixed.sensors.size(), 1u);
}

struct Message {
  std::string text, finding;
};

TEST(MjcfActuators, WhatIsLeftOutIsNamed) {
  const Message messages[] = {
      {with_actuator("<muscle joint='j'/>"),
       "warning: actuators of the kind <muscle> are not part of the model"},
      {with_actuator("<general joint='j' dyntype='user'/>"),
       "warning: actuators with the dyntype 'user' are not part of the model"},
      {with_actuator("<general joint='j' gaintype='muscle'/>"),
       "warning: actuators with the gaintype 'muscle' are not part of the model"},
      {with_actuator("<general joint='j' biastype='muscle'/>"),
       "warning: actuators with the biastype 'muscle' are not part of the model"},
      {with_actuator("<motor cranksite='s' slidersite='s' cranklength='1'/>"),
       "warning: actuators of slider-cranks are not part of the model"},
      {with_actuator("<general body='a'/>"), "warning: actuators on bodies are not part of the model"},
      {with_actuator("<motor joint='j' delay='.1'/>"), "warning: the delays of actuators are left out"},
      {with("<sensor><touch site='s'/><touch site='s'/></sensor>"),
       "warning: sensors of the kind <touch> are not part of the model (and 1 more)"},
      {with("<sensor><framequat objtype='body' objname='a'/></sensor>"),
       "warning: sensors that show the principal axes of bodies"},
      {with("<actuator><muscle name='m' joint='j'/></actuator><sensor><actuatorfrc actuator='m'/></sensor>"),
       "warning: sensors of actuators that are left out are not part of the model"},
      {with_actuator("<motor joint='j'/>", "<option actuatorgroupdisable='1'/>"),
       "warning: actuatorgroupdisable is left out: the actuators of all groups act"},
      {with("<keyframe><key act='0.5'/></keyframe>"), "warning: the activations of keys are left out"}};
  for (const auto& [text, finding] : messages)
    EXPECT_NE(findings_of(text).find(finding), std::string::npos) << finding << "\n" << findings_of(text);
}

TEST(MjcfActuators, MistakesAreErrors) {
  const Message messages[] = {
      {with_actuator("<motor joint='x'/>"), "error: motor: joint: there is no joint 'x'"},
      {with_actuator("<motor name='elbow' joint='j'/>", "<sensor><actuatorfrc actuator='elbov'/></sensor>"),
       "error: actuatorfrc: actuator: there is no actuator 'elbov': did you mean 'elbow'?"},
      {with_actuator("<motor name='m' site='x'/>"), "error: motor 'm': site: there is no site 'x'"},
      {with_actuator("<motor tendon='x'/>"), "error: motor: tendon: there is no tendon 'x'"},
      {with_actuator("<motor/>"), "error: motor: it acts on nothing; expected the attribute joint"},
      {with_actuator("<motor joint='j' kp='1'/>"), "<motor> has an unknown attribute 'kp'"},
      {with_actuator("<mover joint='j'/>"), "unknown element <mover> in <actuator>"},
      {with_actuator("<position joint='j' kv='1' dampratio='1'/>"), "kv and dampratio exclude each other"},
      {with_actuator("<position joint='j' kv='-1'/>"), "kv: expected a number of 0 or more"},
      {with_actuator("<motor joint='j' ctrlrange='2 1'/>"), "ctrlrange: the lower limit must be below"},
      {with_actuator("<motor joint='j' ctrlrange='1 2'/>", "<compiler autolimits='false'/>"),
       "ctrlrange without ctrllimited while autolimits is false"},
      {with_actuator("<motor site='s' armature='1'/>"),
       "only actuators on joints and tendons can have armature"},
      {with_actuator("<motor name='m' joint='j'/><motor name='m' joint='j'/>"),
       "actuator 'm': the name is taken"},
      {with("<sensor><jointpos joint='k'/></sensor>"), "error: jointpos: joint: expected a hinge or a slide"},
      {with("<sensor><ballquat joint='j'/></sensor>"), "error: ballquat: joint: expected a ball joint"},
      {with("<sensor><gyro/></sensor>"), "<gyro> has no attribute 'site'"},
      {with("<sensor><gyro site='s' joint='j'/></sensor>"), "<gyro> has an unknown attribute 'joint'"},
      {with("<sensor><framepos objtype='leg' objname='a'/></sensor>"),
       "objtype: expected one of body, xbody"},
      {with("<sensor><framequat objtype='xbody' objname='a' cutoff='1'/></sensor>"),
       "cutoff: an axis or quaternion"},
      {with("<sensor><actuatorfrc actuator='m'/></sensor>"), "actuator: there is no actuator 'm'"},
      {with("<sensor><feeler/></sensor>"), "unknown element <feeler> in <sensor>"},
      {with("<default><position kq='1'/></default>"), "<position> has an unknown attribute 'kq'"}};
  for (const auto& [text, finding] : messages) {
    EXPECT_TRUE(read_mjcf_text(text, "robot.xml").findings.has_errors()) << finding;
    EXPECT_NE(findings_of(text).find(finding), std::string::npos) << finding << "\n" << findings_of(text);
  }
}

}  // namespace sinew::test::mjcf_actuators_test
