// A serial chain of revolute joints with parallel axes: all that matters of it lies in a plane.
//
// R87 section XII. In the plane a link is three numbers of inertia and a length; what a joint does outside of the
// plane (offsets along the axes, tilted principal axes) moves nothing and is left out. The recursions are in
// algorithms/planar_chain.hpp.
//
//   const PlanarChain rope(std::vector<PlanarLink>(100, {.length = 0.1, .mass = 0.2, .centre = {0.05, 0}, .inertia = 7e-4}));
//   const PlanarChain arm = PlanarChain::from(model);
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

// Two numbers in the plane.
template <class T>
struct Vector2 {
  T x{}, y{};

  friend constexpr bool operator==(const Vector2&, const Vector2&) = default;
};

struct PlanarLink {
  double length = 0;         // l: from its joint to the next
  double mass = 0;           // m
  Vector2<double> centre{};  // of mass, from its joint: along the link and across it (R87: -p and 0)
  double inertia = 0;        // I: about its joint
  double angle = 0;     // at q = 0 from the direction of the link before it; the first: from x of the plane
  double armature = 0;  // rotor inertia seen at the joint
  bool clockwise = false;  // the joint turns this way for growing q
  std::string joint{};     // its name; empty: its number, from 1
};

class PlanarChain {
 public:
  // Base to tip. Throws std::invalid_argument for a link that cannot be.
  explicit PlanarChain(std::vector<PlanarLink> links, Vector2<double> gravity = {0, -9.81});
  // Copies share the chain. To move is to copy.
  PlanarChain(const PlanarChain&) = default;
  PlanarChain& operator=(const PlanarChain&) = default;

  // The chain that a model is; q, v, tau are the model's. Throws std::invalid_argument that names the first joint
  // that is not revolute, not parallel to the one before it, or not on the link of the one before it.
  static PlanarChain from(const Model& model);

  int size() const { return static_cast<int>(data_->links.size()); }
  std::span<const PlanarLink> links() const { return data_->links; }
  const Vector2<double>& gravity() const { return data_->gravity; }

  // The same chain, not one that looks alike.
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
