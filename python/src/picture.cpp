// Draws a small picture of a robot as SVG: the outlines of its shapes and the lines between its joints, seen obliquely from
// above without perspective. Meshes and planes are left out.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "module.hpp"
#include "robot.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew::python {
namespace {

using Point = Vector3<double>;
constexpr int around = 24;  // points of a circle

// A point of the picture: x to the right, y downwards; `depth`: distance along the line of sight.
struct Seen {
  double x, y, depth;
};

// The line of sight points to the left, away and down.
Seen seen(const Point& p) {
  constexpr double azimuth = 0.6, tilt = 0.35;  // rad, about the vertical and out of the horizontal
  const double right = std::cos(azimuth) * p.x + std::sin(azimuth) * p.y;
  const double away = -std::sin(azimuth) * p.x + std::cos(azimuth) * p.y;
  return {right, -std::cos(tilt) * p.z - std::sin(tilt) * away, std::cos(tilt) * away - std::sin(tilt) * p.z};
}

Point moved(const Transform<double>& pose, const Point& p) {
  return pose.rotation * p + pose.translation;
}

// Points whose convex hull is the shape.
std::vector<Point> points_of(const Shape& shape) {
  std::vector<Point> points;
  const auto& [a, b, c] = shape.size;
  const auto add_ellipsoid = [&](const Point& radii, double z) {
    for (int i = 0; i <= around / 2; ++i) {
      for (int k = 0; k < around; ++k) {
        const double up = 2 * std::numbers::pi * i / around, side = 2 * std::numbers::pi * k / around;
        points.push_back({radii.x * std::sin(up) * std::cos(side), radii.y * std::sin(up) * std::sin(side),
                          z + radii.z * std::cos(up)});
      }
    }
  };
  switch (shape.kind) {
    case Shape::Kind::box:
      for (const double x : {-a / 2, a / 2})
        for (const double y : {-b / 2, b / 2})
          for (const double z : {-c / 2, c / 2}) points.push_back({x, y, z});
      break;
    case Shape::Kind::cylinder:
      for (int k = 0; k < around; ++k) {
        const double side = 2 * std::numbers::pi * k / around;
        for (const double z : {-b / 2, b / 2}) points.push_back({a * std::cos(side), a * std::sin(side), z});
      }
      break;
    case Shape::Kind::sphere:
      add_ellipsoid({a, a, a}, 0);
      break;
    case Shape::Kind::capsule:
      for (const double z : {-b / 2, b / 2}) add_ellipsoid({a, a, a}, z);
      break;
    case Shape::Kind::ellipsoid:
      add_ellipsoid({a, b, c}, 0);
      break;
    case Shape::Kind::plane:
    case Shape::Kind::mesh:
      break;
  }
  return points;
}

// Andrew's monotone chain.
std::vector<Seen> hull(std::vector<Seen> points) {
  std::sort(points.begin(), points.end(),
            [](const Seen& a, const Seen& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  const auto turns_left = [](const Seen& o, const Seen& a, const Seen& b) {
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x) > 0;
  };
  std::vector<Seen> outline;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = outline.size();
    for (const Seen& point : points) {
      while (outline.size() >= first + 2 && !turns_left(outline[outline.size() - 2], outline.back(), point))
        outline.pop_back();
      outline.push_back(point);
    }
    outline.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return outline;
}

struct Outline {
  std::vector<Seen> points{};
  double depth = 0;
  std::string fill{};
};
struct Line {
  Seen from, to;
};

std::string fill_of(const Shape& shape) {
  const std::array<double, 4> color = shape.color.value_or(std::array{0.62, 0.68, 0.75, 1.0});
  char text[64];
  const auto byte = [&](std::size_t i) { return int(std::lround(255 * std::clamp(color[i], 0.0, 1.0))); };
  std::snprintf(text, sizeof text, "rgb(%d,%d,%d)", byte(0), byte(1), byte(2));
  return text;
}

struct Drawing {
  std::vector<Outline> outlines{};
  std::vector<Line> lines{};
  std::vector<Seen> joints{};
};

Drawing drawing_of(const Model& model) {
  Drawing drawing;
  Workspace<double> work(model);
  update_poses(work, model.initial_position());
  for (const Body& body : model.description().bodies) {
    const Transform<double> at = pose(work, model.frame(body.name));
    const bool has_visuals = std::any_of(body.shapes.begin(), body.shapes.end(), [](const Shape& shape) {
      return shape.role == Shape::Role::visual;
    });
    for (const Shape& shape : body.shapes) {
      if (has_visuals && shape.role != Shape::Role::visual) continue;
      std::vector<Seen> points;
      for (const Point& point : points_of(shape))
        points.push_back(seen(moved(at, moved(shape.placement, point))));
      if (points.empty()) continue;
      drawing.outlines.push_back(
          {hull(std::move(points)), seen(moved(at, shape.placement.translation)).depth, fill_of(shape)});
    }
    const Seen origin = seen(at.translation);
    if (!body.parent.empty())
      drawing.lines.push_back({seen(pose(work, model.frame(body.parent)).translation), origin});
    drawing.joints.push_back(origin);
  }
  for (const Frame& frame : model.description().frames) {
    if (frame.body.empty()) continue;
    drawing.lines.push_back({seen(pose(work, model.frame(frame.body)).translation),
                             seen(pose(work, model.frame(frame.name)).translation)});
  }
  std::sort(drawing.outlines.begin(), drawing.outlines.end(),
            [](const Outline& a, const Outline& b) { return a.depth > b.depth; });
  return drawing;
}

// Scales the drawing to a square picture.
class Scale {
 public:
  Scale(const Drawing& drawing, double size) : size_(size) {
    for (const Outline& outline : drawing.outlines)
      for (const Seen& point : outline.points) add(point);
    for (const Line& line : drawing.lines) add(line.from), add(line.to);
    for (const Seen& joint : drawing.joints) add(joint);
    const double width = std::max({right_ - left_, bottom_ - top_, 1e-6});
    factor_ = 0.9 * size / width;
  }
  std::string operator()(const Seen& point) const {
    char text[64];
    std::snprintf(text, sizeof text, "%.1f,%.1f", size_ / 2 + factor_ * (point.x - (left_ + right_) / 2),
                  size_ / 2 + factor_ * (point.y - (top_ + bottom_) / 2));
    return text;
  }

 private:
  void add(const Seen& point) {
    left_ = std::min(left_, point.x), right_ = std::max(right_, point.x);
    top_ = std::min(top_, point.y), bottom_ = std::max(bottom_, point.y);
  }
  double size_, factor_ = 1;
  double left_ = infinity, right_ = -infinity, top_ = infinity, bottom_ = -infinity;
};

std::string svg_of(const Robot& robot) {
  constexpr int size = 240;
  const Drawing drawing = drawing_of(robot.model());
  const std::string pixels = std::to_string(size);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + pixels + "\" height=\"" + pixels +
                    "\" viewBox=\"0 0 " + pixels + " " + pixels + "\">";
  if (!drawing.joints.empty()) {
    const Scale scale(drawing, size);
    for (const Outline& outline : drawing.outlines) {
      svg += "<polygon fill=\"" + outline.fill +
             "\" fill-opacity=\"0.85\" stroke=\"#345\" stroke-width=\"0.7\" points=\"";
      for (const Seen& point : outline.points) svg += scale(point) + " ";
      svg += "\"/>";
    }
    for (const Line& line : drawing.lines)
      svg += "<polyline fill=\"none\" stroke=\"#888\" stroke-width=\"1.5\" points=\"" + scale(line.from) +
             " " + scale(line.to) + "\"/>";
    // A line of no length with round ends is a dot.
    for (const Seen& joint : drawing.joints)
      svg += "<polyline stroke=\"#d2691e\" stroke-width=\"5\" stroke-linecap=\"round\" points=\"" +
             scale(joint) + " " + scale(joint) + "\"/>";
  }
  return svg + "</svg>";
}

}  // namespace

void bind_picture(nb::module_& module) {
  module.def("picture_of", &svg_of, nb::arg("robot"),
             "Returns a small picture of a robot at its initial position, as SVG.");
}

}  // namespace sinew::python
