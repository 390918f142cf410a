#include "sinew/codegen/verify_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "sinew/base/uniform.hpp"
#include "sinew/model/state.hpp"

namespace sinew {
namespace {

using Values = std::vector<double>;

double dot(const Values& x, const Values& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}
double size_of(const Values& x) {
  double largest = 0;
  for (const double each : x) largest = std::max(largest, std::abs(each));
  return largest;
}
Values ahead(const Values& x, const Values& rates, double step) {
  Values moved = x;
  for (std::size_t i = 0; i < x.size(); ++i) moved[i] += step * rates[i];
  return moved;
}
Values random_numbers(Uniform& random, std::size_t count) {
  Values x(count);
  for (double& each : x) each = random(-1, 1);
  return x;
}

// The numbers of a function's arguments or results, one array after the other.
std::size_t count_of(const std::vector<Argument>& arguments) {
  std::size_t sum = 0;
  for (const Argument& each : arguments) sum += each.entries.size();
  return sum;
}

// The functions of one quantity, called with all of their numbers in one array.
class FourFunctions {
 public:
  FourFunctions(const CasadiRobot& robot, std::size_t first, const CodeUnderTest& code)
      : robot_(robot), first_(first), code_(code) {}

  const SymbolicFunction& quantity() const { return function(0); }
  Values value(const Values& x) const { return call(0, x); }
  Values rates(const Values& x, const Values& dx) const { return call(1, joined(x, dx)); }
  Values weights(const Values& x, const Values& w) const { return call(2, joined(x, w)); }
  Values jacobian_times(const Values& x, const Values& dx, std::size_t rows) const {
    const Values stored = call(3, x);
    Values product(rows);
    auto number = stored.begin();
    auto rate = dx.begin();
    for (const CasadiMatrix& block : robot_.functions[first_ + 3].outputs) {
      const std::vector<int>& s = block.sparsity;
      const bool is_dense = s.size() == 3 && s[2] == 1;
      for (int j = 0; j < s[1]; ++j, ++rate) {
        const int from = is_dense ? 0 : s[std::size_t(j) + 2], to = is_dense ? s[0] : s[std::size_t(j) + 3];
        for (int k = from; k < to; ++k)
          product[std::size_t(is_dense ? k : s[std::size_t(s[1] + 3 + k)])] += *number++ * *rate;
      }
    }
    return product;
  }

 private:
  static Values joined(Values x, const Values& y) {
    x.insert(x.end(), y.begin(), y.end());
    return x;
  }
  const SymbolicFunction& function(std::size_t i) const {
    return robot_.robot.functions[robot_.functions[first_ + i].code];
  }
  Values call(std::size_t i, const Values& numbers) const {
    Values output(count_of(function(i).outputs));
    if (output.empty()) return output;
    std::vector<const double*> inputs;
    const double* from = numbers.data();
    for (const Argument& input : function(i).inputs) inputs.push_back(from), from += input.entries.size();
    code_(robot_.functions[first_ + i].code, inputs, output.data());
    return output;
  }

  const CasadiRobot& robot_;
  std::size_t first_;
  const CodeUnderTest& code_;
};

}  // namespace

Verification verify_derivatives(const Model& model, const CasadiRobot& robot, const CodeUnderTest& code,
                                int states) {
  Verification result;
  Uniform random(1);
  for (; result.states < states; ++result.states) {
    const State state = random_state(model, std::uint64_t(result.states) + 1);
    for (std::size_t first = 0; first < robot.functions.size(); first += 4) {
      const FourFunctions group(robot, first, code);
      Values x;
      for (const Argument& input : group.quantity().inputs) {
        const Values& numbers = input.name == "q"     ? state.q
                                : input.name == "v"   ? state.v
                                : input.name == "tau" ? state.tau
                                : input.name == "a"   ? state.a
                                                      : robot.robot.parameters.nominal;
        x.insert(x.end(), numbers.begin(), numbers.end());
      }
      const Values y = group.value(x), dx = random_numbers(random, x.size()),
                   w = random_numbers(random, y.size());
      const Values dy = group.rates(x, dx), by_x = group.weights(x, w),
                   product = group.jacobian_times(x, dx, y.size());
      const double size = 1 + size_of(dy), h = 1e-3;
      const auto expect = [&](const char* what, double error, double allowed) {
        if (error <= allowed || !result.complaint.empty()) return;
        std::ostringstream text;
        text << what << " of " << robot.functions[first].quantity << " are wrong by " << error
             << " (expected at most " << allowed << ")";
        result.complaint = text.str();
      };
      const Values up = group.value(ahead(x, dx, h)), down = group.value(ahead(x, dx, -h)),
                   up2 = group.value(ahead(x, dx, 2 * h)), down2 = group.value(ahead(x, dx, -2 * h));
      double differences = 0, products = 0;
      for (std::size_t i = 0; i < y.size(); ++i) {
        const double slope = (8 * (up[i] - down[i]) - (up2[i] - down2[i])) / (12 * h);
        differences = std::max(differences, std::abs(slope - dy[i]));
        products = std::max(products, std::abs(product[i] - dy[i]));
      }
      const double adjoints = std::abs(dot(w, dy) - dot(by_x, dx));
      expect("the rates", differences, 1e-4 * (size + size_of(y)));
      expect("the Jacobians", products, 1e-9 * size);
      expect("the weights", adjoints, 1e-9 * (size * double(y.size()) + size_of(by_x) * double(x.size())));
      result.worst = std::max(result.worst, products / size);
    }
  }
  return result;
}

}  // namespace sinew
