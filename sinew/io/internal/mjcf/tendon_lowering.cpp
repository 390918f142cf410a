#include "sinew/io/internal/mjcf/tendon_lowering.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/algorithms/kinematics/tendons.hpp"
#include "sinew/base/name_pool.hpp"

namespace sinew::mjcf {

std::vector<Tendon> lowered_tendons(const BodyTree& tree, const std::vector<std::string>& bodies,
                                    Findings& findings) {
  NamePool names;
  for (const TreeTendon& tendon : tree.tendons) names.take(tendon.tendon.name);
  const auto lowered_end = [&](const TreeEnd& end) -> LoopEnd {
    return {end.body < 0 ? "" : bodies[static_cast<std::size_t>(end.body)], end.placement};
  };
  std::vector<Tendon> result;
  for (const TreeTendon& from : tree.tendons) {
    Tendon& tendon = result.emplace_back(from.tendon);
    if (tendon.name.empty()) tendon.name = names.unique("tendon" + std::to_string(result.size() - 1));
    for (std::size_t i = 0; i < from.path.size(); ++i) {
      const TreeTendon::Element& place = from.path[i];
      TendonElement& element = tendon.path[i];
      if (element.kind == TendonElement::Kind::pulley) continue;
      element.at = lowered_end(place.at);
      if (place.side) element.side = lowered_end(*place.side);
      if (element.kind == TendonElement::Kind::point) continue;
      const Geom& geom = geom_of(tree, place);
      element.at.placement = geom.placement;
      element.radius = geom.size[0];
      // Shapes on the ground are not fitted, as nothing else depends on them.
      if (geom.is_fitted() && (place.at.body < 0 || !geom.has_shape)) {
        AttributeReader(findings, "tendon " + xml::in_quotes(tendon.name))
            .error(geom.element, "the size of " + geom.owner + ", which is fitted to a mesh, is not known; " +
                                     "expected a size in the file");
      }
    }
  }
  return result;
}

void set_rest_lengths(Description& description, Findings& findings) {
  const auto needs_one = [](const Tendon& tendon) { return tendon.stiffness != 0 && !tendon.rest_lengths; };
  auto& tendons = description.tendons;
  if (std::none_of(tendons.begin(), tendons.end(), needs_one)) return;
  if (validate(description).has_errors()) return;  // the errors are reported later
  const Model model(description);
  std::vector<double> q = model.initial_position();
  for (const JointInfo& joint : model.joints()) {
    if (joint.q_size == 1)
      q[static_cast<std::size_t>(joint.q_index)] =
          model.dofs()[static_cast<std::size_t>(joint.v_index)].rest_position;
  }
  Workspace<double> work(model);
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    if (!needs_one(tendons[i])) continue;
    try {
      set_position(work, q);
      const double length = tendon_length(work, TendonIndex{static_cast<int>(i)});
      tendons[i].rest_lengths = {length, length};
    } catch (const std::overflow_error& problem) {
      findings.error(tendons[i].source, "tendon " + xml::in_quotes(tendons[i].name) +
                                            ": its spring has no rest length: " + problem.what());
    }
  }
}

}  // namespace sinew::mjcf
