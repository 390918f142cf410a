// Contains the texts that --help prints below the options: explanations, examples, exit codes.
#pragma once

namespace sinew::cli {

inline constexpr const char* exit_codes = R"(
Exit codes:
    0  success
    1  the model has errors (listed as file:line: error: description)
    2  the request was wrong: arguments, numbers, sizes, names or state files
    3  the output could not be written, or the port is in use
    4  a simulation failed; its result is kept up to that time
    5  the robot cannot exist: 'check' found physical errors, or the request needs possible inertias
    6  the robots of 'sinew diff' differ, or 'sinew convert --strict' cannot write everything
  130  interrupted; the result of a simulation is kept up to that time
)";

inline constexpr const char* program_footer = R"(
Examples:
  sinew check models/arm7.urdf
  sinew info models/humanoid.urdf --base floating
  sinew tree models/quadruped.urdf
  sinew compute forward-dynamics models/arm7.urdf --state random:1
  sinew compute jacobian --help
  sinew count models/arm7.urdf --algorithm forward-dynamics
  sinew compile models/arm7.urdf --want forward-dynamics,mass-matrix -o arm7.hpp
  sinew operators models/arm7.urdf "B* psi* H* D^-1 H psi B" --explain
  sinew simulate models/four_bar.yaml
  sinew optimize models/swing_up.yaml
  sinew view four_bar.h5
  sinew xacro robot.urdf.xacro --xacro-arg gripper:=true -o robot.urdf
  sinew convert models/humanoid.urdf humanoid.xml
)";

inline constexpr const char* info_footer = R"(
Example:
  sinew info models/quadruped.urdf --base floating
  sinew info models/four_bar.urdf --json
)";

inline constexpr const char* check_footer = R"(
Prints one line for each finding, "file:line: error: ...", "... physical error: ..." or "... warning: ...", or
"no findings". An error means that the file cannot be understood. With physical errors, such as an inertia that
no body has, everything works except what divides by the inertia that a joint moves: forward dynamics, the
inverse mass matrix, operational inertias, simulation. --repair inertia substitutes the nearest possible ones.

Example:
  sinew check models/humanoid.xml
  sinew check robot.urdf --repair inertia
)";

inline constexpr const char* tree_footer = R"(
As text, bodies beyond a branching are indented; joints are in brackets, and loops and couplings follow at the
end. The formats dot and mermaid are graphs for Graphviz and Mermaid, with loops and couplings dashed.

Examples:
  sinew tree models/humanoid.urdf --base floating
  sinew tree models/stewart_platform.urdf --format dot | dot -Tsvg -o stewart.svg
)";

inline constexpr const char* diff_footer = R"(
Compares bodies, joints, frames, loops, couplings and tendons of the same name: masses, inertias, placements, axes,
limits and losses. Numbers differ if they are further apart than the tolerance times the larger one. The order
of bodies does not matter. The exit code is 0 without differences and 6 with some.

Examples:
  sinew diff models/humanoid.urdf models/humanoid.xml
  sinew diff arm.urdf arm_as_measured.urdf --tolerance 1e-3 --json
)";

inline constexpr const char* compute_footer = R"(
'sinew info MODEL' lists the order and meaning of q and v. A floating joint has q = x y z and a quaternion
w x y z, and v = the twist of the body in its own frame, angular part first. Inputs that are not given are
zero; the default of q is the initial position of the model. Inputs that a quantity does not need are
checked and have no effect.

A state file is {"q": [...], "v": [...], "tau": [...], "a": [...], "controls": [...], "base": "fixed",
"gravity": [0, 0, -9.81]}; all entries are optional. The "inputs" of a --json report are a state file. Options
override the file.

A scene (docs/scene.md) is either a model with loops and a state, or several arms that hold an object. Scenes
with arms are for multi-arm, which takes all inputs from the scene. For a model with loops, forward-dynamics,
constraint-forces and sensors satisfy the loops and report the loop forces; all other quantities ignore the
loops, and are those of the independent joints if some joints follow others (mimic joints, couplings).

Tendons, actuators and sensors are those of the robot's file (MJCF). The sensors are those of the robot that its
actuators drive, with the accelerations of forward-dynamics. Activations of actuators are zero.

A linearization is that of x = (dq, dv) by tau, with dq in the axes of v: dx/dt = A x + B dtau, and after one step
of the integrator x = A_discrete x + B_discrete dtau. It includes damping and springs of joints, and exists for
robots without loops; 'left out' lists the forces that it does not include.

Examples:
  sinew compute multi-arm models/dual_arm_beam.yaml
  sinew compute forward-dynamics models/four_bar.urdf --q=0.6,0,0 --assemble --hold crank_joint
  sinew compute forward-dynamics models/arm7.urdf --q=0,0.5,0,-1,0,0.8,0 --tau=0,-30,0,12,0,0,0
  sinew compute inverse-dynamics models/quadruped.urdf --base floating --state random:7 --json
  sinew compute jacobian models/arm6.urdf --q=-0.3,0.2,0,0,0.4,0 --frame tool --reference body
  sinew compute pose models/humanoid.urdf --frame left_sole
  sinew compute operational-inertia models/arm7.urdf --state random:1 --frame tool
  sinew compute actuators robot.xml --q home --controls 0.5,0
  sinew compute linearization models/arm7.urdf --q=0,0.5,0,-1,0,0.8,0 --step 10ms --json
)";

inline constexpr const char* count_footer = R"(
"As executed" counts all operations of the general code, which do not depend on the values; a subtraction
counts as an addition. "Folded" leaves out the operations that code for this robot alone does not need:
operations between constants, products with 0, 1 and -1, and sums with 0. The jacobian and the operational
inertia are those of the last body.

Examples:
  sinew count models/arm7.urdf
  sinew count models/arm6.urdf --algorithm forward-dynamics,mass-matrix --links
  sinew count models/quadruped.urdf --base floating --json
)";

inline constexpr const char* compile_footer = R"(
Writes the algorithms for one robot as straight-line code: constants are folded, no value is computed twice,
and the code has no loops, no heap allocation and no dependencies. The code is then compiled and compared with
the general algorithms at random states; without a compiler, its expressions are evaluated instead. The file
is written only if both agree to 1e-12 (or to the effect of rounding the inputs). Kinematic loops are ignored;
joints that follow others (mimics, couplings) follow. See docs/compile.md.

The constants named by --parameters become the last input of every function, in the order given: BODY.mass,
BODY.com.x, BODY.inertia.xx, JOINT.armature, gravity.x and so on. An existing file is overwritten only if
sinew wrote it.

Examples:
  sinew compile models/arm7.urdf -o arm7.hpp
  sinew compile models/arm6.urdf --want inverse-dynamics,jacobian:tool --language c -o arm6.h
  sinew compile models/humanoid.urdf --base floating --lanes 8 -o humanoid.hpp
  sinew compile models/arm7.urdf --want inverse-dynamics --parameters link7.mass,link7.com.z --float -o -
)";

inline constexpr const char* operators_footer = R"(
An expression is written as in the papers or as in C++; --list shows the names:
  product   A B   A * B   A*B   A·B
  adjoint   A*    A^*   A'   A^T   ~A
  inverse   A^-1  A⁻¹   inv(A)
  root      D^(1/2)  D^(-1/2)   of D only
  change    d(A)  d(A, x)   derivative along v, or along a joint-space vector x; rate(A) by time
  cross     cross(u)   cross product of forces with a motion of every link
  others    A + B   A - B   2 A   A / 2   (A)   [A]
A star directly after an operator is its adjoint (A* B), unless it is between two operators (A*B) or after a
space (A * B). I takes its space from its neighbours. The expression is simplified by the identities of the
algebra and evaluated by sweeps over the links. a, b, v, T, C, d(A), rates and expressions with them depend on v
and tau. Vectors of body space are in link frames that sinew chooses. Write -- before an expression that starts
with a minus.

Examples:
  sinew operators models/arm7.urdf "B* psi* H* D^-1 H psi B" --q=0,0.5,0,-1,0,0.8,0 --frame tool
  sinew operators models/arm7.urdf 'inv(H phi M phi* H* + R) (T - C)' --state random:1 --explain
  sinew operators models/humanoid.urdf "J Mass^-1 J*" --base floating --frame left_sole,right_sole --verify
  sinew operators models/arm7.urdf "Mass - (I + H phi K) D (I + H phi K)*" --verify
  sinew operators models/arm7.urdf "rate(nu) + mu - epsilon" --state random:1 --explain
  sinew operators models/arm7.urdf 'd(Mass)' --state random:1 --explain
  sinew operators models/arm7.urdf 'Mass^-1 (T - C + J* f)' --let f:frame=0,0,0,0,0,10
  sinew operators models/arm6.urdf "φMφ*" --markdown
  sinew operators --list
)";

inline constexpr const char* simulate_footer = R"(
The scene's `simulation` defines controllers, forces, events and records (docs/scene.md). Without it, and for
a model file, the mechanism moves under gravity for 10 s. Limits, damping, springs and dry friction of the
model act unless the scene, --without or --limits switches them off; the report lists what is left out. The
result is an HDF5 file (docs/results.md). During the run it is called RESULT.partial.h5. Ctrl-C ends the run
and keeps the records so far. A run that finishes replaces an older result. A run that does not finish leaves the older
result as it is and writes RESULT.interrupted.h5 or RESULT.failed.h5 next to it; without an older result it
writes RESULT.h5.
--html also writes a page, one file that shows the result in any browser, without sinew. A robot with actuators, such
as an MJCF file, is driven by them with --actuators: the controls are those of the position --start, or zero.

Examples:
  sinew simulate models/four_bar.yaml
  sinew simulate robot.xml --start home --actuators
  sinew simulate models/three_arm_release.yaml -o plate.h5 --csv plate.csv --duration 2
  sinew simulate models/stewart_platform.yaml --html stewart.html
  sinew simulate models/arm7.urdf --integrator rkmk4 --step 0.0005 --json
  sinew simulate models/arm7.urdf --payload tool:2kg --lock joint3=90deg --without dry_friction --limits none
)";

inline constexpr const char* optimize_footer = R"(
Looks for joint torques of least cost that bring the robot to the target of the scene's section optimize
(docs/control.md), by iterative LQR, and then simulates the robot of the scene under these torques and their
feedback. The result file is that of the simulation, with everything that acts in it, such as dry friction and
limits. The controllers of the scene do not act. Ctrl-C ends the search and simulates the best motion so far.

Examples:
  sinew optimize models/swing_up.yaml
  sinew optimize models/arm7_reach.yaml -o reach.h5 --html reach.html
)";

inline constexpr const char* view_footer = R"(
The page shows the robot in any pose; for a result it also shows the motion, plots and events, and the sweeps
of the algorithms at every time. It is served until Ctrl-C, only on this machine, and only to users who have
the address with its token. --export writes the page into one file that opens without a server; the records
of long results are subsampled.

Examples:
  sinew view models/humanoid.urdf --base floating
  sinew view plate.h5
  sinew view plate.h5 plate_stiffer.h5
  sinew view plate.h5 --no-open --port 8080
  sinew view plate.h5 --export plate.html
)";

inline constexpr const char* xacro_footer = R"(
Prints the robot with all macros, properties, conditions and includes expanded, as the program xacro does; see
docs/xacro.md. All other commands read xacro files, too. $(find PACKAGE) is searched for like package://PACKAGE:
in the folders of --package-path, in those of ROS, and above the file. An existing file is overwritten only if
sinew xacro wrote it.

Example:
  sinew xacro robot.urdf.xacro --xacro-arg gripper:=true --xacro-arg prefix:=left_ -o robot.urdf
  sinew info robot.urdf.xacro --xacro-arg gripper:=true
)";

inline constexpr const char* convert_footer = R"(
The format follows from the ending of OUT: .urdf is URDF, .xml and .mjcf are MJCF, .sdf and .world are SDF.
Numbers are written so that they read back to the same bits. Joints that a format does not have are replaced by
equivalent ones (a universal joint by two hinges); features without an equivalent are left out. Each kind of replacement
and loss is one warning, which names the bodies and joints; see docs/convert.md. Paths of meshes are written
relative to the new file. The new file is read again before it is written. An existing file is overwritten only
if sinew convert wrote it.

Examples:
  sinew convert models/humanoid.urdf humanoid.xml
  sinew convert robot.urdf.xacro robot.sdf --xacro-arg gripper:=true --base floating
  sinew convert models/humanoid.xml - --to urdf --strict
  sinew convert robot.xml robot.urdf --write-srdf robot.srdf
)";

}  // namespace sinew::cli
