#include "sinew/model/description/connection_rules.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sinew/base/number_text.hpp"

namespace sinew {
namespace {

bool is_finite(const Force<double>& f) {
  return std::all_of(f.data(), f.data() + 6, [](double x) { return std::isfinite(x); });
}

// Warns of loops without effect, between bodies that are fixed to each other. The description must be a valid tree.
void warn_of_rigid_loops(const Description& description, Findings& findings) {
  std::unordered_map<std::string_view, const Body*> bodies;
  for (const Body& body : description.bodies) bodies.emplace(body.name, &body);
  std::unordered_map<std::string_view, std::string_view> carriers{{"", ""}};  // found so far
  const auto carrier = [&](std::string_view name) {
    std::vector<std::string_view> path;
    for (; !carriers.contains(name); name = bodies.at(name)->parent) {
      path.push_back(name);
      if (bodies.at(name)->joint.kind == JointKind::fixed) continue;
      carriers[name] = name;
      break;
    }
    const std::string_view found = carriers.at(name);
    for (const std::string_view each : path) carriers[each] = found;
    return found;
  };
  const auto called = [](const std::string& name) {
    return name.empty() ? "the ground" : "body '" + name + "'";
  };
  for (const Loop& loop : description.loops) {
    if (carrier(loop.first.body) != carrier(loop.second.body)) continue;
    findings.warning(loop.source, "loop '" + loop.name + "': " + called(loop.first.body) + " and " +
                                      called(loop.second.body) +
                                      " are fixed to each other; the loop has no effect");
  }
}

}  // namespace

void check_connection(const Connection& connection, const Source& source, const std::string& what,
                      Findings& findings) {
  const auto& [kind, distance, directions] = connection;
  if (kind < ConnectionKind::weld || kind > ConnectionKind::directions) {
    findings.error(source, what + "its kind is " + std::to_string(int(kind)) +
                               ", which is not a valid ConnectionKind; expected 0 (weld) to " +
                               std::to_string(int(ConnectionKind::directions)) + " (directions)");
    return;
  }
  if (kind == ConnectionKind::distance && !(std::isfinite(distance) && distance > 0)) {
    findings.error(source,
                   what + "distance is " + number_text(distance) + ", expected a finite number above zero");
  }
  if (kind != ConnectionKind::directions) return;
  if (directions.empty()) findings.error(source, what + "lists no direction, expected at least one");
  if (directions.size() > 6) {
    findings.error(source,
                   what + "lists " + std::to_string(directions.size()) + " directions, expected at most 6");
  }
  for (const Force<double>& f : directions) {
    if (!is_finite(f) || f == Force<double>{})
      findings.error(source, what + "a direction is zero or not finite");
  }
}

void check_loops(const Description& description, Findings& findings) {
  std::unordered_set<std::string_view> bodies, names;
  for (const Body& body : description.bodies) bodies.insert(body.name);
  for (const Loop& loop : description.loops) {
    const std::string what = "loop '" + loop.name + "': ";
    if (loop.name.empty()) findings.error(loop.source, "a loop has no name; every loop needs one");
    if (!loop.name.empty() && !names.insert(loop.name).second)
      findings.error(loop.source, "loop name '" + loop.name + "' is used twice; names must be unique");
    for (const LoopEnd* end : {&loop.first, &loop.second}) {
      if (!end->body.empty() && !bodies.contains(end->body))
        findings.error(loop.source, what + "ends at body '" + end->body + "', which does not exist");
    }
    if (loop.first.body == loop.second.body) {
      const std::string where = loop.first.body.empty() ? "the ground" : "body '" + loop.first.body + "'";
      findings.error(loop.source, what + "both ends are on " + where + "; expected two bodies");
    }
    check_connection(loop.connection, loop.source, what, findings);
  }
  if (!findings.has_errors()) warn_of_rigid_loops(description, findings);
}

void check_couplings(const Description& description, Findings& findings) {
  std::unordered_map<std::string_view, JointKind> joints;
  for (const Body& body : description.bodies) joints.emplace(body.joint.name, body.joint.kind);
  std::unordered_set<std::string_view> names;
  for (const Coupling& coupling : description.couplings) {
    const std::string what = "coupling '" + coupling.name + "': ";
    const auto check_joint = [&](const std::string& name) {
      const auto joint = joints.find(name);
      if (name.empty() || joint == joints.end()) {
        findings.error(coupling.source, what + "joint '" + name + "' does not exist");
      } else if (velocity_size(joint->second) != 1) {
        findings.error(coupling.source, what + "joint '" + name + "' is " + name_of(joint->second) +
                                            "; expected a joint with one degree of freedom");
      }
    };
    if (coupling.name.empty())
      findings.error(coupling.source, "a coupling has no name; every coupling needs one");
    if (!coupling.name.empty() && !names.insert(coupling.name).second) {
      findings.error(coupling.source,
                     "coupling name '" + coupling.name + "' is used twice; names must be unique");
    }
    check_joint(coupling.joint);
    if (!coupling.leader.empty()) check_joint(coupling.leader);
    if (coupling.leader == coupling.joint)
      findings.error(coupling.source, what + "joint '" + coupling.joint + "' follows itself");
    const auto& c = coupling.polynomial;
    if (!std::all_of(c.begin(), c.end(), [](double x) { return std::isfinite(x); }))
      findings.error(coupling.source, what + "the polynomial is not finite");
  }
}

}  // namespace sinew
