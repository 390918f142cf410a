// Expands <xacro:include>.
#include "sinew/io/internal/xacro/expander.hpp"
#include "sinew/io/internal/xacro/tokens.hpp"

namespace sinew::xacro {

void Expander::include(Element element, Scope& scope, const Place& to) {
  check_attributes(element, {"filename", "ns", "optional"});
  const std::string name = session_.text(required(element, "filename"), scope);
  if (name.starts_with("package://"))
    throw Problem{xml::in_quotes(name) + ": xacro does not resolve package://; expected $(find PACKAGE)/..."};
  if (*element.children().begin()) session_.warn("elements in <xacro:include> are ignored");
  const char* const optional = element.attribute("optional");
  const bool is_optional = optional && session_.condition(optional, scope);
  Scope* inside = &scope;
  if (const char* const space = element.attribute("ns")) {
    const std::string word = session_.text(space, scope);
    if (!is_identifier(word)) throw Problem{xml::in_quotes(word) + " cannot be the name of a namespace"};
    inside = &scope.add_space(word);
  }
  for (const std::string& file : session_.matching(name)) {
    if (!is_optional || session_.exists(file)) include_file(file, *inside, to);
  }
}

void Expander::include_file(const std::string& file, Scope& scope, const Place& to) {
  const Level level(include_nesting_, max_include_nesting, "includes are");
  session_.budget().add_element();
  const xml::Document& document = session_.document(file);
  session_.enter_file(document.file_name());
  for (const auto& [name, value] : document.root().attributes()) {
    const std::string_view attribute = name;
    if (attribute.starts_with("xmlns:") && attribute != "xmlns:xacro" && to.takes_attributes)
      set(to, name, value);
  }
  content(document.root(), scope, {to.document, to.parent, false});
  session_.leave_file();
}

}  // namespace sinew::xacro
