// Invalid MJCF files, each with the exact message that must refuse it.
#include <gtest/gtest.h>

#include "sinew/io/load.hpp"

namespace sinew::test::mjcf_validation_test {

std::string world(const std::string& content) {
  return "<mujoco>\n<worldbody>\n" + content + "\n</worldbody>\n</mujoco>";
}
std::string in_body(const std::string& content) {
  return world("<body name='b'><joint/><geom size='1'/>" + content + "</body>");
}
std::string body(const std::string& attributes) {
  return world("<body name='b' " + attributes + "><joint/><geom size='1'/></body>");
}
std::string joint(const std::string& attributes) {
  return world("<body name='b'><joint name='j' " + attributes + "/><geom size='1'/></body>");
}
std::string geom(const std::string& attributes) {
  return world("<body name='b'><joint/><geom name='g' " + attributes + "/></body>");
}
std::string inertial(const std::string& attributes) {
  return world("<body name='b'><joint/><inertial " + attributes + "/></body>");
}
std::string equality(const std::string& content) {
  return world(
             "<body name='a'><joint name='j'/><geom size='1'/><site name='s'/></body>\n"
             "<body name='b'><joint name='ball' type='ball'/><geom size='1'/></body>")
      .insert(std::string("<mujoco>\n").size(), "<equality>\n" + content + "\n</equality>\n");
}
std::string compiler(const std::string& attributes) {
  return "<mujoco>\n<compiler " + attributes + "/>\n</mujoco>";
}

struct BadFile {
  std::string name, text, findings;
};

const BadFile bad_files[] = {
    {"OtherRoot", "<robot name='r'/>", "bad.xml:1: error: the root element is <robot>; expected <mujoco>\n"},
    {"NotClosed", "<mujoco>\n<worldbody>\n</mujoco>",
     "bad.xml:3: error: </mujoco> does not close <worldbody> of line 2\n"},
    {"UnknownSection", "<mujoco>\n<wordlbody/>\n</mujoco>",
     "bad.xml:2: error: unknown element <wordlbody> in <mujoco>\n"},
    {"UnknownRootAttribute", "<mujoco modle='m'/>",
     "bad.xml:1: error: mujoco: <mujoco> has an unknown attribute 'modle'\n"},
    {"AttributeOfTheGround", "<mujoco>\n<worldbody name='w'/>\n</mujoco>",
     "bad.xml:2: error: worldbody: <worldbody> has an unknown attribute 'name'\n"},
    {"JointOfTheGround", world("<joint/>"),
     "bad.xml:3: error: worldbody: a joint is allowed only in a <body>\n"},
    {"InertiaOfTheGround", world("<inertial pos='0 0 0' mass='1'/>"),
     "bad.xml:3: error: worldbody: an <inertial> is allowed only in a <body>\n"},
    {"UnknownElementInBody", in_body("\n<geometry/>"),
     "bad.xml:4: error: body 'b': unknown element <geometry>\n"},
    {"MisspeltMass", geom("size='1' mas='2'"),
     "bad.xml:3: error: geom 'g': <geom> has an unknown attribute 'mas'\n"},
    {"MisspeltJointAttribute", joint("dampin='1'"),
     "bad.xml:3: error: joint 'j': <joint> has an unknown attribute 'dampin'\n"},
    {"CommaInNumber", joint("damping='1,5'"),
     "bad.xml:3: error: joint 'j': damping of <joint>: expected a number, got '1,5' (use a decimal point; "
     "separate numbers by spaces)\n"},
    {"NotANumber", joint("damping='nan'"),
     "bad.xml:3: error: joint 'j': damping of <joint>: expected a number, got 'nan'\n"},
    {"TooLarge", joint("armature='1e999'"),
     "bad.xml:3: error: joint 'j': armature of <joint>: number out of range: '1e999'\n"},
    {"Hexadecimal", joint("armature='0x10'"),
     "bad.xml:3: error: joint 'j': armature of <joint>: expected a number, got '0x10'\n"},
    {"EmptyNumber", joint("armature=''"),
     "bad.xml:3: error: joint 'j': armature of <joint>: expected a number, got ''\n"},
    {"InfiniteMass", geom("size='1' mass='inf'"),
     "bad.xml:3: error: geom 'g': mass of <geom>: expected a finite number, got 'inf'\n"},
    {"TooFewNumbers", joint("axis='0 1'"),
     "bad.xml:3: error: joint 'j': axis of <joint>: expected 3 numbers, got 2: '0 1'\n"},
    {"TooManyNumbers", body("pos='0 0 0 1'"),
     "bad.xml:3: error: body 'b': pos of <body>: expected 3 numbers, got 4: '0 0 0 1'\n"},
    {"UnknownJointType", joint("type='revolute'"),
     "bad.xml:3: error: joint 'j': type of <joint>: expected one of free, ball, slide, hinge; got "
     "'revolute'\n"},
    {"ZeroAxis", joint("axis='0 0 0'"),
     "bad.xml:3: error: joint 'j': axis has length zero; expected a direction\n"},
    {"TinyAxis", joint("axis='0 0 1e-16'"),
     "bad.xml:3: error: joint 'j': axis has length zero; expected a direction\n"},
    {"ReversedRange", joint("limited='true' range='1 -1'"),
     "bad.xml:3: error: joint 'j': range: the lower limit must be below the upper one of a limited joint\n"},
    {"LimitedWithoutRange", joint("limited='true'"),
     "bad.xml:3: error: joint 'j': limited=\"true\" without a range; expected range=\"LOWER UPPER\"\n"},
    {"WrongLimited", joint("limited='yes'"),
     "bad.xml:3: error: joint 'j': limited of <joint>: expected one of false, true, auto; got 'yes'\n"},
    {"RangeWithoutLimited",
     "<mujoco>\n<compiler autolimits='false'/>\n<worldbody><body name='b'>\n<joint name='j' range='0 "
     "1'/><geom size='1'/></body></worldbody>\n</mujoco>",
     "bad.xml:4: error: joint 'j': range without limited while autolimits is false; expected "
     "limited=\"true\" or \"false\"\n"},
    {"SpringDamper", joint("springdamper='0 1'"),
     "bad.xml:3: error: joint 'j': springdamper: expected a positive time constant and a positive damping "
     "ratio\n"},
    {"NegativeDamping", joint("damping='-1'"),
     "bad.xml:3: error: joint 'j': damping is -1, expected a finite number >= 0\n"},
    {"NegativeArmature", joint("armature='-1'"),
     "bad.xml:3: error: joint 'j': armature is -1, expected a finite number >= 0\n"},
    {"FreeJointNested", in_body("\n<body name='c'><freejoint/><geom size='1'/></body>"),
     "bad.xml:4: error: body 'c': a free joint is allowed only in a child of <worldbody>\n"},
    {"FreeJointNotAlone", world("<body name='b'><freejoint/><joint/><geom size='1'/></body>"),
     "bad.xml:3: error: body 'b': a free joint must be the only joint of its body\n"},
    {"SevenDofs",
     world("<body name='b'><joint/><joint/><joint/><joint/><joint/><joint/><joint/><geom size='1'/></body>"),
     "bad.xml:3: error: body 'b': its joints have 7 degrees of freedom; expected at most 6\n"},
    {"HingeAfterBall", world("<body name='b'><joint type='ball'/><joint/><geom size='1'/></body>"),
     "bad.xml:3: error: body 'b': a ball joint may not be followed by another rotating joint\n"},
    {"JointNameTwice",
     world("<body name='b'><joint name='j' axis='1 0 0'/>\n<joint name='j'/><geom size='1'/></body>"),
     "bad.xml:4: error: joint 'j': the name is taken (bad.xml:3)\n"},
    {"BodyNameTwice",
     world("<body name='b'><joint/><geom size='1'/></body>\n<body name='b'><joint/><geom size='1'/></body>"),
     "bad.xml:4: error: body 'b': the name is taken (bad.xml:3)\n"},
    {"GeomNameTwice", geom("size='1'/><geom name='g' size='1'"),
     "bad.xml:3: error: geom 'g': the name is taken (bad.xml:3)\n"},
    {"SiteNameTwice", in_body("<site name='s'/>\n<site name='s'/>"),
     "bad.xml:4: error: site 's': the name is taken (bad.xml:3)\n"},
    {"BodyCalledWorld", world("<body name='world'/>"),
     "bad.xml:3: error: body 'world': the name 'world' is reserved for the ground\n"},
    {"ZeroQuaternion", body("quat='0 0 0 0'"),
     "bad.xml:3: error: body 'b': quat: a quaternion of length zero is not an orientation\n"},
    {"TwoOrientations", body("quat='1 0 0 0' euler='0 0 0'"),
     "bad.xml:3: error: body 'b': quat and euler both give the orientation; expected one of them\n"},
    {"ZeroAxisOfTurn", body("axisangle='0 0 0 1'"),
     "bad.xml:3: error: body 'b': axisangle: the axis has length zero\n"},
    {"ParallelAxes", body("xyaxes='1 0 0 2 0 0'"),
     "bad.xml:3: error: body 'b': xyaxes: the y axis has length zero or is parallel to the x axis\n"},
    {"ZeroXAxis", body("xyaxes='0 0 0 2 0 0'"),
     "bad.xml:3: error: body 'b': xyaxes: the x axis has length zero\n"},
    {"ZeroZAxis", body("zaxis='0 0 0'"), "bad.xml:3: error: body 'b': zaxis: the z axis has length zero\n"},
    {"WrongEulerSequence", compiler("eulerseq='abc'"),
     "bad.xml:2: error: compiler: eulerseq: expected three of the letters x y z X Y Z, got 'abc'\n"},
    {"ShortEulerSequence", compiler("eulerseq='xy'"),
     "bad.xml:2: error: compiler: eulerseq: expected three of the letters x y z X Y Z, got 'xy'\n"},
    {"GlobalCoordinates", compiler("coordinate='global'"),
     "bad.xml:2: error: compiler: coordinate=\"global\" is not supported (nor by MuJoCo since 2.3.4); "
     "expected local\n"},
    {"WrongAngle", compiler("angle='radians'"),
     "bad.xml:2: error: compiler: angle of <compiler>: expected one of radian, degree; got 'radians'\n"},
    {"WrongFlag", compiler("balanceinertia='1'"),
     "bad.xml:2: error: compiler: balanceinertia of <compiler>: expected one of false, true; got '1'\n"},
    {"ReversedGroups", compiler("inertiagrouprange='3 1'"),
     "bad.xml:2: error: compiler: inertiagrouprange: the first group is greater than the last\n"},
    {"UnknownInCompiler", "<mujoco>\n<compiler><x/></compiler>\n</mujoco>",
     "bad.xml:2: error: compiler: unknown element <x> in <compiler>\n"},
    {"UnknownFlag", "<mujoco>\n<option><flag gravty='disable'/></option>\n</mujoco>",
     "bad.xml:2: error: option: <flag> has an unknown attribute 'gravty'\n"},
    {"UnknownInOption", "<mujoco>\n<option><flags/></option>\n</mujoco>",
     "bad.xml:2: error: option: unknown element <flags> in <option>\n"},
    {"InertialWithoutMass", inertial("pos='0 0 0' diaginertia='1 1 1'"),
     "bad.xml:3: error: body 'b': <inertial> has no attribute 'mass'\n"},
    {"InertialWithoutPos", inertial("mass='1' diaginertia='1 1 1'"),
     "bad.xml:3: error: body 'b': <inertial> has no attribute 'pos'\n"},
    {"QuatWithFullInertia", inertial("pos='0 0 0' mass='1' quat='1 0 0 0' fullinertia='1 1 1 0 0 0'"),
     "bad.xml:3: error: body 'b': quat together with fullinertia; expected fullinertia in the axes of the "
     "body, or diaginertia\n"},
    {"TwoInertias", inertial("pos='0 0 0' mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'"),
     "bad.xml:3: error: body 'b': diaginertia and fullinertia both give the inertia; expected one of them\n"},
    {"TwoInertials",
     inertial("pos='0 0 0' mass='1' diaginertia='1 1 1'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'"),
     "bad.xml:3: error: body 'b': a second <inertial>; expected one\n"},
    {"UnknownGeomType", geom("type='cone' size='1'"),
     "bad.xml:3: error: geom 'g': type of <geom>: expected one of plane, hfield, sphere, capsule, ellipsoid, "
     "cylinder, box, mesh; got 'cone'\n"},
    {"SphereWithoutSize", geom("type='sphere'"),
     "bad.xml:3: error: geom 'g': size of a sphere: expected 1 positive number\n"},
    {"BoxWithTwoSizes", geom("type='box' size='1 1'"),
     "bad.xml:3: error: geom 'g': size of a box: expected 3 positive numbers\n"},
    {"NegativeSize", geom("type='capsule' size='1 -1'"),
     "bad.xml:3: error: geom 'g': size of a capsule: expected 2 positive numbers\n"},
    {"NegativeGeomMass", geom("size='1' mass='-1'"), "bad.xml:3: error: geom 'g': mass is negative\n"},
    {"NegativeDensity", geom("size='1' density='-1'"), "bad.xml:3: error: geom 'g': density is negative\n"},
    {"FromtoOfSphere", geom("type='sphere' size='1' fromto='0 0 0 0 0 1'"),
     "bad.xml:3: error: geom 'g': fromto of a sphere; expected a capsule, cylinder, box or ellipsoid\n"},
    {"FromtoAndPos", geom("type='capsule' size='1' pos='1 0 0' fromto='0 0 0 0 0 1'"),
     "bad.xml:3: error: geom 'g': pos and fromto both give the position; expected one of them\n"},
    {"FromtoOfNoLength", geom("type='capsule' size='1' fromto='0 0 0 0 0 0'"),
     "bad.xml:3: error: geom 'g': the two points of fromto coincide\n"},
    {"MovingPlane", geom("type='plane' size='1 1 1'"),
     "bad.xml:3: error: geom 'g': a plane on a moving body; expected it on the ground\n"},
    {"UnknownMesh", geom("type='mesh' mesh='m'"), "bad.xml:3: error: geom 'g': unknown mesh 'm'\n"},
    {"MeshWithoutMesh", geom("type='mesh'"), "bad.xml:3: error: geom 'g': a mesh without attribute 'mesh'\n"},
    {"HfieldOfASphere", geom("size='1' hfield='h'"),
     "bad.xml:3: error: geom 'g': type=\"hfield\" and attribute 'hfield' require each other\n"},
    {"WrongSizeIsSaidOnce", geom("size='x'"),
     "bad.xml:3: error: geom 'g': size of <geom>: expected a number, got 'x'\n"},
    {"InertiaOfMesh",
     "<mujoco>\n<asset><mesh name='m' file='m.stl'/></asset>\n<worldbody><body name='b'><joint/>\n<geom "
     "name='g' type='mesh' mesh='m'/></body></worldbody></mujoco>",
     "bad.xml:4: error: geom 'g': the inertia of body 'b' depends on mesh 'm.stl': the file does not exist; "
     "add the file, or give the body an <inertial>\n"
     "bad.xml:2: warning: mesh file 'm.stl' does not exist, and is not shown\n"},
    {"MeshTwice",
     "<mujoco>\n<asset><mesh name='m' vertex='0 0 0'/>\n<mesh name='m' vertex='0 0 0'/></asset>\n</mujoco>",
     "bad.xml:3: error: mesh: mesh 'm' is defined twice\n"},
    {"MeshWithoutName", "<mujoco>\n<asset>\n<mesh scale='1 1 1'/></asset>\n</mujoco>",
     "bad.xml:3: error: mesh: <mesh> has neither name nor file\n"},
    {"ShellInertiaOfMesh",
     "<mujoco>\n<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>\n<worldbody><body><joint/>"
     "\n<geom name='g' type='mesh' mesh='m' shellinertia='true'/></body></worldbody></mujoco>",
     "bad.xml:4: error: geom 'g': shellinertia of a mesh; expected inertia=\"shell\" in its <mesh>\n"
     "bad.xml:4: warning: meshes without a file (with inline vertices) are not shown\n"},
    {"UnknownClass", joint("class='c'"), "bad.xml:3: error: joint 'j': unknown default class 'c'\n"},
    {"MisspeltClass",
     "<mujoco>\n<default><default class='finger'/></default>\n<worldbody><body name='b' "
     "childclass='fingre'/></worldbody></mujoco>",
     "bad.xml:3: error: body 'b': unknown default class 'fingre': did you mean 'finger'?\n"},
    {"UnknownChildclass", body("childclass='c'"), "bad.xml:3: error: body 'b': unknown default class 'c'\n"},
    {"ClassTwice", "<mujoco>\n<default><default class='a'/>\n<default class='a'/></default>\n</mujoco>",
     "bad.xml:3: error: default: class 'a' is defined twice\n"},
    {"NestedDefaultWithoutClass", "<mujoco>\n<default>\n<default/></default>\n</mujoco>",
     "bad.xml:3: error: default: a nested <default> must have a class\n"},
    {"WrongNumberInClass", "<mujoco>\n<default>\n<joint damping='x'/></default>\n</mujoco>",
     "bad.xml:3: error: default class 'main': damping of <joint>: expected a number, got 'x'\n"},
    {"NameInDefault", "<mujoco>\n<default>\n<joint name='x'/></default>\n</mujoco>",
     "bad.xml:3: error: default class 'main': <joint> in <default> cannot have a name or a class\n"},
    {"UnknownInDefault", "<mujoco>\n<default>\n<hinge/></default>\n</mujoco>",
     "bad.xml:3: error: default class 'main': unknown element <hinge> in <default>\n"},
    {"MocapWithJoint", body("mocap='true'"),
     "bad.xml:3: error: body 'b': a mocap body must be a child of <worldbody> and have no joint\n"},
    {"Composite", in_body("\n<composite type='grid'/>"),
     "bad.xml:4: error: body 'b': composite objects are not supported: their bodies would be missing\n"},
    {"ScaledFrame", in_body("\n<frame scale='2'><body/></frame>"),
     "bad.xml:4: error: frame: scale is not supported; expected contents of the final size\n"},
    {"JointInReplicate", in_body("\n<replicate count='2'><joint/></replicate>"),
     "bad.xml:4: error: replicate: a joint is allowed only in a <body>\n"},
    {"ReplicateWithoutCount", in_body("\n<replicate><site/></replicate>"),
     "bad.xml:4: error: replicate: expected a count of 0 to 100000 copies\n"},
    {"ReplicateBomb",
     in_body(
         "\n<replicate count='100000'><replicate count='100000'><site name='s'/></replicate></replicate>"),
     "bad.xml:4: error: <replicate> and <attach> make more than the 200000 bodies, joints, shapes and sites "
     "that are accepted\n"},
    {"ReplicateBombOfNothing",
     in_body("\n<replicate count='100000'><replicate count='100000'><replicate count='100000'/></replicate>"
             "</replicate>"),
     "bad.xml:4: error: <replicate> and <attach> make more than the 200000 bodies, joints, shapes and sites "
     "that are accepted\n"},
    {"AttachOfUnknownModel", in_body("\n<attach model='m' body='b' prefix='p'/>"),
     "bad.xml:4: error: attach: unknown model 'm'\n"},
    {"AttachWithoutPrefix", in_body("\n<attach model='m' body='b'/>"),
     "bad.xml:4: error: attach: it has no attribute 'prefix'\n"},
    {"IncludeWithoutFile", "<mujoco>\n<include/>\n</mujoco>",
     "bad.xml:2: error: include: <include> has no attribute 'file'\n"},
    {"IncludeOfNothing", "<mujoco>\n<include file='not_there.xml'/>\n</mujoco>",
     "bad.xml:2: error: include: no such file: 'not_there.xml'\n"},
    {"IncludeOfAFolder", "<mujoco>\n<include file='.'/>\n</mujoco>",
     "bad.xml:2: error: include: '.' is not a regular file\n"},
    {"IncludeWithContent", "<mujoco>\n<include file='x.xml'><a/></include>\n</mujoco>",
     "bad.xml:2: error: include: <include> must be empty\n"},
    {"SiteFromtoOfNoLength", in_body("<site name='s' fromto='0 0 0 0 0 0'/>"),
     "bad.xml:3: error: site 's': the two points of fromto coincide\n"},
    {"UnknownAsset", "<mujoco>\n<asset>\n<meshes/></asset>\n</mujoco>",
     "bad.xml:3: error: asset: unknown element <meshes>\n"},
    {"ModelAsset", "<mujoco>\n<asset>\n<model file='a.xml'/></asset>\n</mujoco>",
     "bad.xml:3: error: model 'a.xml': no such file\n"},
    {"UnknownEquality", equality("<gear joint1='j'/>"),
     "bad.xml:3: error: gear: unknown element <gear> in <equality>\n"},
    {"AttributeOfEquality", equality("").insert(std::string("<mujoco>\n<equality").size(), " name='e'"),
     "bad.xml:2: error: equality: <equality> has an unknown attribute 'name'\n"},
    {"MisspeltAnchor", equality("<connect name='c' body1='a' ancor='0 0 0'/>"),
     "bad.xml:3: error: connect 'c': <connect> has an unknown attribute 'ancor'\n"
     "bad.xml:3: error: connect 'c': <connect> has no attribute 'anchor'\n"},
    {"ConnectWithoutAnchor", equality("<connect body1='a'/>"),
     "bad.xml:3: error: connect: <connect> has no attribute 'anchor'\n"},
    {"ConnectWithHalfAnAnchor", equality("<connect body1='a' anchor='0 0'/>"),
     "bad.xml:3: error: connect: anchor of <connect>: expected 3 numbers, got 2: '0 0'\n"},
    {"ConnectWithoutBody", equality("<connect anchor='0 0 0'/>"),
     "bad.xml:3: error: connect: <connect> has no attribute 'body1'\n"},
    {"UnknownFirstBody", equality("\n<connect name='c' body1='c' anchor='0 0 0'/>"),
     "bad.xml:4: error: connect 'c': body1: there is no body 'c'\n"},
    {"UnknownSecondBody", equality("<weld body1='a' body2='j'/>"),
     "bad.xml:3: error: weld: body2: there is no body 'j'\n"},
    {"WeldOfABodyToItself", equality("<weld name='w' body1='a' body2='a'/>"),
     "bad.xml:3: error: loop 'w': both ends are on body 'a'; expected two bodies\n"},
    {"ConnectOfTheGroundToItself", equality("<connect name='c' body1='world' anchor='0 0 0'/>"),
     "bad.xml:3: error: loop 'c': both ends are on the ground; expected two bodies\n"},
    {"RelposeWithoutQuaternion", equality("<weld body1='a' relpose='0 0 1'/>"),
     "bad.xml:3: error: weld: relpose of <weld>: expected 7 numbers, got 3: '0 0 1'\n"},
    {"OneSite", equality("<connect site1='s'/>"),
     "bad.xml:3: error: connect: <connect> has no attribute 'site2'\n"},
    {"UnknownSite", equality("<weld site1='s' site2='t'/>"),
     "bad.xml:3: error: weld: site2: there is no site 't'\n"},
    {"SiteAndBody", equality("<connect body1='b' site1='s' site2='s'/>"),
     "bad.xml:3: error: connect: body1 cannot be combined with sites; expected either bodies or sites\n"},
    {"CouplingWithoutJoint", equality("<joint joint2='j'/>"),
     "bad.xml:3: error: joint: <joint> has no attribute 'joint1'\n"},
    {"CouplingOfAnUnknownJoint", equality("<joint name='c' joint1='k'/>"),
     "bad.xml:3: error: joint 'c': joint1: there is no joint 'k'\n"},
    {"CouplingOfABall", equality("<joint joint1='j' joint2='ball'/>"),
     "bad.xml:3: error: joint: joint2: joint 'ball' has several degrees of freedom; expected a hinge or a "
     "slide\n"},
    {"CouplingOfAJointToItself", equality("<joint name='c' joint1='j' joint2='j'/>"),
     "bad.xml:3: error: coupling 'c': joint 'j' follows itself\n"},
    {"TooFewCoefficients", equality("<joint joint1='j' polycoef='0 1'/>"),
     "bad.xml:3: error: joint: polycoef of <joint>: expected 5 numbers, got 2: '0 1'\n"},
    {"EqualityNameTwice", equality("<weld name='w' body1='a'/>\n<joint name='w' joint1='j'/>"),
     "bad.xml:4: error: equality 'w': the name is taken (bad.xml:3)\n"},
    {"WrongActive", equality("<weld body1='a' active='no'/>"),
     "bad.xml:3: error: weld: active of <weld>: expected one of false, true; got 'no'\n"},
};

class InvalidMjcf : public testing::TestWithParam<BadFile> {};

TEST_P(InvalidMjcf, IsRefusedWithThisMessage) {
  const auto result = read_mjcf_text(GetParam().text, "bad.xml");
  EXPECT_TRUE(result.findings.has_errors());
  EXPECT_EQ(result.findings.to_string(), GetParam().findings);
}

INSTANTIATE_TEST_SUITE_P(Files, InvalidMjcf, testing::ValuesIn(bad_files),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace sinew::test::mjcf_validation_test
