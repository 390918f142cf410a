// Computes with positions of a robot as elements of a Lie group: differences, rates and normalisation. q (+) u moves
// every joint with the constant velocities u for one unit of time (Model::integrate); the difference of two positions
// is the u that leads from one to the other. A position near q is q (+) u, with u a vector.
//
// Under q (+) u, spherical joints rotate, floating joints move along a screw (spatial/exponential.hpp), and all
// others add u to q. These functions do not allocate.
#pragma once

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// Computes u with q1 = q0 (+) u. Spherical and floating joints take the shortest rotation, at most pi; for all other
// joints u is the difference of the coordinates. Throws std::invalid_argument for wrong sizes and quaternions of length
// zero.
void difference(const Model& model, In<double> q0, In<double> q1, Out<double> u);

// Computes du/dt while q = q0 (+) u moves with the velocities v.
void coordinate_rates(const Model& model, In<double> u, In<double> v, Out<double> rates);

// Computes dq/dt while q moves with the velocities v. The rate of a quaternion is half the quaternion times the angular
// velocity.
void position_rates(const Model& model, In<double> q, In<double> v, Out<double> rates);

// Normalises the quaternions of q to length one, for example after an addition to q.
void make_unit(const Model& model, Out<double> q);

}  // namespace sinew
