#include "sinew/operators/formula/symbol.hpp"

#include <algorithm>

#include "sinew/operators/formula/internal/derivative_symbols.hpp"

namespace sinew::operators {
namespace {

using Entry = std::shared_ptr<const Symbol>;

Entry make(Symbol symbol) {
  return std::make_shared<const Symbol>(std::move(symbol));
}

std::vector<Entry> make_elementary() {
  const Space &joint = joint_space, &body = body_space, &frame = frame_space, &number = number_space;
  constexpr bool symmetric = true, invertible = true;
  using enum Reach;
  return {
      // name, unicode, latex, to, from, reach, symmetric, invertible, definition, meaning
      make({"H", "H", "H", joint, body, memoryless, false, false, "",
            "joint axes: body force to joint torque, SOA section 2"}),
      make({"phi", "φ", "\\phi", body, body, sweep, false, invertible, "",
            "propagation: forces summed from tip to base, inverse of I - E_phi, SOA section 2"}),
      make({"E_phi", "ℰ_φ", "\\mathcal{E}_\\phi", body, body, hop, false, false, "",
            "forces passed from child to parent, SOA section 4"}),
      make({"M", "M", "M", body, body, memoryless, symmetric, false, "",
            "inertia of each link, SOA section 3"}),
      make({"R", "R", "R", joint, joint, memoryless, symmetric, false, "",
            "armature: inertia of the rotors; the filter's measurement noise, zero for most robots"}),
      make({"P", "P", "P", body, body, memoryless, symmetric, false, "",
            "articulated inertia, the filter's covariance, SOA (8)"}),
      make({"D", "D", "D", joint, joint, memoryless, symmetric, invertible, "",
            "innovation variance H P H* + R, SOA section 4"}),
      make({"D^(1/2)", "D^½", "D^{1/2}", joint, joint, memoryless, symmetric, invertible, "",
            "square root of D, symmetric and positive, R88 (8.1)"}),
      make({"G", "G", "G", body, joint, memoryless, false, false, "", "gain P H* D^-1, SOA section 4"}),
      make({"K", "K", "K", body, joint, hop, false, false, "",
            "gain passed to the parent: E_phi G, SOA section 4"}),
      make({"psi", "ψ", "\\psi", body, body, sweep, false, invertible, "",
            "articulated propagation, inverse of I - E_psi, SOA section 4"}),
      make({"E_psi", "ℰ_ψ", "\\mathcal{E}_\\psi", body, body, hop, false, false, "",
            "E_phi (I - G H), SOA (10)"}),
      make({"taubar", "τ̄", "\\bar{\\tau}", body, body, memoryless, false, false, "",
            "the part that a joint transmits: I - G H, SOA appendix"}),
      make({"Pplus", "P⁺", "P^{+}", body, body, memoryless, symmetric, false, "",
            "covariance after the measurement: P - G H P, R87 (43)"}),
      make({"r", "r", "r", body, body, memoryless, symmetric, false, "", "composite inertia, R87 (28)"}),
      make({"Upsilon", "Υ", "\\Upsilon", body, body, memoryless, symmetric, false, "",
            "costate covariance of each link, R87 (80)-(82)"}),
      make({"B", "B", "B", body, frame, memoryless, false, false, "",
            "force at a chosen frame, seen from its link, SOA section 2"}),
      make({"Mass", "𝓜", "\\mathcal{M}", joint, joint, sweep, symmetric, invertible, "H phi M phi* H* + R",
            "mass matrix, SOA (3)"}),
      make({"J", "J", "J", frame, joint, sweep, false, false, "B* phi* H*",
            "Jacobian of the chosen frames, SOA (1)"}),
      make({"Omega", "Ω", "\\Omega", frame, frame, sweep, symmetric, false, "J Mass^-1 J*",
            "inverse of the operational-space inertia, SOA (19)"}),
      make({"a", "a", "a", body, number, memoryless, false, false, "",
            "bias accelerations: of velocities, SOA (4)"}),
      make({"b", "b", "b", body, number, memoryless, false, false, "",
            "bias forces: of velocities and weights, SOA (4)"}),
      make({"g", "g", "g", body, number, memoryless, false, false, "",
            "upward acceleration of the ground that stands for weights, seen from each link, SOA (4)"}),
      make({"T", "T", "T", joint, number, memoryless, false, false, "", "joint torques"}),
      make({"v", "θ̇", "\\dot{\\theta}", joint, number, memoryless, false, false, "",
            "joint velocities, SOA section 2"}),
      make({"C", "𝓒", "\\mathcal{C}", joint, number, sweep, false, false, "H phi (M phi* a + b)",
            "bias torques, SOA (4)"}),
      make({"rate(v)", "θ̈", "\\ddot{\\theta}", joint, number, sweep, false, false, "Mass^-1 (T - C)",
            "joint accelerations, SOA (2)"}),
      make({"nu", "ν", "\\nu", joint, number, sweep, false, false, "D^(1/2) (I + H phi K)* v",
            "residuals: joint velocities of unit mass, SOA section 6"}),
      make({"epsilon", "ε", "\\varepsilon", joint, number, sweep, false, false, "D^(-1/2) (I - H psi K) T",
            "innovations of the joint torques, SOA section 6"}),
      make({"mu", "μ", "\\mu", joint, number, sweep, false, false,
            "D^(-1/2) (I - H psi K) C - rate(D^(1/2) (I + H phi K)*) v",
            "bias of the diagonal equations rate(nu) + mu = epsilon, SOA section 6"}),
  };
}

std::vector<Entry> make_all() {
  std::vector<Entry> all = make_elementary();
  const auto named = [&](std::string_view name) {
    return Expression(
        *std::ranges::find(all, name, [](const Entry& s) -> std::string_view { return s->name; }));
  };
  const Expression H = named("H"), v = named("v");
  all.push_back(cross_symbol(~H * v, AlongVelocity::yes));
  for (const char* name : {"H", "P", "D", "D^(1/2)", "G", "r", "Upsilon"})
    all.push_back(derivative_symbol(named(name), v, AlongVelocity::yes));
  return all;
}

}  // namespace

std::span<const Entry> robot_symbols() {
  static const std::vector<Entry> all = make_all();
  return all;
}

Entry find_symbol(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> other_spellings[] = {
      {"tau_bar", "taubar"}, {"P^+", "Pplus"},    {"Ephi", "E_phi"},   {"Epsi", "E_psi"},
      {"E_φ", "E_phi"},      {"E_ψ", "E_psi"},    {"ℰ_phi", "E_phi"},  {"ℰ_psi", "E_psi"},
      {"ϕ", "phi"},          {"𝒞", "C"},          {"ℳ", "Mass"},       {"Ω", "Omega"},
      {"ϵ", "epsilon"},      {"µ", "mu"},         {"H\u0307", "d(H)"}, {"P\u0307", "d(P)"},
      {"D\u0307", "d(D)"},   {"G\u0307", "d(G)"}, {"r\u0307", "d(r)"}};
  for (const auto& [spelling, proper] : other_spellings)
    if (name == spelling) name = proper;
  const auto all = robot_symbols();
  const auto found =
      std::ranges::find_if(all, [&](const Entry& s) { return s->name == name || s->unicode == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace sinew::operators
