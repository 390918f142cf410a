#include "sinew/codegen/trace/internal/tidy_constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace sinew {

namespace {

constexpr double rounding = 2e-15;

class Tidier {
 public:
  Tidier(const SymbolGraph& graph, Tree<Symbol>& tree) : graph_(graph), tree_(tree) {}

  void run() {
    double length = 0;
    for (Link<Symbol>& link : tree_.links)
      length = std::max(length, size_of({&link.normal.shift, &link.offset}));
    for (ScrewZ<Symbol>& branch : tree_.branches) length = std::max(length, size_of({&branch.shift}));
    for (auto& joint : tree_.placed_joints)
      length = std::max(length, size_of(components(joint.placement.translation)));

    for (Link<Symbol>& link : tree_.links) {
      rotation(link.normal.cosine, link.normal.sine);
      lengths({&link.normal.shift, &link.offset}, length);
      inertia(link.inertia, length);
    }
    for (ScrewZ<Symbol>& branch : tree_.branches) {
      rotation(branch.cosine, branch.sine);
      lengths({&branch.shift}, length);
    }
    for (auto& joint : tree_.placed_joints) placement(joint.placement, length);
    placement(tree_.world, std::max(length, size_of(components(tree_.world.translation))));
    lengths(components(tree_.gravity.linear), size_of(components(tree_.gravity.linear)));
    lengths(components(tree_.gravity.angular), size_of(components(tree_.gravity.linear)));
  }

 private:
  using Numbers = std::initializer_list<Symbol*>;
  static std::array<Symbol*, 3> components(Vector3<Symbol>& v) { return {&v.x, &v.y, &v.z}; }

  double size(const Symbol& s) const { return graph_.is_constant(s) ? std::abs(graph_.constant(s)) : 0; }
  template <class List>
  double size_of(const List& numbers) const {
    double largest = 0;
    for (const Symbol* s : numbers) largest = std::max(largest, size(*s));
    return largest;
  }
  double size_of(Numbers numbers) const { return size_of<Numbers>(numbers); }

  void zero(Symbol& s, double scale) const {
    if (graph_.is_constant(s) && size(s) <= rounding * scale) s = {};
  }
  void unit(Symbol& s) const {
    zero(s, 1);
    if (graph_.is_constant(s) && std::abs(size(s) - 1) <= rounding) s = Symbol(s.is_negative() ? -1 : 1);
  }
  void rotation(Symbol& cosine, Symbol& sine) const { unit(cosine), unit(sine); }
  template <class List>
  void lengths(const List& numbers, double scale) const {
    for (Symbol* s : numbers) zero(*s, scale);
  }
  void lengths(Numbers numbers, double scale) const { lengths<Numbers>(numbers, scale); }
  void placement(Transform<Symbol>& x, double length) const {
    for (Vector3<Symbol>* row : {&x.rotation.row_x, &x.rotation.row_y, &x.rotation.row_z}) {
      for (Symbol* s : components(*row)) unit(*s);
    }
    lengths(components(x.translation), length);
  }
  void inertia(RigidInertia<Symbol>& x, double length) const {
    Symmetric3<Symbol>& i = x.inertia;
    const double moment = size_of(components(x.moment)) + size(x.mass) * length;
    const Numbers tensor = {&i.xx, &i.xy, &i.xz, &i.yy, &i.yz, &i.zz};
    lengths(components(x.moment), moment);
    lengths(tensor, size_of(tensor) + moment * length);
  }

  const SymbolGraph& graph_;
  Tree<Symbol>& tree_;
};

}  // namespace

void tidy_constants(const SymbolGraph& graph, Tree<Symbol>& tree) {
  Tidier(graph, tree).run();
}

}  // namespace sinew
