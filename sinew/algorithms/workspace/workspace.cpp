#include "sinew/algorithms/workspace/workspace.hpp"

#include <atomic>
#include <stdexcept>
#include <string>

namespace sinew {

detail::WorkspaceId::WorkspaceId() {
  static std::atomic<std::uint64_t> last{0};
  value_ = last.fetch_add(1, std::memory_order_relaxed) + 1;
}

namespace edge {
namespace {

struct Entry {
  unsigned what;
  const char* name;
  const char* remedy;
};
constexpr Entry entries[] = {
    {content::joint_velocities, "velocities", "set_state"},
    {content::link_accelerations, "accelerations",
     "update_accelerations, forward_dynamics or inverse_dynamics"},
    {content::costates, "costates", "forward_dynamics"},
    {content::filter_states, "states z of the filter", "forward_dynamics"},
    {content::innovations, "innovations", "forward_dynamics"},
    {content::dynamics, "accelerations and loads of the bodies", "forward_dynamics or inverse_dynamics"},
    {content::compound_filter, "compound bodies", "EmbeddedTree::update"},
};

}  // namespace

void not_held(const char* function, unsigned what, const Contents& contents) {
  const auto* entry = entries;
  while ((entry->what & what & ~contents.held) == 0) ++entry;
  const std::string name = entry->name, remedy = entry->remedy;
  throw std::logic_error(std::string(function) + ": " +
                         (contents.by == nullptr
                              ? "this workspace has no " + name + " yet: call " + remedy + " first"
                              : "the " + name +
                                    " in this workspace do not belong to its current state: call " + remedy +
                                    " after " + contents.by));
}

void no_position(const char* function) {
  throw std::logic_error(std::string(function) +
                         ": this workspace has no position yet: call set_position or set_state first");
}

void moved_on(const char* function, const char* made_by, const Contents& contents) {
  const std::string remedy = made_by;
  throw std::logic_error(std::string(function) + ": " +
                         (contents.by == nullptr
                              ? "the workspace has no position yet: call " + remedy + " first"
                              : std::string(contents.by) +
                                    " has given the workspace another position: call " + remedy +
                                    " after it"));
}

void no_direction(int q_index) {
  throw std::invalid_argument("the quaternion at q[" + std::to_string(q_index) + "] has length zero");
}

void singular_joint(const char* joint) {
  throw std::domain_error(std::string("forward dynamics is singular at this position: joint '") + joint +
                          "' moves no inertia of its own");
}

void not_moved(int dof, const std::string& frame) {
  throw std::invalid_argument("degree of freedom " + std::to_string(dof) + " does not move frame '" + frame +
                              "'");
}

void other_constants(const char* function) {
  throw std::invalid_argument(std::string(function) +
                              ": the workspace was made with constants that differ from the model's");
}

void check_dof(int dof, int count) {
  check_index("degree of freedom", dof, count);
}

}  // namespace edge
}  // namespace sinew
