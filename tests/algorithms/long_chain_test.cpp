// Rounding errors do not accumulate: chains of 1,000 links in double stay within 1e-6 of a run in long double.
#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::long_chain_test {

struct LongChain {
  explicit LongChain(const Description& description) : model(description), state(random_state(model, 5)) {}
  Model model;
  State state;
};

template <class T>
std::vector<T> cast(const std::vector<double>& v) {
  return {v.begin(), v.end()};
}

template <class T>
std::vector<T> forward(const LongChain& chain) {
  Workspace<T> work(chain.model);
  std::vector<T> a(chain.state.v.size());
  forward_dynamics(work, cast<T>(chain.state.q), cast<T>(chain.state.v), cast<T>(chain.state.tau), a);
  return a;
}

template <class T>
std::vector<T> inverse(const LongChain& chain) {
  Workspace<T> work(chain.model);
  std::vector<T> tau(chain.state.v.size());
  inverse_dynamics(work, cast<T>(chain.state.q), cast<T>(chain.state.v), cast<T>(chain.state.a), tau);
  return tau;
}

template <class T>
Matrix<T> mass(const LongChain& chain) {
  Workspace<T> work(chain.model);
  Matrix<T> m(chain.model.velocity_size(), chain.model.velocity_size());
  mass_matrix(work, cast<T>(chain.state.q), m);
  return m;
}

class LongChains : public testing::TestWithParam<bool> {
 protected:
  LongChain chain{GetParam() ? planar_chain(1000) : random_chain(1000, 3)};
};

TEST_P(LongChains, AccelerateAlikeInDoubleAndLongDouble) {
  EXPECT_LE(relative_error(forward<double>(chain), forward<long double>(chain)), 1e-6);
}

TEST_P(LongChains, NeedTheSameTorquesInDoubleAndLongDouble) {
  EXPECT_LE(relative_error(inverse<double>(chain), inverse<long double>(chain)), 1e-12);
}

TEST_P(LongChains, HaveTheSameMassMatrixInDoubleAndLongDouble) {
  EXPECT_LE(relative_error(mass<double>(chain), mass<long double>(chain)), 1e-12);
}

// Their accelerations solve M a = tau - bias; the residual is measured relative to the sum of the magnitudes of its
// terms.
TEST_P(LongChains, HaveAccelerationsThatSolveTheEquationsOfMotion) {
  const MatrixXd m = as_dense(mass<double>(chain));
  const VectorXd a = as_dense(forward<double>(chain)), tau = as_dense(chain.state.tau);
  Workspace<double> work(chain.model);
  std::vector<double> bias(chain.state.v.size());
  bias_force(work, chain.state.q, chain.state.v, bias);
  const double scale = (m.cwiseAbs() * a.cwiseAbs()).maxCoeff();
  EXPECT_LE((m * a + as_dense(bias) - tau).largest(), 1e-12 * scale);
}

INSTANTIATE_TEST_SUITE_P(Of1000Links, LongChains, testing::Bool(),
                         [](const auto& test) { return test.param ? "planar" : "spatial"; });

}  // namespace sinew::test::long_chain_test
