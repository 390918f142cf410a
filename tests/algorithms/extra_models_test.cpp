// Dynamics of robots from files: those in models/, and those in the folder that SINEW_EXTRA_MODELS names.
#include <gtest/gtest.h>

#include <cstdlib>

#include "sinew/io/load.hpp"
#include "tests/support/shared_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::extra_models_test {

// Compares forward dynamics, mass matrix and bias of the robot, on a fixed and on a floating base, with the dense form.
void expect_dense_dynamics(const std::filesystem::path& file) {
  const ReadResult read = read_description(file);
  ASSERT_FALSE(read.findings.has_errors()) << read.findings.to_string();
  for (const Base base : {Base::fixed, Base::floating}) {
    const Model model = load(file, {.base = base});
    Workspace<double> work(model);
    const auto n = static_cast<std::size_t>(model.velocity_size());
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const State state = random_state(model, seed);
      const DenseReference<long double> dense(model.description(), state.q, state.v);
      const MatrixXd mass = dense.mass_matrix().cast<double>();
      std::vector<double> a(n), bias(n);
      Matrix<double> actual_mass(model.velocity_size(), model.velocity_size());
      forward_dynamics(work, state.q, state.v, state.tau, a);
      EXPECT_LE(relative_error(a, dense.forward_dynamics(state.tau)), allowed_error(1e-10, mass));
      bias_force(work, state.q, state.v, bias);
      EXPECT_LE(relative_error(bias, dense.bias_force()), 1e-10);
      mass_matrix(work, state.q, actual_mass);
      EXPECT_LE(relative_error(actual_mass, mass), 1e-10);
    }
  }
}

TEST(ShippedModels, EqualTheDenseForm) {
  const auto files = shipped_models();
  ASSERT_GE(files.size(), 5u);
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename());
    expect_dense_dynamics(file);
    EXPECT_EQ(read_description(file).findings.to_string(), "");
  }
}

TEST(ExtraModels, EqualTheDenseForm) {
  const char* folder = std::getenv("SINEW_EXTRA_MODELS");
  if (folder == nullptr) GTEST_SKIP() << "SINEW_EXTRA_MODELS names no folder with more robots";
  const auto files = model_files(folder);
  ASSERT_FALSE(files.empty()) << "no .urdf or .xml file in " << folder;
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename());
    expect_dense_dynamics(file);
  }
}

}  // namespace sinew::test::extra_models_test
