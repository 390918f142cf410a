#include "tests/support/random_sdf.hpp"

#include <fmt/format.h>

#include <vector>

#include "tests/support/random.hpp"

namespace sinew::test {
namespace {

struct Link {
  std::string name;
  std::vector<std::string> frames{};  // that are attached to it
};

// What a model offers to the model around it, by names as seen from there.
struct Content {
  std::vector<std::string> frames;  // that poses can be relative to
  std::vector<Link> links;          // the first has no joint to a parent yet
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::map<std::string, std::string> write() {
    std::vector<std::string> parts, known{"world"};
    const int count = 1 + random_.below(3);
    for (int i = 0; i < count; ++i) {
      Content content = add_model(parts, known, 0, random_.chance(0.2));
      for (const std::string& name : content.frames) known.push_back(name);
    }
    files_["world.sdf"] = "<sdf version='1.9'><world name='w'>\n" + shuffled(parts) + "</world></sdf>\n";
    return files_;
  }

 private:
  std::string fresh(const char* kind) { return kind + std::to_string(++names_); }
  const std::string& any(const std::vector<std::string>& list) {
    return list[std::size_t(random_.below(int(list.size())))];
  }
  std::string numbers(int count, double size) {
    std::string result;
    for (int i = 0; i < count; ++i) result += fmt::format("{}{}", i ? " " : "", random_.uniform(-size, size));
    return result;
  }

  std::string shuffled(std::vector<std::string> parts) {
    std::string text;
    while (!parts.empty()) {
      const auto i = std::ptrdiff_t(random_.below(int(parts.size())));
      text += parts[std::size_t(i)];
      parts.erase(parts.begin() + i);
    }
    return text;
  }

  // A pose relative to a known frame, or to the default.
  std::string pose(const std::vector<std::string>& known, bool always_relative = false) {
    std::string attributes;
    if (always_relative || random_.chance(0.6)) attributes += " relative_to='" + any(known) + "'";
    if (random_.chance(0.3)) {
      attributes += " rotation_format='quat_xyzw'";
      const auto [w, x, y, z] = random_.quaternion();
      return fmt::format("<pose{}>{} {} {} {} {}</pose>", attributes, numbers(3, 1), x, y, z, w);
    }
    const bool degrees = random_.chance(0.3);
    if (degrees) attributes += " degrees='true'";
    return fmt::format("<pose{}>{} {}</pose>", attributes, numbers(3, 1), numbers(3, degrees ? 170 : 3));
  }

  std::string inertial() {
    const double a = random_.uniform(0.5, 1), b = random_.uniform(0.5, 1), c = random_.uniform(0.5, 1);
    return fmt::format(
        "<inertial><mass>{}</mass><pose>{} "
        "{}</pose><inertia><ixx>{}</ixx><iyy>{}</iyy><izz>{}</izz><ixy>{}</ixy>"
        "<ixz>{}</ixz><iyz>{}</iyz></inertia></inertial>",
        random_.uniform(0.5, 2), numbers(3, 0.5), numbers(3, 3), a + b, a + c, b + c,
        random_.uniform(-0.1, 0.1), random_.uniform(-0.1, 0.1), random_.uniform(-0.1, 0.1));
  }

  std::string axis(const char* name, const std::vector<std::string>& known) {
    const auto [x, y, z] = random_.unit_vector();
    const std::string frame = random_.chance(0.5) ? " expressed_in='" + any(known) + "'" : "";
    return fmt::format("<{0}><xyz{1}>{2} {3} {4}</xyz></{0}>", name, frame, x, y, z);
  }

  std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                    const std::vector<std::string>& known) {
    static constexpr const char* types[] = {"fixed", "revolute",  "continuous", "prismatic",
                                            "ball",  "universal", "screw"};
    const std::string type = types[random_.below(7)];
    std::string text = "<joint name='" + name + "' type='" + type + "'><parent>" + parent +
                       "</parent><child>" + child + "</child>";
    if (random_.chance(0.7)) text += pose(known);
    if (type != "fixed" && type != "ball") text += axis("axis", known);
    if (type == "universal") text += axis("axis2", known);
    if (type == "screw") text += fmt::format("<thread_pitch>{}</thread_pitch>", random_.uniform(1, 5));
    return text + "</joint>\n";
  }

  // The name of a link, or of a frame that is attached to it.
  std::string name_for(const Link& link) {
    return link.frames.empty() || random_.chance(0.5) ? link.name : any(link.frames);
  }

  void add_frame(std::vector<std::string>& parts, Content& content, const std::vector<std::string>& known) {
    const std::string name = fresh("frame");
    std::string attached;
    if (random_.chance(0.5)) {
      Link& link = content.links[std::size_t(random_.below(int(content.links.size())))];
      attached = " attached_to='" + name_for(link) + "'";
      link.frames.push_back(name);
    } else if (random_.chance(0.5)) {
      attached = " attached_to='" + any(known) + "'";
    }
    const std::string placed = random_.chance(0.8) ? pose(known) : "";
    parts.push_back("<frame name='" + name + "'" + attached + ">" + placed + "</frame>\n");
    content.frames.push_back(name);
  }

  // Writes what is inside a model. Each element refers only to frames of elements before it, and the order in the file
  // is another one.
  Content write_parts(std::vector<std::string>& parts, int depth) {
    Content content;
    std::vector<std::string> known{"__model__"};
    const auto learn = [&](const std::string& name) {
      content.frames.push_back(name);
      known.push_back(name);
    };
    const int count = 2 + random_.below(6);
    for (int i = 0; i < count; ++i) {
      if (i == 0 || random_.chance(0.5)) {
        Link link{fresh("link")};
        parts.push_back("<link name='" + link.name + "'>" + pose(known) + inertial() + "</link>\n");
        learn(link.name);
        connect(parts, content, link, known);
        content.links.push_back(std::move(link));
      } else if (depth < 3 && random_.chance(0.4)) {
        Content inner = add_model(parts, known, depth + 1, false);
        for (const std::string& name : inner.frames) learn(name);
        connect(parts, content, inner.links.front(), known);
        for (Link& link : inner.links) content.links.push_back(std::move(link));
      } else {
        add_frame(parts, content, known);
        known.push_back(content.frames.back());
      }
    }
    return content;
  }

  void connect(std::vector<std::string>& parts, Content& content, const Link& child,
               std::vector<std::string>& known) {
    if (content.links.empty() || random_.chance(0.1)) return;
    const Link& parent = content.links[std::size_t(random_.below(int(content.links.size())))];
    const std::string name = fresh("joint");
    parts.push_back(joint(name, name_for(parent), name_for(child), known));
    content.frames.push_back(name);
    known.push_back(name);
  }

  Content add_model(std::vector<std::string>& outer, const std::vector<std::string>& known, int depth,
                    bool is_static) {
    const std::string name = fresh("model");
    std::vector<std::string> parts;
    Content content = write_parts(parts, depth);
    if (depth == 0 && random_.chance(0.3)) {
      parts.push_back(joint(fresh("joint"), "world", content.links.front().name, {"__model__"}));
    }
    const std::string& placed = content.links.front().name;
    const bool is_file = depth > 0 && random_.chance(0.5), merges = is_file && random_.chance(0.5);
    std::string attributes;
    if (random_.chance(0.3)) attributes += " canonical_link='" + placed + "'";
    if (random_.chance(0.3)) attributes += " placement_frame='" + placed + "'";
    const std::string inside = (is_static ? "<static>true</static>" : "") + shuffled(parts) + "</model>";
    const std::string own_pose =
        random_.chance(0.7) ? pose(is_file ? std::vector<std::string>{"world"} : known) : "";
    if (!is_file) {
      outer.push_back("<model name='" + name + "'" + attributes + ">" + own_pose + inside + "\n");
    } else {
      files_[name + ".sdf"] = "<sdf version='1.9'><model name='file'" + attributes + ">" +
                              (random_.chance(0.5) ? "<pose>1 2 3 0.4 0.5 0.6</pose>" : "") + inside +
                              "</sdf>\n";
      std::string include = merges ? "<include merge='true'>" : "<include>";
      include += "<uri>" + name + ".sdf</uri><name>" + name + "</name>";
      if (random_.chance(0.7)) {
        include += pose(known);
        if (random_.chance(0.4)) include += "<placement_frame>" + placed + "</placement_frame>";
      }
      outer.push_back(include + "</include>\n");
    }
    return merges ? content : scoped(name, std::move(content));
  }

  static Content scoped(const std::string& model, Content content) {
    const auto rename = [&](std::string& name) { name = model + "::" + name; };
    for (std::string& name : content.frames) rename(name);
    for (Link& link : content.links) {
      rename(link.name);
      for (std::string& name : link.frames) rename(name);
    }
    content.frames.push_back(model);
    return content;
  }

  Random random_;
  std::map<std::string, std::string> files_;
  int names_ = 0;
};

}  // namespace

std::map<std::string, std::string> random_sdf(std::uint64_t seed) {
  return Writer(seed).write();
}

}  // namespace sinew::test
