// Features of MJCF that MuJoCo 2 does not have mean what they mean in MuJoCo 3: frames, replicas, attached models,
// springs, gravity compensation, keyframes, includes.
#include "tests/peers/mujoco3_model.hpp"

namespace sinew::test {
namespace {

using MujocoThree = Mujoco3Files;

// A box whose inertia has no symmetry.
const std::string box = "<geom type='box' size='.1 .2 .3' pos='.1 -.2 .05' euler='10 20 30'/>";

std::string world(const std::string& content, const std::string& before = "", const std::string& after = "") {
  return "<mujoco>" + before + "<worldbody>" + content + "</worldbody>" + after + "</mujoco>";
}

std::string body_name(const mjModel& model, int id) {
  const char* const name = mj_id2name(&model, mjOBJ_BODY, id);
  return name != nullptr ? name : "body" + std::to_string(id);
}

void expect_same_names(const Mujoco3Pair& pair) {
  for (int i = 1; i < pair.theirs().nbody; ++i)
    EXPECT_NO_THROW((void)pair.ours().frame(body_name(pair.theirs(), i)));
  for (int i = 0; i < pair.theirs().njnt; ++i) {
    if (const char* const name = mj_id2name(&pair.theirs(), mjOBJ_JOINT, i)) {
      EXPECT_EQ(pair.ours().joint(name).q_index, pair.theirs().jnt_qposadr[i]) << name;
    }
  }
}

TEST_F(MujocoThree, FramesMoveBodiesJointsGeomsAndInertias) {
  Mujoco3Pair pair(write(
      "robot.xml",
      world("<frame pos='1 2 3' euler='30 40 50' childclass='stiff'><body name='a' pos='.1 .2 .3'>"
            "<frame pos='.3 .1 0' zaxis='1 1 0'><joint name='j' axis='1 2 0' pos='.1 0 .2'/>" +
                box +
                "<frame euler='0 0 70'><body name='b'><joint name='k' type='ball' pos='.1 .1 .1'/>"
                "<frame pos='0 1 0' xyaxes='0 1 0 -1 0 0'><inertial mass='2' pos='.1 .2 .3' diaginertia='.1 "
                ".2 .25'/>"
                "</frame></body></frame></frame></body>"
                "<body name='c'><joint name='l' type='slide' axis='1 1 0'/>" +
                box + "</body></frame>",
            "<default><default class='stiff'><joint stiffness='7' armature='.3'/></default></default>")));
  expect_same_names(pair);
  pair.expect_same_dynamics();
}

TEST_F(MujocoThree, ReplicasAreDisplacedRotatedAndNumbered) {
  Mujoco3Pair pair(write(
      "robot.xml",
      world("<body name='hub'><joint name='spin' axis='1 0 0'/>" + box +
            "<replicate count='11' offset='.1 .2 .3' euler='10 20 30' sep='_'><body name='arm' pos='.5 0 0'>"
            "<joint name='hinge' axis='0 1 0' stiffness='2' springref='20'/>" +
            box +
            "<replicate count='2' offset='0 0 .4' euler='0 50 0' sep='-'><body name='tip'><joint "
            "name='tilt'/>" +
            box +
            "</body><geom size='.05' pos='.3 0 0'/></replicate></body></replicate></body>"
            "<body name='last'><joint name='z' type='slide'/>" +
            box + "</body>")));
  expect_same_names(pair);
  pair.expect_same_dynamics();
}

TEST_F(MujocoThree, EqualityConstraintsOfReplicasAreReplicated) {
  const auto file =
      write("robot.xml", world("<replicate count='3' offset='0 1 0'><body name='a'><joint name='i'/>" + box +
                                   "<body name='b' pos='1 0 0'><joint name='j'/>" + box +
                                   "</body></body></replicate>"
                                   "<body name='c'><joint name='k'/>" +
                                   box + "</body>",
                               "",
                               "<equality><joint name='e' joint1='i' joint2='j' polycoef='0 2 0 0 0'/>"
                               "<joint joint1='i0'/>"
                               "<connect body1='a' body2='b' anchor='.1 0 0'/></equality>"));
  const Mujoco3Pair pair(file);
  EXPECT_EQ(pair.theirs().neq,
            int(pair.ours().description().couplings.size() + pair.ours().description().loops.size()));
  for (const Coupling& coupling : pair.ours().description().couplings) {
    if (coupling.name.empty() || coupling.name[0] != 'e' || coupling.name.size() != 2) continue;
    const int id = mj_name2id(&pair.theirs(), mjOBJ_EQUALITY, coupling.name.c_str());
    ASSERT_GE(id, 0) << coupling.name;
    EXPECT_EQ(coupling.joint, mj_id2name(&pair.theirs(), mjOBJ_JOINT, pair.theirs().eq_obj1id[id]));
    EXPECT_EQ(coupling.leader, mj_id2name(&pair.theirs(), mjOBJ_JOINT, pair.theirs().eq_obj2id[id]));
  }
}

TEST_F(MujocoThree, AttachedModelsKeepTheirOwnSettings) {
  write("sub/child.xml",
        "<mujoco model='child'><compiler angle='radian' inertiafromgeom='true'/>"
        "<default><joint damping='3' stiffness='5'/><default class='k'><joint "
        "armature='.5'/></default></default>"
        "<worldbody><geom size='.3'/><frame pos='0 0 9'>"
        "<body name='top' pos='0 .1 1' childclass='k' euler='.1 .2 .3'><joint name='j' range='0 1.5' "
        "ref='.3'/>" +
            box +
            "<frame pos='0 3 0'><body name='mid' pos='1 0 0' gravcomp='.5'><joint name='k' axis='0 1 0'/>" +
            box +
            "</body></frame></body></frame></worldbody>"
            "<equality><joint name='e' joint1='j' joint2='k'/></equality>"
            "<keyframe><key name='home' qpos='.5 .25'/></keyframe></mujoco>");
  Mujoco3Pair pair(write(
      "robot.xml",
      world("<body name='b' childclass='P'><joint name='jb'/>" + box +
                "<frame pos='0 0 1' euler='0 30 0'><attach model='c' body='mid' prefix='x_'/>"
                "<attach model='c' body='top' prefix='y_'/></frame><attach model='c' prefix='z_'/></body>",
            "<default><default class='P'><joint armature='2'/></default></default>"
            "<option gravity='1 2 -3'/><asset><model name='c' file='sub/child.xml'/></asset>",
            "<keyframe><key name='own' qpos='.1'/></keyframe>")));
  expect_same_names(pair);
  pair.expect_same_dynamics();
  EXPECT_EQ(pair.ours().description().couplings.size(), 2u);
  EXPECT_EQ(pair.ours().description().couplings.at(0).name, "y_e");
  ASSERT_EQ(int(pair.ours().description().named_positions.size()), pair.theirs().nkey);
}

TEST_F(MujocoThree, SpringsOfAllJointsAndCompensatedWeight) {
  Mujoco3Pair pair(write(
      "robot.xml",
      world("<body name='f' pos='1 2 3' euler='10 20 30' gravcomp='.3'><joint name='free' type='free' "
            "stiffness='3'/>" +
                box + "<body name='h' gravcomp='1'><joint name='h' stiffness='4' springref='30' ref='10'/>" +
                box + "<body name='rigid' pos='.1 0 0' gravcomp='-.5'>" + box +
                "<body name='s'><joint name='s' type='slide' axis='1 1 1' stiffness='-2' springref='.3' "
                "ref='.1'/>" +
                box + "<body name='o'><joint name='o' type='ball' pos='.1 0 0' stiffness='6'/>" + box +
                "</body></body></body></body></body>",
            "<option gravity='1 -2 -9'/>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoThree, SpringDamperSetsStiffnessAndDamping) {
  const Mujoco3Pair pair(write(
      "robot.xml",
      world("<body><joint name='a' springdamper='.1 .5' armature='.3' damping='9' stiffness='8' ref='20'/>"
            "<joint name='b' type='slide' axis='1 0 0' springdamper='.2 .7'/>" +
            box + "<body pos='1 0 0'><joint name='c' axis='0 1 0' springdamper='.3 1'/>" + box +
            "</body></body>")));
  for (int i = 0; i < pair.theirs().njnt; ++i) {
    const DegreeOfFreedom& dof = pair.ours().dofs()[std::size_t(i)];
    EXPECT_NEAR(dof.stiffness / pair.theirs().jnt_stiffness[i], 1, 1e-9) << i;
    EXPECT_NEAR(dof.damping / pair.theirs().dof_damping[i], 1, 1e-9) << i;
  }
}

TEST_F(MujocoThree, KeyframesBecomeNamedPositions) {
  const Mujoco3Pair pair(write(
      "robot.xml",
      world(
          "<body><freejoint name='f'/>" + box + "<body><joint name='a' ref='30'/>" + box +
              "<body pos='1 0 0'><joint name='b' type='ball'/>" + box + "</body></body></body>",
          "",
          "<keyframe><key name='all' qpos='1 2 3 2 0 0 0 .5 0 0 3 0'/><key name='some' qpos='1 2 3 0 0 1 0'/>"
          "<key/></keyframe>")));
  const auto& positions = pair.ours().description().named_positions;
  ASSERT_EQ(positions.size(), 3u);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    std::vector<double> q = pair.ours().initial_position();
    for (const auto& [joint, values] : positions[k].joints)
      std::copy(values.begin(), values.end(), q.begin() + pair.ours().joint(joint).q_index);
    for (std::size_t i = 0; i < q.size(); ++i)
      EXPECT_NEAR(q[i], pair.theirs().key_qpos[k * q.size() + i], 1e-15) << positions[k].name << i;
  }
}

TEST_F(MujocoThree, NestedIncludesAreRelativeToTheTopFileOrTheIncludingFile) {
  write("a/bodies.xml",
        "<mujoco><worldbody><include file='leg.xml'/><include file='a/arm.xml'/></worldbody></mujoco>");
  write("a/leg.xml", "<mujoco><body name='beside'><joint/>" + box + "</body></mujoco>");
  write("a/arm.xml", "<mujoco><body name='from_top'><joint/>" + box + "</body></mujoco>");
  Mujoco3Pair pair(write("robot.xml", "<mujoco><include file='a/bodies.xml'/></mujoco>"));
  expect_same_names(pair);
  pair.expect_same_dynamics();
}

TEST_F(MujocoThree, VisualGeomsThatAreDiscardedKeepTheirMass) {
  Mujoco3Pair pair(write(
      "robot.xml", world("<body><joint/>" + box + "<geom size='.2' contype='0' conaffinity='0'/></body>",
                         "<compiler discardvisual='true'/>")));
  pair.expect_same_dynamics();
}

TEST_F(MujocoThree, HollowShapes) {
  for (const std::string shape :
       {"type='sphere' size='.3'", "type='capsule' size='.2 .5'", "type='cylinder' size='.2 .5'",
        "type='ellipsoid' size='.2 .3 .5'", "type='box' size='.2 .3 .5'"}) {
    SCOPED_TRACE(shape);
    Mujoco3Pair pair(
        write("robot.xml", world("<body><joint type='ball'/><geom " + shape +
                                 " shellinertia='true' pos='.1 .2 .3' euler='10 20 30'/></body>")));
    pair.expect_same_dynamics(1e-5);  // MuJoCo subtracts two ellipsoids
  }
}

}  // namespace
}  // namespace sinew::test
