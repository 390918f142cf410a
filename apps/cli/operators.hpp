// Evaluates expressions of spatial operators for a robot.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/inputs.hpp"
#include "apps/cli/request.hpp"
#include "sinew/operators/compare/verify.hpp"
#include "sinew/operators/run/prepared.hpp"

namespace sinew::cli {

struct EvaluatedOperators {
  Inputs inputs;
  std::vector<std::string> frames{};  // the frames of frame space
  operators::Expression expression;
  operators::Derivation derivation;
  std::vector<std::string> rows{}, columns{};  // names of the entries of the two spaces
  std::vector<double> applied{};               // the vector of --apply; empty if the whole matrix is computed
  Matrix<double> value{};
  std::optional<operators::Verification> verification{};  // --verify
  std::string explanation{};                              // --explain, --markdown
};

// Throws InvalidModel, and RequestError; for a syntax error the message marks the place in the expression.
EvaluatedOperators evaluate_operators(const OperatorsRequest& request, std::string& notes);

std::string operators_text(const OperatorsRequest& request, const EvaluatedOperators& result);
std::string operators_json(const EvaluatedOperators& result);

// List all operator names and identities.
std::string operator_list_text(bool ascii);
std::string operator_list_json();

// Returns the part of `text` around its character `position`, counted from 1, with a caret under that character.
std::string excerpt_with_caret(std::string_view text, std::size_t position);

}  // namespace sinew::cli
