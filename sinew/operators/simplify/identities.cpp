#include "sinew/operators/simplify/identities.hpp"

namespace sinew::operators {
namespace {

using enum Use;
using enum Condition;

constexpr Identity all[] = {
    // Inverses.
    {"phi is the inverse of I - E_phi", "phi^-1", "I - E_phi", "SOA appendix", invert},
    {"psi is the inverse of I - E_psi", "psi^-1", "I - E_psi", "SOA appendix", invert},
    {"Lemma 2", "(I + H phi K)^-1", "I - H psi K", "SOA (12)", invert},
    {"Lemma 3", "Mass^-1", "(I - H psi K)* D^-1 (I - H psi K)", "SOA (13)", invert},
    {"Lemma 5, times phi", "(I + K H phi)^-1", "I - K H psi", "SOA appendix", invert},
    {"Lemma 5, phi times", "(I + phi K H)^-1", "I - psi K H", "SOA appendix", invert},

    // Propagation: products of a sweep and a hop, or of two sweeps.
    {"a sweep after a hop", "phi E_phi", "phi - I", "SOA appendix", contract},
    {"a hop after a sweep", "E_phi phi", "phi - I", "SOA appendix", contract},
    {"an articulated sweep after a hop", "psi E_psi", "psi - I", "SOA appendix", contract},
    {"a hop after an articulated sweep", "E_psi psi", "psi - I", "SOA appendix", contract},
    {"Lemma 4", "(I - H psi K) H phi", "H psi", "SOA (16)", contract},
    {"Lemma 4, backwards", "(I + H phi K) H psi", "H phi", "SOA (12), (16)", contract},
    {"Lemma 4, for the gain", "phi K (I - H psi K)", "psi K", "SOA appendix", contract},
    {"Lemma 4 for the gain, backwards", "psi K (I + H phi K)", "phi K", "SOA appendix", contract},
    {"Lemma 5, between psi and phi", "psi K H phi", "phi - psi", "SOA appendix", contract},
    {"Lemma 5, between phi and psi", "phi K H psi", "phi - psi", "SOA appendix", contract},
    {"Lemma 5", "psi^-1", "phi^-1 + K H", "SOA appendix"},

    // The filter at one link.
    {"innovation variance", "H P H* + R", "D", "R87 (38), SOA section 4", contract},
    {"gain", "P H*", "G D", "R87 (39), SOA section 4", contract},
    {"gain at its own joint", "H G", "I - R D^-1", "SOA section 4", contract},
    {"shifted gain", "E_phi G", "K", "SOA section 4", contract},
    {"covariance past the joint", "taubar P", "Pplus", "R87 (50)", contract},
    {"articulated hop", "E_phi taubar", "E_psi", "SOA (10)", contract},
    {"articulated hop, by the gain", "E_psi", "E_phi - K H", "SOA (10)", abbreviate},
    {"the part that a joint transmits", "taubar", "I - G H", "SOA appendix", abbreviate},
    {"covariance past the joint, by the gain", "Pplus", "P - G D G*", "R87 (43)", abbreviate},
    {"Joseph form", "Pplus", "taubar P taubar* + G R G*", "R87 (51)", recognise},
    {"the roots of the variance", "D^(1/2) D^(1/2)", "D", "R88 (8.1)", contract},
    {"the roots of its inverse", "D^(-1/2) D^(-1/2)", "D^-1", "R88 (8.1)", contract},
    {"a root cancels", "D D^(-1/2)", "D^(1/2)", "R88 (8.1)", contract},
    {"a root of the inverse cancels", "D^-1 D^(1/2)", "D^(-1/2)", "R88 (8.1)", contract},
    {"nothing along a free axis", "H taubar", "R D^-1 H", "SOA section 4", contract},
    {"the gain stays at its joint", "taubar G", "G R D^-1", "SOA section 4", contract},
    {"the gain is not passed on twice", "E_psi G", "K R D^-1", "SOA section 4, (10)", contract},
    {"the gain is not propagated", "psi G", "G + psi K R D^-1", "SOA section 4, (10)", contract},
    {"transmission through a joint twice", "taubar taubar", "taubar - G R D^-1 H", "SOA section 4", contract},
    {"no inertia along a free axis", "H Pplus", "R G*", "R87 section XI", contract},
    {"H P+ = 0", "H Pplus", "0 H", "R87 section XI", follows, no_armature},
    {"no rotor inertia", "R", "0 D", "SOA section 4", contract, no_armature},

    // Other forms of products of sweeps and gains.
    {"propagated gain", "phi G", "G + phi K", "SOA section 4", abbreviate},
    {"Lemma 5, past a hop", "E_phi psi", "psi - I + K H psi", "SOA appendix", abbreviate},
    {"Lemma 5, before a hop", "psi E_phi", "psi - I + psi K H", "SOA appendix", abbreviate},

    // Inertias and covariances.
    {"Riccati equation, past the joint", "M", "P - E_phi Pplus E_phi*", "R87 (37), (43)", recognise},
    {"Riccati equation, by articulated hops", "M", "P - E_psi P E_psi* - K R K*", "SOA (8)", recognise},
    {"Lyapunov equation", "M", "r - E_phi r E_phi*", "R87 (29)", recognise},
    {"Lemma 1", "Mass", "(I + H phi K) D (I + H phi K)*", "SOA (11)", recognise},
    {"inertias by phi and P", "phi M phi*", "P + (phi - I) P + P (phi - I)* + phi K D K* phi*",
     "SOA appendix", covariance},
    {"inertias by psi and P", "psi M psi*", "P + (psi - I) P + P (psi - I)* - psi K R K* psi*",
     "SOA (8), appendix", covariance},
    {"inertias by psi, phi and P", "psi M phi*", "psi P + P (phi - I)*", "SOA (8), appendix", covariance},
    {"Riccati equation", "M", "P - E_phi P E_phi* + K D K*", "SOA appendix", covariance},
    {"inertias by phi and r", "phi M phi*", "r + (phi - I) r + r (phi - I)*", "R87 (27)-(28)", recognise},
    {"whitened inertias", "H psi M psi* H*", "D", "SOA (11), (16)", follows, no_armature},

    // Costate covariance: on any tree, the diagonal blocks of psi* H* D^-1 H psi are Upsilon. The last term of the
    // decomposition couples links on different branches; it is zero on a serial chain.
    {"costate covariance of frames on one link", "B* psi* H* D^-1 H psi B", "B* Upsilon B", "SOA 5.2",
     contract, frames_on_one_link},
    {"costate covariances of a chain", "psi* H* D^-1 H psi",
     "Upsilon + (psi - I)* Upsilon + Upsilon (psi - I)", "R87 (79)", covariance, serial_chain},
    {"costate covariance", "H* D^-1 H", "Upsilon - E_psi* Upsilon E_psi", "R87 (81)-(82)", covariance,
     serial_chain},
    {"Omega of a chain", "Omega", "B* (Upsilon + (psi - I)* Upsilon + Upsilon (psi - I)) B", "R87 (79)",
     follows, serial_chain},
    {"Omega of a tree", "Omega",
     "B* (Upsilon + (psi - I)* Upsilon + Upsilon (psi - I)"
     " + psi* (H* D^-1 H - Upsilon + E_psi* Upsilon E_psi) psi) B",
     "R87 (79), SOA (20)"},
    {"Omega by psi", "Omega", "B* psi* H* D^-1 H psi B", "SOA (20)"},
    {"tip correction", "Mass^-1 J*", "(I - H psi K)* D^-1 H psi B", "SOA (18)"},

    // Derivatives along v. The same holds along any vector x of joint space, with cross(H* x) for dVx.
    {"a joint axis is constant in its link's frame", "d(H)", "0 H", "DD91 section II", differentiate,
     no_custom_joints},
    {"derivative of a hop", "d(E_phi)", "E_phi dVx", "R87 (15)", differentiate},
    {"derivative of the propagation", "d(phi)", "(phi - I) dVx phi", "SOA appendix, R87 (15)", differentiate},
    {"derivative of the mass matrix", "d(Mass)", "d(H phi M phi* H*)", "SOA (3), product rule",
     differentiate},
    {"derivative of the Jacobian", "d(J)", "B* d(phi* H*)", "SOA (1), product rule", differentiate},
    {"derivative of Omega", "d(Omega)", "d(J Mass^-1 J*)", "SOA (19), product rule", differentiate},
    {"derivative of the shifted gain", "d(K)", "d(E_phi G)", "SOA section 4, product rule", differentiate},
    {"derivative of the part that a joint transmits", "d(taubar)", "-d(G H)", "SOA appendix, product rule",
     differentiate},
    {"derivative of an articulated hop", "d(E_psi)", "d(E_phi taubar)", "SOA (10), product rule",
     differentiate},
    {"derivative of the articulated propagation", "d(psi)", "psi d(E_psi) psi", "SOA appendix",
     differentiate},
    {"derivative of the covariance past the joint", "d(Pplus)",
     "taubar d(P) taubar* - G d(H) Pplus - Pplus d(H)* G*", "R87 (51)", differentiate},
    {"derivative of the weights", "d(g)", "phi* dVx* g", "R87 (15)", differentiate},
    {"bias accelerations", "a", "d(H)* v - cross(phi* H* v)* H* v", "R87 (15), DD91 step 2"},
    {"derivative of the bias accelerations", "d(a)",
     "d(d(H))* v - cross(phi* H* v)* d(H)* v - cross(d(phi* H*) v)* H* v",
     "R87 (15), DD91 step 2, product rule", differentiate, no_custom_joints},
    {"bias forces", "b", "cross(phi* H* v) M phi* H* v + M g", "R87 (7)"},
    {"derivative of the bias forces", "d(b)",
     "cross(d(phi* H*) v) M phi* H* v + cross(phi* H* v) M d(phi* H*) v + M d(g)", "R87 (7), product rule",
     differentiate},
    {"derivative of the bias torques", "d(C)", "d(H phi (M phi* a + b))", "SOA (4), product rule",
     differentiate, no_custom_joints},
    {"derivative of the Riccati equation", "d(P)", "E_phi (d(Pplus) + dVx Pplus + Pplus dVx*) E_phi*",
     "R87 (37), (43)"},
    {"derivative of the innovation variance", "d(D)", "d(H P H*)", "R87 (38), product rule"},
    {"derivative of the roots of the variance", "d(D)", "d(D^(1/2)) D^(1/2) + D^(1/2) d(D^(1/2))",
     "R88 (8.1), product rule"},
    {"derivative of the gain", "d(G)", "(taubar d(P) H* + Pplus d(H)* - G d(H) P H*) D^-1", "R87 (39), (51)"},
    {"derivative of the Lyapunov equation", "d(r)", "E_phi (d(r) + dVx r + r dVx*) E_phi*", "R87 (29)"},
    {"derivative of the costate covariance", "d(Upsilon)", "d(E_psi* Upsilon E_psi) + d(H* D^-1 H)",
     "R87 (81)-(82), product rule", follows, serial_chain},
    {"derivative of Lemma 1", "(I - H psi K) d(Mass) (I - H psi K)*",
     "d(D) + (I - H psi K) d(H phi K) D + D d(H phi K)* (I - H psi K)*", "SOA (11), product rule"},
};

}  // namespace

std::span<const Identity> identities() {
  return all;
}

bool holds(const Identity& identity, const Setting& setting) {
  switch (identity.condition) {
    case always:
      return true;
    case no_armature:
      return !setting.has_armature;
    case serial_chain:
      return setting.is_serial_chain;
    case frames_on_one_link:
      return setting.frame_links <= 1;
    case no_custom_joints:
      return !setting.has_custom_joints;
  }
  return false;
}

}  // namespace sinew::operators
