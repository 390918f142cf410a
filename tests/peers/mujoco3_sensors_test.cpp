// Sensors that are read from MJCF measure what they measure in MuJoCo 3, where nothing touches.
#include "sinew/algorithms/dynamics/sensors.hpp"

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "tests/peers/mujoco3_state.hpp"

namespace sinew::test {
namespace {

using MujocoThreeSensors = Mujoco3Files;

const std::string box = "<geom type='box' size='.1 .2 .3' pos='.1 -.2 .05' euler='10 20 30' contype='0'/>";

// A free body with a ball joint and an arm whose two joints share a body, a body that is fixed to it, and one on the
// ground.
std::string robot(const std::string& sensors, const std::string& actuators = "",
                  const std::string& more = "") {
  return "<mujoco><option magnetic='1 2 3' gravity='1 -2 -9'/><worldbody><site name='post' pos='1 0 .5' "
         "euler='20 0 40'/>"
         "<body name='torso' pos='0 0 5' euler='10 20 30'><freejoint name='free'/>" +
         box +
         "<site name='chest' pos='.1 .2 .3' euler='30 10 0'/>"
         "<body name='upper' pos='.5 0 0' euler='0 40 0'><joint name='ball' type='ball' pos='.1 0 0'/>" +
         box +
         "<geom name='knob' type='capsule' fromto='0 0 0 .1 .2 .3' size='.05' contype='0'/>"
         "<body name='lower' pos='.6 0 0'><joint name='hinge' axis='0 1 .2' ref='20' armature='.1'/>"
         "<joint name='slide' type='slide' axis='1 0 0' actuatorfrcrange='-.2 .3'/>" +
         box +
         "<site name='hand' pos='.2 .1 0' euler='0 50 10'/><body name='palm' pos='.1 .2 0' euler='0 0 50'>" +
         box +
         "<site name='finger' pos='.1 .1 .1' euler='10 0 0'/></body></body></body></body>"
         "<body name='crane' pos='2 0 0'><joint name='turn' axis='0 0 1'/>" +
         box + "<site name='hook' pos='.5 0 0'/></body><body name='rock' pos='0 4 0'>" + box +
         "</body></worldbody>" + more + "<actuator>" + actuators + "</actuator><sensor>" + sensors +
         "</sensor></mujoco>";
}

void expect_same_values(const Mujoco3Pair& pair, double tolerance = 1e-9) {
  const Model& ours = pair.ours();
  const mjModel& theirs = pair.theirs();
  const auto& sensors = ours.description().sensors;
  ASSERT_EQ(int(sensors.size()), theirs.nsensor);
  Workspace<double> work(ours);
  Actuators actuators(ours);
  Sensors measured(ours);
  ASSERT_EQ(measured.size(), theirs.nsensordata);
  Mujoco3State state(pair);
  for (int i = 0; i < 5; ++i) {
    state.draw();
    const mjData& data = state.data();
    set_state(work, state.q, state.v);
    actuators.update(work, state.controls, state.activations());
    // Everything that MuJoCo applies: actuators, springs and dampers.
    const VectorXd applied = state.torques(data.qfrc_actuator) + state.torques(data.qfrc_passive);
    VectorXd a(theirs.nv), values(measured.size());
    forward_dynamics(work, state.q, state.v, applied, a);
    measured.evaluate(work, data.time, actuators.forces(), values);
    for (int s = 0; s < theirs.nsensor; ++s) {
      const Sensor& sensor = sensors[std::size_t(s)];
      if (const char* const name = mj_id2name(&theirs, mjOBJ_SENSOR, s)) {
        EXPECT_EQ(sensor.name, name);
      }
      const int first = theirs.sensor_adr[s], count = theirs.sensor_dim[s];
      const bool is_quaternion = count == 4;
      double sign = 1;
      if (is_quaternion) {
        double product = 0;
        for (int k = 0; k < 4; ++k) product += values[first + k] * data.sensordata[first + k];
        sign = product < 0 ? -1 : 1;
      }
      for (int k = 0; k < count; ++k) {
        const double expected = data.sensordata[first + k];
        EXPECT_NEAR(sign * values[first + k], expected, tolerance * (1 + std::abs(expected)))
            << sensor.name << " (" << name_of(sensor.kind) << ") " << k;
      }
    }
  }
}

TEST_F(MujocoThreeSensors, OfJointsTendonsAndActuators) {
  expect_same_values(Mujoco3Pair(write(
      "robot.xml",
      robot("<jointpos name='p' joint='hinge'/><jointvel joint='slide'/><jointactuatorfrc joint='slide'/>"
            "<jointactuatorfrc joint='hinge'/><ballquat joint='ball'/><ballangvel joint='ball'/>"
            "<actuatorpos actuator='m'/><actuatorvel actuator='m'/><actuatorfrc actuator='m'/>"
            "<actuatorfrc actuator='s'/><actuatorpos actuator='c'/><actuatorfrc actuator='c' cutoff='.1'/>"
            "<tendonpos tendon='t'/><tendonvel tendon='t'/><tendonactuatorfrc tendon='t'/><clock/>"
            "<e_kinetic name='energy'/>",
            "<position name='m' joint='hinge' kp='3' kv='.2' gear='2'/><motor name='s' joint='slide'/>"
            "<position name='c' tendon='t' kp='2'/><motor tendon='t'/>",
            "<tendon><spatial name='t'><site site='hand'/><site site='chest'/><site "
            "site='hook'/></spatial></tendon>"))));
}

TEST_F(MujocoThreeSensors, OfFramesInTheWorldAndRelativeToOthers) {
  std::string sensors;
  const std::string things[] = {"objtype='site' objname='hand'",   "objtype='xbody' objname='lower'",
                                "objtype='geom' objname='knob'",   "objtype='site' objname='post'",
                                "objtype='xbody' objname='world'", "objtype='site' objname='finger'"};
  const std::string references[] = {"", " reftype='site' refname='chest'", " reftype='xbody' refname='crane'",
                                    " reftype='site' refname='post'"};
  for (const std::string& thing : things) {
    for (const std::string& reference : references) {
      for (const std::string kind :
           {"framepos", "framequat", "framexaxis", "frameyaxis", "framezaxis", "framelinvel", "frameangvel"})
        sensors += "<" + kind + " " + thing + reference + "/>";
    }
    sensors += "<framelinacc " + thing + "/><frameangacc " + thing + "/>";
  }
  for (const std::string kind : {"framepos", "framelinvel", "frameangvel", "framelinacc", "frameangacc"})
    sensors += "<" + kind + " objtype='body' objname='upper'/>";
  expect_same_values(Mujoco3Pair(write("robot.xml", robot(sensors))));
}

TEST_F(MujocoThreeSensors, OfSitesInTheirOwnAxes) {
  std::string sensors;
  for (const std::string site : {"hand", "chest", "finger", "hook", "post"}) {
    for (const std::string kind : {"velocimeter", "gyro", "accelerometer", "magnetometer"})
      sensors += "<" + kind + " site='" + site + "'/>";
  }
  sensors += "<gyro site='hand' cutoff='.7'/>";
  expect_same_values(Mujoco3Pair(write("robot.xml", robot(sensors))));
}

TEST_F(MujocoThreeSensors, OfForcesAcrossJointsAndWelds) {
  std::string sensors;
  for (const std::string site : {"hand", "chest", "finger", "hook"}) {
    for (const std::string kind : {"force", "torque"}) sensors += "<" + kind + " site='" + site + "'/>";
  }
  expect_same_values(Mujoco3Pair(write("robot.xml", robot(sensors, "<motor joint='hinge'/>"))));
}

TEST_F(MujocoThreeSensors, OfSubtrees) {
  std::string sensors;
  for (const std::string body : {"torso", "upper", "lower", "palm", "crane", "world", "rock"}) {
    for (const std::string kind : {"subtreecom", "subtreelinvel", "subtreeangmom"})
      sensors += "<" + kind + " body='" + body + "'/>";
  }
  expect_same_values(Mujoco3Pair(write("robot.xml", robot(sensors))));
}

TEST_F(MujocoThreeSensors, AreReplicatedAndAttachedInTheSameOrder) {
  write("arm.xml", "<mujoco><worldbody><body name='arm'><joint name='j'/>" + box +
                       "<site name='s'/></body></worldbody><actuator><motor name='m' joint='j'/></actuator>"
                       "<sensor><gyro name='g' site='s'/><actuatorfrc actuator='m'/><subtreecom "
                       "body='arm'/></sensor></mujoco>");
  expect_same_values(Mujoco3Pair(
      write("robot.xml",
            "<mujoco><asset><model name='arm' file='arm.xml'/></asset><worldbody>"
            "<replicate count='3' offset='1 0 0' sep='_'><body name='b'><joint name='j'/><site name='s'/>" +
                box + "</body></replicate><body name='c'><joint name='i'/>" + box +
                "</body><attach model='arm' prefix='x_'/></worldbody>"
                "<actuator><motor name='a' joint='j' gear='3'/></actuator>"
                "<sensor><jointpos name='p' joint='j'/><jointvel name='v' joint='i'/>"
                "<actuatorfrc name='f' actuator='a'/><framepos name='at' objtype='site' objname='s'/>"
                "</sensor></mujoco>")));
}

}  // namespace
}  // namespace sinew::test
