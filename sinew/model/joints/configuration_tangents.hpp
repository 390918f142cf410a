// Computes derivatives of the functions of model/joints/configuration_group.hpp, for many directions at once: each column
// of a matrix is a small motion, one number for each degree of freedom.
//
// Let q1 = q0 (+) u. A small motion x of q0 moves q1 by Ad(exp(-u)) x, and a change du of u moves it by d exp_{-u} du,
// both in the body axes at q1. For joints without quaternions both are the identity.
//
// Cost: linear in the number of spherical and floating joints and of columns. These functions do not allocate.
#pragma once

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// Replaces each column x by Ad(exp(-u)) x.
void move_tangents(const Model& model, In<double> u, MatrixOut<double> columns);

// Replaces each column du by d exp_{-u} du.
void exponential_tangents(const Model& model, In<double> u, MatrixOut<double> columns);

// Replaces each column dv by the change of coordinate_rates(u, v) while u changes by the column of `du`, and v by dv.
void rate_tangents(const Model& model, In<double> u, In<double> v, MatrixIn<double> du, MatrixOut<double> dv);

// The transposes of the three functions above, for one covector: they carry weights of results back to the arguments.
// `move_weights` and `exponential_weights` replace weights of q1 by those of q0 and of u; `rate_weights` replaces weights of
// the rates by those of v, and adds those of u to `by_u`.
void move_weights(const Model& model, In<double> u, Out<double> weights);
void exponential_weights(const Model& model, In<double> u, Out<double> weights);
void rate_weights(const Model& model, In<double> u, In<double> v, Out<double> by_u, Out<double> weights);

// Subtracts v x x from each column of `rates`: the part of the rate of a small motion x of a robot that moves with v
// which is due to that motion, dx/dt = dv - v x x.
void add_transport(const Model& model, In<double> v, MatrixIn<double> x, MatrixOut<double> rates);

}  // namespace sinew
