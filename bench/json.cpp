#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/machine.hpp"
#include "bench/methods.hpp"
#include "bench/results.hpp"

namespace bench {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Row& row) {
  const Quartiles& time = row.microseconds;
  Json json{{"job", name_of(row.job)}, {"robot", row.robot}, {"library", row.library}};
  if (row.instructions > 0) {
    json["instructions"] = row.instructions;
    return json;
  }
  json["microseconds"] = time.median;
  json["spread"] = time.spread();
  json["least"] = time.least;
  if (row.work) {
    json["flops"] = row.work->flops;
    json["sines_cosines"] = row.work->sines_cosines;
    json["gigaflops"] = rate_of(row);
  }
  return json;
}

// Each method of sinew relative to each peer, at the same job on the same robot.
Json ratios_of(const Results& results) {
  Json list = Json::array();
  for (const Row& ours : results.rows) {
    if (!is_sinew(ours.library)) continue;
    for (const Row& theirs : results.rows) {
      if (is_sinew(theirs.library) || theirs.job != ours.job || theirs.robot != ours.robot) continue;
      const Quartiles ratio = ratio_of(ours.turns, theirs.turns);
      list.push_back({{"job", name_of(ours.job)},
                      {"robot", ours.robot},
                      {"library", ours.library},
                      {"peer", theirs.library},
                      {"ratio", ratio.median},
                      {"spread", ratio.spread()}});
    }
  }
  return list;
}

Json json_of(const std::vector<Comparison>& comparisons) {
  Json list = Json::array();
  for (const Comparison& each : comparisons) {
    Json& json = list.emplace_back(Json{{"what", each.what},
                                        {"ratio", each.ratio.median},
                                        {"spread", each.ratio.spread()},
                                        {"bar", each.bar},
                                        {"met", each.is_met()}});
    if (each.limit) json["limit"] = *each.limit;
  }
  return list;
}

}  // namespace

void write_json(const Results& results, const std::filesystem::path& file) {
  const Machine machine = this_machine();
  Json rows = Json::array();
  for (const Row& row : results.rows) rows.push_back(json_of(row));
  Json all{
      {"machine", {{"processor", machine.processor}, {"cores", machine.cores}, {"system", machine.system}}},
      {"date", machine.date},
      {"versions", results.versions},
      {"rows", rows},
      {"notes", results.notes}};
  const bool timed = !results.rows.front().turns.microseconds.empty();  // otherwise counted
  if (timed) {
    const Peak& peak = results.peak;
    all["peak"] = {{"scalar", peak.scalar}, {"four", peak.four}, {"eight", peak.eight}};
    all["ratios"] = ratios_of(results);
    all["targets"] = json_of(compare_with_targets(results));
    all["along_chains"] = json_of(compare_along_chains(results));
  }
  std::ofstream out(file);
  out << all.dump(2) << "\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace bench
