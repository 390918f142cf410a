#include "sinew/model/joints/independent_coordinates.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "sinew/model/joints/coordinates.hpp"

namespace sinew {
namespace {

// Returns the mimics and couplings of the model in the order of chains/constraints/constraints.hpp.
std::vector<Coupling> relations_of(const Model& model) {
  const Description& description = model.description();
  std::vector<Coupling> relations = description.couplings;
  for (const Body& body : description.bodies) {
    if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
    const auto& [leader, multiplier, offset] = *body.joint.mimic;
    relations.push_back({.name = body.joint.name + " mimics " + leader,
                         .joint = body.joint.name,
                         .leader = leader,
                         .polynomial = {offset, multiplier, 0, 0, 0}});
  }
  return relations;
}

// Orders the relations so that the one that moves a leader comes before those that follow it.
std::vector<Coupling> leaders_first(const std::vector<Coupling>& relations) {
  enum class Visit { not_yet, entered, done };
  std::unordered_map<std::string_view, std::size_t> of_joint;
  for (std::size_t i = 0; i < relations.size(); ++i) of_joint.emplace(relations[i].joint, i);
  std::vector<Visit> visits(relations.size(), Visit::not_yet);
  std::vector<Coupling> ordered;
  for (std::size_t start = 0; start < relations.size(); ++start) {
    std::vector<std::size_t> chain;  // from a follower to its leaders
    for (std::size_t i = start; visits[i] != Visit::done;) {
      if (visits[i] == Visit::entered)
        throw std::invalid_argument("joint '" + relations[i].joint +
                                    "' has no independent coordinates: its leaders form a cycle");
      visits[i] = Visit::entered;
      chain.push_back(i);
      const auto leader = of_joint.find(relations[i].leader);
      if (leader == of_joint.end()) break;
      i = leader->second;
    }
    for (auto i = chain.rbegin(); i != chain.rend(); ++i) {
      visits[*i] = Visit::done;
      ordered.push_back(relations[*i]);
    }
  }
  return ordered;
}

void refuse_second_relations(const std::vector<Coupling>& relations) {
  std::unordered_map<std::string_view, const Coupling*> of_joint;
  for (const Coupling& relation : relations) {
    const auto [first, is_new] = of_joint.emplace(relation.joint, &relation);
    if (!is_new)
      throw std::invalid_argument("joint '" + relation.joint +
                                  "' has no independent coordinates: it follows by '" + first->second->name +
                                  "' and by '" + relation.name + "'; expected one of them");
  }
}

}  // namespace

const char* name_of(Followers followers) {
  return followers == Followers::embedded ? "embedded" : "free";
}

bool has_followers(const Model& model) {
  const auto& bodies = model.description().bodies;
  return !model.description().couplings.empty() ||
         std::any_of(bodies.begin(), bodies.end(),
                     [](const Body& b) { return b.joint.mimic && b.joint.kind != JointKind::fixed; });
}

IndependentIndices::IndependentIndices(const Model& model) : column(std::size_t(model.velocity_size()), -1) {
  std::vector<Coupling> relations = relations_of(model);
  refuse_second_relations(relations);
  relations = leaders_first(relations);
  std::vector<int> follower_at(column.size(), -1);  // index among the followers, by index in v
  std::vector<bool> follows_in_q(std::size_t(model.position_size()));
  for (const Coupling& relation : relations) {
    const JointInfo& own = model.joint(relation.joint);
    Follower f{.joint = own.name, .q = own.q_index, .v = own.v_index, .polynomial = relation.polynomial};
    if (!relation.leader.empty()) {
      const JointInfo& leader = model.joint(relation.leader);
      f.leader_q = leader.q_index, f.leader_v = leader.v_index;
      f.leader = follower_at[std::size_t(leader.v_index)];
      is_constant = is_constant && f.is_linear();
    }
    follower_at[std::size_t(f.v)] = int(followers.size());
    follows_in_q[std::size_t(f.q)] = true;
    followers.push_back(std::move(f));
  }
  for (std::size_t i = 0; i < follows_in_q.size(); ++i) {
    if (!follows_in_q[i]) positions.push_back(int(i));
  }
  for (std::size_t j = 0; j < column.size(); ++j) {
    if (follower_at[j] >= 0) continue;
    column[j] = int(velocities.size());
    velocities.push_back(int(j));
  }
  for (const Follower& f : followers) {
    if (f.leader_v >= 0) column[std::size_t(f.v)] = column[std::size_t(f.leader_v)];
  }
}

std::vector<std::string> edge::names_of_independent(const Model& model, std::span<const int> velocities) {
  const std::vector<Coordinate> all = velocity_coordinates(model);
  std::vector<std::string> names;
  for (const int v : velocities) names.push_back(all[std::size_t(v)].name);
  return names;
}

}  // namespace sinew
