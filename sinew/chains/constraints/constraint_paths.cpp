#include "sinew/chains/constraints/constraint_paths.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sinew/model/tree/tree.hpp"

namespace sinew::detail {
namespace {

void add_dofs(std::vector<ConstraintPaths::Run>& runs, const ConstraintPaths::Step& step) {
  if (runs.empty() || runs.back().end != step.dof) runs.push_back({step.dof, step.dof});
  runs.back().end += step.dofs;
}

}  // namespace

ConstraintPaths::ConstraintPaths(const Model& model, const std::vector<ConstraintPath>& all, int width) {
  const auto& tree = model.tree<double>();
  for (const ConstraintPath& path : all) columns += (path.rows + width - 1) / width * width;
  steps.resize(tree.links.size());  // one per link; steps without columns are removed below
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const int end = k + 1 < steps.size() ? tree.links[k + 1].v : tree.v_size;
    steps[k] = {.link = int(k), .dof = tree.links[k].v, .dofs = end - tree.links[k].v};
  }
  for (const ConstraintPath& path : all) add(model, path, width);
  std::erase_if(steps, [](const Step& s) { return s.link != 0 && s.crossing.empty(); });
  find_meetings();
  std::reverse(steps.begin(), steps.end());
}

void ConstraintPaths::add(const Model& model, const ConstraintPath& path, int width) {
  const auto& links = model.tree<double>().links;
  const int index = int(list.size());
  const int begin =
      list.empty() ? 0 : list.back().first_column + (list.back().rows + width - 1) / width * width;
  const int end = begin + (path.rows + width - 1) / width * width;
  list.push_back({.rows = path.rows, .first_row = rows, .first_column = begin});
  rows += path.rows;

  const Columns own{index, begin, end}, other{index, begin + columns, end + columns};
  const auto at = [&](int k) -> Step& { return steps[std::size_t(k)]; };
  const auto parent = [&](int k) { return links[std::size_t(k)].parent; };
  int meeting = path.link;
  for (int k = path.against; k != meeting;) k > meeting ? k = parent(k) : meeting = parent(meeting);
  for (int k = path.against; k != meeting; k = parent(k)) at(k).crossing.push_back(other);
  for (int k = path.link; k != 0; k = parent(k)) at(k).crossing.push_back(own);
  if (path.against != 0) at(meeting).joining.push_back(own);
  if (!path.acts_on_joints) return;
  at(path.link).torques.push_back({index, false, own.begin});
  if (path.against != 0)
    at(path.against).torques.push_back({index, true, path.against == meeting ? own.begin : other.begin});
}

void ConstraintPaths::find_meetings() {
  std::map<std::pair<int, int>, Meeting> found;
  for (const Step& step : steps) {
    for (const Columns& left : step.crossing) {
      add_dofs(list[std::size_t(left.path)].dofs, step);
      for (const Columns& right : step.crossing) {
        if (right.path > left.path) continue;
        Meeting& meeting =
            found.try_emplace({left.path, right.path}, Meeting{left.path, right.path}).first->second;
        add_dofs(meeting.dofs, step);
      }
    }
  }
  for (auto& [pair, meeting] : found) meetings.push_back(std::move(meeting));
}

}  // namespace sinew::detail
