#include "bench/contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/methods.hpp"

namespace bench {
namespace {

constexpr std::size_t ring = 64;        // states per robot
constexpr double agreement_bar = 1e-6;  // largest difference over largest entry
constexpr double growth = 3;            // the largest exponent of time in the number of links

template <class Function>
double seconds_of(const Function& function) {
  const double start = processor_seconds();
  function();
  return processor_seconds() - start;
}

const std::string& tip_of(const Robot& robot) {
  return robot.links.back().name;
}

// Comparisons need not be timed: long chains are compared in fewer states.
std::size_t compared_states(int dofs) {
  return dofs <= 100 ? ring : dofs <= 300 ? 8 : 2;
}

}  // namespace

std::vector<std::string> contestants(const Entrant& entrant) {
  std::vector<std::string> names{sinew_name};
  for (const Method& method : methods(entrant.planar)) names.push_back(method.name);
  if (entrant.planar) return names;
  for (const Library& library : libraries()) names.push_back(library.name);
  return names;
}

bool is_offered(const Entrant& entrant, Job job) {
  return !entrant.planar || is_one_of(job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics});
}

void Contest::note(const std::string& text) {
  fmt::print("  {}\n", text);
  results_.notes.push_back(text);
}

bool Contest::is_wanted(const Entrant& entrant, const std::string& library) const {
  return std::any_of(std::begin(all_jobs), std::end(all_jobs), [&](const JobInfo& each) {
    return is_offered(entrant, each.job) && wanted_(each.job, entrant.name, library);
  });
}

bool Contest::too_slow(const std::string& what, const Entrant& entrant, double patience) const {
  const auto known = costs_.find(what);
  if (known == costs_.end() || entrant.chain_links == 0) return false;
  return known->second.seconds * std::pow(double(entrant.chain_links) / known->second.links, growth) >
         patience;
}

void Contest::build_one(const Entrant& entrant, const std::string& name,
                        const std::function<std::unique_ptr<Peer>()>& make, std::vector<Built>& built) {
  if (!is_wanted(entrant, name)) return;
  if (too_slow(name, entrant, pace_.build_patience_seconds)) {
    return note(fmt::format("{}/{}: not timed, takes too long to build", entrant.name, name));
  }
  try {
    std::unique_ptr<Peer> peer;
    const double seconds = seconds_of([&] { peer = make(); });
    if (entrant.chain_links > 0) costs_[name] = {entrant.chain_links, seconds};
    results_.versions[name] = peer->version();
    built.push_back({name, std::move(peer)});
  } catch (const NotPossible& why) {
    note(fmt::format("{}/{}: not timed, {}", entrant.name, name, why.what()));
  }
}

std::vector<Contest::Built> Contest::build(const Entrant& entrant, const sinew::Model& model,
                                           const Robot& robot) {
  std::vector<Built> built;
  for (const Method& method : methods(entrant.planar))
    build_one(
        entrant, method.name, [&] { return method.make(model, tip_of(robot)); }, built);
  if (entrant.planar) return built;
  for (const Library& library : libraries())
    build_one(
        entrant, library.name, [&] { return library.make(robot); }, built);
  return built;
}

double Contest::difference(Job job, Peer& sinew, Peer& peer, std::size_t states) const {
  double worst = 0;
  for (std::size_t s = 0; s < states; ++s) {
    for (Peer* each : {&sinew, &peer}) {
      if (starts_in_hand(job)) each->get_ready(job, s);
      each->run(job, s);
    }
    const std::vector<double> ours = sinew.answer(job, s), theirs = peer.answer(job, s);
    if (ours.size() != theirs.size()) return sinew::infinity;
    double apart = 0, largest = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (!std::isfinite(theirs[i])) return sinew::infinity;
      apart = std::max(apart, std::abs(ours[i] - theirs[i]));
      largest = std::max(largest, std::abs(ours[i]));
    }
    worst = std::max(worst, apart / largest);
  }
  return worst;
}

std::vector<Contest::Built*> Contest::runners_of(Job job, const Entrant& entrant, Built& sinew,
                                                 std::vector<Built>& peers, int dofs) {
  std::vector<Built*> runners{&sinew};
  std::string agreeing;
  for (Built& built : peers) {
    if (!built.peer->offers(job) || !wanted_(job, entrant.name, built.name)) continue;
    const std::string where = fmt::format("{}/{}/{}", name_of(job), entrant.name, built.name);
    const std::string cost = fmt::format("{}/{}", name_of(job), built.name);
    if (too_slow(cost, entrant, pace_.patience_seconds)) {
      note(fmt::format("{}: not timed, a call takes too long", where));
      continue;
    }
    const double apart =
        difference(job, *sinew.peer, *built.peer, std::min(pace_.most_compared, compared_states(dofs)));
    if (!(apart <= agreement_bar)) {
      note(fmt::format("{}: not timed, DISAGREES with sinew by {:.1e}", where, apart));
      continue;
    }
    agreeing += fmt::format(" {} {:.0e}", built.name, apart);
    runners.push_back(&built);
  }
  if (!agreeing.empty()) fmt::print("  {}: agrees:{}\n", name_of(job), agreeing);
  std::fflush(stdout);
  if (runners.size() == 1 && !wanted_(job, entrant.name, sinew.name)) return {};
  return runners;
}

void Contest::run(const Entrant& entrant) {
  const std::vector<std::string> names = contestants(entrant);
  if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return is_wanted(entrant, name); }))
    return;

  const sinew::Description description = without_joint_losses(entrant.description());
  const sinew::Model model(description);
  const Robot robot = make_robot(description);
  fmt::print("{}: {} DOFs\n", entrant.name, model.velocity_size());
  std::vector<sinew::State> states;
  for (std::size_t s = 0; s < ring; ++s) states.push_back(random_state(model, s + 1));

  Built ours{sinew_name, make_sinew(model, tip_of(robot))};
  ours.peer->prepare(states);
  results_.versions[ours.name] = ours.peer->version();
  std::vector<Built> peers = build(entrant, model, robot);
  for (Built& built : peers) built.peer->prepare(states);

  std::vector<Runner> runners;
  std::vector<Row> rows;
  for (const JobInfo& each : all_jobs) {
    if (!is_offered(entrant, each.job)) continue;
    for (const Built* built : runners_of(each.job, entrant, ours, peers, model.velocity_size())) {
      runners.push_back({each.job, built->peer.get()});
      rows.push_back({each.job, entrant.name, built->name, entrant.chain_links});
    }
  }
  measure_(runners, states.size(), rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    if (entrant.chain_links > 0) {
      const double states_per_call = static_cast<double>(runners[i].library->states_per_call(row.job));
      costs_[fmt::format("{}/{}", name_of(row.job), row.library)] = {
          entrant.chain_links, row.microseconds.median * 1e-6 * states_per_call};
    }
    results_.rows.push_back(std::move(row));
  }
}

}  // namespace bench
