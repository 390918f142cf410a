#include "apps/cli/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/dof_tables.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/table.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/files/number_list.hpp"
#include "sinew/io/files/state_checks.hpp"
#include "sinew/operators/explain/explain.hpp"
#include "sinew/operators/text/parse.hpp"

namespace sinew::cli {
namespace {

using operators::Configuration;
using operators::Expression;
using operators::Space;

constexpr double most_numbers = 4e6;  // most numbers that a matrix may have

// Parses a vector given as NAME:SPACE=LIST, such as "f:frame=0,0,0,0,0,10".
Expression vector_named(const std::string& text) {
  const std::size_t colon = text.find(':'), equals = text.find('=');
  if (colon == std::string::npos || equals == std::string::npos || equals < colon)
    throw RequestError(fmt::format("--let: '{}' was given; expected NAME:SPACE=LIST", text));
  const std::string name = text.substr(0, colon), space = text.substr(colon + 1, equals - colon - 1);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  if (name.empty() || !is_letter(name[0]) || !std::all_of(name.begin(), name.end(), may_follow))
    throw RequestError(fmt::format("--let: '{}' was given; expected a name of letters, digits and _", name));
  for (const Space& known : {operators::joint_space, operators::body_space, operators::frame_space})
    if (known.name == space)
      return operators::constant(
          name, known, operators::number_space,
          read_number_list(std::string_view(text).substr(equals + 1), "--let " + name));
  throw RequestError("--let: " + unknown_name("space", space, {"joint", "body", "frame"}));
}

Expression parsed(const std::string& text, const std::vector<Expression>& own) {
  try {
    return operators::parse(text, own);
  } catch (const operators::ParseError& error) {
    if (std::error_code none; std::filesystem::exists(text, none))
      throw RequestError(fmt::format("{} is a file; expected first the MODEL, then the EXPRESSION", text));
    const bool fits = text.size() <= operators::longest_expression;
    throw RequestError(error.what() + (fits ? excerpt_with_caret(text, error.position) : ""));
  }
}

// Returns the bodies without children.
std::vector<std::string> tips_of(const Model& model) {
  std::vector<std::string> tips;
  const std::vector<Body>& bodies = model.description().bodies;
  for (const Body& body : bodies) {
    const auto hangs_on_it = [&](const Body& other) { return other.parent == body.name; };
    if (std::none_of(bodies.begin(), bodies.end(), hangs_on_it)) tips.push_back(body.name);
  }
  return tips;
}

std::vector<FrameIndex> frames_of(const Model& model, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const FrameInfo& frame : model.frames().subspan(1)) known.push_back(frame.name);
  std::vector<FrameIndex> frames;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw RequestError("--frame: " + unknown_name("frame", name, known));
    frames.push_back(model.frame(name));
  }
  return frames;
}

// Returns a name for each link: its body, or "in JOINT" for a link inside a joint that consists of several links.
std::vector<std::string> link_names(const Model& model) {
  const int count = int(model.tree<double>().links.size());
  std::vector<std::string> names(static_cast<std::size_t>(count));
  const JointInfo* next = nullptr;
  for (int k = count - 1; k > 0; --k) {
    const auto carries_body = [&](const JointInfo& joint) {
      return joint.v_size > 0 && model.frame(joint.frame).link == k;
    };
    const auto joint = std::find_if(model.joints().begin(), model.joints().end(), carries_body);
    const bool is_last_of_joint = joint != model.joints().end();
    if (is_last_of_joint) next = &*joint;
    if (next) names[std::size_t(k)] = is_last_of_joint ? next->body : "in " + next->name;
  }
  names.erase(names.begin());
  return names;
}

std::vector<std::string> entry_names(const Space& space, const Model& model,
                                     const std::vector<std::string>& frames) {
  if (space == operators::joint_space) return names_of(velocity_coordinates(model));
  if (space == operators::number_space) return {"value"};
  std::vector<std::string> names;
  for (const std::string& owner : space == operators::body_space ? link_names(model) : frames)
    for (const char* part : {"angular x", "angular y", "angular z", "linear x", "linear y", "linear z"})
      names.push_back(owner + " " + part);
  return names;
}

void check_size(int rows, int columns) {
  if (double(rows) * columns > most_numbers)
    throw RequestError(
        fmt::format("the matrix has {} x {} numbers, too many to show; expected --apply", rows, columns));
}

std::vector<double> vector_to_multiply(const std::string& list, const Expression& x, std::size_t size) {
  if (x.from() == operators::number_space)
    throw RequestError("--apply: the expression is already a vector; expected an operator");
  std::vector<double> values = read_number_list(list, "--apply");
  if (const std::string problem = wrong_size(values.size(), size, x.from().name + " space"); !problem.empty())
    throw RequestError("--apply: " + problem);
  return values;
}

EvaluatedOperators evaluate(const OperatorsRequest& request, const Expression& x, std::string& notes) {
  Inputs inputs = gather_inputs(request.at, notes);
  if (constraint_count(inputs.model) > 0)
    notes += fmt::format("sinew: the operators are those of the tree; ignored (treated as open): {}\n",
                         constraints_in_words(inputs.model));
  const std::vector<std::string> frames = request.frames.empty() ? tips_of(inputs.model) : request.frames;
  const std::vector<FrameIndex> indices = frames_of(inputs.model, frames);
  Configuration at(inputs.model, indices);
  at.set(inputs.state.q, inputs.state.v, inputs.state.tau);
  const int rows = at.size_of(x.to()), columns = at.size_of(x.from());
  std::vector<double> applied;
  if (request.apply) applied = vector_to_multiply(*request.apply, x, std::size_t(columns));
  const bool is_vector = request.apply || x.from() == operators::number_space;
  check_size(rows, is_vector ? 1 : columns);
  operators::Prepared prepared(
      x, at, is_vector ? operators::Purpose::product_with_vector : operators::Purpose::matrix);
  Matrix<double> value(rows, is_vector ? 1 : columns);
  if (request.apply)
    prepared.apply(applied, std::span<double>(value.data(), std::size_t(rows)));
  else
    prepared.matrix(value);
  EvaluatedOperators result{.inputs = std::move(inputs),
                            .frames = frames,
                            .expression = x,
                            .derivation = prepared.derivation(),
                            .applied = std::move(applied),
                            .value = std::move(value)};
  const Model& model = result.inputs.model;
  result.rows = entry_names(x.to(), model, frames);
  result.columns = entry_names(x.from(), model, frames);
  if (request.verify) result.verification = operators::verify(x, model, {.frames = indices});
  if (request.explain || request.markdown) {
    const State& state = result.inputs.state;
    result.explanation = operators::explain(
        prepared, {.notation = request.ascii ? operators::Notation::ascii : operators::Notation::unicode,
                   .markdown = request.markdown,
                   .times = operators::measure(prepared, at, state.q, state.v, state.tau)});
  }
  return result;
}

}  // namespace

EvaluatedOperators evaluate_operators(const OperatorsRequest& request, std::string& notes) {
  try {
    std::vector<Expression> own;
    for (const std::string& text : request.let) own.push_back(vector_named(text));
    return evaluate(request, parsed(*request.expression, own), notes);
  } catch (const std::domain_error& error) {  // a matrix that cannot be inverted
    const bool is_neutral = !request.at.q && !request.at.state;
    const char* const hint =
        is_neutral ? " (the initial position of the model; use --q or --state for another)" : "";
    throw RequestError(error.what() + std::string(hint));
  } catch (const std::invalid_argument& error) {
    throw RequestError(error.what());
  }
}

std::string excerpt_with_caret(std::string_view text, std::size_t position) {
  constexpr std::size_t before = 60, after = 40;
  std::string line, left_of_caret;
  std::size_t count = 0;  // of characters so far
  for (const char c : text) {
    if ((c & 0xC0) != 0x80) ++count;
    if (count + before < position || count > position + after) continue;
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    (count < position ? left_of_caret : line) += is_control ? ' ' : c;
  }
  return "\n  " + left_of_caret + line + "\n  " + std::string(width_of(left_of_caret), ' ') + "^";
}

}  // namespace sinew::cli
