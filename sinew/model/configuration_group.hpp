// Positions as a group: q (+) u moves every joint at the constant rates u for one unit of time (Model::integrate), the
// difference of two positions is the u that leads from one to the other, and a position near q is q (+) u with u a vector.
//
// Spherical joints turn, floating ones move along a screw (spatial/exponential.hpp), all others add: q + u. Nothing here
// allocates.
#pragma once

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// u with q1 = q0 (+) u, along the shortest way: no joint turns by more than pi (revolute ones as their coordinates say).
// Throws std::invalid_argument for wrong sizes and quaternions of length zero.
void difference(const Model& model, In<double> q0, In<double> q1, Out<double> u);

// du/dt while q = q0 (+) u moves with the velocities v.
void coordinate_rates(const Model& model, In<double> u, In<double> v, Out<double> rates);

// dq/dt while q moves with the velocities v: for quaternions half of q times the angular velocity.
void position_rates(const Model& model, In<double> q, In<double> v, Out<double> rates);

// Quaternions that were added to, back to length one.
void make_unit(const Model& model, Out<double> q);

}  // namespace sinew
