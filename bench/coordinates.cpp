#include "bench/coordinates.hpp"

namespace bench {
namespace {

using sinew::Force;
using sinew::Motion;
using sinew::Rotation;
using sinew::Vector3;

Vector3<double> triple(const double* from) {
  return {from[0], from[1], from[2]};
}
void put(const Vector3<double>& v, double* to) {
  to[0] = v.x, to[1] = v.y, to[2] = v.z;
}

template <class Spatial>
Spatial read_ours(const double* from) {
  return {triple(from), triple(from + 3)};
}
template <class Spatial>
void write_ours(const Spatial& value, double* to) {
  put(value.angular, to);
  put(value.linear, to + 3);
}
template <class Spatial>
Spatial read_theirs(const FreeBodyConvention& convention, const Rotation<double>& r, const double* from) {
  const Vector3<double> angular = triple(from + (convention.linear_first ? 3 : 0));
  const Vector3<double> linear = triple(from + (convention.linear_first ? 0 : 3));
  return {convention.angular_in_world ? transpose_times(r, angular) : angular,
          convention.linear_in_world ? transpose_times(r, linear) : linear};
}
template <class Spatial>
void write_theirs(const FreeBodyConvention& convention, const Rotation<double>& r, const Spatial& value,
                  double* to) {
  put(convention.angular_in_world ? r * value.angular : value.angular,
      to + (convention.linear_first ? 3 : 0));
  put(convention.linear_in_world ? r * value.linear : value.linear, to + (convention.linear_first ? 0 : 3));
}

// B M' column by column, transposed; the same again gives B M' B^T.
template <class Back>
std::vector<double> on_both_sides(std::size_t size, std::span<const double> theirs, const Back& column_back) {
  std::vector<double> once(size * size), twice(size * size);
  const auto transform_columns = [&](std::span<const double> from, std::vector<double>& to) {
    for (std::size_t j = 0; j < size; ++j) {
      const std::vector<double> column = column_back(from.subspan(j * size, size));
      for (std::size_t i = 0; i < size; ++i) to[i * size + j] = column[i];
    }
  };
  transform_columns(theirs, once);
  transform_columns(once, twice);
  return twice;
}

// dT/dt v, in body axes: the linear velocity in world axes adds omega x v to its derivative.
Motion<double> rotation_of_axes(const FreeBodyConvention& convention, const Motion<double>& velocity) {
  return {{}, convention.linear_in_world ? cross(velocity.angular, velocity.linear) : Vector3<double>{}};
}

}  // namespace

Coordinates::Coordinates(const Robot& robot, const FreeBodyConvention& convention,
                         std::vector<int> first_index)
    : convention_(convention), size_(static_cast<std::size_t>(robot.v_size)) {
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const Link& link = robot.links[i];
    places_.push_back({.ours = link.v_index,
                       .theirs = first_index.empty() ? link.v_index : first_index[i],
                       .free = link.kind == Link::Kind::free});
  }
}

Rotation<double> attitude_of(const double* free_position) {
  return sinew::rotation_from_quaternion(free_position[3], free_position[4], free_position[5],
                                         free_position[6]);
}

// Free joints are on the ground and therefore first: their position is at the start of q. The library's axes of the
// free body may be rotated relative to sinew's.
Rotation<double> Coordinates::attitude(const sinew::State& state) const {
  return attitude_of(state.q.data()) * convention_.frame.rotation;
}

std::vector<double> Coordinates::velocity(const sinew::State& state) const {
  std::vector<double> theirs(size_);
  for (const Place& place : places_) {
    if (place.free) {
      const auto v = convention_.frame.motion_to_child(read_ours<Motion<double>>(&state.v[place.ours]));
      write_theirs(convention_, attitude(state), v, &theirs[place.theirs]);
    } else {
      theirs[place.theirs] = state.v[place.ours];
    }
  }
  return theirs;
}

std::vector<double> Coordinates::acceleration(const sinew::State& state) const {
  std::vector<double> theirs(size_);
  for (const Place& place : places_) {
    if (place.free) {
      const auto v = convention_.frame.motion_to_child(read_ours<Motion<double>>(&state.v[place.ours]));
      const auto a = convention_.frame.motion_to_child(read_ours<Motion<double>>(&state.a[place.ours]));
      write_theirs(convention_, attitude(state), a + rotation_of_axes(convention_, v), &theirs[place.theirs]);
    } else {
      theirs[place.theirs] = state.a[place.ours];
    }
  }
  return theirs;
}

std::vector<double> Coordinates::force(const sinew::State& state) const {
  std::vector<double> theirs(size_);
  for (const Place& place : places_) {
    if (place.free) {
      const auto f = convention_.frame.force_to_child(read_ours<Force<double>>(&state.tau[place.ours]));
      write_theirs(convention_, attitude(state), f, &theirs[place.theirs]);
    } else {
      theirs[place.theirs] = state.tau[place.ours];
    }
  }
  return theirs;
}

std::vector<double> Coordinates::velocity_back(const sinew::State& state, Numbers theirs) const {
  std::vector<double> ours(size_);
  for (const Place& place : places_) {
    if (place.free) {
      const auto v = read_theirs<Motion<double>>(convention_, attitude(state), &theirs[place.theirs]);
      write_ours(convention_.frame.motion_to_parent(v), &ours[place.ours]);
    } else {
      ours[place.ours] = theirs[place.theirs];
    }
  }
  return ours;
}

// Like a velocity, without the term due to the rotation of the axes.
std::vector<double> Coordinates::acceleration_back(const sinew::State& state, Numbers theirs) const {
  std::vector<double> still(theirs.begin(), theirs.end());
  for (const Place& place : places_) {
    if (!place.free) continue;
    const auto v = convention_.frame.motion_to_child(read_ours<Motion<double>>(&state.v[place.ours]));
    const auto a = read_theirs<Motion<double>>(convention_, attitude(state), &theirs[place.theirs]);
    write_theirs(convention_, attitude(state), a - rotation_of_axes(convention_, v), &still[place.theirs]);
  }
  return velocity_back(state, still);
}

std::vector<double> Coordinates::force_back(const sinew::State& state, Numbers theirs) const {
  std::vector<double> ours(size_);
  for (const Place& place : places_) {
    if (place.free) {
      const auto f = read_theirs<Force<double>>(convention_, attitude(state), &theirs[place.theirs]);
      write_ours(convention_.frame.force_to_parent(f), &ours[place.ours]);
    } else {
      ours[place.ours] = theirs[place.theirs];
    }
  }
  return ours;
}

std::vector<double> Coordinates::answer_back(Job job, const sinew::State& state, Numbers theirs) const {
  switch (job) {
    case Job::inverse_dynamics:
      return force_back(state, theirs);
    case Job::forward_dynamics:
      return acceleration_back(state, theirs);
    case Job::solve_mass_matrix:
      return velocity_back(state, theirs);
    case Job::mass_matrix:
      return on_both_sides(size_, theirs, [&](Numbers column) { return force_back(state, column); });
    case Job::inverse_dynamics_derivatives:  // one of the three matrices
      return on_both_sides(size_, theirs, [&](Numbers column) { return force_back(state, column); });
    // T is a permutation for the libraries that offer this, so that T^-1 = T^T.
    case Job::forward_dynamics_derivatives:
    case Job::inverse_mass_matrix:
      return on_both_sides(size_, theirs, [&](Numbers column) { return velocity_back(state, column); });
    default:
      return {theirs.begin(), theirs.end()};
  }
}

std::vector<double> Coordinates::jacobian_back(const sinew::State& state,
                                               const sinew::Transform<double>& ours, bool linear_first,
                                               std::span<const double> theirs) const {
  std::vector<double> columns(6 * size_), row(size_);
  for (std::size_t j = 0; j < size_; ++j) {
    const auto column = read_theirs<Motion<double>>({.linear_first = linear_first}, {}, &theirs[6 * j]);
    write_ours(ours.motion_to_child(column), &columns[6 * j]);
  }
  for (std::size_t i = 0; i < 6; ++i) {  // J = J' T: its rows transform like forces
    for (std::size_t j = 0; j < size_; ++j) row[j] = columns[6 * j + i];
    row = force_back(state, row);
    for (std::size_t j = 0; j < size_; ++j) columns[6 * j + i] = row[j];
  }
  return columns;
}

void append(const sinew::Transform<double>& pose, std::vector<double>& numbers) {
  for (const Vector3<double>& v :
       {pose.rotation.row_x, pose.rotation.row_y, pose.rotation.row_z, pose.translation}) {
    numbers.insert(numbers.end(), {v.x, v.y, v.z});
  }
}

std::vector<double> omega_back(const sinew::Transform<double>& ours, bool linear_first,
                               std::span<const double> theirs) {
  return on_both_sides(6, theirs, [&](std::span<const double> column) {
    std::vector<double> result(6);
    write_ours(
        ours.motion_to_child(read_theirs<Motion<double>>({.linear_first = linear_first}, {}, column.data())),
        result.data());
    return result;
  });
}

}  // namespace bench
