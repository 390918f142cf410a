// Writes the report of `sinew compute multi-arm`.
#include <fmt/format.h>

#include "apps/cli/compute.hpp"
#include "apps/cli/dof_tables.hpp"
#include "apps/cli/force_columns.hpp"
#include "apps/cli/json_text.hpp"
#include "apps/cli/multi_arm.hpp"

namespace sinew::cli {
namespace {

using cli::json_of;

std::string held_name(const Grasp& grasp, const Scene& scene) {
  if (grasp.first.body.empty() || !scene.object) return "ground";
  return grasp.first.body == scene.object->name ? scene.object->name
                                                : scene.object->name + "/" + grasp.first.body;
}

std::string robot_table(const SceneRobot& robot, const std::vector<double>& qdd) {
  DofTables tables(robot.model, robot.state.q);
  tables.add("v", robot.state.v, Derivative::velocity);
  tables.add("tau", robot.state.tau, Derivative::effort);
  tables.add("qdd", qdd, Derivative::acceleration);
  return tables.to_string();
}

std::string contact_table(const Scene& scene, const std::vector<ContactForce>& contacts) {
  std::vector<Force<double>> forces;
  for (const ContactForce& contact : contacts) forces.push_back(contact.in_world);
  Table table;
  table.add_texts("grasp", contacts, [](const ContactForce& c) { return c.grasp->name; });
  table.add_texts("kind", contacts, [](const ContactForce& c) { return name_of(c.grasp->connection.kind); });
  table.add_texts("on", contacts, [&](const ContactForce& c) { return held_name(*c.grasp, scene); });
  add_force_columns(table, forces);
  table.add_texts_if_any("", contacts,
                         [](const ContactForce& c) { return c.pulls ? "would have to pull" : ""; });
  return table.to_string();
}

std::string mass_centre_line(const std::optional<Motion<double>>& acceleration) {
  if (!acceleration) return "";
  const auto& [angular, linear] = *acceleration;
  return fmt::format(
      "\nacceleration of the mass centre, in world axes: {:.6f} {:.6f} {:.6f} m/s^2, angular {:.6f} {:.6f} "
      "{:.6f} rad/s^2\n",
      linear.x, linear.y, linear.z, angular.x, angular.y, angular.z);
}

Json state_of(const SceneRobot& robot) {
  return {{"q", robot.state.q}, {"v", robot.state.v}, {"tau", robot.state.tau}};
}

Json json_of(const ContactForce& contact, const Scene& scene) {
  const Grasp& grasp = *contact.grasp;
  Json json = {{"name", grasp.name},
               {"arm", scene.robots[static_cast<std::size_t>(grasp.arm)].name},
               {"kind", name_of(grasp.connection.kind)},
               {"on", held_name(grasp, scene)},
               {"moment", json_of(contact.on_held.angular)},
               {"force", json_of(contact.on_held.linear)},
               {"world_moment", json_of(contact.in_world.angular)},
               {"world_force", json_of(contact.in_world.linear)}};
  if (is_one_sided(grasp.connection.kind)) json["pulls"] = contact.pulls;
  return json;
}

}  // namespace

std::string arms_text(const ComputeRequest& request, const Scene& scene, const ArmsResult& result) {
  const Vector3<double>& g = result.whole.gravity();
  const std::size_t arms = scene.robots.size();
  std::string text =
      fmt::format("multi-arm of {}: {} arm{} {} {}; gravity {:g} {:g} {:g} m/s^2{}\n", scene.name, arms,
                  arms == 1 ? "" : "s", arms == 1 ? "holds" : "hold",
                  scene.object ? scene.object->name : "the ground", g.x, g.y, g.z, passive_in_words(request));
  for (std::size_t i = 0; i < arms; ++i)
    text += fmt::format("\narm {}\n\n{}", scene.robots[i].name, robot_table(scene.robots[i], result.qdd[i]));
  if (scene.object) {
    text += fmt::format("\nobject {}\n\n{}{}", scene.object->name,
                        robot_table(*scene.object, result.object_acceleration),
                        mass_centre_line(result.mass_centre_acceleration));
  }
  if (!result.contacts.empty()) {
    text += "\ncontact forces on the object or ground, in world axes at the tip\n\n" +
            contact_table(scene, result.contacts);
  }
  return text + "\n" + loop_report(result.closed);
}

std::string arms_json(const ComputeRequest& request, const Scene& scene, const ArmsResult& result) {
  Json arms = Json::object(), qdd = Json::object(), contacts = Json::array();
  for (std::size_t i = 0; i < scene.robots.size(); ++i) {
    arms[scene.robots[i].name] = state_of(scene.robots[i]);
    qdd[scene.robots[i].name] = result.qdd[i];
  }
  for (const ContactForce& contact : result.contacts) contacts.push_back(json_of(contact, scene));
  Json report = {{"scene", scene.name}, {"what", "multi-arm"}};
  report["inputs"] = {{"arms", std::move(arms)},
                      {"object", scene.object ? state_of(*scene.object) : Json()},
                      {"gravity", json_of(result.whole.gravity())}};
  report["friction"] = request.friction;
  report["springs"] = request.springs;
  report["gravity_compensation"] = request.gravity_compensation;
  report["qdd"] = std::move(qdd);
  report["contact_forces"] = std::move(contacts);
  report["object_acceleration"] = scene.object ? Json(result.object_acceleration) : Json();
  if (const auto& a = result.mass_centre_acceleration) {
    report["mass_centre_acceleration"] = {{"angular", json_of(a->angular)}, {"linear", json_of(a->linear)}};
  }
  report.update(json_of(result.closed));
  return text_of(report);
}

}  // namespace sinew::cli
