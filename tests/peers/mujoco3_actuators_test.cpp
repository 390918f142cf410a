// Actuators that are read from MJCF exert the forces that they exert in MuJoCo 3.
#include "sinew/algorithms/dynamics/actuators.hpp"
#include "tests/peers/mujoco3_state.hpp"

namespace sinew::test {
namespace {

using MujocoThreeActuators = Mujoco3Files;

const std::string box = "<geom type='box' size='.1 .2 .3' pos='.1 -.2 .05' euler='10 20 30'/>";

// A free body with a ball joint, and an arm with a hinge and a slide in one body; another arm on the ground.
std::string robot(const std::string& actuators, const std::string& before = "",
                  const std::string& after = "") {
  return "<mujoco>" + before +
         "<worldbody><site name='post' pos='1 0 .5' euler='20 0 40'/>"
         "<body name='torso' pos='0 0 5' euler='10 20 30'><freejoint name='free'/>" +
         box +
         "<site name='chest' pos='.1 .2 .3' euler='30 10 0'/>"
         "<body name='upper' pos='.5 0 0' euler='0 40 0'><joint name='ball' type='ball' pos='.1 0 0'/>" +
         box +
         "<body name='lower' pos='.6 0 0'><joint name='hinge' axis='0 1 .2' ref='20' range='-90 60' "
         "armature='.1'/><joint name='slide' type='slide' axis='1 0 0' actuatorfrcrange='-2 3'/>" +
         box +
         "<site name='hand' pos='.2 .1 0' euler='0 50 10'/></body></body>"
         "<body name='tail' pos='-.5 0 0'><joint name='tail' axis='0 0 1' damping='.2'/>" +
         box +
         "<site name='tip' pos='-.3 0 .1' euler='0 0 70'/></body></body>"
         "<body name='crane' pos='2 0 0'><joint name='turn' axis='0 0 1'/>" +
         box + "<body pos='0 0 1'><joint name='lift' type='slide' range='-1 2'/>" + box +
         "<site name='hook' pos='.5 0 0'/></body></body></worldbody><actuator>" + actuators + "</actuator>" +
         after + "</mujoco>";
}

// Compares lengths, velocities, forces and joint torques of all actuators at random states.
void expect_same_forces(const Mujoco3Pair& pair, double tolerance = 1e-9) {
  const Model& ours = pair.ours();
  ASSERT_EQ(int(ours.description().actuators.size()), pair.theirs().nactuator);
  Workspace<double> work(ours);
  Actuators actuators(ours);
  Mujoco3State state(pair);
  const auto compare = [&](const char* what, std::span<const double> values, const mjtNum* theirs) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(values[i], theirs[i], tolerance * (1 + std::abs(theirs[i])))
          << what << " of " << ours.description().actuators[i].name;
    }
  };
  for (int i = 0; i < 10; ++i) {
    state.draw();
    set_state(work, state.q, state.v);
    actuators.update(work, state.controls, state.activations());
    compare("length", actuators.lengths(), state.data().actuator_length);
    compare("velocity", actuators.velocities(), state.data().actuator_velocity);
    compare("force", actuators.forces(), state.data().actuator_force);
    const VectorXd tau = state.torques(state.data().qfrc_actuator);
    VectorXd torques(tau.size());
    std::copy(actuators.torques().begin(), actuators.torques().end(), torques.begin());
    EXPECT_LT((torques - tau).norm(), tolerance * (1 + tau.norm())) << "joint torques";
  }
}

TEST_F(MujocoThreeActuators, ActOnJointsOfEveryKind) {
  expect_same_forces(Mujoco3Pair(write(
      "robot.xml",
      robot("<motor joint='hinge' gear='3'/><motor joint='slide' gear='-2'/>"
            "<motor joint='ball' gear='1 2 -.5'/><motor jointinparent='ball' gear='.3 -1 2'/>"
            "<motor joint='free' gear='1 2 3 -1 .5 .7'/><motor jointinparent='free' gear='1 2 3 -1 .5 .7'/>"
            "<motor jointinparent='tail' gear='1.5'/>"))));
}

TEST_F(MujocoThreeActuators, ActOnSitesInTheirOwnAxesOrThoseOfAReference) {
  expect_same_forces(Mujoco3Pair(write(
      "robot.xml",
      robot(
          "<motor site='hand' gear='1 2 3 -1 .5 .7'/>"
          "<general site='hand' refsite='tip' gear='1 2 3 0 0 0' biastype='affine' biasprm='.1 2 -.3'/>"
          "<general site='hand' refsite='chest' gear='1 0 -1 .5 .2 .3' biastype='affine' biasprm='.1 2 -.3'/>"
          "<general site='tip' refsite='post' gear='0 0 0 1 .2 .3' biastype='affine' biasprm='.1 2 -.3'/>"
          "<general site='hook' refsite='hand' gear='1 1 0 0 0 0' biastype='affine' biasprm='0 1 -1'/>"
          "<general site='post' refsite='hook' gear='1 1 0 1 0 0' biastype='affine' biasprm='0 1 -1'/>"))));
}

TEST_F(MujocoThreeActuators, GainsBiasesAndRangesOfAllShortcuts) {
  expect_same_forces(Mujoco3Pair(write(
      "robot.xml",
      robot("<motor joint='hinge' ctrlrange='-1 .5' forcerange='-.3 .4'/>"
            "<position joint='tail' kp='20' kv='2'/><position joint='turn' kp='5' dampratio='.7'/>"
            "<position joint='lift' gear='3' kp='5' dampratio='1' inheritrange='.5'/>"
            "<velocity joint='turn' kv='3' forcerange='-2 2'/><damper joint='lift' kv='4' ctrlrange='0 1'/>"
            "<cylinder joint='slide' area='2' bias='.1 .2 -.3' timeconst='.5'/>"
            "<cylinder joint='slide' diameter='.8'/>"
            "<intvelocity joint='hinge' kp='4' kv='.5' actrange='-.5 .7'/>"
            "<general joint='tail' gaintype='affine' gainprm='1 2 3' biastype='affine' biasprm='.1 .2 .3' "
            "dyntype='filterexact' dynprm='.1'/>"
            "<general joint='turn' gainprm='2 5 5' biasprm='1 1 1' dyntype='integrator' actlimited='true' "
            "actrange='-1 1'/>"
            "<position joint='lift' kp='3' timeconst='.2'/>"))));
}

TEST_F(MujocoThreeActuators, ServosOnRotationsTakeTheShorterWay) {
  expect_same_forces(Mujoco3Pair(write(
      "robot.xml",
      robot("<position joint='ball' gear='0 2 0' kp='7'/><position jointinparent='ball' gear='3 1 0' kp='7' "
            "kv='1'/>"
            "<position site='hand' refsite='chest' gear='0 0 0 0 0 3' kp='2'/>"
            "<position site='hand' refsite='chest' gear='0 1 0 0 0 3' kp='2'/>"
            "<intvelocity joint='ball' gear='1 0 0' kp='2'/><position joint='ball' gear='1 0 0' kp='2' "
            "timeconst='1'/>"))));
}

TEST_F(MujocoThreeActuators, DefaultClassesPassOnWhatAShortcutLeavesAlone) {
  expect_same_forces(Mujoco3Pair(write(
      "robot.xml",
      robot("<general joint='hinge'/><position joint='tail' class='soft'/><motor joint='turn' class='soft'/>"
            "<velocity joint='turn' class='soft'/><general joint='lift' class='inner'/>"
            "<position joint='lift' class='inner' kv='.2'/><damper joint='tail' class='inner' kv='2' "
            "ctrlrange='0 1'/>"
            "<intvelocity joint='turn' class='soft' dampratio='.5'/><cylinder joint='hinge' class='inner'/>",
            "<default><general gear='2' ctrlrange='-1 1' biasprm='1 2 3'/><default class='soft'>"
            "<position kp='30' kv='3' forcerange='-10 10'/><default class='inner'>"
            "<general gainprm='4' ctrllimited='false'/></default></default></default>"))));
}

TEST_F(MujocoThreeActuators, AShortcutForgetsWhatAnotherShortcutHasSetInItsClass) {
  for (const std::string set :
       {"<velocity kv='5'/>", "<intvelocity kp='6' kv='2'/>",
        "<position kp='7' kv='3' "
        "timeconst='.5'/>",
        "<general gainprm='9 8 7' biasprm='1 2 -3'/>",
        "<general gainprm='9' biastype='affine' biasprm='0 -9 -2' dyntype='integrator'/>",
        "<damper kv='4' ctrlrange='0 1'/>", "<cylinder area='3' bias='.1 .2 .3'/>", "<motor gear='2'/>"}) {
    SCOPED_TRACE(set);
    expect_same_forces(Mujoco3Pair(
        write("robot.xml",
              robot("<position joint='turn'/><velocity joint='turn'/><intvelocity joint='lift'/>"
                    "<damper joint='tail' ctrlrange='0 1'/><cylinder joint='tail'/><motor joint='hinge'/>"
                    "<general joint='turn'/>",
                    "<default>" + set + "</default>"))));
  }
}

TEST_F(MujocoThreeActuators, FlagsSwitchClampingOff) {
  expect_same_forces(Mujoco3Pair(write("robot.xml", robot("<motor joint='hinge' ctrlrange='-.1 .1'/>",
                                                          "<option><flag clampctrl='disable'/></option>"))));
}

TEST_F(MujocoThreeActuators, AddTheirArmatureAndDampingToJoints) {
  Mujoco3Pair pair(
      write("robot.xml", robot("<motor joint='hinge' gear='3' armature='.2' damping='.5'/>"
                               "<motor joint='hinge' gear='.5' armature='.1'/>"
                               "<motor joint='ball' gear='2 1 0' armature='.4'/>"
                               "<position joint='hinge' kp='10' dampratio='1' armature='.3'/>")));
  expect_same_forces(pair);
  pair.expect_same_dynamics();
  Mujoco3State state(pair);
  state.draw();
  VectorXd ours(pair.theirs().nv);
  joint_friction(pair.ours(), state.v, ours);
  EXPECT_LT((ours - state.torques(state.data().qfrc_damper)).norm(), 1e-9);
}

TEST_F(MujocoThreeActuators, DampingRatiosCountTheInertiaThatTheActuatorMoves) {
  expect_same_forces(Mujoco3Pair(
      write("robot.xml",
            robot("<position joint='hinge' kp='3' dampratio='1'/><position joint='slide' gear='2' "
                  "kp='3' dampratio='.5'/><intvelocity joint='ball' gear='1 2 0' kp='4' dampratio='.7'/>"
                  "<position tendon='both' kp='3' dampratio='.5'/>"
                  "<position site='hand' refsite='hook' gear='1 0 1 0 1 0' kp='2' dampratio='1'/>"
                  "<general joint='tail' gainprm='6' biastype='affine' biasprm='0 -6 .4'/>",
                  "",
                  "<tendon><fixed name='both'><joint joint='tail' coef='.5'/><joint joint='slide' "
                  "coef='-2'/></fixed></tendon>"))));
}

TEST_F(MujocoThreeActuators, ActOnTendonsAndShareTheirRange) {
  expect_same_forces(Mujoco3Pair(write(
      "robot.xml",
      robot(
          "<motor tendon='both' gear='2'/><position tendon='both' kp='3' kv='.5'/>"
          "<general tendon='cable' biastype='affine' biasprm='.1 2 -.3' gear='1.5' forcerange='-3 3'/>"
          "<motor tendon='cable'/>",
          "",
          "<tendon><fixed name='both'><joint joint='tail' coef='.5'/><joint joint='turn' coef='-2'/></fixed>"
          "<spatial name='cable' actuatorfrcrange='-1 1.5'><site site='hand'/><site site='chest'/>"
          "<site site='hook'/></spatial></tendon>"))));
}

TEST_F(MujocoThreeActuators, AreReplicatedAndAttachedInTheSameOrder) {
  write("arm.xml", "<mujoco><worldbody><body name='arm'><joint name='j'/>" + box +
                       "<site name='s'/></body></worldbody><actuator><motor name='m' joint='j' gear='2'/>"
                       "<motor site='s' gear='0 0 1 0 1 0'/></actuator>"
                       "<keyframe><key name='k' qpos='1' ctrl='.5 .25'/></keyframe></mujoco>");
  const Mujoco3Pair pair(
      write("robot.xml",
            "<mujoco><asset><model name='arm' file='arm.xml'/></asset><worldbody>"
            "<replicate count='3' offset='1 0 0' sep='_'><body name='b'><joint name='j'/><site name='s'/>" +
                box + "</body></replicate><body name='c'><joint name='i'/>" + box +
                "</body><attach model='arm' prefix='x_'/></worldbody>"
                "<actuator><motor name='a' joint='j' gear='3'/><position name='p' joint='i' kp='2'/>"
                "<motor name='t' site='s' gear='0 1 0 0 0 2'/><motor joint='i'/></actuator>"
                "<keyframe><key name='own' ctrl='1 2 3 4 5 6 7 8 9 10'/></keyframe></mujoco>"));
  const mjModel& theirs = pair.theirs();
  const auto& ours = pair.ours().description().actuators;
  ASSERT_EQ(int(ours.size()), theirs.nactuator);
  for (int i = 0; i < theirs.nactuator; ++i) {
    const char* const name = mj_id2name(&theirs, mjOBJ_ACTUATOR, i);
    EXPECT_EQ(ours[std::size_t(i)].name, name ? name : "actuator" + std::to_string(i));
  }
  expect_same_forces(pair);
  for (int k = 0; k < theirs.nkey; ++k) {
    const std::string name = mj_id2name(&theirs, mjOBJ_KEY, k);
    const std::vector<double> controls = pair.ours().named_controls(name);
    for (std::size_t i = 0; i < controls.size(); ++i)
      EXPECT_EQ(controls[i], theirs.key_ctrl[std::size_t(k * theirs.nu) + i]) << name << " " << i;
  }
}

}  // namespace
}  // namespace sinew::test
