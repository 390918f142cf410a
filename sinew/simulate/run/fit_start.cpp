#include "sinew/simulate/run/fit_start.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/number_text.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/model/joints/configuration_group.hpp"

namespace sinew {
namespace {

constexpr double least_move = 1e-9;  // rad, m: smaller displacements are rounding
constexpr int most_rounds = 50;

bool is_beyond(const JointRange& range, double at) {
  return at < range.lower - at_limit || at > range.upper + at_limit;
}

std::string limits_in_words(const JointRange& range) {
  return number_text(range.lower) + " and " + number_text(range.upper);
}

// Moves joints that are beyond their limits at the model's initial position.
void enter_ranges(const Model& model, std::span<const JointRange> ranges, Out<double> q) {
  const std::vector<double> initial = model.initial_position();
  for (const JointRange& range : ranges) {
    double& at = q[range.q];
    if (!is_beyond(range, at)) continue;
    if (at != initial[range.q])
      throw std::invalid_argument("joint '" + range.joint + "' is at " + number_text(at) +
                                  " at the start; its limits are " + limits_in_words(range));
    at = std::clamp(at, range.lower, range.upper);
  }
}

Assembly assemble_with(Mechanism& mechanism, const std::vector<double>& weights, Out<double> q) {
  return mechanism.system().assemble(q, {.weights = weights});
}

// Assembles the mechanism, reflects the joints that this moved beyond a limit at that limit, and repeats. Returns
// whether it found a state within all limits.
bool assemble_by_reflections(Mechanism& mechanism, std::span<const JointRange> ranges, Out<double> q) {
  const std::vector<double> free(std::size_t(mechanism.model().velocity_size()), 1.0);
  for (int round = 0; round < most_rounds; ++round) {
    if (!(assemble_with(mechanism, free, q).error <= largest_fitting_error)) return false;
    bool fits = true;
    for (const JointRange& range : ranges) {
      double& at = q[range.q];
      if (!is_beyond(range, at)) continue;
      fits = false;
      const double limit = std::clamp(at, range.lower, range.upper);
      at = std::clamp(2 * limit - at, range.lower, range.upper);
    }
    if (fits) return true;
  }
  return false;
}

// Assembles the mechanism. Joints that leave their ranges are locked at the limit, one round after another.
void assemble_with_locks(Mechanism& mechanism, std::span<const JointRange> ranges, Out<double> q) {
  std::vector<double> weights(std::size_t(mechanism.model().velocity_size()), 1.0);
  std::string locked;
  std::vector<double> guess(q.data(), q.data() + q.size());
  for (bool again = true; again;) {
    std::copy(guess.begin(), guess.end(), q.data());
    const Assembly found = assemble_with(mechanism, weights, q);
    if (!(found.error <= largest_fitting_error))
      throw std::invalid_argument(
          "the start does not satisfy the loops, and no state near it was found that does: the constraint "
          "error of " +
          found.worst_row + " remains " + number_text(found.error) + " m or rad" +
          (locked.empty() ? ""
                          : ", with joints at their limits: " + locked + " (limits: none ignores them)"));
    again = false;
    for (const JointRange& range : ranges) {
      if (!is_beyond(range, q[range.q])) continue;
      again = true;
      weights[range.v] = 0;
      locked += (locked.empty() ? "'" : ", '") + range.joint + "'";
      guess[range.q] = std::clamp(q[range.q], range.lower, range.upper);
    }
  }
}

void assemble_within(Mechanism& mechanism, std::span<const JointRange> ranges, Out<double> q) {
  const std::vector<double> guess(q.data(), q.data() + q.size());
  if (assemble_by_reflections(mechanism, ranges, q)) return;
  std::copy(guess.begin(), guess.end(), q.data());
  assemble_with_locks(mechanism, ranges, q);
}

std::vector<StartMove> moves_between(const Model& model, In<double> from, In<double> to) {
  std::vector<double> u(std::size_t(model.velocity_size()));
  difference(model, from, to, u);
  std::vector<StartMove> moves;
  for (const JointInfo& joint : model.joints()) {
    double square = 0;
    for (int i = 0; i < joint.v_size; ++i) {
      const double part = u[std::size_t(joint.v_index + i)];
      square += part * part;
    }
    if (square > least_move * least_move) moves.push_back({joint.name, std::sqrt(square)});
  }
  std::stable_sort(moves.begin(), moves.end(),
                   [](const StartMove& a, const StartMove& b) { return a.distance > b.distance; });
  return moves;
}

std::string summary_of(const std::vector<StartMove>& moves, bool entered, double open, double opening) {
  std::string text = "the start was changed:";
  if (entered) text += " joints were moved into their limits;";
  if (open > largest_fitting_error)
    text += " it violated the loops by " + number_text(open) + " (m, rad) and was assembled;";
  if (opening > largest_fitting_error)
    text += " velocities violated the loops by " + number_text(opening) + " (m/s, rad/s) and were adapted;";
  if (moves.empty()) {
    text += " no joint moved";
  } else {
    text += " '" + moves[0].joint + "' moved by " + number_text(moves[0].distance) + " (rad, m)";
    if (moves.size() > 1)
      text += " and " + std::to_string(moves.size() - 1) +
              (moves.size() == 2 ? " other joint by no more" : " other joints by no more");
  }
  return text;
}

}  // namespace

StartFit fit_start(Mechanism& mechanism, std::span<const JointRange> ranges, Out<double> q, Out<double> v) {
  const Model& model = mechanism.model();
  const std::vector<double> before(q.data(), q.data() + q.size());
  enter_ranges(model, ranges, q);
  const bool entered = !std::equal(before.begin(), before.end(), q.data());
  const bool assembles = mechanism.options().stabilisation == Stabilisation::projection;
  const double open = mechanism.position_error(q);
  if (open > largest_fitting_error && assembles) assemble_within(mechanism, ranges, q);
  const double opening = mechanism.velocity_error(q, v);
  if (opening > largest_fitting_error && assembles) mechanism.project_velocity(q, v);
  StartFit fit;
  const bool violates = open > largest_fitting_error || opening > largest_fitting_error;
  fit.moves = moves_between(model, before, In<double>(q.data(), q.size()));
  if (entered || (violates && assembles))
    fit.summaries.push_back(summary_of(fit.moves, entered, assembles ? open : 0, assembles ? opening : 0));
  if (violates && !assembles)
    fit.summaries.push_back("the start violates the loops by " + number_text(open) + " (m, rad) and " +
                            number_text(opening) + " (m/s, rad/s); stabilisation: projection assembles it");
  return fit;
}

}  // namespace sinew
