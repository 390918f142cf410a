// Defines a planar chain: a serial chain of revolute joints with parallel axes, whose motion lies in a plane.
//
// R87 section XII. In the plane a link is described by mass, centre of mass, moment of inertia and length. Properties
// outside the plane (offsets along the axes, tilted principal axes) do not affect the motion and are left out. The
// recursions are in algorithms/planar/planar_chain.hpp.
//
//   const PlanarLink rod{.length = 0.1, .mass = 0.2, .centre = {0.05, 0}, .inertia = 7e-4};
//   const PlanarChain rope(std::vector<PlanarLink>(100, rod));
//   const PlanarChain arm = PlanarChain::from(model);
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

// A vector in the plane.
template <class T>
struct Vector2 {
  T x{}, y{};

  friend constexpr bool operator==(const Vector2&, const Vector2&) = default;
};

struct PlanarLink {
  double length = 0;         // l: distance from its joint to the next
  double mass = 0;           // m
  Vector2<double> centre{};  // of mass, from its joint: along the link and across it (R87: -p and 0)
  double inertia = 0;        // I: about its joint
  double angle = 0;     // at q = 0, from the direction of the link before it; for the first, from the x axis
  double armature = 0;  // rotor inertia as seen at the joint
  bool clockwise = false;  // true if the joint rotates clockwise for growing q, false if counterclockwise
  std::string joint{};     // its name; if empty, its number, counted from 1
};

class PlanarChain {
 public:
  // `links` from base to tip. Throws std::invalid_argument for a link that is physically impossible.
  explicit PlanarChain(std::vector<PlanarLink> links, Vector2<double> gravity = {0, -9.81});
  // Copies share the chain. Moving a chain copies it.
  PlanarChain(const PlanarChain&) = default;
  PlanarChain& operator=(const PlanarChain&) = default;

  // Makes a planar chain of a model, with the model's q, v and tau. Throws std::invalid_argument that names the first
  // joint that is not revolute, not parallel to the one before it, or not on the link of the one before it, and
  // ImpossibleRobot if the model has physical errors.
  static PlanarChain from(const Model& model);

  int size() const { return static_cast<int>(data_->links.size()); }
  std::span<const PlanarLink> links() const { return data_->links; }
  const Vector2<double>& gravity() const { return data_->gravity; }

  // True for copies of one chain, false for chains made separately, even if their links are equal.
  friend bool operator==(const PlanarChain&, const PlanarChain&) = default;

 private:
  struct Data {
    std::vector<PlanarLink> links;
    Vector2<double> gravity;
  };
  explicit PlanarChain(Data data) : data_(std::make_shared<const Data>(std::move(data))) {}

  std::shared_ptr<const Data> data_;
};

}  // namespace sinew
