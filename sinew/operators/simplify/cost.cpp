#include "sinew/operators/simplify/cost.hpp"

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/lower/program.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;
using Polynomial = std::array<double, 4>;  // in the number of links

Polynomial operator+(Polynomial x, const Polynomial& y) {
  for (std::size_t i = 0; i < 4; ++i) x[i] += y[i];
  return x;
}
Polynomial operator*(double s, Polynomial x) {
  for (double& c : x) c *= s;
  return x;
}
Polynomial operator*(const Polynomial& x, const Polynomial& y) {
  Polynomial product{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; i + k < 4; ++k) product[i + k] += x[i] * y[k];
  return product;
}

// Flops of one operator at a revolute link, as in the recursions of sinew/algorithms: moving a force or a motion across
// the link takes 20 multiplications and 12 additions, H only reads or writes a number, a rigid inertia has ten numbers
// and an articulated inertia 21. B takes about as many per frame as moving across a link does.
struct Flops {
  double per_link, per_frame = 0;
};
Flops flops_of(const std::string& name) {
  static const std::map<std::string, Flops> table{
      {"E_phi", {32}}, {"H", {0}},        {"G", {11}},         {"M", {42}},   {"P", {66}},
      {"r", {42}},     {"Upsilon", {66}}, {"D", {1}},          {"R", {1}},    {"B", {0, 33}},
      {"a", {0}},      {"b", {0}},        {"T", {0}},          {"v", {0}},    {"D^(1/2)", {1}},
      {"cross", {30}}, {"d(H)", {11}},    {"d(P)", {66}},      {"d(D)", {1}}, {"d(D^(1/2))", {1}},
      {"d(G)", {11}},  {"d(r)", {42}},    {"d(Upsilon)", {66}}};
  const auto found = table.find(name);
  return found == table.end() ? Flops{0} : found->second;
}
// Flops per link of the recursions that compute the operators. Each runs once, however often its results are used.
constexpr double filter = 190, composite_inertias = 70, costate_covariances = 256, roots = 2;
// Their derivatives, by the same recursions on numbers that carry a rate.
constexpr double with_rate = 3;

bool is_frames(const Expression& op) {
  return op == names::B;
}

// Splits x into A* W A, where W acts link by link. Returns nothing if x has no such form, or on joint space (cost.hpp).
std::optional<Halves> halves_of(const Expression& x) {
  if (x.kind() != Kind::product || !is_self_adjoint(x) || x.from() == joint_space) return {};
  const std::vector<Expression>& f = x.factors();
  const auto right = f.end() - std::ptrdiff_t(f.size() / 2);
  const Expression A = product({right, f.end()}, x.from());
  const Expression W = f.size() % 2 == 0 ? Expression::identity(A.to()) : f[f.size() / 2];
  if (!is_self_adjoint(W) || takes_all(W)) return {};
  return Halves{A, W};
}

class Count {
 public:
  explicit Count(const Setting& setting) : setting_(setting) {}

  // Flops of running the program of x for a number of columns.
  Polynomial of(const Expression& x, const Polynomial& columns) {
    const Program program = lower(x, Form::run);
    const std::vector<bool> is_at_frames = zero_without_frames(program);
    Polynomial once{}, per_column{};
    for (const ProgramSweep& sweep : program.sweeps) {
      for (const auto& [value, parts] : sweep.instructions) {
        const bool at_frames = is_at_frames[std::size_t(value)];
        const Space& space = program.values[std::size_t(value)].space;
        const Polynomial at_links = size_of(space), own = at_frames ? at_frame_links(space) : at_links;
        bool is_first = true;
        for (const Part& part : parts) {
          const Polynomial size = is_frames(part.op) ? at_frame_links(space) : own;
          if (!is_first) per_column = per_column + size;
          if (std::abs(part.coefficient) != 1) per_column = per_column + size;
          count(part.op, at_frames, once, per_column);
          is_first = false;
        }
      }
    }
    return once + columns * per_column;
  }
  // Flops of the matrix of x by its columns, or by those of the adjoint if they are fewer.
  Polynomial of_columns(const Expression& x) {
    const bool by_columns = at_setting(size_of(x.from())) <= at_setting(size_of(x.to()));
    return by_columns ? of(x, size_of(x.from())) : of(~x, size_of(x.to()));
  }
  // Flops of the columns of A, of W times these, and of all their products.
  Polynomial of_halves(const Halves& x) {
    const Polynomial columns = size_of(x.A.from());
    return of(x.A, columns) + of(x.W, columns) + columns * (columns + Polynomial{1.0}) * size_of(x.A.to());
  }
  Polynomial of_matrix(const Expression& x) {
    const Polynomial columns = of_columns(x);
    const auto halves = halves_of(x);
    if (!halves) return columns;
    const Polynomial by_halves = of_halves(*halves);
    return at_setting(by_halves) < at_setting(columns) ? by_halves : columns;
  }
  double at_setting(const Polynomial& x) const { return Cost{x}.at(setting_.links); }
  Polynomial recursions() const {
    const double changes = with_rate * (filter * double(filter_changes_.size()) +
                                        composite_inertias * double(composite_changes_.size()) +
                                        costate_covariances * double(costate_changes_.size()));
    return {0, filter * (needs_filter_ || needs_costates_ || needs_roots_ || !filter_changes_.empty()) +
                   composite_inertias * needs_composites_ + costate_covariances * needs_costates_ +
                   roots * needs_roots_ + changes};
  }

 private:
  Polynomial size_of(const Space& space) const {
    if (space.size > 0) return {double(space.size)};
    if (space == frame_space) return {6.0 * setting_.frames};
    return {0, space == body_space ? 6.0 : 1.0};
  }
  // The size of a value of which only the links that carry frames count.
  Polynomial at_frame_links(const Space& space) const {
    return {setting_.frame_links * (space == body_space ? 6.0 : 1.0)};
  }

  // Adds the flops of one operator. `at_frames`: true counts only the links that carry frames, false counts all links.
  void count(const Expression& op, bool at_frames, Polynomial& once, Polynomial& per_column) {
    if (op.kind() == Kind::inverse && takes_all(op)) {
      // The matrix is factorised once and solved with for every column.
      const Polynomial n = size_of(op.to());
      once = once + of(op.argument(), n) + (2.0 / 3) * (n * n * n);
      per_column = per_column + 2.0 * (n * n);
      return;
    }
    if (op.kind() == Kind::identity) return;
    const Symbol& symbol = op.kind() == Kind::inverse ? op.argument().symbol() : op.symbol();
    const std::string family = family_of(symbol);
    if (takes_all(op)) {
      per_column = per_column + 2.0 * (size_of(op.to()) * size_of(op.from()));
      return;
    }
    const auto [per_link, per_frame] = flops_of(family);
    per_column = per_column + Polynomial{per_frame * setting_.frames};
    per_column =
        per_column + (at_frames ? Polynomial{per_link * setting_.frame_links} : Polynomial{0, per_link});
    needs_filter_ |= symbol.name == "P" || symbol.name == "D" || symbol.name == "G";
    needs_composites_ |= symbol.name == "r";
    needs_costates_ |= symbol.name == "Upsilon";
    needs_roots_ |= symbol.name == "D^(1/2)";
    if (!symbol.operands || !symbol.operands->of || is_derivative_of_axes(symbol)) return;
    const Expression& along = symbol.operands->along;  // each direction has recursions of its own
    if (family == "d(r)")
      composite_changes_.insert(along);
    else
      filter_changes_.insert(along);
    if (family == "d(Upsilon)") costate_changes_.insert(along);
  }

  const Setting& setting_;
  bool needs_filter_ = false, needs_composites_ = false, needs_costates_ = false, needs_roots_ = false;
  std::set<Expression> filter_changes_, composite_changes_, costate_changes_;  // directions of derivatives
};

}  // namespace

Cost cost_of(const Expression& x, const Setting& setting) {
  Count count(setting);
  const Polynomial products = setting.wanted == Purpose::matrix ? count.of_matrix(x) : count.of(x, {1.0});
  return {products + count.recursions()};
}

std::optional<Halves> cheaper_by_halves(const Expression& x, const Setting& setting) {
  Count count(setting);
  const auto halves = halves_of(x);
  const auto flops = [&](const Polynomial& p) { return count.at_setting(p); };
  if (!halves || flops(count.of_columns(x)) <= flops(count.of_halves(*halves))) return {};
  return halves;
}

}  // namespace sinew::operators
