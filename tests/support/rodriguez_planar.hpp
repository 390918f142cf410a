// The planar chain exactly as printed in R87 section XII, line by line of its Tables II and III, with the cost of each
// line: states and covariances are shifted between link frames and rotated at the joints.
//
// Links are numbered from the tip as in the paper. The frame of a link has x along the axes, y from the outer joint
// to the inner one. A link is `length` l, mass m, distance p of the centre from the inner joint, inertia I about it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/scalar/counted.hpp"

namespace sinew::test {

struct RodriguezLink {
  double length, mass, p, inertia;
};

// The accumulated cost of the lines of a table, and the number of their repetitions.
class TableOfOperations {
 public:
  template <class Work>
  void line(const std::string& name, Work&& work) {
    const CountOperations count;
    work();
    Line& entry = lines_[name];
    entry.sum = entry.sum + count.executed();
    ++entry.repetitions;
  }
  long repetitions(const std::string& name) const { return lines_.at(name).repetitions; }
  // Cost of one repetition; all repetitions cost the same.
  Operations operator[](const std::string& name) const {
    const auto& [sum, times] = lines_.at(name);
    return {.additions = sum.additions / times,
            .multiplications = sum.multiplications / times,
            .divisions = sum.divisions / times};
  }
  Operations sum() const {
    Operations all;
    for (const auto& [name, entry] : lines_) all = all + entry.sum;
    return all;
  }

 private:
  struct Line {
    Operations sum{};
    long repetitions = 0;
  };
  std::map<std::string, Line> lines_;
};

// Rotates to the axes of the next link inward, and back, with c and s of the joint's angle.
inline void rotate(const SineCosine<Counted>& at, Counted& y, Counted& z) {
  const Counted rotated = at.cosine * y - at.sine * z;
  z = at.sine * y + at.cosine * z;
  y = rotated;
}
inline void rotate_back(const SineCosine<Counted>& at, Counted& y, Counted& z) {
  rotate({-at.sine, at.cosine}, y, z);
}

inline std::vector<SineCosine<Counted>> sines_and_cosines(const std::vector<Counted>& q) {
  std::vector<SineCosine<Counted>> list;
  for (const Counted& angle : q) list.push_back(sine_cosine(angle));
  return list;
}

// Table II: joint accelerations from joint torques at rest and without gravity. All lists start at the tip.
inline std::vector<Counted> smoothed_accelerations(const std::vector<RodriguezLink>& links,
                                                   const std::vector<Counted>& q,
                                                   const std::vector<Counted>& tau,
                                                   TableOfOperations& table) {
  const auto joints = sines_and_cosines(q);
  struct Gain {
    Counted g2, g3, residual;
  };
  std::vector<Gain> gains(links.size());
  Counted z1, z2, z3, P1, P2, P3, P4, P5, P6;
  for (std::size_t k = 0; k < links.size(); ++k) {
    const auto& [l, m, p, I] = links[k];
    const double mp = m * p;
    auto& [g2, g3, residual] = gains[k];
    Counted e;
    table.line("State propagation", [&] { z1 = z1 - l * z3; });
    table.line("Inertia propagation", [&] {
      const Counted shifted = -l * P6;
      P1 = I - l * shifted;
      P2 = -l * P5;
      P3 = P3 + m;
      P4 = shifted - mp;
      P6 = P6 + m;
    });
    table.line("Gain", [&] { g2 = P2 / P1, g3 = P4 / P1; });
    table.line("Innovations", [&] { e = tau[k] - z1; });
    table.line("Residuals", [&] { residual = e / P1; });
    table.line("State update", [&] {  // and to the axes of the next link
      z1 = z1 + e;                    // printed as z(1) -> tau, counted as an addition
      z2 = z2 + g2 * e;
      z3 = z3 + g3 * e;
      rotate(joints[k], z2, z3);
    });
    table.line("Inertia update",
               [&] {  // likewise; the rotation in the form that takes 6 multiplications, 7 additions
                 P3 = P3 - g2 * P2;
                 P5 = P5 - g3 * P2;
                 P6 = P6 - g3 * P4;
                 const auto& [s, c] = joints[k];
                 const Counted cs = c * s, ss = s * s, difference = P3 - P6, twice = P5 + P5;
                 const Counted h = ss * difference + cs * twice;
                 P5 = P5 + (cs * difference - ss * twice);
                 P3 = P3 - h;
                 P6 = P6 + h;
               });
  }
  std::vector<Counted> a(links.size());
  Counted lambda1, lambda2, lambda3;
  for (std::size_t k = links.size(); k-- > 0;) {
    table.line("Costate update", [&] { rotate_back(joints[k], lambda2, lambda3); });
    table.line("Joint acceleration",
               [&] { a[k] = gains[k].residual - lambda1 - gains[k].g2 * lambda2 - gains[k].g3 * lambda3; });
    table.line("Costate update, joint axis", [&] { lambda1 = lambda1 + a[k]; });
    table.line("Costate propagation", [&] { lambda3 = lambda3 - links[k].length * lambda1; });
  }
  return a;
}

// Table III: the mass matrix, rows and columns from the tip.
inline Matrix<Counted> assembled_mass_matrix(const std::vector<RodriguezLink>& links,
                                             const std::vector<Counted>& q, TableOfOperations& table) {
  const auto joints = sines_and_cosines(q);
  const int n = int(links.size());
  Matrix<Counted> M(n, n);
  struct State {
    Counted x1, x2, x3;
  };
  std::vector<State> columns;
  Counted mass, hy, hz, J;  // composite body about the joint: mass, mass times centre, inertia
  for (int k = 0; k < n; ++k) {
    const auto& [l, m, p, I] = links[std::size_t(k)];
    const double mp = m * p, twice_l = 2 * l;
    table.line("Rotational inertia", [&] { J = J + (I + (l * (l * mass) - twice_l * hy)); });
    table.line("Mass center", [&] { hy = hy - l * mass - mp; });
    table.line("Mass", [&] { mass = mass + m; });
    for (State& x : columns) {
      table.line("State propagation", [&] { x.x1 = x.x1 - l * x.x3; });
    }
    columns.push_back({J, -hz, hy});
    for (int j = 0; j <= k; ++j) {
      State& x = columns[std::size_t(j)];
      M(k, j) = M(j, k) = x.x1;
      if (k + 1 < n) table.line("State update", [&] { rotate(joints[std::size_t(k)], x.x2, x.x3); });
    }
    hy = columns.back().x3;  // the newest column carries the composite's centre along
    hz = -columns.back().x2;
  }
  return M;
}

}  // namespace sinew::test
