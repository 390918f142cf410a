#include "sinew/simulate/saved/made_for.hpp"

#include <algorithm>
#include <stdexcept>

namespace sinew::detail {

void MadeFor::compare(const char* what, const Model& model) const {
  const auto is_alike = [](const JointInfo& a, const JointInfo& b) {
    return a.name == b.name && a.kind == b.kind && a.v_size == b.v_size && a.frame == b.frame;
  };
  const auto own = model_.joints(), other = model.joints();
  if (!std::equal(own.begin(), own.end(), other.begin(), other.end(), is_alike))
    throw std::invalid_argument(std::string(what) + ": made for the joints of robot '" + model_.name() +
                                "', which are not those of '" + model.name() + "'");
  model_ = model;
}

}  // namespace sinew::detail
