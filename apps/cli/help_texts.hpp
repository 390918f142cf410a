// What --help says below the options: more words, examples, exit codes.
#pragma once

namespace sinew::cli {

inline constexpr const char* exit_codes = R"(
Exit codes:
    0  all went well
    1  the model has errors (they are listed as file:line: error: what is wrong)
    2  the request was wrong: arguments, numbers, sizes, names, state files
    3  the output could not be written, or the port is taken
    4  a simulation could not go on; its result is kept up to there
  130  interrupted; the result of a simulation is kept up to there
)";

inline constexpr const char* program_footer = R"(
Examples:
  sinew check models/arm7.urdf
  sinew info models/humanoid.urdf --base floating
  sinew compute forward-dynamics models/arm7.urdf --state random:1
  sinew compute jacobian --help
  sinew count models/arm7.urdf --algorithm forward-dynamics
  sinew compile models/arm7.urdf --want forward-dynamics,mass-matrix -o arm7.hpp
  sinew operators models/arm7.urdf "B* psi* H* D^-1 H psi B" --explain
  sinew simulate models/four_bar.yaml
  sinew view four_bar.h5
)";

inline constexpr const char* info_footer = R"(
Example:
  sinew info models/quadruped.urdf --base floating
  sinew info models/four_bar.urdf --json
)";

inline constexpr const char* check_footer = R"(
Prints every finding as file:line: error or warning: what is wrong; "no findings" when there is none.

Example:
  sinew check models/humanoid.xml
)";

inline constexpr const char* compute_footer = R"(
Order and meaning of q and v are those that 'sinew info MODEL' lists. A floating joint has q = x y z and a quaternion
w x y z, and v = the body's twist in its own frame, angular then linear. What is left out is zero (q: where
the model starts). Inputs that a quantity does not need are checked and have no effect.

A state file is {"q": [...], "v": [...], "tau": [...], "a": [...], "base": "fixed", "gravity": [0, 0, -9.81]}, all
entries optional; the "inputs" of --json are one. The command line wins over it.

A scene (docs/scene.md) is a model with loops and a state, or several arms with what they hold: the latter for
multi-arm, which takes everything from it. Of a model with loops forward-dynamics closes them and reports their forces;
the other quantities are those of the tree.

Examples:
  sinew compute multi-arm models/dual_arm_beam.yaml
  sinew compute forward-dynamics models/four_bar.urdf --q=0.6,0,0 --assemble --hold crank_joint
  sinew compute forward-dynamics models/arm7.urdf --q=0,0.5,0,-1,0,0.8,0 --tau=0,-30,0,12,0,0,0
  sinew compute inverse-dynamics models/quadruped.urdf --base floating --state random:7 --json
  sinew compute jacobian models/arm6.urdf --q=-0.3,0.2,0,0,0.4,0 --frame tool --reference body
  sinew compute pose models/humanoid.urdf --frame left_sole
  sinew compute operational-inertia models/arm7.urdf --state random:1 --frame tool
)";

inline constexpr const char* count_footer = R"(
"As executed" counts what the code does, whatever the numbers; a subtraction is an addition. "Folded" leaves out what
code written for this one robot would not do: operations between constants, products with 0, 1 and -1, sums with 0.
The jacobian and the operational inertia are those of the last body.

Examples:
  sinew count models/arm7.urdf
  sinew count models/arm6.urdf --algorithm forward-dynamics,mass-matrix --links
  sinew count models/quadruped.urdf --base floating --json
)";

inline constexpr const char* compile_footer = R"(
Writes the recursions of this one robot as straight-line code: its constants worked out, nothing computed twice, no loops, no
heap, no other file. The code is then compiled and compared with the general recursions at random states; without a compiler
the arithmetic is compared without it. Nothing is written unless both agree to 1e-12 (or to what rounding the inputs does).
Loops, couplings and mimics are left open: the code is that of the tree. docs/compile.md tells more.

Constants that --parameters leaves open become the last input of every function, in the order given: BODY.mass,
BODY.com.x, BODY.inertia.xx, JOINT.armature, gravity.x and so on. An existing file is overwritten only if sinew wrote it.

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
  root      D^(1/2)  D^(-1/2)   of D alone
  rate      rate(A)   by time, while the joints move with v
  others    A + B   A - B   2 A   A / 2   (A)   [A]
A star at an operator is its adjoint, A* B, unless it stands between two, A*B, or after a blank, A * B. I takes its space
from what stands beside it. The expression is simplified by the algebra's identities and run as sweeps over the links.
a, b, v, T, C, rates and what is made of them depend on v and tau; body space is that of the links in frames of sinew's
choice. One that starts with a minus goes after --.

Examples:
  sinew operators models/arm7.urdf "B* psi* H* D^-1 H psi B" --q=0,0.5,0,-1,0,0.8,0 --frame tool
  sinew operators models/arm7.urdf 'inv(H phi M phi* H* + R) (T - C)' --state random:1 --explain
  sinew operators models/humanoid.urdf "J Mass^-1 J*" --base floating --frame left_sole,right_sole --verify
  sinew operators models/arm7.urdf "Mass - (I + H phi K) D (I + H phi K)*" --verify
  sinew operators models/arm7.urdf "rate(nu) + mu - epsilon" --state random:1 --explain
  sinew operators models/arm7.urdf 'Mass^-1 (T - C + J* f)' --let f:frame=0,0,0,0,0,10
  sinew operators models/arm6.urdf "φMφ*" --markdown
  sinew operators --list
)";

inline constexpr const char* simulate_footer = R"(
The scene's `simulation` says what drives, what happens and what is recorded (docs/scene.md); where it says nothing, and for
a model file, the mechanism moves under its own weight for 10 s. The result is an HDF5 file (docs/results.md), written as
the run goes on, beside its place: RESULT.partial.h5. Ctrl-C ends the run and keeps what it has. An older result is replaced
by a run that finished; any other becomes RESULT.interrupted.h5 or RESULT.failed.h5. With --html the result can be
watched in a browser, also by those who have no sinew: the page is one file.

Examples:
  sinew simulate models/four_bar.yaml
  sinew simulate models/three_arm_release.yaml -o plate.h5 --csv plate.csv --duration 2
  sinew simulate models/stewart_platform.yaml --html stewart.html
  sinew simulate models/arm7.urdf --integrator rkmk4 --step 0.0005 --json
)";

inline constexpr const char* view_footer = R"(
The page shows the robot and lets it be posed; of a result also its motion, plots and events, and the sweeps of the recursion
at every moment. It is served to this machine alone, until Ctrl-C, and to those who have the address with its token; what it needs
beside the program is a browser. With --export it is written into one file that opens without a server; long results are
thinned to fit.

Examples:
  sinew view models/humanoid.urdf --base floating
  sinew view plate.h5
  sinew view plate.h5 plate_stiffer.h5
  sinew view plate.h5 --no-open --port 8080
  sinew view plate.h5 --export plate.html
)";

}  // namespace sinew::cli
