#include "sinew/chains/row_paths.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sinew/model/tree.hpp"

namespace sinew {
namespace {

void add_freedoms(std::vector<RowPaths::Run>& runs, const RowPaths::Step& step) {
  if (runs.empty() || runs.back().end != step.freedom) runs.push_back({step.freedom, step.freedom});
  runs.back().end += step.freedoms;
}

}  // namespace

RowPaths::RowPaths(const Model& model, const std::vector<RowWay>& all, int lane) {
  const auto& tree = model.tree<double>();
  for (const RowWay& way : all) columns += (way.rows + lane - 1) / lane * lane;
  steps.resize(tree.links.size());  // one per link, until those that nothing crosses are dropped
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const int end = k + 1 < steps.size() ? tree.links[k + 1].v : tree.v_size;
    steps[k] = {.link = int(k), .freedom = tree.links[k].v, .freedoms = end - tree.links[k].v};
  }
  for (const RowWay& way : all) add(model, way, lane);
  std::erase_if(steps, [](const Step& s) { return s.link != 0 && s.crossing.empty(); });
  find_meetings();
  std::reverse(steps.begin(), steps.end());
}

void RowPaths::add(const Model& model, const RowWay& way, int lane) {
  const auto& links = model.tree<double>().links;
  const int index = int(ways.size());
  const int begin = ways.empty() ? 0 : ways.back().first_column + (ways.back().rows + lane - 1) / lane * lane;
  const int end = begin + (way.rows + lane - 1) / lane * lane;
  ways.push_back({.rows = way.rows, .first_row = rows, .first_column = begin});
  rows += way.rows;

  const Columns own{index, begin, end}, other{index, begin + columns, end + columns};
  const auto at = [&](int k) -> Step& { return steps[std::size_t(k)]; };
  const auto parent = [&](int k) { return links[std::size_t(k)].parent; };
  int meeting = way.link;
  for (int k = way.against; k != meeting;) k > meeting ? k = parent(k) : meeting = parent(meeting);
  for (int k = way.against; k != meeting; k = parent(k)) at(k).crossing.push_back(other);
  for (int k = way.link; k != 0; k = parent(k)) at(k).crossing.push_back(own);
  if (way.against != 0) at(meeting).joining.push_back(own);
  if (!way.with_moments) return;
  at(way.link).moments.push_back({index, false, own.begin});
  if (way.against != 0)
    at(way.against).moments.push_back({index, true, way.against == meeting ? own.begin : other.begin});
}

void RowPaths::find_meetings() {
  std::map<std::pair<int, int>, Meeting> found;
  for (const Step& step : steps) {
    for (const Columns& left : step.crossing) {
      add_freedoms(ways[std::size_t(left.way)].freedoms, step);
      for (const Columns& right : step.crossing) {
        if (right.way > left.way) continue;
        Meeting& meeting =
            found.try_emplace({left.way, right.way}, Meeting{left.way, right.way}).first->second;
        add_freedoms(meeting.freedoms, step);
      }
    }
  }
  for (auto& [pair, meeting] : found) meetings.push_back(std::move(meeting));
}

}  // namespace sinew
