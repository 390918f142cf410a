// Reproducible batches give the bits of single states with all instruction sets, numbers of threads and positions, and
// the stored bits of other machines and earlier runs.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>

#include "tests/support/batch_quantities.hpp"
#include "tests/support/batch_states.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::reproducible_test {

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// The results of single states, one after another.
template <class T, class Single>
std::vector<T> one_by_one(const Model& model, const States<T>& states, std::size_t numbers,
                          const Single& single) {
  Workspace<T> work(model);
  std::vector<T> out(numbers * states.count);
  for (std::size_t i = 0; i < states.count; ++i) {
    single(work, state_of(states.q, states.count, i), state_of(states.v, states.count, i),
           state_of(states.x, states.count, i), VectorView<T>(out.data() + i * numbers, numbers));
  }
  return out;
}

// The results of a batch in the same order.
template <class T, class Many>
std::vector<T> all_at_once(Batch<T>& batch, const States<T>& states, Layout layout, std::size_t numbers,
                           const Many& many) {
  std::vector<T> out(numbers * states.count);
  const auto q = in_layout(states.q, states.count, layout), v = in_layout(states.v, states.count, layout),
             x = in_layout(states.x, states.count, layout);
  EXPECT_TRUE(many(batch, q, v, x, VectorView<T>(out)).all_computed());
  return by_state(out, states.count, layout);
}

// For every quantity, instruction set and layout.
template <class T>
void expect_bits_of_single_states(const Model& model, const States<T>& states, int threads) {
  for_each_batch_quantity<T>(
      model, [&](const char* name, std::size_t numbers, const auto& single, const auto& many) {
        const std::vector<T> expected = one_by_one(model, states, numbers, single);
        for (const InstructionSet instructions : available_instruction_sets()) {
          for (const Layout layout : {Layout::by_state, Layout::by_coordinate}) {
            Batch<T> batch(
                model,
                {.layout = layout, .threads = threads, .instructions = instructions, .reproducible = true});
            EXPECT_TRUE(batch.is_reproducible());
            EXPECT_TRUE(same_bits(all_at_once(batch, states, layout, numbers, many), expected))
                << name << ", " << name_of(instructions) << ", " << states.count << " states";
          }
        }
      });
}

class Reproducible : public testing::Test {
 protected:
  void SetUp() override {
    if (!single_states_are_reproducible())
      GTEST_SKIP()
          << "built for processors with fused multiplication and addition without SINEW_REPRODUCIBLE";
  }
};

TEST_F(Reproducible, BatchesGiveTheBitsOfSingleStates) {
  for (int i = 0; i < 40 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const Sample sample = random_sample(i);
    const Model model(sample.description);
    expect_bits_of_single_states(model, States<double>(sample.description, std::size_t(1 + i % 19), i), 1);
    expect_bits_of_single_states(model, States<float>(sample.description, std::size_t(1 + i % 35), i), 1);
  }
}

TEST_F(Reproducible, BatchesOfLongChainsGiveTheBitsOfSingleStates) {
  const Description chain = random_chain(70, 1);
  expect_bits_of_single_states(Model(chain), States<double>(chain, 9, 1), 1);
  expect_bits_of_single_states(Model(chain), States<float>(chain, 17, 1), 1);
}

TEST_F(Reproducible, BatchesGiveTheSameBitsOnAnyNumberOfThreads) {
  const Description description = random_sample(31).description;
  const Model model(description);
  for (const int threads : {1, 2, 3, 8})
    expect_bits_of_single_states(model, States<double>(description, 101, 1), threads);
}

TEST_F(Reproducible, BatchesGiveTheBitsOfSingleStatesAtLargeAngles) {
  const Description chain = random_chain(5, 2);
  States<double> states(chain, 9, 1);
  for (std::size_t i = 0; i < states.q.size(); i += 3) states.q[i] *= 1e7;
  expect_bits_of_single_states(Model(chain), states, 1);
  States<float> floats(chain, 17, 1);
  for (std::size_t i = 0; i < floats.q.size(); i += 3)
    floats.q[i] *= 1e5f;  // too large for polynomials in float alone
  expect_bits_of_single_states(Model(chain), floats, 1);
}

TEST_F(Reproducible, BatchesWithForcesAndAMovingBaseGiveTheBitsOfSingleStates) {
  for (int i = 0; i < 20; ++i) {
    const Subject s(random_sample(i));
    const std::size_t count = 11, n = std::size_t(s.dofs());
    const States<double> states(s.sample.description, count, i);
    const std::vector<FrameIndex> frames{all_frames(s.model).back(), all_frames(s.model)[1]};
    Random random{std::uint64_t(i)};
    std::vector<double> base(6 * count), forces(12 * count), a(n * count), tau(n * count), expected(n);
    for (double& x : base) x = random.uniform(-1, 1);
    for (double& x : forces) x = random.uniform(-1, 1);
    const BatchEnvironment<double> environment{.base_acceleration = base, .frames = frames, .forces = forces};
    for (const InstructionSet instructions : available_instruction_sets()) {
      Batch<double> batch(s.model, {.instructions = instructions, .reproducible = true});
      batch.forward_dynamics(states.q, states.v, states.x, a, environment);
      batch.inverse_dynamics(states.q, states.v, states.x, tau, environment);
      Workspace<double> work(s.model);
      for (std::size_t k = 0; k < count; ++k) {
        const auto six = [&]<class Six>(const std::vector<double>& from, std::size_t at, Six) {
          const double* const x = from.data() + at;
          return Six{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
        };
        const ExternalForce<double> single[] = {{frames[0], six(forces, 12 * k, Force<double>{})},
                                                {frames[1], six(forces, 12 * k + 6, Force<double>{})}};
        const Environment<double> own{.base_acceleration = six(base, 6 * k, Motion<double>{}),
                                      .forces = single};
        const auto q = state_of(states.q, count, k), v = state_of(states.v, count, k),
                   x = state_of(states.x, count, k);
        forward_dynamics(work, q, v, x, expected, own);
        ASSERT_TRUE(same_bits(state_of(a, count, k), expected)) << i << " " << name_of(instructions);
        inverse_dynamics(work, q, v, x, expected, own);
        ASSERT_TRUE(same_bits(state_of(tau, count, k), expected)) << i << " " << name_of(instructions);
      }
    }
  }
}

// FNV-1a of the bits, lowest byte first.
class Hash {
 public:
  void add(double x) { add_bytes(std::bit_cast<std::uint64_t>(x), 8); }
  void add(float x) { add_bytes(std::bit_cast<std::uint32_t>(x), 4); }
  std::string text() const {
    std::ostringstream out;
    out << std::hex << std::setw(16) << std::setfill('0') << value_;
    return out.str();
  }

 private:
  void add_bytes(std::uint64_t bits, int count) {
    for (int i = 0; i < count; ++i) value_ = (value_ ^ (bits >> (8 * i) & 0xff)) * 0x100000001b3u;
  }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};
using Hashes = std::map<std::string, Hash>;  // by number and quantity

// Trees and a deep chain with all joints of sinew itself: custom joints may use any functions.
std::vector<Description> robots() {
  std::vector<Description> all;
  for (const int seed : {1, 2, 3, 4}) {
    Random random{std::uint64_t(seed)};
    all.push_back(random_description(
        random, {.bodies = seed == 4 ? 40 : 20, .custom_joints = false, .serial = seed == 4}));
  }
  return all;
}

// Hashes of all robots. `results(model, states, numbers, single, many)` computes a quantity.
template <class T, class Results>
void add_hashes(const std::string& number, Hashes& hashes, const Results& results) {
  int seed = 0;
  for (const Description& robot : robots()) {
    const Model model(robot);
    const States<T> states(robot, 19, ++seed);
    for_each_batch_quantity<T>(
        model, [&](const char* name, std::size_t numbers, const auto& single, const auto& many) {
          Hash& hash = hashes[number + ' ' + name];
          for (const T x : results(model, states, numbers, single, many)) hash.add(x);
        });
  }
}
template <class Results>
std::string hashes_of(const Results& results) {
  Hashes hashes;
  add_hashes<double>("double", hashes, results);
  add_hashes<float>("float", hashes, results);
  std::string text;
  for (const auto& [name, hash] : hashes) text += name + ": " + hash.text() + '\n';
  return text;
}

TEST_F(Reproducible, ResultsHaveTheStoredBits) {
  const std::string stored = content_of(source_folder() + "/tests/data/reproducible_bits.txt");
  EXPECT_EQ(hashes_of([](const Model& model, const auto& states, std::size_t numbers, const auto& single,
                         const auto&) { return one_by_one(model, states, numbers, single); }),
            stored);
  for (const InstructionSet instructions : available_instruction_sets()) {
    const auto in_batch = [&]<class T>(const Model& model, const States<T>& states, std::size_t numbers,
                                       const auto&, const auto& many) {
      Batch<T> batch(model, {.threads = 3, .instructions = instructions, .reproducible = true});
      return all_at_once(batch, states, Layout::by_state, numbers, many);
    };
    EXPECT_EQ(hashes_of(in_batch), stored) << name_of(instructions);
  }
}

TEST_F(Reproducible, StoredBitsCoverAllJoints) {
  std::set<JointKind> kinds;
  bool floats = false, stands = false;
  for (const Description& robot : robots()) {
    for (const Body& body : robot.bodies) {
      kinds.insert(body.joint.kind);
      if (body.parent.empty()) (body.joint.kind == JointKind::floating ? floats : stands) = true;
    }
  }
  EXPECT_TRUE(floats && stands);
  for (const JointKind kind : {JointKind::fixed, JointKind::revolute, JointKind::continuous,
                               JointKind::prismatic, JointKind::helical, JointKind::universal,
                               JointKind::spherical, JointKind::cylindrical, JointKind::planar})
    EXPECT_TRUE(kinds.contains(kind)) << int(kind);
}

TEST(Batch, IsReproducibleOnlyIfSingleStatesAre) {
  const Model model(random_chain(3, 1));
  EXPECT_FALSE(Batch<double>(model).is_reproducible());
  if (single_states_are_reproducible()) {
    EXPECT_TRUE(Batch<double>(model, {.reproducible = true}).is_reproducible());
  } else {
    EXPECT_THROW(Batch<double>(model, {.reproducible = true}), std::invalid_argument);
  }
}

}  // namespace sinew::test::reproducible_test
