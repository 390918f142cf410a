// Collects the names that every expression knows, and the namespaces math, python and xacro.
#include <limits>
#include <map>

#include "sinew/io/internal/xacro/functions.hpp"

namespace sinew::xacro {
namespace {

Value load_yaml(Arguments& arguments, Host& host) {
  return host.load_yaml(text_of(arguments.values[0], "load_yaml()"));
}
Value abs_filename(Arguments& arguments, Host& host) {
  return host.absolute_name(text_of(arguments.values[0], "abs_filename()"));
}
Value dotify(Arguments& arguments, Host&) {
  return arguments.values[0];  // the entries of every dictionary can be written as d.key
}
Value arg(Arguments& arguments, Host& host) {
  return host.argument(text_of(arguments.values[0], "arg()"));
}

std::string joined(const Arguments& arguments, Host& host) {
  std::string text;
  for (const Value& part : arguments.values) text += (text.empty() ? "" : " ") + str(part, host.budget());
  return text;
}
Value warning(Arguments& arguments, Host& host) {
  host.warn(joined(arguments, host));
  return std::string();
}
Value error(Arguments& arguments, Host& host) {
  host.warn("the file reports an error: " + joined(arguments, host));
  return std::string();
}
Value fatal(Arguments& arguments, Host& host) {
  throw Problem{"the file ends the expansion: " + joined(arguments, host)};
}
Value message(Arguments&, Host&) {
  return std::string();
}

Value tokenize_text(Arguments& arguments, Host& host) {
  const auto separators = arguments.take("sep"), skips = arguments.take("skip_empty");
  const std::string& text = text_of(arguments.values[0], "tokenize()");
  const Value* const given = arguments.values.size() > 1 ? &arguments.values[1]
                             : separators                ? &*separators
                                                         : nullptr;
  const std::string ends = given ? text_of(*given, "tokenize()") : ",; ";
  const bool skips_empty = !skips || truth(*skips);
  std::vector<Value> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find_first_of(ends, begin), text.size());
    if (end > begin || !skips_empty) parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return make_list(std::move(parts), host.budget());
}

constexpr std::size_t unlimited = max_items;
constexpr Function xacro_table[] = {
    {"load_yaml", 1, 1, load_yaml},     {"abs_filename", 1, 1, abs_filename},
    {"dotify", 1, 1, dotify},           {"arg", 1, 1, arg},
    {"warning", 0, unlimited, warning}, {"error", 0, unlimited, error},
    {"fatal", 0, unlimited, fatal},     {"message", 0, unlimited, message},
    {"tokenize", 1, 2, tokenize_text},  {"print_location", 0, unlimited, message},
};

class Table : public Names {
 public:
  void add(std::span<const Function> functions) {
    for (const Function& function : functions) values_.emplace(function.name, &function);
  }
  void add(const char* name, Value value) { values_.emplace(name, std::move(value)); }
  void add(const char* name, Table table) { spaces_.emplace(name, std::move(table)); }

  std::optional<Value> value(const std::string& name) override {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  Names* space(const std::string& name) override {
    const auto found = spaces_.find(name);
    return found == spaces_.end() ? nullptr : &found->second;
  }
  void list(std::vector<std::string>& names) const override {
    for (const auto& entry : values_) names.push_back(entry.first);
  }

 private:
  std::map<std::string, Value> values_;
  std::map<std::string, Table> spaces_;
};

Table make_builtins() {
  Table math, python, xacro;
  math.add(math_functions());
  math.add("pi", 3.141592653589793);
  math.add("tau", 6.283185307179586);
  math.add("e", 2.718281828459045);
  math.add("inf", std::numeric_limits<double>::infinity());
  math.add("nan", std::numeric_limits<double>::quiet_NaN());
  python.add(conversions());
  python.add(list_functions());
  xacro.add(xacro_functions());
  // All of them can be written without a namespace, too; functions of messages only with it.
  Table all = math;
  all.add(conversions());
  all.add(list_functions());
  all.add(xacro_functions().first(2));
  all.add("math", std::move(math));
  all.add("python", std::move(python));
  all.add("xacro", std::move(xacro));
  return all;
}

}  // namespace

std::span<const Function> xacro_functions() {
  return xacro_table;
}

Names& builtins() {
  static Table all = make_builtins();
  return all;
}

}  // namespace sinew::xacro
