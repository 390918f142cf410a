#include "sinew/operators/cost.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

// Flops per revolute link of a product with one vector, as the recursions of sinew/algorithms have them: 20
// multiplications and 12 additions carry a force or a motion over a link, H only reads a number, a rigid inertia is ten
// numbers and an articulated one 21. A sweep adds what comes over the link to what is there.
constexpr double carry = 32, add_spatial = 6, gain = 6, project = 12, rigid = 42, symmetric = 66;

double flops_per_link(std::string_view name) {
  static const std::map<std::string_view, double> table{
      {"H", 0},
      {"phi", carry + add_spatial},
      {"E_phi", carry},
      {"M", rigid},
      {"R", 1},
      {"P", symmetric},
      {"D", 1},
      {"G", gain},
      {"K", carry + gain},
      {"psi", carry + project + add_spatial},
      {"E_psi", carry + project},
      {"taubar", project},
      {"Pplus", symmetric},
      {"r", rigid},
      {"Upsilon", symmetric},
      {"B", 0},
      {"a", add_spatial},
      {"b", add_spatial},
      {"T", 1},
      // by their definitions
      {"Mass", 2 * (carry + add_spatial) + rigid + 2},
      {"J", carry + add_spatial},
      {"C", 2 * (carry + add_spatial) + rigid + 2 * add_spatial}};
  const auto found = table.find(name);
  return found == table.end() ? 0 : found->second;
}

// The recursions that fill the operators, each run once however often its results are used.
constexpr double filter = 190, composite_inertia = 70, costate_covariance = 256;

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

// One evaluation of an expression as the lowering does it: each distinct operator on each distinct value once.
class Evaluation {
 public:
  explicit Evaluation(const Setting& setting) : setting_(setting) {}

  Polynomial cost_with_columns_of(const Expression& x, const Polynomial& columns) {
    Evaluation inner(setting_);  // its values are other vectors
    inner.value_of(x, 0);
    needs_filter_ |= inner.needs_filter_;
    needs_composites_ |= inner.needs_composites_;
    needs_costates_ |= inner.needs_costates_;
    return inner.once_ + columns * inner.per_column_;
  }
  // Its columns, or those of the adjoint where they are fewer.
  Polynomial cost_as_matrix(const Expression& x) {
    const bool by_columns = size_at_setting(x.from()) <= size_at_setting(x.to());
    return by_columns ? cost_with_columns_of(x, size(x.from())) : cost_with_columns_of(~x, size(x.to()));
  }
  Polynomial recursions() const {
    return {0, filter * (needs_filter_ || needs_costates_) + composite_inertia * needs_composites_ +
                   costate_covariance * needs_costates_};
  }

 private:
  static constexpr int nothing = -1;  // the value zero

  Polynomial size(const Space& space) const {
    if (space.size > 0) return {double(space.size)};
    if (space == frame_space) return {6.0 * setting_.frames};
    return {0, space == body_space ? 6.0 : 1.0};
  }
  double size_at_setting(const Space& space) const { return Cost{size(space)}.at(setting_.links); }

  int value_of(const Expression& x, int input) {
    switch (x.kind()) {
      case Kind::zero:
        return nothing;
      case Kind::identity:
        return input;
      case Kind::product: {
        int value = input;
        for (auto f = x.factors().rbegin(); f != x.factors().rend() && value != nothing; ++f)
          value = value_of(*f, value);
        return value;
      }
      case Kind::sum: {
        std::vector<std::pair<int, double>> parts;
        for (const auto& [coefficient, term] : x.terms()) {
          const int value = value_of(term, input);
          if (value != nothing) parts.emplace_back(value, coefficient);
        }
        std::ranges::sort(parts);
        const auto [place, is_new] = sums_.try_emplace(parts, values_);
        if (is_new) {
          ++values_;
          double operations = double(parts.size()) - 1;
          for (const auto& [value, coefficient] : parts) operations += std::abs(coefficient) != 1;
          per_column_ = per_column_ + operations * size(x.to());
        }
        return place->second;
      }
      case Kind::symbol:
      case Kind::inverse: {
        const auto [place, is_new] = products_.try_emplace({input, x}, values_);
        if (is_new) {
          ++values_;
          count(x);
        }
        return place->second;
      }
    }
    return nothing;
  }

  void count(const Expression& x) {
    if (x.kind() == Kind::inverse) return count_inverse(x.argument());
    const Symbol& symbol = x.symbol();
    if (symbol.reach == Reach::given) {
      per_column_ = per_column_ + 2.0 * (size(x.to()) * size(x.from()));
    } else if (symbol.name == "Omega") {  // a matrix of frames, by its definition with dense inverse
      const Polynomial n = size(joint_space);
      once_ = once_ + n * n * n;
    } else {
      per_column_ = per_column_ + Polynomial{symbol.name == "B" ? (carry + add_spatial) * setting_.frames : 0,
                                             flops_per_link(symbol.name)};
    }
    for (const char* name : {"P", "D", "G", "K", "psi", "E_psi", "taubar", "Pplus"})
      needs_filter_ |= symbol.name == name;
    needs_composites_ |= symbol.name == "r";
    needs_costates_ |= symbol.name == "Upsilon";
  }

  // D is inverted link by link; anything else becomes a matrix, is factored once and solved with for every column.
  void count_inverse(const Expression& argument) {
    if (argument.kind() == Kind::symbol && argument.symbol().name == "D") return count(argument);
    const Polynomial s = size(argument.to());
    once_ = once_ + cost_as_matrix(argument) + (2.0 / 3) * (s * s * s);
    per_column_ = per_column_ + 2.0 * (s * s);
  }

  const Setting& setting_;
  std::map<std::pair<int, Expression>, int> products_;
  std::map<std::vector<std::pair<int, double>>, int> sums_;
  int values_ = 1;  // 0 is the input
  Polynomial once_{}, per_column_{};
  bool needs_filter_ = false, needs_composites_ = false, needs_costates_ = false;
};

}  // namespace

Cost cost_of(const Expression& x, const Setting& setting) {
  Evaluation evaluation(setting);
  const Polynomial products = setting.wanted == Wanted::matrix ? evaluation.cost_as_matrix(x)
                                                               : evaluation.cost_with_columns_of(x, {1.0});
  return {products + evaluation.recursions()};
}

}  // namespace sinew::operators
