#include "sinew/io/internal/write/features.hpp"

namespace sinew::write {
namespace tables {

using enum JointKind;
using C = ConnectionKind;
using S = Shape::Kind;
using P = Property;

inline constexpr Bits basic_shapes = bits(S::box, S::sphere, S::cylinder, S::capsule, S::mesh);
inline constexpr Bits all_shapes = basic_shapes | bits(S::ellipsoid, S::plane);
inline constexpr Bits passive = bits(P::armature, P::damping, P::dry_friction);
inline constexpr Bits all_properties =
    passive | bits(P::spring, P::range, P::velocity_limit, P::effort_limit);
inline constexpr Bits all_loops = ~Bits(0);

inline constexpr Features urdf{.format = RobotFormat::urdf,
                               .name = "URDF",
                               .joints = bits(fixed, revolute, continuous, prismatic, planar, floating),
                               .loops = all_loops,
                               .shapes = basic_shapes,
                               .starts = 0,
                               .properties = all_properties,
                               .shared_properties = passive,
                               .floats_on_bodies = true,
                               .frames = false,
                               .mimics = true,
                               .couplings = true,
                               .negative_springs = false,
                               .named_positions = false,
                               .gravity = false,
                               .collision_colors = false};

inline constexpr Features mjcf{.format = RobotFormat::mjcf,
                               .name = "MJCF",
                               .joints = bits(fixed, revolute, continuous, prismatic, spherical, floating),
                               .loops = bits(C::weld, C::spherical),
                               .shapes = all_shapes,
                               .starts = bits(revolute, continuous, prismatic, floating),
                               .properties = (all_properties | bits(P::actuation)) & ~bits(P::velocity_limit),
                               .shared_properties = passive | bits(P::spring),
                               .floats_on_bodies = false,
                               .frames = true,
                               .mimics = false,
                               .couplings = true,
                               .negative_springs = true,
                               .named_positions = true,
                               .gravity = true,
                               .collision_colors = true};

inline constexpr Features sdf{
    .format = RobotFormat::sdf,
    .name = "SDF",
    .joints = bits(fixed, revolute, continuous, prismatic, helical, universal, spherical, floating),
    .loops = bits(C::weld, C::revolute, C::prismatic, C::universal, C::spherical),
    .shapes = all_shapes,
    .starts = bits(floating),
    .properties = all_properties & ~bits(P::armature),
    .shared_properties = 0,
    .floats_on_bodies = false,
    .frames = true,
    .mimics = true,
    .couplings = false,
    .negative_springs = false,
    .named_positions = false,
    .gravity = false,
    .collision_colors = false};

}  // namespace tables

const Features& features_of(RobotFormat format) {
  switch (format) {
    case RobotFormat::urdf:
      return tables::urdf;
    case RobotFormat::mjcf:
      return tables::mjcf;
    case RobotFormat::sdf:
      break;
  }
  return tables::sdf;
}

}  // namespace sinew::write

namespace sinew {

const char* name_of(RobotFormat format) {
  return write::features_of(format).name;
}

WrittenRobot write_description(const Description& description, RobotFormat format,
                               const WriteOptions& options) {
  switch (format) {
    case RobotFormat::urdf:
      return write_urdf(description, options);
    case RobotFormat::mjcf:
      return write_mjcf(description, options);
    case RobotFormat::sdf:
      break;
  }
  return write_sdf(description, options);
}

}  // namespace sinew
