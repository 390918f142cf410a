#include "sinew/io/internal/mjcf/contents.hpp"

#include "sinew/io/internal/mjcf/orientation.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

// A body or frame whose children are being sorted.
struct Level {
  std::vector<Element> children;
  std::size_t next;
  Transform<double> frame;
  int class_index;
};

Level level_of(const Placed& frame, Reading& reading) {
  const AttributeReader reader(reading.findings, "frame");
  Attributes attributes;
  attributes.lay(frame.element, frame_rules, reader);
  for (const char* const name : {"scale", "massscale"}) {
    if (attributes.number(name, 1) != 1) {
      reader.error(frame.element,
                   std::string(name) + " is not supported; expected contents of the final size");
    }
  }
  const int class_index =
      attributes.has("childclass")
          ? reading.defaults.find(attributes.text("childclass"), frame.element, frame.class_index, reader)
          : frame.class_index;
  return {reading.files.children(frame.element), 0,
          frame.frame * placement_of(attributes, reading.settings.angles, reader), class_index};
}

void report_left_out(Element child, const AttributeReader& reader, Reading& reading) {
  const auto kind = child.name();
  const LeftOut* const known = left_out_in_body(kind);
  if (known == nullptr) {
    reader.error(child, "unknown element <" + std::string(kind) + ">");
  } else if (known->how == LeftOut::How::as_error && reader.owner() != "worldbody") {
    reader.error(child, std::string(known->message));
  } else if (known->how != LeftOut::How::in_silence) {
    reading.ignored.add(child.source(), std::string(known->message));
  }
}

}  // namespace

Contents contents_of(Element element, int class_index, const AttributeReader& reader, Reading& reading) {
  Contents result;
  std::vector<Level> levels{{reading.files.children(element), 0, {}, class_index}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.children.size()) {
      levels.pop_back();
      continue;
    }
    const Placed child{level.children[level.next++], level.frame, level.class_index};
    const auto kind = child.element.name();
    if (kind == "frame") {
      levels.push_back(level_of(child, reading));
    } else if (kind == "body" || kind == "replicate" || kind == "attach") {
      result.children.push_back(child);
    } else if (kind == "joint" || kind == "freejoint") {
      result.joints.push_back(child);
    } else if (kind == "geom") {
      result.geoms.push_back(child);
    } else if (kind == "site") {
      result.sites.push_back(child);
    } else if (kind == "inertial") {
      if (result.inertial) reader.error(child.element, "a second <inertial>; expected one");
      result.inertial = child;
    } else {
      report_left_out(child.element, reader, reading);
    }
  }
  return result;
}

}  // namespace sinew::mjcf
