#include "sinew/io/files/trajectory_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/io/files/state_checks.hpp"
#include "sinew/io/internal/text/attributes.hpp"

namespace sinew {
namespace {

constexpr int most_wrong_lines = 10;

// Removes whitespace at both ends.
std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

bool is_header(std::string_view line) {
  const std::string_view first = line.substr(0, line.find_first_of(", \t"));
  return !xml::parse_numbers(first, xml::Infinite::accepted).problem.empty();
}

// Parses numbers separated by commas, or by whitespace if there are no commas.
xml::Numbers numbers_of(std::string_view line) {
  const auto commas = std::count(line.begin(), line.end(), ',');
  std::string spaced(line);
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  xml::Numbers numbers = xml::parse_numbers(spaced);
  if (numbers.problem.empty() && commas > 0 && std::ptrdiff_t(numbers.values.size()) != commas + 1)
    numbers.problem = fmt::format("got {} numbers between {} commas, expected one on each side of a comma",
                                  numbers.values.size(), commas);
  return numbers;
}

class Reader {
 public:
  explicit Reader(const Model& model) : model_(model) {}

  // Adds the line as a waypoint and returns an empty string; returns a message if the line is invalid.
  std::string add(std::string_view line) {
    const auto [numbers, problem] = numbers_of(line);
    if (!problem.empty()) return problem;
    const double time = numbers.front();
    std::vector<double> q(numbers.begin() + 1, numbers.end());
    if (numbers.size() != 1 + std::size_t(model_.position_size()))
      return "after the time: " + wrong_size(q, model_, Coordinates::positions);
    if (time < 0) return fmt::format("time {:g}, expected 0 or more", time);
    if (!plan_.times.empty() && time <= plan_.times.back())
      return fmt::format("time {:g} after {:g}, expected increasing times", time, plan_.times.back());
    if (std::string wrong = normalise_quaternions(model_, q); !wrong.empty()) return wrong;
    if ((plan_.times.size() + 1) * numbers.size() > max_trajectory_numbers)
      return fmt::format("more than the {} numbers that are accepted", max_trajectory_numbers);
    plan_.times.push_back(time);
    plan_.values.push_back(std::move(q));
    return {};
  }

  TrajectoryPlan take() { return std::move(plan_); }

 private:
  const Model& model_;
  TrajectoryPlan plan_{.interpolation = Interpolation::spline};
};

}  // namespace

TrajectoryPlan read_trajectory_text(const std::string& text, const std::string& file_name, const Model& model,
                                    Findings& findings) {
  Reader reader(model);
  bool may_be_header = true;
  int line_number = 0, wrong = 0;
  std::string_view rest = text;
  while (!rest.empty() && wrong < most_wrong_lines) {
    ++line_number;
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    const bool skipped = may_be_header && is_header(line);
    may_be_header = false;
    if (skipped) continue;
    const std::string problem = reader.add(line);
    if (problem.empty()) continue;
    findings.error({file_name, line_number}, problem);
    ++wrong;
  }
  TrajectoryPlan plan = reader.take();
  if (wrong == 0 && plan.times.empty()) findings.error({file_name, 0}, "has no line of numbers");
  return wrong == 0 ? plan : TrajectoryPlan{};
}

TrajectoryPlan read_trajectory(const std::filesystem::path& file, const Model& model, Findings& findings) {
  const auto text = xml::read_file(file, findings);
  return text ? read_trajectory_text(*text, file.string(), model, findings) : TrajectoryPlan{};
}

}  // namespace sinew
