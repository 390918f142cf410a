#include "apps/cli/json_text.hpp"

namespace sinew::cli {
namespace {

void print(const Json& json, const std::string& indent, std::string& out) {
  const bool nested = json.is_object() || (json.is_array() && !json.empty() && json[0].is_structured());
  if (!nested) {
    out += json.dump();
    return;
  }
  const std::string deeper = indent + "  ";
  out += json.is_object() ? "{" : "[";
  const char* separator = "\n";
  for (const auto& [key, entry] : json.items()) {
    out += separator + deeper;
    if (json.is_object()) out += Json(key).dump() + ": ";
    const bool flat_object =
        entry.is_object() &&
        std::none_of(entry.begin(), entry.end(), [](const Json& item) { return item.is_structured(); });
    if (flat_object) {
      out += entry.dump();
    } else {
      print(entry, deeper, out);
    }
    separator = ",\n";
  }
  out += "\n" + indent + (json.is_object() ? "}" : "]");
}

// The ground has no name.
Json name_or_null(const std::string& body) {
  return body.empty() ? Json() : Json(body);
}

}  // namespace

Json json_of(const Vector3<double>& v) {
  return {v.x, v.y, v.z};
}

Json json_of(const Force<double>& f) {
  return {f.angular.x, f.angular.y, f.angular.z, f.linear.x, f.linear.y, f.linear.z};
}

Json json_of(const Operations& x) {
  return {{"additions", x.additions},
          {"multiplications", x.multiplications},
          {"divisions", x.divisions},
          {"square_roots", x.square_roots},
          {"sines_cosines", x.sines_cosines}};
}

Json rows_of(const Matrix<double>& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json json_of(const ClosedLoops& closed) {
  Json loops = Json::array(), couplings = Json::array();
  for (const auto& [loop, force] : closed.loops) {
    loops.push_back({{"name", loop->name},
                     {"kind", name_of(loop->connection.kind)},
                     {"first", name_or_null(loop->first.body)},
                     {"second", name_or_null(loop->second.body)},
                     {"moment", json_of(force.angular)},
                     {"force", json_of(force.linear)}});
  }
  for (const auto& [name, torque] : closed.couplings)
    couplings.push_back({{"name", name}, {"torque", torque}});
  return {{"loop_forces", std::move(loops)},
          {"coupling_torques", std::move(couplings)},
          {"strategy", closed.method},
          {"rows", closed.rows},
          {"rank", closed.rank},
          {"dofs", closed.dofs},
          {"position_error", closed.constraint_errors.position.size},
          {"velocity_error", closed.constraint_errors.velocity.size}};
}

std::string text_of(const Json& json) {
  std::string text;
  print(json, "", text);
  return text + "\n";
}

}  // namespace sinew::cli
