#include "sinew/io/internal/xacro/expander.hpp"

#include <algorithm>
#include <array>

#include "sinew/base/unknown_name.hpp"

namespace sinew::xacro {
namespace {

constexpr std::string_view prefix = "xacro:";

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\n\r") == std::string::npos;
}

}  // namespace

Expander::Rule Expander::rule_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Rule>, 10> rules{{
      {"xacro:property", &Expander::property},
      {"xacro:macro", &Expander::macro},
      {"xacro:include", &Expander::include},
      {"xacro:if", &Expander::condition},
      {"xacro:unless", &Expander::condition},
      {"xacro:arg", &Expander::argument},
      {"xacro:insert_block", &Expander::insert_block},
      {"xacro:element", &Expander::renamed},
      {"xacro:attribute", &Expander::attribute},
      {"xacro:call", &Expander::dynamic_call},
  }};
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.first == name; });
  return found == rules.end() ? nullptr : found->second;
}

std::unique_ptr<xml::Document> Expander::run(Element root) {
  Scope global(Scope::Kind::global, nullptr, session_);
  session_.go_to(root.source());
  plain(root, std::string(root.name()), global, {result_, {}, false});
  for (const std::string& file : session_.files_read()) result_.add_file(file);
  return result_.take();
}

void Expander::content(Element from, Scope& scope, const Place& to) {
  for (const xml::Content& each : from.contents()) {
    if (each.element) {
      element(each.element, scope, to);
    } else if (to.parent) {
      const std::string text =
          each.is_cdata ? std::string(each.text) : session_.text(std::string(each.text), scope);
      if (!xml::is_text(text)) throw Problem{"the text contains characters that XML does not have"};
      session_.budget().add_bytes(text.size());
      if (each.is_cdata || !is_blank(text)) to.document.add_text(to.parent, text, each.is_cdata);
    }
  }
}

// After an error, session_.here() remains at the element that has it.
void Expander::element(Element element, Scope& scope, const Place& to) {
  const Level level(nesting_, max_nesting, "elements, macros and includes are");
  const Source outer = session_.here();
  session_.go_to(element.source());
  const std::string name(element.name());
  if (const Rule rule = rule_of(name)) {
    (this->*rule)(element, scope, to);
  } else if (name.starts_with(prefix)) {
    call(element, name.substr(prefix.size()), scope, to);
  } else {
    plain(element, name, scope, to);
  }
  session_.go_to(outer);
}

void Expander::plain(Element element, const std::string& name, Scope& scope, const Place& to) {
  session_.budget().add_element();
  session_.budget().add_bytes(name.size());
  const Place inside{to.document, to.document.add_element(to.parent, name, element.source(), call_), true};
  for (const auto& [key, value] : element.attributes()) {
    const std::string_view attribute = key;
    if (!attribute.starts_with(prefix) && attribute != "xmlns:xacro")
      set(inside, key, session_.text(value, scope));
  }
  content(element, scope, inside);
}

void Expander::condition(Element element, Scope& scope, const Place& to) {
  check_attributes(element, {"value"});
  const bool holds = session_.condition(required(element, "value"), scope);
  if (holds == (element.name() == "xacro:if")) content(element, scope, {to.document, to.parent, false});
}

void Expander::argument(Element element, Scope& scope, const Place&) {
  check_attributes(element, {"name", "default"});
  session_.declare_argument(required(element, "name"), required(element, "default"), scope);
}

void Expander::renamed(Element element, Scope& scope, const Place& to) {
  const std::string name = session_.text(required(element, "xacro:name"), scope);
  if (!xml::is_name(name) || name.starts_with(prefix))
    throw Problem{xml::in_quotes(name) + " cannot be the name of an element"};
  plain(element, name, scope, to);
}

void Expander::attribute(Element element, Scope& scope, const Place& to) {
  const std::string name = session_.text(required(element, "name"), scope);
  const std::string value = session_.text(required(element, "value"), scope);
  if (!xml::is_name(name)) throw Problem{xml::in_quotes(name) + " cannot be the name of an attribute"};
  if (to.takes_attributes) {
    set(to, name, value);
  } else {
    session_.warn("the attribute " + xml::in_quotes(name) +
                  " has no effect: as in xacro, it must be directly in the element that it changes");
  }
}

void Expander::insert_block(Element element, Scope& scope, const Place& to) {
  check_attributes(element, {"name"});
  const std::string name = required(element, "name");
  const Block block = scope.block(name);
  if (!block.element) {
    std::vector<std::string> known;
    scope.list_blocks(known);
    throw Problem{unknown_name("block", name, known)};
  }
  if (block.is_content) {
    content(block.element, scope, {to.document, to.parent, false});
  } else {
    plain(block.element, std::string(block.element.name()), scope, to);
  }
}

void Expander::set(const Place& place, const std::string& name, const std::string& value) {
  if (!xml::is_text(value))
    throw Problem{"the value of " + xml::in_quotes(name) + " contains characters that XML does not have"};
  session_.budget().add_bytes(name.size() + value.size());
  if (!place.document.set_attribute(place.parent, name, value))
    throw Problem{"an element has more than " + std::to_string(xml::max_attributes) + " attributes"};
}

std::string Expander::required(Element element, const char* name) const {
  if (const char* const value = element.attribute(name)) return value;
  throw Problem{"<" + std::string(element.name()) + "> has no attribute '" + name + "'"};
}

void Expander::check_attributes(Element element, std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : element.attributes()) {
    const std::string_view attribute = name;
    if (std::find(known.begin(), known.end(), attribute) == known.end() && !attribute.starts_with("xmlns:"))
      session_.warn("<" + std::string(element.name()) + "> has an unknown attribute '" + name + "'");
  }
}

}  // namespace sinew::xacro
