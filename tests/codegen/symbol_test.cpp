#include "sinew/scalar/symbol.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace sinew::test::symbol_test {

using Operation = SymbolGraph::Operation;

class SymbolRules : public testing::Test {
 protected:
  SymbolGraph graph;
  SymbolGraph::Recording recording{graph};
  Symbol x = graph.input(), y = graph.input(), z = graph.input();
  std::size_t before = graph.nodes().size();

  std::size_t added() const { return graph.nodes().size() - before; }
  double at(const Symbol& s, double x_value, double y_value = 0, double z_value = 0) const {
    return SymbolGraph::value(s, graph.evaluate(std::vector{x_value, y_value, z_value}));
  }
};

TEST_F(SymbolRules, EvaluateConstants) {
  EXPECT_EQ(Symbol(2) * Symbol(3) + Symbol(-6), Symbol());
  EXPECT_EQ(graph.constant(Symbol(1) / Symbol(-4)), -0.25);
  EXPECT_EQ(graph.constant(sqrt(Symbol(9))), 3);
  EXPECT_EQ(graph.constant(sin(Symbol(0.3))), std::sin(0.3));
  EXPECT_EQ(graph.constant(cos(Symbol(0.3))), std::cos(0.3));
  EXPECT_EQ(graph.constant(Symbol(-1.5)), -1.5);
  EXPECT_EQ(Symbol(0.0), Symbol(-0.0));
}

TEST_F(SymbolRules, DropZerosAndOnes) {
  EXPECT_EQ(x + 0.0, x);
  EXPECT_EQ(0.0 - x, -x);
  EXPECT_EQ(x * 0.0, Symbol());
  EXPECT_EQ(x * 1.0, x);
  EXPECT_EQ(-1.0 * x, -x);
  EXPECT_EQ(x / 1.0, x);
  EXPECT_EQ(x - x, Symbol());
  EXPECT_EQ(-(-x), x);
  EXPECT_EQ(Symbol() / x, Symbol());
}

TEST_F(SymbolRules, ShareValuesOfAnyOrderAndSign) {
  EXPECT_EQ(x + y, y + x);
  EXPECT_EQ(x * y, y * x);
  EXPECT_EQ(x - y, -(y - x));
  EXPECT_EQ(-x - y, -(x + y));
  EXPECT_EQ((-x) * y, -(x * y));
  EXPECT_EQ((-x) * (-y), x * y);
  EXPECT_EQ(x / -y, -(x / y));
  EXPECT_EQ(added(), 5u);  // x + y, x - y, x * y, 1 / y, x * (1 / y)
}

TEST_F(SymbolRules, CombineConstants) {
  EXPECT_EQ(2.0 * (3.0 * x), 6.0 * x);
  EXPECT_EQ((2.0 * x) * (3.0 * y), 6.0 * (x * y));
  EXPECT_EQ(1.0 + (2.0 + x), x + 3.0);
  EXPECT_EQ(1.0 - (2.0 - x), x - 1.0);
  EXPECT_EQ(2.0 * x + 3.0 * x, 5.0 * x);
  EXPECT_EQ(x + x, 2.0 * x);
  EXPECT_EQ(3.0 * x - 3.0 * x, Symbol());
  EXPECT_EQ(0.5 * (2.0 * x), x);
}

TEST_F(SymbolRules, ShareReciprocals) {
  const Symbol a = x / y, b = z / y;
  EXPECT_EQ(added(), 3u);
  EXPECT_EQ(y * (1.0 / y), Symbol(1));
  EXPECT_EQ(1.0 / (1.0 / y), y);
  EXPECT_DOUBLE_EQ(at(a + b, 3, 4, 5), 2);
}

TEST_F(SymbolRules, ReplaceSinesOfQuarterRevolutionsBySigns) {
  const double quarter = std::numbers::pi / 2;
  for (int turns = -5; turns <= 5; ++turns) {
    for (const Symbol& angle : {x + turns * quarter, turns * quarter - x}) {
      const Symbol s = sin(angle), c = cos(angle);
      EXPECT_EQ(graph[s].a, x);
      EXPECT_EQ(graph[c].a, x);
      const double sign = angle == x + turns * quarter ? 1 : -1;
      EXPECT_NEAR(at(s, 0.7), std::sin(sign * 0.7 + turns * quarter), 1e-15);
      EXPECT_NEAR(at(c, 0.7), std::cos(sign * 0.7 + turns * quarter), 1e-15);
    }
  }
  EXPECT_EQ(cos(Symbol(quarter)), Symbol());
  EXPECT_EQ(sin(Symbol(quarter)), Symbol(1));
  EXPECT_EQ(graph[sin(x + 0.3)].a, x + 0.3);
}

TEST_F(SymbolRules, GiveTheValueOfAnExpression) {
  const Symbol f = (sin(x) * y - z / (x + 2.0)) * sqrt(y + 5.0) + cos(-x) * 0.25;
  const auto expected = [](double a, double b, double c) {
    return (std::sin(a) * b - c / (a + 2)) * std::sqrt(b + 5) + std::cos(a) * 0.25;
  };
  EXPECT_NEAR(at(f, 0.4, -1.3, 2.2), expected(0.4, -1.3, 2.2), 1e-15);
}

TEST(SymbolGraph, RefusesTheWrongNumberOfInputs) {
  SymbolGraph graph;
  graph.input();
  EXPECT_THROW(graph.evaluate(std::vector{1.0, 2.0}), std::invalid_argument);
}

TEST(SymbolGraph, IsNeededToComputeWithSymbols) {
  EXPECT_THROW(Symbol(2.0), std::logic_error);
}

TEST(SymbolGraph, RecordsInTheInnermostOfTwo) {
  SymbolGraph outer, inner;
  const SymbolGraph::Recording first(outer);
  {
    const SymbolGraph::Recording second(inner);
    EXPECT_EQ(Symbol(2.0).node(), 1);
  }
  EXPECT_EQ(outer.nodes().size(), 1u);
  EXPECT_EQ(inner.nodes().size(), 2u);
}

}  // namespace sinew::test::symbol_test
