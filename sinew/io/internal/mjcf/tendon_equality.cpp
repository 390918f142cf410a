#include "sinew/io/internal/mjcf/tendon_equality.hpp"

#include <algorithm>

namespace sinew::mjcf {
namespace {

// Adds `factor` times the terms of a tendon to the list, in which every joint occurs once.
void add_terms(const Tendon& tendon, double factor, std::vector<TendonJoint>& sum) {
  for (const TendonJoint& term : tendon.joints) {
    const auto same =
        std::find_if(sum.begin(), sum.end(), [&](const auto& s) { return s.joint == term.joint; });
    if (same != sum.end()) {
      same->coefficient += factor * term.coefficient;
    } else {
      sum.push_back({term.joint, factor * term.coefficient});
    }
  }
}

std::vector<TendonJoint> terms_of(const Tendon& first, const Tendon* second, double factor) {
  std::vector<TendonJoint> terms;
  add_terms(first, 1, terms);
  if (second != nullptr) add_terms(*second, factor, terms);
  std::erase_if(terms, [](const TendonJoint& term) { return term.coefficient == 0; });
  return terms;
}

}  // namespace

std::optional<JointRelation> relation_of(const Tendon& first, const Tendon* second,
                                         const std::array<double, 5>& polynomial) {
  if (!first.is_fixed() || (second != nullptr && !second->is_fixed())) return std::nullopt;
  const auto& [a0, a1, a2, a3, a4] = polynomial;
  if (second == nullptr || (a2 == 0 && a3 == 0 && a4 == 0)) {
    const auto terms = terms_of(first, second, -a1);
    if (terms.empty() || terms.size() > 2) return std::nullopt;
    JointRelation relation{.joint = terms[0].joint, .polynomial = {a0 / terms[0].coefficient}};
    if (terms.size() == 1) return relation;
    relation.leader = terms[1].joint;
    relation.polynomial[1] = -terms[1].coefficient / terms[0].coefficient;
    return relation;
  }
  const auto follower = terms_of(first, nullptr, 0), leader = terms_of(*second, nullptr, 0);
  if (follower.size() != 1 || leader.size() != 1 || follower[0].joint == leader[0].joint) return std::nullopt;
  JointRelation relation{.joint = follower[0].joint, .leader = leader[0].joint};
  double power = 1 / follower[0].coefficient;
  for (std::size_t k = 0; k < polynomial.size(); ++k) {
    relation.polynomial[k] = polynomial[k] * power;
    power *= leader[0].coefficient;
  }
  return relation;
}

}  // namespace sinew::mjcf
