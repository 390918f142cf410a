#include "tests/support/random_mjcf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <vector>

namespace sinew::test {
namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15u + 1) {}

  std::string write() {
    static constexpr const char* sequences[] = {"xyz", "ZYX", "xYz", "zxz"};
    degrees_ = chance(0.5);
    text_ = fmt::format("<mujoco>\n<compiler angle=\"{}\" eulerseq=\"{}\" autolimits=\"true\"/>\n",
                        degrees_ ? "degree" : "radian", sequences[below(4)]);
    text_ += fmt::format("<option gravity=\"{}\"/>\n", vector(5));
    text_ += "<default><joint armature=\"0.01\"/><default class=\"heavy\"><geom density=\"3000\"/>";
    text_ += "<joint damping=\"0.4\" armature=\"0.2\"/></default></default>\n<worldbody>\n";
    const int trees = 1 + below(3);
    for (int i = 0; i < trees; ++i) body(0);
    return text_ + "</worldbody>\n</mujoco>\n";
  }

 private:
  double uniform(double low, double high) {
    return low + (high - low) * 0x1p-53 * static_cast<double>(engine_() >> 11);
  }
  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  std::string numbers(int count, double size) {
    std::string result;
    for (int i = 0; i < count; ++i) result += fmt::format("{}{}", i ? " " : "", uniform(-size, size));
    return result;
  }
  std::string vector(double size) { return numbers(3, size); }
  double angle() { return uniform(-3, 3) * (degrees_ ? 57.3 : 1); }

  std::string orientation() {
    switch (below(6)) {
      case 0:
        return fmt::format(" quat=\"{}\"", numbers(4, 2));
      case 1: {
        const double z = angle(), y = angle(), x = angle();
        return fmt::format(" euler=\"{} {} {}\"", x, y, z);
      }
      case 2: {
        const double rotation = angle();
        return fmt::format(" axisangle=\"{} {}\"", vector(1), rotation);
      }
      case 3:
        return fmt::format(" xyaxes=\"{}\"", numbers(6, 1));
      case 4:
        return fmt::format(" zaxis=\"{}\"", vector(1));
      default:
        return "";
    }
  }

  void joint(const char* type) {
    const double reference = uniform(-0.5, 0.5);
    text_ += fmt::format("<joint type=\"{}\" axis=\"{}\" ref=\"{}\"", type, vector(1), reference);
    if (++joints_ % 2 == 0) text_ += fmt::format(" name=\"j{}\"", joints_);
    if (chance(0.5)) text_ += fmt::format(" pos=\"{}\"", vector(0.3));
    if (chance(0.3)) text_ += " class=\"heavy\"";
    if (chance(0.3)) text_ += fmt::format(" damping=\"{}\"", uniform(0, 2));
    if (chance(0.3)) text_ += fmt::format(" frictionloss=\"{}\"", uniform(0, 2));
    const std::string_view kind = type;
    if ((kind == "hinge" || kind == "slide") && chance(0.4)) {
      const double upper = uniform(0.1, 1);
      text_ += fmt::format(" range=\"{} {}\"", uniform(-1, 0), upper);
    }
    text_ += "/>\n";
  }

  void joints(int depth) {
    const int choice = below(10);
    if (depth == 0 && choice < 4) {
      text_ += "<freejoint/>\n";
    } else if (choice == 4) {
      joint("ball");
    } else if (choice == 5) {
      joint("slide");
      joint("ball");
    } else if (choice > 5) {
      const int count = 1 + below(choice == 6 ? 6 : 3);
      for (int i = 0; i < count; ++i) joint(chance(0.6) ? "hinge" : "slide");
    }  // else none: the body is fixed to its parent
  }

  void geom() {
    static constexpr const char* types[] = {"sphere", "capsule", "cylinder", "ellipsoid", "box"};
    const int type = below(5);
    const double z = uniform(0.05, 0.3), y = uniform(0.05, 0.3), x = uniform(0.05, 0.3);
    text_ += fmt::format("<geom type=\"{}\" size=\"{} {} {}\"", types[type], x, y, z);
    if (type > 0 && chance(0.3)) {
      text_ += fmt::format(" fromto=\"{}\"", numbers(6, 0.4));
    } else {
      const std::string rotation = orientation();
      text_ += fmt::format(" pos=\"{}\"{}", vector(0.3), rotation);
    }
    if (chance(0.3)) text_ += fmt::format(" mass=\"{}\"", uniform(0.1, 3));
    if (chance(0.3)) text_ += " class=\"heavy\"";
    text_ += "/>\n";
  }

  void inertial() {
    const double a = uniform(0.1, 1), b = uniform(0.1, 1), c = a + b - uniform(0, 1) * std::min(a, b);
    const bool is_diagonal = chance(0.5);
    const std::string last = is_diagonal ? orientation() : numbers(3, 0.2);
    const double mass = uniform(0.5, 3);
    const std::string position = vector(0.3);
    if (is_diagonal) {
      text_ += fmt::format("<inertial pos=\"{}\" mass=\"{}\" diaginertia=\"{} {} {}\"{}/>\n", position, mass,
                           a, b, c, last);
    } else {
      text_ += fmt::format("<inertial pos=\"{}\" mass=\"{}\" fullinertia=\"{} {} {} {}\"/>\n", position, mass,
                           1 + a, 1 + b, 1.5, last);
    }
  }

  void body(int depth) {
    const std::string rotation = orientation();
    text_ += fmt::format("<body pos=\"{}\"{}", vector(0.5), rotation);
    if (chance(0.5)) text_ += fmt::format(" name=\"b{}\"", ++named_);
    if (chance(0.2)) text_ += " childclass=\"heavy\"";
    text_ += ">\n";
    joints(depth);
    if (chance(0.4)) inertial();
    const int shapes = 1 + below(3);
    for (int i = 0; i < shapes; ++i) geom();
    const int children = depth > 5 ? 0 : below(3);
    for (int i = 0; i < children; ++i) body(depth + 1);
    text_ += "</body>\n";
  }

  std::mt19937_64 engine_;
  bool degrees_ = true;
  int named_ = 0, joints_ = 0;
  std::string text_;
};

}  // namespace

std::string random_mjcf(std::uint64_t seed) {
  return Writer(seed).write();
}

}  // namespace sinew::test
