#include "sinew/sweep/information.hpp"

#include <gtest/gtest.h>

#include "tests/support/compare.hpp"
#include "tests/support/dense.hpp"
#include "tests/support/dense_view.hpp"
#include "tests/support/random.hpp"
#include "tests/sweep/random_system.hpp"

namespace sinew::test::information_test {

// A^T A of a random A with this number of rows.
Matrix<double> semidefinite(Random& random, int rows, int size) {
  const Matrix<double> A = random_matrix(random, rows, size);
  Matrix<double> out;
  transposed_multiply<double>(A, A, out);
  return out;
}

// Measurements in the sum, one by one, or both give the same result, whatever the ranks of J and P.
TEST(Information, CorrectsByTheInverseOfIPlusPJ) {
  Random random(1);
  for (int sample = 0; sample < 200; ++sample) {
    const int size = 1 + random.below(6), summed = random.below(8), alone = random.below(4);
    const Matrix<double> P = semidefinite(random, random.below(8), size);
    const Matrix<double> rows = random_matrix(random, summed, size), u = random_matrix(random, size, alone);
    const std::vector<double> tau = random_vector(random, summed), n = random_vector(random, alone),
                              d(static_cast<std::size_t>(alone), 3.0), z = random_vector(random, size),
                              lambda = random_vector(random, size);
    // J = H^T H + 3 u u^T, eta = H^T tau + 3 u n + rest
    Matrix<double> J;
    transposed_multiply<double>(rows, rows, J);
    std::vector<double> eta = random_vector(random, size);
    add_transposed_product<double>(rows, tau, eta);
    sweep::Information<double> information;
    information.gather(J, eta, {MatrixView<const double>(u), d, n});
    const MatrixXd all = as_dense(J) + 3 * as_dense(u) * as_dense(u).transpose();
    const MatrixXd all_eta = as_dense(eta) + 3 * as_dense(u) * as_dense(n);
    const MatrixXd I = MatrixXd::Identity(size, size), inverse = (I + as_dense(P) * all).inverse();

    Matrix<double> P_plus = P;
    information.correct(P_plus);
    ASSERT_LE(relative_error(P_plus, MatrixXd(inverse * as_dense(P))), 1e-10) << sample;
    std::vector<double> z_plus = z, before = lambda;
    information.correct_state(z_plus);
    ASSERT_LE(relative_error(z_plus, MatrixXd(inverse * (as_dense(z) + as_dense(P) * all_eta))), 1e-10)
        << sample;
    information.correct_costate(z, before);
    ASSERT_LE(relative_error(
                  before, MatrixXd(inverse.transpose() * (as_dense(lambda) + all_eta - all * as_dense(z)))),
              1e-10)
        << sample;
    Matrix<double> X = random_matrix(random, size, 2);
    const MatrixXd corrected = inverse * as_dense(X);
    information.correct_columns(X);
    ASSERT_LE(relative_error(X, corrected), 1e-10) << sample;
  }
}

}  // namespace sinew::test::information_test
