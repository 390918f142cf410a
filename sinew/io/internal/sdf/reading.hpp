// Holds the data that the parts of the SDF reader share while one robot is read.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "sinew/io/internal/files/missing_files.hpp"
#include "sinew/io/internal/sdf/files.hpp"
#include "sinew/io/internal/sdf/frames.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::sdf {

inline constexpr int ground = -1;  // in place of the index of a link

// The elements of the file that make up the robot, found in all models before the frames between them are resolved.
struct LinkElement {
  xml::Element element;
  int frame, scope;
};
struct JointElement {
  xml::Element element;
  int frame, scope;
};

// The names by which a frame refers to others, resolved when all frames are known.
struct FrameNames {
  int frame;
  Pose pose{};
  std::string carrier{};  // empty for the default
  xml::Element carrier_element{};
  int inner_scope = -1;  // of a model: where its canonical link (the carrier) and its placement frame are
  std::string placement_frame{};
};

struct Reading {
  Findings& findings;
  const ReadOptions& options;
  Files& files;
  FrameGraph frames{findings};
  xml::Ignored ignored{};
  MissingFiles missing_meshes{};
  std::vector<LinkElement> links{};
  std::vector<JointElement> joints{};
  std::vector<int> named_frames{};  // of <frame>
  std::vector<FrameNames> frame_names{};
};

// A link with everything on it, in its own frame.
struct Link {
  std::string name;
  int frame;
  bool is_static;
  bool feels_gravity = true;
  Inertial inertial{};
  std::vector<Shape> shapes{};
  Source source{};
};

enum class JointType { fixed, revolute, continuous, prismatic, ball, universal, revolute2, screw, gearbox };

struct Axis {
  Vector3<double> direction{0, 0, 1};
  int frame = world_frame;  // whose axes give the direction
  DegreeOfFreedom dof{};
};

struct ModelJoint {
  std::string name;
  int frame;
  JointType type = JointType::fixed;
  int parent = ground, child = ground;  // links
  Axis axes[2]{};
  double pitch = 0;  // of a screw, metres per radian
  double gear_ratio = 1;
  int gear_reference = ground;  // link
  std::optional<Mimic> mimic{};
  bool must_close_loop = false;
  Source source{};
};

// Adds the frames, links and joints of a <model> or <world>, and of what they include.
void collect_world(xml::Element world, int minor, Reading& reading);
void collect_root_model(xml::Element model, int minor, Reading& reading);
// Connects each frame to its base and its carrier.
void connect_frames(Reading& reading);

// These are called after the frames are solved.
Link read_link(const LinkElement& link, Reading& reading);
std::optional<Shape> read_shape(xml::Element element, const LinkElement& link, const ValueReader& reader,
                                Reading& reading);
// Computes the inertia from the collisions among the shapes of the link, as <inertial auto="true"> asks.
struct ReadShape {
  xml::Element element;
  std::optional<Shape> shape;  // nothing if sinew has no such shape
};
Inertial automatic_inertial(xml::Element inertial, const std::vector<ReadShape>& shapes,
                            const ValueReader& reader);
// Returns the pose in the link's frame of something that the link carries.
Transform<double> pose_on_link(xml::Element owner, const LinkElement& link, const ValueReader& reader,
                               Reading& reading);
std::vector<ModelJoint> read_joints(const std::vector<Link>& links, Reading& reading);
// The joint that moves a link. `reversed`: the link is the joint's parent, and its child carries the link.
struct Inboard {
  int joint = -1;  // none for a link that floats or is static
  bool reversed = false;
};

// A tree of links, and the joints that are not part of it.
struct SpanningTree {
  std::vector<Inboard> inboard{};  // of each link
  std::vector<int> loops{};        // joints that close loops, in file order
};
SpanningTree span(const std::vector<Link>& links, const std::vector<ModelJoint>& joints);
// Returns for each joint whether it carries a link.
std::vector<bool> joints_in(const SpanningTree& tree, std::size_t joint_count);

// Reports mimics of and by joints that close loops or have several degrees of freedom.
void check_mimics(const std::vector<ModelJoint>& joints, const SpanningTree& tree, Findings& findings);

// Returns the couplings of the gearboxes: theta_2 = -ratio * theta_1, for the angles of the two joints that connect the
// links of a gearbox with its reference body. Reports an error if there are no such joints.
std::vector<Coupling> couplings_of(const std::vector<ModelJoint>& joints, const SpanningTree& tree,
                                   const FrameGraph& frames, Findings& findings);
// Returns the loop that a joint closes at the initial position, or reports an error.
std::optional<Loop> loop_of(const ModelJoint& joint, const std::vector<Link>& links, const FrameGraph& frames,
                            Findings& findings);

// Adds the bodies, frames, loops and couplings.
void lower(const std::vector<Link>& links, const std::vector<ModelJoint>& joints, Reading& reading,
           Description& description);

// Returns the 7 of version="1.7", or reports an error and returns nothing.
std::optional<int> read_version(xml::Element root, Findings& findings);

// Adds a warning for every child that is neither in `known` nor without effect on the motion.
void note_other_children(xml::Element element, std::initializer_list<std::string_view> known,
                         Reading& reading);

}  // namespace sinew::sdf
