// Checks whether a recursion takes the same time per link on chains of all lengths.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bench/methods.hpp"
#include "bench/results.hpp"
#include "bench/text_table.hpp"

namespace bench {
namespace {

struct Family {
  const char *library, *chains;  // prefix of the chains' names
};
constexpr Family families[] = {{sinew_name, "chain"}, {batch_name, "chain"}, {planar_name, "planar"}};
constexpr double linearity_bar = 1.6;  // largest over smallest time per link

std::set<int> lengths_in(const Results& results) {
  std::set<int> lengths;
  for (const Row& row : results.rows) {
    if (row.chain_links > 0) lengths.insert(row.chain_links);
  }
  return lengths;
}

// Calls f(name of job and method, time per link by length) for each recursion that was timed at two or more lengths.
template <class F>
void for_each_recursion(const Results& results, F&& f) {
  for (const Family& family : families) {
    for (const JobInfo& each : all_jobs) {
      if (gives_matrix(each.job)) continue;
      std::vector<std::optional<double>> times;
      for (const int links : lengths_in(results)) {
        const Row* row = results.find(each.job, fmt::format("{}{}", family.chains, links), family.library);
        times.push_back(row ? std::optional(row->microseconds.median / links) : std::nullopt);
      }
      if (times.size() - static_cast<std::size_t>(std::count(times.begin(), times.end(), std::nullopt)) >= 2)
        f(fmt::format("{}, {}", each.name, family.library), times);
    }
  }
}

}  // namespace

std::string per_link_table_of(const Results& results) {
  TextTable table({"microseconds per link"});
  for (const int links : lengths_in(results)) table.head.push_back(fmt::format("{} links", links));
  for_each_recursion(results, [&](const std::string& name, const auto& times) {
    std::vector<std::string>& line = table.lines.emplace_back(std::vector{name});
    for (const auto& time : times) line.push_back(time ? fmt::format("{:.4f}", *time) : "-");
  });
  return table.lines.empty() ? "" : table.text() + "\n";
}

std::vector<Comparison> compare_along_chains(const Results& results) {
  std::vector<Comparison> list;
  for_each_recursion(results, [&](const std::string& name, const auto& times) {
    double least = sinew::infinity, most = 0;
    for (const auto& time : times) {
      if (time) least = std::min(least, *time), most = std::max(most, *time);
    }
    const double ratio = most / least;
    list.push_back({name + " per link, most / least", {ratio, ratio, ratio, ratio}, linearity_bar});
  });
  return list;
}

}  // namespace bench
