#include "sinew/operators/compare/dense.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

#include "sinew/dense/products.hpp"
#include "sinew/model/joints/joints.hpp"
#include "sinew/operators/compare/internal/dense_inverse.hpp"
#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/run/internal/change.hpp"
#include "sinew/operators/run/internal/values.hpp"
#include "sinew/operators/text/parse.hpp"

namespace sinew::operators {
namespace {

using Dense = Matrix<double>;
using Kind = Expression::Kind;

Dense identity(int n) {
  Dense m(n, n);
  for (int i = 0; i < n; ++i) m(i, i) = 1;
  return m;
}
Dense transposed(const Dense& m) {
  Dense t;
  transpose<double>(m, t);
  return t;
}
Dense operator*(const Dense& x, const Dense& y) {
  Dense p;
  multiply<double>(x, y, p);
  return p;
}
Dense absolute(Dense m) {
  for (int k = 0; k < m.rows() * m.cols(); ++k) m.data()[k] = std::abs(m.data()[k]);
  return m;
}
void add(double s, const Dense& x, Dense& to) {
  for (int j = 0; j < x.cols(); ++j) {
    for (int i = 0; i < x.rows(); ++i) to(i, j) += s * x(i, j);
  }
}
Dense minus(Dense x, const Dense& y) {
  add(-1, y, x);
  return x;
}
Dense plus(Dense x, const Dense& y) {
  add(1, y, x);
  return x;
}
Dense block(const Dense& m, int i, int j, int rows, int cols) {
  Dense b(rows, cols);
  for (int c = 0; c < cols; ++c) {
    for (int r = 0; r < rows; ++r) b(r, c) = m(i + r, j + c);
  }
  return b;
}
void add_block(const Dense& b, int i, int j, Dense& to) {
  for (int c = 0; c < b.cols(); ++c) {
    for (int r = 0; r < b.rows(); ++r) to(i + r, j + c) += b(r, c);
  }
}
// Inverts m, the matrix of `x`; error messages name x.
Dense inverse(Dense m, const Expression& x) {
  GeneralSolver<double> solver;
  Dense result = identity(m.rows());
  solver.matrix() = std::move(m);
  factorise(solver, x);
  solver.solve_columns(result);
  return result;
}

// The 6 x 6 matrix of a linear map of spatial vectors, from its values at the unit vectors.
template <class From, class Map>
Dense columns_of(Map&& map) {
  Dense m(6, 6);
  for (int j = 0; j < 6; ++j) {
    From unit{};
    unit[j] = 1;
    const auto column = map(unit);
    for (int i = 0; i < 6; ++i) m(i, j) = column[i];
  }
  return m;
}

// Computes the operators from their definitions, each of them once.
class Operators {
 public:
  explicit Operators(const Configuration& at)
      : at_(at), values_(at.values()), links_(int(tree().links.size())) {}

  Dense of(const Expression& x) {
    switch (x.kind()) {
      case Kind::zero:
        return Dense(at_.size_of(x.to()), at_.size_of(x.from()));
      case Kind::identity:
        return identity(at_.size_of(x.to()));
      case Kind::symbol:
        return x.is_adjoint() ? transposed(of_symbol(~x)) : of_symbol(x);
      case Kind::inverse:
        return inverse(of(x.argument()), x.argument());
      case Kind::sum: {
        Dense m(at_.size_of(x.to()), at_.size_of(x.from()));
        for (const auto& [coefficient, term] : x.terms()) add(coefficient, of(term), m);
        return m;
      }
      case Kind::product: {
        Dense m = of(x.factors().back());
        for (auto f = x.factors().rbegin() + 1; f != x.factors().rend(); ++f) m = of(*f) * m;
        return m;
      }
    }
    return {};
  }

  Dense size_of_terms(const Expression& x) {
    switch (x.kind()) {
      case Kind::symbol: {
        const auto difference = made_of_difference(x.symbol());
        if (!difference) return absolute(of(x));
        return size_of_terms(x.is_adjoint() ? ~*difference : *difference);
      }
      case Kind::inverse: {
        const Dense inverse = absolute(of(x));
        return inverse * size_of_terms(x.argument()) * inverse;
      }
      case Kind::sum: {
        Dense m(at_.size_of(x.to()), at_.size_of(x.from()));
        for (const auto& [coefficient, term] : x.terms()) add(std::abs(coefficient), size_of_terms(term), m);
        return m;
      }
      case Kind::product: {
        Dense m = size_of_terms(x.factors().back());
        for (auto f = x.factors().rbegin() + 1; f != x.factors().rend(); ++f) m = size_of_terms(*f) * m;
        return m;
      }
      default:
        return of(x);
    }
  }

 private:
  const Dense& of_symbol(const Expression& x) {
    const auto known = known_.find(x);
    if (known != known_.end()) return known->second;
    Dense m = x.symbol().operands ? of_change(x.symbol()) : make(x.symbol());
    return known_.emplace(x, std::move(m)).first->second;
  }
  // The definition of a symbol that is computed as a sum or difference of terms, in the form that the sweeps and make()
  // evaluate. Empty for other symbols.
  static std::optional<Expression> made_of_difference(const Symbol& symbol) {
    using namespace names;
    if (const auto definition = definition_of(symbol)) return definition;
    if (symbol.name == "taubar") return I - G * H;
    if (symbol.name == "Pplus") return P - G * H * P;
    if (symbol.name == "E_psi") return E_phi * (I - G * H);
    return {};
  }
  const Dense& of(const char* name) { return of_symbol(Expression(find_symbol(name))); }

  Dense make(const Symbol& symbol) {
    const std::string& name = symbol.name;
    if (symbol.reach == Reach::given) return given(symbol);
    if (!symbol.definition.empty()) return of(parse(symbol.definition));
    if (name == "phi") return inverse(minus(identity(body_size()), of("E_phi")), names::I - names::E_phi);
    if (name == "psi") return inverse(minus(identity(body_size()), of("E_psi")), names::I - names::E_psi);
    if (name == "E_psi") return of("E_phi") * of("taubar");
    if (name == "K") return of("E_phi") * of("G");
    if (name == "taubar") return minus(identity(body_size()), of("G") * of("H"));
    if (name == "Pplus") return of("taubar") * of("P");
    if (name == "G") return of("P") * transposed(of("H")) * inverse(of("D"), names::D);
    if (name == "D") return plus(of("H") * of("P") * transposed(of("H")), of("R"));
    if (name == "P") return covariances();
    if (name == "D^(1/2)") return square_root(of("D"));
    if (name == "r") return diagonal_blocks(of("phi") * of("M") * transposed(of("phi")));
    if (name == "Upsilon") {
      const Dense H_psi = of("H") * of("psi");
      return diagonal_blocks(transposed(H_psi) * inverse(of("D"), names::D) * H_psi);
    }
    return from_joints(name);
  }

  // Derivatives and cross products.
  Dense of_change(const Symbol& symbol) {
    using namespace names;
    const auto& [differentiated, along] = *symbol.operands;
    if (!differentiated) return cross_products(of(along));
    if (const auto definition = definition_of(symbol)) return of(*definition);
    const auto change = [&, x = along](const Expression& y) { return d(y, x); };
    const std::string family = family_of(symbol);
    if (family == "d(H)") return axes_changes(along);
    if (family == "d(P)") return covariance_changes(of(change(H)), of(E_phi * cross(~H * along)));
    if (family == "d(D)") return of(change(H * P * ~H));
    if (family == "d(G)") return of((change(P * ~H) - G * change(D)) * inv(D));  // from G D = P H*
    if (family == "d(D^(1/2))") {  // (D, D'; 0, D) has the root (S, S'; 0, S)
      const int n = of("D").rows();
      Dense both(2 * n, 2 * n);
      add_block(of("D"), 0, 0, both);
      add_block(of("D"), n, n, both);
      add_block(of(change(D)), 0, n, both);
      return block(square_root(both), 0, n, n, n);
    }
    if (family == "d(r)") return diagonal_blocks(of(change(phi * M * ~phi)));
    if (family == "d(Upsilon)") return diagonal_blocks(of(change(~psi * ~H * inv(D) * H * psi)));
    if (!at_.setting(Purpose::matrix).has_custom_joints)
      return Dense(at_.size_of(symbol.to), at_.size_of(symbol.from));
    throw std::invalid_argument(symbol.name + " is not known for custom joints");
  }

  Dense cross_products(const Dense& motions) {
    Dense m(body_size(), body_size());
    for (int first = 0; first < body_size(); first += 6) {
      Motion<double> motion;
      for (int i = 0; i < 6; ++i) motion[i] = motions(first + i, 0);
      add_block(columns_of<Force<double>>([&](const auto& f) { return sinew::cross(motion, f); }), first,
                first, m);
    }
    return m;
  }
  // The derivative of H, which the joints themselves give.
  Dense axes_changes(const Expression& along) {
    Change& change = *values_.changes[std::size_t(change_along(along, at_))];
    change.need_axes();
    Dense m(at_.size_of(joint_space), body_size());
    for (int j = 0; j < m.rows(); ++j) {
      for (int c = 0; c < 6; ++c)
        m(j, row(int(values_.link_of_dof[std::size_t(j)])) + c) = change.axis[std::size_t(j)][c];
    }
    return m;
  }

  Dense given(const Symbol& symbol) const {
    Dense m(at_.size_of(symbol.to), at_.size_of(symbol.from));
    check_given(symbol, at_);
    std::copy(symbol.value.begin(), symbol.value.end(), m.data());
    return m;
  }

  // The operators that follow directly from the joints, links and frames.
  Dense from_joints(const std::string& name) {
    const Symbol& symbol = *find_symbol(name);
    Dense m(at_.size_of(symbol.to), at_.size_of(symbol.from));
    if (name == "a" || name == "b" || name == "g") values_.need_bias();
    for (int k = 1; k < links_; ++k) {
      at_joint(tree(), values_.work.joints, std::size_t(k), [&](const auto& joint) {
        const auto& link = joint.link;
        const int own = row(k), v = link.v;
        if (name == "E_phi" && link.parent != 0)
          add_block(columns_of<Force<double>>([&](const auto& f) { return joint.force_to_parent(f); }),
                    row(link.parent), own, m);
        if (name == "M")
          add_block(columns_of<Motion<double>>([&](const auto& motion) { return link.inertia * motion; }),
                    own, own, m);
        for (int i = 0; i < joint.count(); ++i) {
          const Motion<double> axis = joint.axis(i);
          if (name == "R") m(v + i, v + i) = tree().armature[std::size_t(v + i)];
          if (name == "T") m(v + i, 0) = values_.T[std::size_t(v + i)];
          if (name == "v") m(v + i, 0) = values_.v[std::size_t(v + i)];
          if (name == "H")
            for (int c = 0; c < 6; ++c) m(v + i, own + c) = axis[c];
        }
        for (int c = 0; c < 6; ++c) {
          if (name == "a") m(own + c, 0) = values_.a[std::size_t(k)][c];
          if (name == "b") m(own + c, 0) = values_.b[std::size_t(k)][c];
          if (name == "g") m(own + c, 0) = values_.work.acceleration[std::size_t(k)][c];
        }
      });
    }
    if (name == "B") {
      for (const auto& [link, placement, index] : values_.frames) {
        if (link == 0) continue;
        const Transform<double>& pose = placement;
        add_block(columns_of<Force<double>>([&](const auto& f) { return pose.force_to_parent(f); }),
                  row(link), 6 * index, m);
      }
    }
    return m;
  }

  // P = M + E_phi (P - P H* (H P H* + R)^-1 H P) E_phi*, block by block from the tips (SOA (8)).
  Dense covariances() {
    const Dense &H = of("H"), &E_phi = of("E_phi"), &R = of("R");
    Dense P = of("M");
    for (int k = links_ - 1; k > 0; --k) {
      const int parent = tree().links[std::size_t(k)].parent;
      if (parent == 0) continue;
      const int v = tree().links[std::size_t(k)].v, count = values_.dofs[std::size_t(k)];
      const Dense own = block(P, row(k), row(k), 6, 6), axes = block(H, v, row(k), count, 6);
      const Dense seen = axes * own;
      const Dense D = plus(seen * transposed(axes), block(R, v, v, count, count));
      const Dense updated = minus(own, transposed(seen) * inverse(D, names::D) * seen);
      const Dense hop = block(E_phi, row(parent), row(k), 6, 6);
      add_block(hop * updated * transposed(hop), row(parent), row(parent), P);
    }
    return P;
  }

  // The derivative of P, from those of H and E_phi, by differentiating the same recursion.
  Dense covariance_changes(const Dense& H_rate, const Dense& E_phi_rate) {
    const Dense &H = of("H"), &E_phi = of("E_phi"), &P = of("P"), &R = of("R");
    Dense rates(body_size(), body_size());
    for (int k = links_ - 1; k > 0; --k) {
      const int parent = tree().links[std::size_t(k)].parent;
      if (parent == 0) continue;
      const int v = tree().links[std::size_t(k)].v, count = values_.dofs[std::size_t(k)];
      const Dense own = block(P, row(k), row(k), 6, 6), own_rate = block(rates, row(k), row(k), 6, 6);
      const Dense axes = block(H, v, row(k), count, 6), axes_rate = block(H_rate, v, row(k), count, 6);
      const Dense seen = axes * own, seen_rate = plus(axes_rate * own, axes * own_rate);
      const Dense D = plus(seen * transposed(axes), block(R, v, v, count, count)),
                  D_inverse = inverse(D, names::D);
      const Dense D_rate = plus(seen_rate * transposed(axes), seen * transposed(axes_rate));
      const Dense one_side = transposed(seen_rate) * D_inverse * seen;
      const Dense updated = minus(own, transposed(seen) * D_inverse * seen);
      const Dense updated_rate = plus(minus(own_rate, plus(one_side, transposed(one_side))),
                                      transposed(seen) * D_inverse * D_rate * D_inverse * seen);
      const Dense hop = block(E_phi, row(parent), row(k), 6, 6),
                  hop_rate = block(E_phi_rate, row(parent), row(k), 6, 6);
      const Dense rotated = hop_rate * updated * transposed(hop);
      add_block(plus(plus(rotated, transposed(rotated)), hop * updated_rate * transposed(hop)), row(parent),
                row(parent), rates);
    }
    return rates;
  }

  // The square root of a matrix with positive eigenvalues, by the Denman-Beavers iteration.
  static Dense square_root(const Dense& m) {
    Dense root = m, inverse_root = identity(m.rows());
    constexpr int most = 100;  // convergence is quadratic near the solution
    for (int i = 0; i < most; ++i) {
      Dense next = inverse(inverse_root, names::D), next_inverse = inverse(root, names::D);
      double change = 0, size = 0;
      for (int k = 0; k < m.rows() * m.cols(); ++k) {
        next.data()[k] = 0.5 * (next.data()[k] + root.data()[k]);
        next_inverse.data()[k] = 0.5 * (next_inverse.data()[k] + inverse_root.data()[k]);
        change = std::max(change, std::abs(next.data()[k] - root.data()[k]));
        size = std::max(size, std::abs(next.data()[k]));
      }
      root = next, inverse_root = next_inverse;
      if (change <= 1e-15 * size) break;
    }
    return root;
  }

  static Dense diagonal_blocks(const Dense& m) {
    Dense d(m.rows(), m.cols());
    for (int i = 0; i < m.rows(); i += 6) add_block(block(m, i, i, 6, 6), i, i, d);
    return d;
  }

  const Tree<double>& tree() const { return values_.tree(); }
  int body_size() const { return 6 * (links_ - 1); }
  static int row(int link) { return 6 * (link - 1); }

  const Configuration& at_;
  Configuration::Values& values_;
  int links_;
  std::map<Expression, Dense> known_;  // by symbol
};

}  // namespace

void check_given(const Symbol& symbol, const Configuration& at) {
  const int rows = at.size_of(symbol.to), cols = at.size_of(symbol.from);
  if (symbol.value.size() == std::size_t(rows) * std::size_t(cols)) return;
  throw std::invalid_argument(symbol.name + " has " + std::to_string(symbol.value.size()) +
                              " numbers, expected " + std::to_string(rows) + " x " + std::to_string(cols));
}

Matrix<double> dense(const Expression& x, const Configuration& at) {
  return Operators(at).of(x);
}

DenseWithSize dense_with_size(const Expression& x, const Configuration& at) {
  Operators operators(at);
  return {operators.of(x), operators.size_of_terms(x)};
}

}  // namespace sinew::operators
