// Defines force elements: springs and dampers at joints and between points, pushes, disturbances.
//
//   joint spring    - k (q - rest) - c v                                stores k (q - rest)^2 / 2
//   point spring    (k (d - length) + c d') n on the first point, the opposite on the second; d: their distance, n: the
//                   unit vector from the first to the second            stores k (d - length)^2 / 2
//   damping         - c v at every degree of freedom; c is given by the model
//   model springs   the springs of the model's joints                   see algorithms/dynamics/passive_forces.hpp
//   tendons         springs and dampers of tendons                  see algorithms/dynamics/tendon_forces.hpp
//   weight          the compensated part of the weight of bodies        see algorithms/dynamics/passive_forces.hpp
//   push            a force on a body from one time until another
//   disturbance     random joint torques, redrawn every period: a function of seed, joint and time alone
//
// Each acts only on the robot that it was made for; for a robot with other joints it throws std::invalid_argument.
//
// Cost: a few multiplications each; point springs and pushes need the poses and velocities of the links. Nothing
// allocates after the first call.
#pragma once

#include "sinew/algorithms/dynamics/passive_forces.hpp"
#include "sinew/algorithms/dynamics/tendon_forces.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/saved/made_for.hpp"

namespace sinew {

class JointSpring : public ForceElement {
 public:
  // Throws std::invalid_argument for joints of several degrees of freedom, for a negative stiffness or damping, and for
  // numbers that are not finite.
  JointSpring(const Model& model, const JointSpringPlan& plan);
  double apply(const Instant& now, Loads& loads) override;
  bool sees_links() const override { return false; }
  double energy(const Instant& now) const override;

 private:
  detail::MadeFor made_for_;
  JointSpringPlan plan_;
  std::size_t q_, v_;
};

// A point of a body, or of the ground.
class BodyPoint {
 public:
  BodyPoint(const Model& model, const LoopEnd& at);
  Transform<double> pose(const Instant& now) const;
  Motion<double> velocity(const Instant& now) const;  // of the point, in world axes
  // Adds a force in world axes at the point.
  void load(const Instant& now, const Force<double>& force, Loads& loads) const;

 private:
  FrameIndex frame_;
  Transform<double> placement_;
};

class PointSpring : public ForceElement {
 public:
  PointSpring(const Model& model, const PointSpringPlan& plan);
  double apply(const Instant& now, Loads& loads) override;
  double energy(const Instant& now) const override;

 private:
  detail::MadeFor made_for_;
  PointSpringPlan plan_;
  BodyPoint first_, second_;
};

class JointDamping : public ForceElement {
 public:
  explicit JointDamping(const Model& model);
  bool is_empty() const { return damped_.empty(); }
  double apply(const Instant& now, Loads& loads) override;
  bool sees_links() const override { return false; }

 private:
  struct Damped {
    std::size_t v;
    double damping;
  };
  detail::MadeFor made_for_;
  std::vector<Damped> damped_;
};

class ModelSprings : public ForceElement {
 public:
  explicit ModelSprings(const Model& model) : made_for_(model), springs_(model) {}
  bool is_empty() const { return springs_.is_empty(); }
  double apply(const Instant& now, Loads& loads) override;
  bool sees_links() const override { return false; }
  double energy(const Instant& now) const override;

 private:
  detail::MadeFor made_for_;
  JointSprings springs_;
};

class ModelTendons : public ForceElement {
 public:
  // `springs`, `dampers`: true: those of the tendons act.
  ModelTendons(const Model& model, bool springs, bool dampers);
  bool is_empty() const { return !springs_ && !dampers_; }
  double apply(const Instant& now, Loads& loads) override;
  double energy(const Instant& now) const override;

 private:
  detail::MadeFor made_for_;
  std::optional<TendonSprings> springs_;
  std::optional<TendonDampers> dampers_;
};

class CompensatedWeight : public ForceElement {
 public:
  explicit CompensatedWeight(const Model& model) : made_for_(model), compensation_(model) {}
  bool is_empty() const { return compensation_.is_empty(); }
  double apply(const Instant& now, Loads& loads) override;
  double energy(const Instant& now) const override;

 private:
  detail::MadeFor made_for_;
  GravityCompensation compensation_;
};

class Push : public ForceElement {
 public:
  Push(const Model& model, const PushPlan& plan);
  double apply(const Instant& now, Loads& loads) override;
  double next_jump(double t) const override;
  bool jump(double t) override;
  void save(StateWriter& out) const override { out.write(on_); }
  void restore(StateReader& in) override { on_ = in.read_flag(); }

 private:
  detail::MadeFor made_for_;
  PushPlan plan_;
  BodyPoint at_;
  bool on_;
};

class Disturbance : public ForceElement {
 public:
  Disturbance(const Model& model, const DisturbancePlan& plan);
  double apply(const Instant& now, Loads& loads) override;
  bool sees_links() const override { return false; }
  double next_jump(double t) const override;
  bool jump(double t) override;
  void save(StateWriter& out) const override { out.write(double(period_)); }
  void restore(StateReader& in) override { period_ = std::uint64_t(in.read()); }

 private:
  std::uint64_t period_at(double t) const;

  detail::MadeFor made_for_;
  DisturbancePlan plan_;
  std::vector<std::size_t> dofs_;
  std::uint64_t period_ = 0;  // index of the current period
};

}  // namespace sinew
