#include "sinew/chains/loops/assembly.hpp"

#include <cmath>

#include "sinew/base/check_number.hpp"

namespace sinew {
namespace {

class Assembler {
 public:
  Assembler(Workspace<double>& work, ClosedChain<double>& chain, const AssemblyOptions& options)
      : model_(work.model),
        work_(work),
        chain_(chain),
        options_(options),
        weights_(std::size_t(model_.velocity_size()), 1.0),
        errors_(std::size_t(chain.rows())),
        step_(weights_.size()),
        J_(chain.rows(), model_.velocity_size()),
        normal_(chain.rows(), chain.rows()),
        solver_(chain.rows()) {
    if (options.weights.size() == 0) return;
    edge::check_input("the weights", options.weights, model_.velocity_size());
    for (std::size_t i = 0; i < options.weights.size(); ++i)
      edge::check_not_negative("a weight of the assembly", options.weights[i]);
    std::copy(options.weights.data(), options.weights.data() + weights_.size(), weights_.begin());
  }

  Assembly run(VectorView<double> q) {
    std::vector<double> trial(q.size());
    double sum = error_at(q);
    double damping = 0;
    Assembly result;
    for (; result.steps < options_.max_steps && !is_closed(); ++result.steps) {
      set_equations(q);
      // Increases the damping until a step reduces the error, then reduces it again.
      for (;;) {
        find_step(damping);
        model_.integrate({q.data(), q.size()}, step_, 1, trial);
        const double better = error_at(trial);
        if (better < sum) {
          std::copy(trial.begin(), trial.end(), q.data());
          sum = better;
          damping = damping < 1e-10 ? 0 : damping / 10;
          break;
        }
        if (damping > 1e6) return finish(q, result);  // no step reduces the error
        damping = std::max(10 * damping, 1e-8);
      }
    }
    return finish(q, result);
  }

 private:
  Assembly finish(VectorView<double> q, Assembly result) {
    error_at(q);
    const std::size_t worst = worst_row();
    if (!errors_.empty()) {
      result.error = std::abs(errors_[worst]);
      result.worst_row = chain_.constraints().row_name(int(worst));
    }
    result.closed = is_closed();
    return result;
  }
  std::size_t worst_row() const {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < errors_.size(); ++i) {
      if (std::abs(errors_[i]) > std::abs(errors_[worst])) worst = i;
    }
    return worst;
  }
  bool is_closed() const { return errors_.empty() || std::abs(errors_[worst_row()]) <= options_.tolerance; }

  // Stores the errors of the rows in errors_ and returns the sum of their squares.
  double error_at(VectorView<const double> q) {
    chain_.position_errors(work_, q, errors_);
    double sum = 0;
    for (const double e : errors_) sum += e * e;
    edge::check_overflow("the error of the constraints", &sum, 1);
    return sum;
  }

  void set_equations(VectorView<const double> q) {
    error_at(q);
    right_side_ = errors_;
    chain_.jacobian(work_, q, J_);
    clear_rows_without_position();
    for (int a = 0; a < J_.rows(); ++a) {
      for (int b = 0; b <= a; ++b) {
        double sum = 0;
        for (int i = 0; i < J_.cols(); ++i) sum += weights_[std::size_t(i)] * J_(a, i) * J_(b, i);
        normal_(a, b) = sum;
      }
    }
  }

  // Clears the rows of J that restrict velocities only and have no position error.
  void clear_rows_without_position() {
    for (const auto& loop : chain_.constraints().loops()) {
      const int count = loop.connection.kind == ConnectionKind::directions    ? loop.row_count
                        : loop.connection.kind == ConnectionKind::soft_finger ? 1
                                                                              : 0;
      for (int a = loop.row; a < loop.row + count; ++a) {
        for (int i = 0; i < J_.cols(); ++i) J_(a, i) = 0;
      }
    }
  }

  void find_step(double damping) {
    Matrix<double> damped = normal_;
    double mean = 0;
    for (int a = 0; a < damped.rows(); ++a) mean += damped(a, a) / damped.rows();
    for (int a = 0; a < damped.rows(); ++a) damped(a, a) += damping * mean;
    solver_.factorise(damped);
    std::vector<double> x = right_side_;
    solver_.solve(x);
    double longest = 0;
    for (int i = 0; i < J_.cols(); ++i) {
      double sum = 0;
      for (int a = 0; a < J_.rows(); ++a) sum -= J_(a, i) * x[std::size_t(a)];
      step_[std::size_t(i)] = weights_[std::size_t(i)] * sum;
      longest = std::max(longest, std::abs(step_[std::size_t(i)]));
    }
    if (!(longest > options_.longest_step)) return;
    for (double& number : step_) number *= options_.longest_step / longest;
  }

  const Model& model_;
  Workspace<double>& work_;
  ClosedChain<double>& chain_;
  const AssemblyOptions& options_;
  std::vector<double> weights_, errors_, right_side_, step_;
  Matrix<double> J_, normal_;
  LeastNormSolver<double> solver_;
};

}  // namespace

Assembly assemble(Workspace<double>& work, ClosedChain<double>& chain, Out<double> q,
                  const AssemblyOptions& options) {
  edge::check_made_for("the closed chain", chain.constraints().model(), work.model);
  edge::check_size("q", q, work.model.position_size());
  edge::check_not_negative("the tolerance of the assembly", options.tolerance);
  edge::check_positive("the longest step of the assembly", options.longest_step);
  const Assembly result = Assembler(work, chain, options).run(q);
  work.contents.drop("assemble", content::of_velocity);
  return result;
}

}  // namespace sinew
