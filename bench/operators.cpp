// Times prepared formulas of spatial operators and the hand-written recursions (docs/benchmarks.md).
//
// On random serial chains of revolute joints; the filter is already computed unless stated otherwise. The two
// alternate, and the shortest processor time of each counts.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "bench/machine.hpp"
#include "bench/text_table.hpp"
#include "sinew/algorithms/dynamics/force_response.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/operators/run/prepared.hpp"

namespace {

using namespace sinew::operators::names;
using sinew::operators::Configuration, sinew::operators::Expression, sinew::operators::Prepared,
    sinew::operators::Purpose;

double microseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

// A chain with its tip chosen, and the data of the recursions and the formulas.
struct Chain {
  explicit Chain(int links)
      : model(sinew::random_chain(links, 1)),
        work(model),
        tip{static_cast<int>(model.frames().size()) - 1},
        space(model, {&tip, 1}, sinew::Reference::body),
        at(model, {tip}),
        q(static_cast<std::size_t>(links)),
        x(q.size(), 1.0),
        y(q.size()),
        force(6, 1.0) {
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = 0.1 * static_cast<double>(i % 17) - 0.7;
    at.set(q);
    update_filter(work, q);
  }

  // tau = M x, as inverse dynamics without velocities and gravity would compute it; the library has no such function.
  void mass_times() {
    const auto& tree = *work.tree;
    sinew::Motion<double> lambda{};
    for (std::size_t k = 1; k < tree.links.size(); ++k) {
      at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
        if (joint.link.parent + 1 != int(k)) lambda = work.acceleration[std::size_t(joint.link.parent)];
        lambda = joint.motion_to_child(lambda);
        joint.advance(lambda, x.data() + joint.link.v);
        work.acceleration[k] = lambda;
        work.force[k] = joint.link.inertia * lambda;
      });
    }
    sinew::newton_euler::inward(tree, work, [&](const auto& joint, const auto& f) SINEW_INLINE_LAMBDA {
      const int v = joint.link.v;
      y[std::size_t(v)] = joint.measure(f, 0) + tree.armature[std::size_t(v)] * x[std::size_t(v)];
    });
  }
  void solve_mass_matrix() {
    factor_solve(work, x, y);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] *= work.measurement[i].inverse_variance;
    factor_adjoint_solve(work, y, y);
  }
  void omega() {
    ++work.contents.position;  // so that Omega is computed again even at the same position
    space.omega(work);
  }
  void tip_correction() {
    const sinew::ExternalForce<double> given{tip, {{1, 1, 1}, {1, 1, 1}}};
    force_response(work, {&given, 1}, y);
  }

  sinew::Model model;
  sinew::Workspace<double> work;
  sinew::FrameIndex tip;
  sinew::OperationalSpace<double> space;
  Configuration at;
  std::vector<double> q, x, y, force;
  sinew::Matrix<double> result;  // of a formula whose result is a matrix
};

struct Formula {
  const char* name;
  Expression expression;
  Purpose wanted;
  std::function<void(Chain&)> by_hand;
  bool from_position = false;  // includes the filter
  bool is_linear = true;       // its time is linear in the number of links
};

std::vector<Formula> formulas() {
  using enum Purpose;
  return {
      {"J* f", ~J, product_with_vector,
       [](Chain& c) { c.space.jacobian_adjoint_times(c.work, c.force, c.y); }},
      {"Mass x", Mass, product_with_vector, [](Chain& c) { c.mass_times(); }},
      {"Mass^-1 x", inv(Mass), product_with_vector, [](Chain& c) { c.solve_mass_matrix(); }},
      {"Mass^-1 x, from q", inv(Mass), product_with_vector,
       [](Chain& c) {
         update_filter(c.work, c.q);
         c.solve_mass_matrix();
       },
       true},
      {"Omega", Omega, matrix, [](Chain& c) { c.omega(); }},
      {"Omega, from q", Omega, matrix,
       [](Chain& c) {
         update_filter(c.work, c.q);
         c.omega();
       },
       true},
      {"forward dynamics, from q", inv(Mass) * (T - C), product_with_vector,
       [](Chain& c) { forward_dynamics(c.work, c.q, c.x, c.x, c.y); }, true},
      {"tip correction", inv(Mass) * ~J, product_with_vector, [](Chain& c) { c.tip_correction(); }},
      {"Mass, from q", Mass, matrix, [](Chain& c) { mass_matrix(c.work, c.q, c.result); }, true, false},
      {"Mass^-1, from q", inv(Mass), matrix, [](Chain& c) { inverse_mass_matrix(c.work, c.q, c.result); },
       true, false},
  };
}

struct Times {
  double prepared = std::numeric_limits<double>::infinity(), by_hand = prepared;
};

Times time_of(const Formula& formula, Chain& chain, int turns) {
  Prepared prepared(formula.expression, chain.at, formula.wanted);
  const sinew::operators::Space& space = formula.expression.from();
  const std::vector<double> none;
  const std::vector<double>& given = space == sinew::operators::frame_space    ? chain.force
                                     : space == sinew::operators::number_space ? none
                                                                               : chain.x;
  if (formula.wanted == Purpose::matrix)
    chain.result.reset(chain.at.size_of(formula.expression.to()), chain.at.size_of(space));
  const auto run = [&] {
    if (formula.from_position) chain.at.set(chain.q, chain.x, chain.x);
    if (formula.wanted == Purpose::matrix) return prepared.matrix(chain.result);
    prepared.apply(given, chain.y);
  };
  const int calls = std::max(1, 3000 / static_cast<int>(chain.q.size()));
  const auto turn = [&](double& least, const auto& f) {
    const double start = microseconds();
    for (int i = 0; i < calls; ++i) f();
    least = std::min(least, (microseconds() - start) / calls);
  };
  Times times;
  for (int i = 0; i < turns; ++i) {
    turn(times.prepared, run);
    turn(times.by_hand, [&] { formula.by_hand(chain); });
  }
  return times;
}

}  // namespace

int main() {
  constexpr int lengths[] = {10, 30, 100, 300, 1000, 3000};
  constexpr int compared_length = 30, turns = 200;
  const bench::Machine machine = bench::this_machine();
  fmt::print("{}, {}, {}\n\n", machine.processor, machine.system, machine.date);
  bench::TextTable ratios(
      {fmt::format("{} links, microseconds", compared_length), "prepared", "by hand", "ratio"}),
      per_link({"microseconds per link"});
  for (const int links : lengths) per_link.head.push_back(fmt::format("{} links", links));
  per_link.head.push_back("most / least");
  std::vector<std::optional<Chain>> chains(std::size(lengths));
  for (std::size_t i = 0; i < chains.size(); ++i) chains[i].emplace(lengths[i]);
  for (const Formula& formula : formulas()) {
    std::vector<std::string> line{formula.name};
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t i = 0; i < chains.size(); ++i) {
      if (!formula.is_linear && lengths[i] != compared_length) continue;
      const Times times = time_of(formula, *chains[i], turns);
      const double each = times.prepared / lengths[i];
      line.push_back(fmt::format("{:.4f}", each));
      least = std::min(least, each), most = std::max(most, each);
      if (lengths[i] == compared_length)
        ratios.lines.push_back({formula.name, bench::readable_time(times.prepared),
                                bench::readable_time(times.by_hand),
                                bench::readable_ratio(times.prepared / times.by_hand)});
    }
    if (!formula.is_linear) continue;
    line.push_back(bench::readable_ratio(most / least));
    per_link.lines.push_back(line);
  }
  fmt::print("{}\n{}", ratios.text(), per_link.text());
}
