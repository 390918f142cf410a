// Knows the versions of SDF and the elements that the reader leaves out.
#include <algorithm>
#include <charconv>
#include <span>

#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {

using xml::Element;

namespace {

constexpr int oldest = 2, newest = 12;  // 1.2 to 1.12

// Elements without effect on the motion of links. They are left out without a warning.
constexpr std::string_view without_effect[] = {"physics",
                                               "scene",
                                               "gui",
                                               "light",
                                               "atmosphere",
                                               "magnetic_field",
                                               "self_collide",
                                               "audio",
                                               "surface",
                                               "max_contacts",
                                               "laser_retro",
                                               "cast_shadows",
                                               "visibility_flags",
                                               "meta",
                                               "enable_wind",
                                               "name",
                                               "audio_sink",
                                               "audio_source",
                                               "allow_auto_disable",
                                               "spherical_coordinates",
                                               "must_be_base_link",
                                               "auto_inertia_params"};
// Elements that are left out with a warning that does not call them unknown.
constexpr std::string_view not_read[] = {
    "plugin",  "sensor",    "gripper",          "wind",       "state",     "actor",          "road",
    "battery", "projector", "particle_emitter", "population", "kinematic", "velocity_decay", "submesh"};

bool contains(std::span<const std::string_view> list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

std::optional<int> read_version(Element root, Findings& findings) {
  const char* const written = root.attribute("version");
  const std::string_view version = written != nullptr ? written : "";
  const auto refuse = [&](const std::string& why) {
    findings.error(root.source(),
                   "version " + xml::in_quotes(version) + " of <sdf> " + why + "; expected 1.2 to 1.12");
    return std::nullopt;
  };
  if (written == nullptr) {
    findings.error(root.source(), "<sdf> has no attribute 'version'; expected 1.2 to 1.12");
    return std::nullopt;
  }
  int minor = 0;
  const char* const end = version.data() + version.size();
  if (!version.starts_with("1.")) return refuse("is unknown");
  const auto [stop, fault] = std::from_chars(version.data() + 2, end, minor);
  if (fault != std::errc() || stop != end) return refuse("is unknown");
  if (minor < oldest) return refuse("has other elements than later ones and is not read");
  if (minor > newest) return refuse("is newer than this reader");
  return minor;
}

void note_other_children(Element element, std::initializer_list<std::string_view> known, Reading& reading) {
  for (const Element child : element.children()) {
    const auto name = child.name();
    if (std::find(known.begin(), known.end(), name) != known.end() || contains(without_effect, name))
      continue;
    const std::string tag = "<" + std::string(name) + ">";
    if (contains(not_read, name)) {
      reading.ignored.add(child.source(), tag + " is not read");
    } else {
      reading.ignored.add(child.source(),
                          tag + " in <" + std::string(element.name()) + "> is unknown and ignored");
    }
  }
}

}  // namespace sinew::sdf
