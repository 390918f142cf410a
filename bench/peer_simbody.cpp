// Times Simbody: realizes a state to the stage that the job needs, then calls one operator of the matter subsystem.
// Gravity is a Force::Gravity element, whose forces on the bodies are passed to the operators. Forward dynamics uses
// calcAccelerationIgnoringConstraints, which avoids the search for constraints in realizing to Stage::Acceleration.
#include <Simbody.h>

#include <algorithm>

#include "bench/coordinates.hpp"
#include "bench/peer.hpp"

namespace bench {
namespace {

SimTK::Vec3 simtk(const sinew::Vector3<double>& v) {
  return {v.x, v.y, v.z};
}
SimTK::Transform simtk(const sinew::Transform<double>& x) {
  const sinew::Rotation<double>& r = x.rotation;
  const SimTK::Mat33 m(r.row_x.x, r.row_x.y, r.row_x.z, r.row_y.x, r.row_y.y, r.row_y.z, r.row_z.x, r.row_z.y,
                       r.row_z.z);
  return {SimTK::Rotation(m), simtk(x.translation)};
}
SimTK::Vector simtk(const std::vector<double>& v) {
  return SimTK::Vector(static_cast<int>(v.size()), v.data());
}
std::vector<double> numbers(const SimTK::Vector& v) {
  return {v.getContiguousScalarData(), v.getContiguousScalarData() + v.size()};
}
std::vector<double> numbers(const SimTK::Matrix& m) {
  std::vector<double> by_columns;
  for (int j = 0; j < m.ncol(); ++j) {
    for (int i = 0; i < m.nrow(); ++i) by_columns.push_back(m(i, j));
  }
  return by_columns;
}

// The robot as a Simbody system.
struct System {
  explicit System(const Robot& robot)
      : matter(system), forces(system), gravity(forces, matter, simtk(robot.gravity)) {
    forces.setNumberOfThreads(1);
    for (const Link& link : robot.links) add(link);
    state = system.realizeTopology();
    system.realizeModel(state);
  }

  void add(const Link& link) {
    const sinew::Symmetric3<double>& i = link.inertial.inertia;
    const SimTK::Inertia about_com(i.xx, i.yy, i.zz, i.xy, i.xz, i.yz);
    const SimTK::Vec3 com = simtk(link.inertial.com);
    const SimTK::MassProperties mass(link.inertial.mass, com,
                                     about_com.shiftFromMassCenter(com, link.inertial.mass));
    const SimTK::Body::Rigid body(mass);
    SimTK::MobilizedBody& parent = link.parent < 0 ? matter.updGround() : bodies[link.parent];
    const SimTK::Transform placement = simtk(link.placement);
    if (link.kind == Link::Kind::free) {
      bodies.push_back(SimTK::MobilizedBody::Free(parent, placement, body, SimTK::Transform()));
    } else if (link.kind == Link::Kind::rotating) {
      bodies.push_back(SimTK::MobilizedBody::Pin(parent, placement, body, SimTK::Transform()));
    } else {  // Simbody's sliders run along x
      const SimTK::Transform x_along_z(SimTK::Rotation(-SimTK::Pi / 2, SimTK::YAxis));
      bodies.push_back(SimTK::MobilizedBody::Slider(parent, placement * x_along_z, body, x_along_z));
    }
  }

  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter;
  SimTK::GeneralForceSubsystem forces;
  SimTK::Force::Gravity gravity;
  std::vector<SimTK::MobilizedBody> bodies;
  SimTK::State state;
};

class Simbody : public Peer {
 public:
  explicit Simbody(const Robot& robot)
      : robot_(robot),
        system_(robot),
        coordinates_(robot, {.angular_in_world = true, .linear_in_world = true}, first_indices(system_)) {
    if (system_.state.getNU() != robot.v_size) throw NotPossible("Simbody has a different number of DOFs");
  }

  std::string version() const override {
    int major = 0, minor = 0, build = 0;
    SimTK_version_simbody(&major, &minor, &build);
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
  }

  bool offers(Job job) const override {
    return is_one_of(job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics,
                           Job::inverse_mass_matrix, Job::solve_mass_matrix});
  }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      states_.push_back({&state, positions(state), simtk(coordinates_.velocity(state)),
                         simtk(coordinates_.acceleration(state)), simtk(coordinates_.force(state))});
    }
  }

  void get_ready(Job, std::size_t index) override {
    set_position(index);
    system_.matter.realizeArticulatedBodyInertias(system_.state);
  }

  void run(Job job, std::size_t index) override {
    const Prepared& state = states_[index];
    SimTK::State& s = system_.state;
    switch (job) {
      case Job::inverse_dynamics:
        s.updQ() = state.q;
        s.updU() = state.v;
        system_.system.realize(s, SimTK::Stage::Velocity);
        system_.matter.calcResidualForceIgnoringConstraints(s, no_forces_, system_.gravity.getBodyForces(s),
                                                            state.a, result_);
        return;
      case Job::mass_matrix:
        set_position(index);
        system_.matter.calcM(s, matrix_);
        return;
      case Job::forward_dynamics:
        s.updQ() = state.q;
        s.updU() = state.v;
        system_.system.realize(s, SimTK::Stage::Dynamics);
        system_.matter.calcAccelerationIgnoringConstraints(s, state.tau, system_.gravity.getBodyForces(s),
                                                           result_, body_accelerations_);
        return;
      case Job::inverse_mass_matrix:
        set_position(index);
        system_.matter.calcMInv(s, matrix_);
        return;
      case Job::solve_mass_matrix:
        system_.matter.multiplyByMInv(s, state.tau, result_);
        return;
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    return coordinates_.answer_back(job, *states_[index].original,
                                    gives_matrix(job) ? numbers(matrix_) : numbers(result_));
  }

 private:
  struct Prepared {
    const sinew::State* original;
    SimTK::Vector q, v, a, tau;
  };

  void set_position(std::size_t index) {
    system_.state.updQ() = states_[index].q;
    system_.system.realize(system_.state, SimTK::Stage::Position);
  }

  static std::vector<int> first_indices(const System& system) {
    std::vector<int> indices;
    for (const SimTK::MobilizedBody& body : system.bodies)
      indices.push_back(body.getFirstUIndex(system.state));
    return indices;
  }

  // Simbody stores a free body's position as w x y z, then x y z.
  SimTK::Vector positions(const sinew::State& state) const {
    SimTK::Vector q(system_.state.getNQ());
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      const Link& link = robot_.links[i];
      const int at = system_.bodies[i].getFirstQIndex(system_.state);
      const double* ours = &state.q[link.q_index];
      if (link.kind == Link::Kind::free) {
        for (int k = 0; k < 7; ++k) q[at + (k + 4) % 7] = ours[k];
      } else {
        q[at] = *ours;
      }
    }
    return q;
  }

  Robot robot_;
  System system_;
  Coordinates coordinates_;
  std::vector<Prepared> states_;
  SimTK::Vector no_forces_, result_;
  SimTK::Vector_<SimTK::SpatialVec> body_accelerations_;
  SimTK::Matrix matrix_;
};

}  // namespace

std::unique_ptr<Peer> make_simbody(const Robot& robot) {
  return std::make_unique<Simbody>(robot);
}

}  // namespace bench
