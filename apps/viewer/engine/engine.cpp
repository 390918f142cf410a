// Exports the functions that the page calls (WebAssembly). Numbers are passed in two arrays in linear memory, the
// input and the output. A function reads the numbers it needs from the front of the input, and returns how many it
// has written to the output, or -1 after an error, whose text sinew_error returns.
// apps/viewer/src/engine/wasm_engine.ts calls them.

#include <exception>
#include <stdexcept>
#include <string>

#include "apps/viewer/engine/page_robot.hpp"
#include "apps/viewer/engine/robot.hpp"

namespace {

using namespace sinew;
using namespace sinew::viewer;

std::vector<double> input, output;
std::string names, error;
std::vector<Robot> robots;  // kept for the lifetime of the page

// Reads pieces of the input one after the other.
class Input {
 public:
  explicit Input(const Robot& robot) : model_(robot.model()) {}
  In<double> q() { return take(model_.position_size()); }
  In<double> v() { return take(model_.velocity_size()); }  // or any vector of that size
  In<double> take(int count) {
    if (input.size() - next_ < std::size_t(count)) throw std::invalid_argument("the input ends too early");
    const In<double> piece(input.data() + next_, std::size_t(count));
    next_ += std::size_t(count);
    return piece;
  }
  int left() const { return int(input.size() - next_); }

 private:
  const Model& model_;
  std::size_t next_ = 0;
};

void put(double x) {
  output.push_back(x);
}
void put(const std::vector<double>& numbers) {
  output.insert(output.end(), numbers.begin(), numbers.end());
}
void put(const Vector3<double>& v) {
  output.insert(output.end(), {v.x, v.y, v.z});
}
template <class Six>
requires requires(const Six& six) {
  six.angular.x;
  six.linear.x;
}
void put(const Six& six) {
  put(six.angular);
  put(six.linear);
}
void put(const Transform<double>& pose) {
  for (const Vector3<double>& row : {pose.rotation.row_x, pose.rotation.row_y, pose.rotation.row_z}) put(row);
  put(pose.translation);
}
void put(const ArticulatedInertia<double>& P) {
  const auto& [a, b, c] = P;
  output.insert(output.end(), {a.xx, a.xy, a.xz, b.xx, b.xy, b.xz, a.xy, a.yy, a.yz, b.yx, b.yy, b.yz,
                               a.xz, a.yz, a.zz, b.zx, b.zy, b.zz, b.xx, b.yx, b.zx, c.xx, c.xy, c.xz,
                               b.xy, b.yy, b.zy, c.xy, c.yy, c.yz, b.xz, b.yz, b.zz, c.xz, c.yz, c.zz});
}
void put(const Matrix<double>& matrix) {  // by rows
  for (int i = 0; i < matrix.rows(); ++i) {
    for (int j = 0; j < matrix.cols(); ++j) put(matrix(i, j));
  }
}
void put(const BodyTrace& body) {
  put(body.velocity), put(body.bias_acceleration), put(body.bias_force);
  put(body.P), put(body.P_plus), put(body.z), put(body.z_plus);
  put(body.lambda_plus), put(body.lambda), put(body.force);
}
void put(const DofTrace& dof) {
  put(dof.H), put(dof.G), put(dof.K);
  for (const double x : {dof.tau, dof.D, dof.innovation, dof.free_innovation, dof.residual, dof.acceleration})
    put(x);
}
void put(const LoopTrace& loop) {
  put(loop.closed ? 1 : 0);
  put(loop.force), put(loop.first), put(loop.second);
}
void put(const GraspTrace& grasp) {
  for (const auto x : {grasp.loop, grasp.arm, int(grasp.force.size())}) put(x);
  put(grasp.free_acceleration), put(grasp.omega), put(grasp.force);
}
void put(const Evaluation& result) {
  put(result.kinetic), put(result.potential);
  put(result.a);
  for (const BodyTrace& body : result.bodies) put(body);
  for (const DofTrace& dof : result.dofs) put(dof);
  for (const LoopTrace& loop : result.loops) put(loop);
  if (!result.arms) return;
  put(double(result.arms->grasps.size()));
  for (const GraspTrace& grasp : result.arms->grasps) put(grasp);
  put(result.arms->object_acceleration);
}

template <class Work>
int answer(Work&& work) {
  output.clear();
  try {
    work();
    return int(output.size());
  } catch (const std::exception& e) {
    error = e.what();
  } catch (...) {
    error = "something went wrong";
  }
  return -1;
}
template <class Work>
int answer(int robot, Work&& work) {
  return answer([&] {
    Robot& asked = robots.at(std::size_t(robot));
    Input from(asked);
    work(asked, from);
  });
}

}  // namespace

extern "C" {

double* sinew_input(int count) {
  input.resize(std::size_t(count));
  return input.data();
}
char* sinew_names(int bytes) {
  names.resize(std::size_t(bytes));
  return names.data();
}
const double* sinew_output() {
  return output.data();
}
const char* sinew_error() {
  return error.c_str();
}

// Output: the robot's number, which the other functions take; the sizes of q and v.
int sinew_make_robot() {
  return answer([] {
    Robot robot(read_robot(input, names));
    const Model model = robot.model();
    put(double(robots.size())), put(model.position_size()), put(model.velocity_size());
    robots.push_back(std::move(robot));
  });
}
int sinew_neutral(int robot) {
  return answer(robot, [](Robot& r, Input&) { put(r.model().neutral_position()); });
}
int sinew_poses(int robot) {
  return answer(robot, [](Robot& r, Input& from) { r.poses(from.q(), output); });
}
int sinew_mass_centre(int robot) {
  return answer(robot, [](Robot& r, Input& from) { put(r.mass_centre(from.q())); });
}
// Input: q, v, a, six numbers for every loop.
int sinew_applied_torques(int robot) {
  return answer(robot, [](Robot& r, Input& from) {
    const auto q = from.q(), v = from.v(), a = from.v();
    std::vector<Force<double>> forces;
    for (int i = 0; i < r.loop_count(); ++i) {
      const auto six = from.take(6);
      forces.push_back({{six[0], six[1], six[2]}, {six[3], six[4], six[5]}});
    }
    output.resize(v.size());
    r.applied_torques(q, v, a, forces, output);
  });
}
int sinew_split(int robot) {
  return answer(robot, [](Robot& r, Input& from) {
    const auto q = from.q(), v = from.v(), a = from.v();
    const TorqueSplit parts = r.split(q, v, a);
    put(parts.inertial), put(parts.coriolis), put(parts.gravity);
  });
}
// Input: q, v, tau, and one number for every loop: zero if it is open, another number if it is closed.
int sinew_evaluate(int robot) {
  return answer(robot, [](Robot& r, Input& from) {
    const auto q = from.q(), v = from.v(), tau = from.v(), numbers = from.take(r.loop_count());
    std::vector<bool> closed;
    for (std::size_t i = 0; i < numbers.size(); ++i) closed.push_back(numbers[i] != 0);
    put(r.evaluate(q, v, tau, closed));
  });
}
int sinew_matrices(int robot) {
  return answer(robot, [](Robot& r, Input& from) {
    const Matrices matrices = r.matrices(from.q());
    put(matrices.mass), put(matrices.inverse), put(matrices.factor), put(matrices.inverse_factor);
    put(matrices.D);
  });
}
// Input: q, and the indices of the coordinates to keep. Output: q, or nothing if no position was found.
int sinew_assemble(int robot) {
  return answer(robot, [](Robot& r, Input& from) {
    const auto q = from.q(), numbers = from.take(from.left());
    std::vector<int> keep;
    for (std::size_t i = 0; i < numbers.size(); ++i) keep.push_back(int(numbers[i]));
    if (const auto found = r.assemble(q, keep)) put(*found);
  });
}

}  // extern "C"
