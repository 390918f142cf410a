// Evaluates expressions of spatial operators on a robot.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/inputs.hpp"
#include "apps/cli/request.hpp"
#include "sinew/operators/prepared.hpp"
#include "sinew/operators/verify.hpp"

namespace sinew::cli {

struct EvaluatedOperators {
  Inputs inputs;
  std::vector<std::string> frames{};  // of frame space
  operators::Expression expression;
  operators::Derivation derivation;
  std::vector<std::string> rows{}, columns{};  // what the entries of the two spaces are called
  std::vector<double> applied{};               // what was multiplied; empty: the whole matrix was asked for
  Matrix<double> value{};
  std::optional<operators::Verification> verification{};  // --verify
  std::string explanation{};                              // --explain, --markdown
};

// Throws RequestError, with the place in the expression under it where that is wrong, and InvalidModel.
EvaluatedOperators evaluate_operators(const OperatorsRequest& request, std::string& notes);

std::string operators_text(const OperatorsRequest& request, const EvaluatedOperators& result);
std::string operators_json(const EvaluatedOperators& result);

// The names and the identities that there are.
std::string operator_list_text(bool ascii);
std::string operator_list_json();

// The line of `text` around its character `position`, counted from 1, and a caret under it.
std::string excerpt_with_caret(std::string_view text, std::size_t position);

}  // namespace sinew::cli
