// Reads <xacro:property> and <xacro:macro>.
#include "sinew/io/internal/xacro/expander.hpp"
#include "sinew/io/internal/xacro/parameters.hpp"
#include "sinew/io/internal/xacro/tokens.hpp"

namespace sinew::xacro {
namespace {

void check_property_name(const std::string& name) {
  if (!is_identifier(name) || name.starts_with("__"))
    throw Problem{xml::in_quotes(name) +
                  " cannot be the name of a property; expected letters, digits and _, no word of the "
                  "expression language"};
}

}  // namespace

void Expander::property(Element element, Scope& scope, const Place&) {
  check_attributes(element, {"name", "value", "default", "remove", "scope", "lazy_eval"});
  const std::string name = session_.text(required(element, "name"), scope);
  check_property_name(name);
  const char *value = element.attribute("value"), *const fallback = element.attribute("default"),
             *const removes = element.attribute("remove"), *const reach = element.attribute("scope"),
             *const lazy = element.attribute("lazy_eval");
  const bool is_removed = removes && session_.condition(removes, scope);
  if ((value ? 1 : 0) + (fallback ? 1 : 0) + (is_removed ? 1 : 0) > 1)
    throw Problem{"property '" + name + "' has more than one of value, default and remove"};
  if (is_removed) return scope.remove(name);
  if (fallback) {
    if (scope.is_set(name)) return;
    value = fallback;
  }
  if (builtins().value(name)) session_.warn("property '" + name + "' hides the built-in name");
  Scope* target = &scope;
  const std::string_view where = reach ? reach : "";
  if (where == "global") target = &scope.outermost();
  if (where == "parent") target = scope.of_caller();
  if (!target) throw Problem{"property '" + name + "' has scope=\"parent\" outside of macros and namespaces"};
  if (!where.empty() && target == &scope && where != "global")
    session_.warn("unknown scope " + xml::in_quotes(where) + "; expected parent or global");
  if (!value) return target->set_block("**" + name, element);
  const bool is_lazy = target == &scope && where.empty() && (!lazy || session_.condition(lazy, scope));
  Value given = std::string(value);
  if (!is_lazy) given = session_.evaluate(value, scope);
  target->set(name, std::move(given), is_lazy, element.source());
}

void Expander::macro(Element element, Scope& scope, const Place&) {
  check_attributes(element, {"name", "params"});
  std::string name = required(element, "name");
  constexpr std::string_view needless = "xacro:";
  if (name.starts_with(needless)) name.erase(0, needless.size());
  if (name == "call" || name.find('.') != std::string::npos || name.empty() || rule_of("xacro:" + name))
    throw Problem{
        xml::in_quotes(name) +
        " cannot be the name of a macro; expected a name without a point that is not an element of xacro"};
  const char* const parameters = element.attribute("params");
  scope.set_macro(std::make_shared<const Macro>(
      Macro{.name = name, .parameters = read_parameters(parameters ? parameters : ""), .body = element}));
}

}  // namespace sinew::xacro
