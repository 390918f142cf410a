// Formats JSON for the reports. Include it only in .cpp files, because the JSON library is slow to compile.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/cli/closed_loops.hpp"
#include "sinew/scalar/counted.hpp"

namespace sinew::cli {

using Json = nlohmann::ordered_json;

Json json_of(const Vector3<double>& v);
Json json_of(const Force<double>& f);  // six numbers, moment and force
Json json_of(const Operations& x);
Json rows_of(const Matrix<double>& matrix);
// Returns an object with loop_forces, coupling_torques, strategy, rows, rank, dofs, position_error and
// velocity_error.
Json json_of(const ClosedLoops& closed);

// Arrays of plain values stay on one line; everything else gets a line per entry.
std::string text_of(const Json& json);

}  // namespace sinew::cli
