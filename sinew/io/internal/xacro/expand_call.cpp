// Expands calls of macros.
#include <algorithm>
#include <utility>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/xacro/expander.hpp"

namespace sinew::xacro {
namespace {

using Parameter = Macro::Parameter;

bool is_block(const Parameter& parameter) {
  return parameter.name.starts_with("*");
}

std::vector<std::string> value_names(const Macro& macro) {
  std::vector<std::string> names;
  for (const Parameter& parameter : macro.parameters) {
    if (!is_block(parameter)) names.push_back(parameter.name);
  }
  return names;
}

}  // namespace

void Expander::dynamic_call(Element element, Scope& scope, const Place& to) {
  call(element, session_.text(required(element, "macro"), scope), scope, to);
}

void Expander::call(Element element, const std::string& name, Scope& scope, const Place& to) {
  const auto [macro, around] = scope.macro(name);
  if (!macro) {
    std::vector<std::string> known;
    scope.list_macros(known);
    throw Problem{unknown_name("macro", name, known) +
                  (known.empty() ? "; is the file that defines it included?" : "")};
  }
  Scope inside(Scope::Kind::call, around, session_);
  give_values(element, *macro, scope, inside);
  give_blocks(element, *macro, scope, inside);
  give_defaults(*macro, scope, inside);
  session_.budget().add_element();  // so that calls without content are counted, too
  session_.begin_call(name);
  const int outer = std::exchange(call_, result_.add_call({name, element.source(), call_}));
  content(macro->body, inside, {to.document, to.parent, false});
  call_ = outer;
  session_.end_call();
}

void Expander::give_values(Element element, const Macro& macro, Scope& caller, Scope& inside) {
  const bool is_dynamic = element.name() == "xacro:call";
  for (const auto& [name, value] : element.attributes()) {
    if (is_dynamic && std::string_view(name) == "macro") continue;
    const std::vector<std::string> known = value_names(macro);
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Problem{unknown_name("parameter", name, known) + " of macro '" + macro.name + "'"};
    inside.set(name, session_.evaluate(value, caller), false, element.source());
  }
}

// Blocks are expanded where the call is, and again where the macro inserts them.
void Expander::give_blocks(Element element, const Macro& macro, Scope& caller, Scope& inside) {
  if (element.contents().empty() && std::none_of(macro.parameters.begin(), macro.parameters.end(), is_block))
    return;
  session_.budget().add_element();
  const Element blocks = blocks_.add_element({}, "blocks", element.source());
  content(element, caller, {blocks_, blocks, false});
  const auto children = blocks.children();
  auto block = children.begin();
  for (const Parameter& parameter : macro.parameters) {
    if (!is_block(parameter)) continue;
    if (block == children.end())
      throw Problem{"macro '" + macro.name + "' needs an element for its block '" + parameter.name + "'"};
    inside.set_block(parameter.name, *block);
    ++block;
  }
  if (block != children.end())
    throw Problem{"macro '" + macro.name + "' has no block for the element <" + std::string((*block).name()) +
                  ">"};
}

void Expander::give_defaults(const Macro& macro, Scope& caller, Scope& inside) {
  const std::vector<std::string> given = inside.own_names();
  std::string missing;
  for (const Parameter& parameter : macro.parameters) {
    if (is_block(parameter) || std::find(given.begin(), given.end(), parameter.name) != given.end()) continue;
    std::optional<Value> value;
    if (parameter.forwards) value = caller.value(parameter.name);
    if (!value && parameter.fallback) value = session_.evaluate(*parameter.fallback, caller);
    if (!value && parameter.forwards)
      throw Problem{"macro '" + macro.name + "' needs a property '" + parameter.name +
                    "' where it is called"};
    if (value) {
      inside.set(parameter.name, std::move(*value), false, session_.here());
    } else {
      missing += (missing.empty() ? "'" : ", '") + parameter.name + "'";
    }
  }
  if (!missing.empty()) throw Problem{"macro '" + macro.name + "' needs the parameters " + missing};
}

}  // namespace sinew::xacro
