// Reads the constraints of a scene: connections, loops, couplings.
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/files/state_checks.hpp"
#include "sinew/io/internal/scene/parts.hpp"

namespace sinew::scenes {
namespace {

constexpr ConnectionKind loop_kinds[] = {
    ConnectionKind::weld,          ConnectionKind::revolute,       ConnectionKind::prismatic,
    ConnectionKind::cylindrical,   ConnectionKind::universal,      ConnectionKind::spherical,
    ConnectionKind::planar,        ConnectionKind::soft_finger,    ConnectionKind::point_on_line,
    ConnectionKind::line_on_plane, ConnectionKind::point_on_plane, ConnectionKind::distance,
    ConnectionKind::directions};

std::optional<ConnectionKind> kind_named(const std::string& name) {
  return name == "rigid" ? ConnectionKind::weld : connection_kind(name);
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const ConnectionKind kind : loop_kinds) names.emplace_back(name_of(kind));
  return names;
}

// Invalid directions are reported and replaced by valid ones, so that they cause no further errors.
void read_directions(Fields& fields, Connection& connection, const Reading& reading) {
  for (const Node& item : fields.list("directions")) {
    auto f = yaml::numbers_of(item, fields.what("directions"), reading).value_or(std::vector<double>(6, 1.0));
    const std::string problem = wrong_size(f.size(), 6, "moment x y z, force x y z");
    if (!problem.empty()) fields.error(item, "directions: " + problem);
    f.resize(6, 1.0);
    connection.directions.push_back({{f[0], f[1], f[2]}, {f[3], f[4], f[5]}});
  }
}

// Checks a key that only one kind of connection has, and must have.
void check_belongs(Fields& fields, const char* key, bool belongs) {
  const Node* const entry = fields.find(key);
  if (belongs && !entry) fields.error(fields.node(), std::string("has no ") + key);
  if (!belongs && entry) fields.error(*entry, std::string(key) + ": is only for the kind " + key);
}

// Returns the names of the model's own loops or couplings.
template <class Tie>
NamePool names_of(const std::vector<Tie>& ties) {
  NamePool names;
  for (const Tie& tie : ties) names.take(tie.name);
  return names;
}

}  // namespace

std::vector<std::string> labels_of(const std::vector<Node>& list, const char* word, NamePool taken) {
  std::vector<std::string> labels;
  for (const Node& node : list) {
    const Node* const named = node.find("name");
    labels.push_back(named && named->kind == Node::Kind::text ? named->text : "");
    taken.take(labels.back());
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) labels[i] = taken.unique(word + std::to_string(i + 1));
  }
  return labels;
}

Connection read_connection(Fields& fields, const Reading& reading) {
  Connection connection;
  if (const auto name = fields.text("kind")) {
    if (const auto kind = kind_named(*name)) {
      connection.kind = *kind;
    } else {
      fields.error(*fields.find("kind"), unknown_name("kind", *name, kind_names()));
      fields.find("distance"), fields.find("directions");
      return connection;
    }
  }
  check_belongs(fields, "distance", connection.kind == ConnectionKind::distance);
  check_belongs(fields, "directions", connection.kind == ConnectionKind::directions);
  connection.distance = fields.number("distance", {dimension::length}).value_or(1);
  read_directions(fields, connection, reading);
  return connection;
}

void read_loops(Fields& scene, const Model& model, const std::vector<double>& q, Description& description,
                const Reading& reading) {
  const std::vector<Node>& list = scene.list("loops");
  const std::vector<std::string> labels = labels_of(list, "loop", names_of(description.loops));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string& label = labels[i];
    Fields fields(list[i], "loop '" + label + "'", reading);
    if (list[i].kind != Node::Kind::map) continue;
    Loop loop{.name = fields.text("name").value_or(label), .source = reading.at(list[i])};
    loop.connection = read_connection(fields, reading);
    const Node *const first = fields.find("first"), *const second = fields.find("second");
    if (!second) fields.error(list[i], "has no second");
    const auto written = first ? read_end(*first, fields.what("first"), &model, "", reading)
                               : std::optional(WrittenEnd{.is_here = true});
    const auto held = second ? read_end(*second, fields.what("second"), &model, "", reading) : std::nullopt;
    fields.finish();
    if (held && held->is_here) fields.error(*second, "second: here is only for the first end");
    if (!written || !held) continue;
    loop.second = held->end;
    loop.first =
        written->is_here ? end_at(pose_of(held->end, model, q), written->end.body, model, q) : written->end;
    description.loops.push_back(loop);
  }
}

void read_couplings(Fields& scene, Description& description, const Reading& reading) {
  const std::vector<Node>& list = scene.list("couplings");
  const std::vector<std::string> labels = labels_of(list, "coupling", names_of(description.couplings));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string& label = labels[i];
    Fields fields(list[i], "coupling '" + label + "'", reading);
    if (list[i].kind != Node::Kind::map) continue;
    Coupling coupling{.name = fields.text("name").value_or(label), .source = reading.at(list[i])};
    coupling.joint = fields.required_text("joint").value_or("");
    coupling.leader = fields.text("leader").value_or("");
    if (const auto c = fields.numbers("polynomial", 1, coupling.polynomial.size())) {
      coupling.polynomial = {};
      std::copy(c->begin(), c->end(), coupling.polynomial.begin());
    } else if (coupling.leader.empty()) {
      coupling.polynomial = {};
    }
    fields.finish();
    if (!coupling.joint.empty()) description.couplings.push_back(coupling);
  }
}

}  // namespace sinew::scenes
