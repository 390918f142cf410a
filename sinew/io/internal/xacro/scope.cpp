#include "sinew/io/internal/xacro/scope.hpp"

#include "sinew/io/internal/xacro/functions.hpp"

namespace sinew::xacro {

Value literal(Value value) {
  const std::string* const text = value.text();
  if (!text) return value;
  if (text->size() >= 2 && text->front() == '\'' && text->back() == '\'')
    return text->substr(1, text->size() - 2);
  if (text->find('_') != std::string::npos) return value;
  if (const auto whole = integer_from(*text)) return *whole;
  if (const auto number = float_from(*text)) return *number;
  if (*text == "true" || *text == "True") return true;
  if (*text == "false" || *text == "False") return false;
  return value;
}

std::optional<Value> Scope::value(const std::string& name) {
  for (Scope* scope = this; scope; scope = scope->around_) {
    const auto found = scope->properties_.find(name);
    if (found != scope->properties_.end()) return scope->evaluated(name, found->second);
    if (scope->spaces_.contains(name)) return std::nullopt;
  }
  return builtins().value(name);
}

Names* Scope::space(const std::string& name) {
  for (Scope* scope = this; scope; scope = scope->around_) {
    const auto found = scope->spaces_.find(name);
    if (found != scope->spaces_.end()) return found->second;
    if (scope->properties_.contains(name)) return nullptr;
  }
  return builtins().space(name);
}

void Scope::list(std::vector<std::string>& names) const {
  for (const Scope* scope = this; scope; scope = scope->around_) {
    for (const auto& entry : scope->properties_) names.push_back(entry.first);
  }
  builtins().list(names);
}

const Value& Scope::evaluated(const std::string& name, Property& property) {
  if (property.is_evaluated) return property.value;
  if (property.is_being_evaluated)
    throw Problem{"property '" + name +
                  "' needs its own value; lazy_eval=\"false\" evaluates a property where it is written"};
  property.is_being_evaluated = true;
  texts_.begin_property(name, property.source);
  Value value = literal(texts_.evaluate(*property.value.text(), *this));
  texts_.end_property();
  property.is_being_evaluated = false;
  property.value = std::move(value);
  property.is_evaluated = true;
  return property.value;
}

void Scope::set(const std::string& name, Value value, bool is_lazy, const Source& source) {
  value = literal(std::move(value));
  const bool is_evaluated = !is_lazy || !value.text();
  spaces_.erase(name);
  properties_.insert_or_assign(name, Property{.value = std::move(value),
                                              .is_evaluated = is_evaluated,
                                              .is_being_evaluated = false,
                                              .source = source});
}

void Scope::set_macro(std::shared_ptr<const Macro> macro) {
  std::string name = macro->name;
  macros_.insert_or_assign(std::move(name), std::move(macro));
}

Scope& Scope::add_space(const std::string& name) {
  owned_.push_back(std::make_unique<Scope>(Kind::space, this, texts_));
  properties_.erase(name);
  spaces_.insert_or_assign(name, owned_.back().get());
  return *owned_.back();
}

std::vector<std::string> Scope::own_names() const {
  std::vector<std::string> names;
  for (const auto& entry : properties_) names.push_back(entry.first);
  return names;
}

bool Scope::is_set(const std::string& name) const {
  for (const Scope* scope = this; scope; scope = scope->around_) {
    if (scope->properties_.contains(name)) return true;
  }
  return builtins().value(name).has_value();
}

void Scope::remove(const std::string& name) {
  for (Scope* scope = this; scope; scope = scope->around_) scope->properties_.erase(name);
}

Block Scope::block(const std::string& name) const {
  for (const char* const stars : {"**", "*"}) {
    for (const Scope* scope = this; scope; scope = scope->around_) {
      const auto found = scope->blocks_.find(stars + name);
      if (found != scope->blocks_.end())
        return {.element = found->second, .is_content = std::string_view(stars) == "**"};
    }
  }
  return {};
}

void Scope::list_blocks(std::vector<std::string>& names) const {
  for (const Scope* scope = this; scope; scope = scope->around_) {
    for (const auto& entry : scope->blocks_) names.push_back(entry.first.substr(entry.first.rfind('*') + 1));
  }
}

// As in xacro, a file included with a namespace does not see the macros around it.
Scope* Scope::find_space(const std::string& name) {
  for (Scope* scope = this; scope; scope = scope->kind_ == Kind::space ? nullptr : scope->around_) {
    const auto found = scope->spaces_.find(name);
    if (found != scope->spaces_.end()) return found->second;
  }
  return nullptr;
}

std::pair<std::shared_ptr<const Macro>, Scope*> Scope::macro(const std::string& name) {
  for (Scope* scope = this; scope; scope = scope->kind_ == Kind::space ? nullptr : scope->around_) {
    const auto found = scope->macros_.find(name);
    if (found != scope->macros_.end()) return {found->second, this};
  }
  const auto dot = name.find('.');
  Scope* const inner = dot == std::string::npos ? nullptr : find_space(name.substr(0, dot));
  return inner ? inner->macro(name.substr(dot + 1)) : std::pair<std::shared_ptr<const Macro>, Scope*>();
}

void Scope::list_macros(std::vector<std::string>& names) const {
  for (const Scope* scope = this; scope; scope = scope->kind_ == Kind::space ? nullptr : scope->around_) {
    for (const auto& entry : scope->macros_) names.push_back(entry.first);
    for (const auto& [space, inside] : scope->spaces_) {
      for (const auto& entry : inside->macros_) names.push_back(space + "." + entry.first);
    }
  }
}

Scope& Scope::outermost() {
  Scope* scope = this;
  while (scope->around_) scope = scope->around_;
  return *scope;
}

Scope* Scope::of_caller() {
  Scope* scope = around_;
  if (kind_ != Kind::call) return scope;
  while (scope && scope->kind_ == Kind::space) scope = scope->around_;
  return scope;
}

}  // namespace sinew::xacro
