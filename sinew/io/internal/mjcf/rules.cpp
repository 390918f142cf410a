#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

using std::string_view;
constexpr auto limits = xml::Infinite::accepted;
constexpr AttributeRule color{"rgba", 4, 4, xml::Infinite::refused, true};

constexpr AttributeRule root_read[] = {{"model"}};
constexpr AttributeRule compiler_read[] = {{"angle"},
                                           {"eulerseq"},
                                           {"autolimits"},
                                           {"coordinate"},
                                           {"inertiafromgeom"},
                                           {"balanceinertia"},
                                           {"fitaabb"},
                                           {"exactmeshinertia"},
                                           {"alignfree"},
                                           {"strippath"},
                                           {"meshdir"},
                                           {"assetdir"},
                                           {"boundmass", 1, 1},
                                           {"boundinertia", 1, 1},
                                           {"settotalmass", 1, 1},
                                           {"inertiagrouprange", 2, 2}};
constexpr string_view compiler_harmless[] = {"texturedir",    "convexhull",  "usethread",   "fusestatic",
                                             "discardvisual", "conflict",    "passthrough", "savecanonical",
                                             "savecompiled",  "saveinertial"};

constexpr AttributeRule option_read[] = {{"gravity", 3, 3}, {"magnetic", 3, 3},  {"wind", 3, 3},
                                         {"density", 1, 1}, {"viscosity", 1, 1}, {"actuatorgroupdisable"}};
constexpr string_view option_harmless[] = {
    "timestep",          "apirate",          "impratio",       "tolerance",      "ls_tolerance",
    "mpr_tolerance",     "noslip_tolerance", "ccd_tolerance",  "o_margin",       "o_solref",
    "o_solimp",          "o_friction",       "integrator",     "collision",      "cone",
    "jacobian",          "solver",           "iterations",     "ls_iterations",  "mpr_iterations",
    "noslip_iterations", "ccd_iterations",   "sdf_iterations", "sdf_initpoints", "sleep_tolerance"};
constexpr AttributeRule flag_read[] = {{"gravity"},      {"passive"},  {"spring"},   {"damper"},
                                       {"frictionloss"}, {"limit"},    {"equality"}, {"constraint"},
                                       {"actuation"},    {"clampctrl"}};
constexpr string_view flag_harmless[] = {
    "contact",   "warmstart", "filterparent", "refsafe", "sensor",      "midphase",    "eulerdamp",
    "autoreset", "override",  "energy",       "fwdinv",  "invdiscrete", "sensornoise", "multiccd",
    "island",    "nativeccd", "diagexact",    "ipc",     "sleep",       "speculative"};

constexpr AttributeRule default_read[] = {{"class"}};

constexpr AttributeRule body_read[] = {{"name"},          {"childclass"},  {"mocap"},
                                       {"pos", 3, 3},     {"quat", 4, 4},  {"axisangle", 4, 4},
                                       {"xyaxes", 6, 6},  {"zaxis", 3, 3}, {"euler", 3, 3},
                                       {"gravcomp", 1, 1}};
constexpr string_view body_harmless[] = {"user", "sleep", "fuse", "simple"};

constexpr AttributeRule frame_read[] = {
    {"name"},         {"childclass"},  {"pos", 3, 3},   {"quat", 4, 4},  {"axisangle", 4, 4},
    {"xyaxes", 6, 6}, {"zaxis", 3, 3}, {"euler", 3, 3}, {"scale", 1, 1}, {"massscale", 1, 1}};
constexpr string_view frame_harmless[] = {"scaling"};
constexpr AttributeRule replicate_read[] = {{"name"},        {"childclass"},   {"sep"},
                                            {"count", 1, 1}, {"offset", 3, 3}, {"euler", 3, 3}};
constexpr AttributeRule attach_read[] = {{"model"}, {"body"}, {"frame"}, {"prefix"}};
constexpr AttributeRule model_read[] = {{"name"}, {"file"}};
constexpr string_view model_harmless[] = {"content_type"};
constexpr AttributeRule key_read[] = {{"name"}, {"qpos"}, {"ctrl"}, {"act"}};
constexpr string_view key_harmless[] = {"time", "qvel", "mpos", "mquat"};

constexpr AttributeRule inertial_read[] = {{"pos", 3, 3},    {"quat", 4, 4},        {"axisangle", 4, 4},
                                           {"xyaxes", 6, 6}, {"zaxis", 3, 3},       {"euler", 3, 3},
                                           {"mass", 1, 1},   {"diaginertia", 3, 3}, {"fullinertia", 6, 6}};

constexpr AttributeRule joint_read[] = {{"name"},
                                        {"class"},
                                        {"type"},
                                        {"limited"},
                                        {"pos", 3, 3},
                                        {"axis", 3, 3},
                                        {"range", 2, 2, limits},
                                        {"ref", 1, 1},
                                        {"armature", 1, 1},
                                        {"damping", 1, 3},
                                        {"frictionloss", 1, 1},
                                        {"stiffness", 1, 3},
                                        {"springref", 1, 1},
                                        {"springyield", 1, 1},
                                        {"springdamper", 2, 2},
                                        {"actuatorfrclimited"},
                                        {"actuatorgravcomp"},
                                        {"actuatorfrcrange", 2, 2, limits}};
constexpr string_view joint_harmless[] = {"group",          "solreflimit", "solimplimit", "solreffriction",
                                          "solimpfriction", "margin",      "user"};

constexpr AttributeRule freejoint_read[] = {{"name"}, {"align"}};
constexpr string_view freejoint_harmless[] = {"group"};

constexpr AttributeRule geom_read[] = {{"name"},
                                       {"class"},
                                       {"type"},
                                       {"mesh"},
                                       {"hfield"},
                                       {"material"},
                                       {"shellinertia"},
                                       {"fluidshape"},
                                       {"size", 1, 3},
                                       {"group", 1, 1},
                                       {"mass", 1, 1},
                                       {"density", 1, 1},
                                       {"contype", 1, 1},
                                       {"conaffinity", 1, 1},
                                       {"fitscale", 1, 1},
                                       {"fromto", 6, 6},
                                       {"pos", 3, 3},
                                       {"quat", 4, 4},
                                       {"axisangle", 4, 4},
                                       {"xyaxes", 6, 6},
                                       {"zaxis", 3, 3},
                                       {"euler", 3, 3},
                                       color};
constexpr string_view geom_harmless[] = {"condim",    "priority", "friction", "solmix",
                                         "solref",    "solimp",   "margin",   "gap",
                                         "fluidcoef", "user",     "adhesion", "surfacevel"};

constexpr AttributeRule site_read[] = {{"name"},         {"class"},       {"fromto", 6, 6},
                                       {"pos", 3, 3},    {"quat", 4, 4},  {"axisangle", 4, 4},
                                       {"xyaxes", 6, 6}, {"zaxis", 3, 3}, {"euler", 3, 3}};
constexpr string_view site_harmless[] = {"type", "group", "material", "size", "rgba", "user", "mesh"};

constexpr AttributeRule mesh_read[] = {{"name"},         {"class"},        {"file"},    {"vertex"},
                                       {"face"},         {"inertia"},      {"builtin"}, {"scale", 3, 3},
                                       {"refpos", 3, 3}, {"refquat", 4, 4}};
constexpr string_view mesh_harmless[] = {"normal",       "texcoord", "smoothnormal", "maxhullvert",
                                         "content_type", "params",   "material",     "octree_maxdepth"};
constexpr AttributeRule material_read[] = {{"name"}, {"class"}, color};
constexpr string_view material_harmless[] = {"texture",   "texrepeat",   "texuniform", "emission", "specular",
                                             "shininess", "reflectance", "metallic",   "roughness"};
constexpr AttributeRule include_read[] = {{"file"}};

constexpr AttributeRule equality_read[] = {{"active"}};
constexpr AttributeRule connect_read[] = {{"name"},  {"class"}, {"active"}, {"body1"},
                                          {"body2"}, {"site1"}, {"site2"},  {"anchor", 3, 3}};
constexpr AttributeRule weld_read[] = {
    {"name"},  {"class"}, {"active"},       {"body1"},         {"body2"},
    {"site1"}, {"site2"}, {"anchor", 3, 3}, {"relpose", 7, 7}, {"torquescale", 1, 1}};
constexpr AttributeRule joint_equality_read[] = {{"name"},   {"class"},  {"active"},
                                                 {"joint1"}, {"joint2"}, {"polycoef", 5, 5}};
constexpr AttributeRule tendon_equality_read[] = {{"name"},    {"class"},   {"active"},
                                                  {"tendon1"}, {"tendon2"}, {"polycoef", 5, 5}};
constexpr string_view equality_harmless[] = {"solref", "solimp"};

constexpr AttributeRule tendon_read[] = {{"name"},
                                         {"class"},
                                         {"limited"},
                                         {"range", 2, 2, limits},
                                         {"stiffness", 1, 3},
                                         {"damping", 1, 3},
                                         {"springlength", 1, 2},
                                         {"frictionloss", 1, 1},
                                         {"armature", 1, 1},
                                         {"actuatorfrclimited"},
                                         {"actuatorfrcrange", 2, 2, limits}};
constexpr string_view spatial_harmless[] = {
    "group",          "margin",         "user",  "solreflimit", "solimplimit",
    "solreffriction", "solimpfriction", "width", "material",    "rgba"};
constexpr std::span<const string_view> fixed_harmless = std::span(spatial_harmless).first(7);
constexpr AttributeRule tendon_joint_read[] = {{"joint"}, {"coef", 1, 1}};
constexpr AttributeRule tendon_site_read[] = {{"site"}};
constexpr AttributeRule tendon_geom_read[] = {{"geom"}, {"sidesite"}};
constexpr AttributeRule pulley_read[] = {{"divisor", 1, 1}};

using How = LeftOut::How;
constexpr LeftOut sections[] = {
    {"size", How::in_silence, ""},
    {"visual", How::in_silence, ""},
    {"statistic", How::in_silence, ""},
    {"custom", How::with_warning, "custom data is not kept"},
    {"extension", How::with_warning, "plugins are not part of the model"},
    {"contact", How::with_warning, "contacts are not part of the model"},
    {"deformable", How::with_warning, "deformable objects are not part of the model"},
};
constexpr LeftOut in_body[] = {
    {"light", How::in_silence, ""},
    {"camera", How::with_warning, "cameras are not kept"},
    {"plugin", How::with_warning, "plugins are not part of the model"},
    {"composite", How::as_error, "composite objects are not supported: their bodies would be missing"},
    {"flexcomp", How::with_warning, "deformable objects are not part of the model"},
    {"flex", How::with_warning, "deformable objects are not part of the model"},
};
constexpr LeftOut in_equality[] = {
    {"distance", How::with_warning, "equality constraints on distances of geoms are not part of the model"},
    {"flex", How::with_warning, "equality constraints of flexes are not part of the model"},
    {"flexvert", How::with_warning, "equality constraints of flexes are not part of the model"},
    {"flexstrain", How::with_warning, "equality constraints of flexes are not part of the model"},
};

template <std::size_t N>
const LeftOut* find(const LeftOut (&list)[N], string_view name) {
  for (const LeftOut& each : list) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace

const ElementRules root_rules{root_read, {}};
const ElementRules compiler_rules{compiler_read, compiler_harmless};
const ElementRules option_rules{option_read, option_harmless};
const ElementRules flag_rules{flag_read, flag_harmless};
const ElementRules default_rules{default_read, {}};
const ElementRules body_rules{body_read, body_harmless};
const ElementRules frame_rules{frame_read, frame_harmless};
const ElementRules replicate_rules{replicate_read, {}};
const ElementRules attach_rules{attach_read, {}};
const ElementRules model_rules{model_read, model_harmless};
const ElementRules key_rules{key_read, key_harmless};
const ElementRules inertial_rules{inertial_read, {}};
const ElementRules joint_rules{joint_read, joint_harmless};
const ElementRules freejoint_rules{freejoint_read, freejoint_harmless};
const ElementRules geom_rules{geom_read, geom_harmless};
const ElementRules site_rules{site_read, site_harmless};
const ElementRules mesh_rules{mesh_read, mesh_harmless};
const ElementRules material_rules{material_read, material_harmless};
const ElementRules include_rules{include_read, {}};
const ElementRules equality_rules{equality_read, equality_harmless};
const ElementRules connect_rules{connect_read, equality_harmless};
const ElementRules weld_rules{weld_read, equality_harmless};
const ElementRules joint_equality_rules{joint_equality_read, equality_harmless};
const ElementRules tendon_equality_rules{tendon_equality_read, equality_harmless};
const ElementRules spatial_rules{tendon_read, spatial_harmless};
const ElementRules fixed_rules{tendon_read, fixed_harmless};
const ElementRules tendon_joint_rules{tendon_joint_read, {}};
const ElementRules tendon_site_rules{tendon_site_read, {}};
const ElementRules tendon_geom_rules{tendon_geom_read, {}};
const ElementRules pulley_rules{pulley_read, {}};

const LeftOut* left_out_section(string_view name) {
  return find(sections, name);
}
const LeftOut* left_out_in_body(string_view name) {
  return find(in_body, name);
}
const LeftOut* left_out_equality(string_view name) {
  return find(in_equality, name);
}

}  // namespace sinew::mjcf
