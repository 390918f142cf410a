#include "sinew/io/internal/xacro/evaluate.hpp"

#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/xacro/operators.hpp"

namespace sinew::xacro {
namespace {

using Kind = Expression::Kind;

// The names inside a comprehension: its variables, then those around it.
class WithVariables : public Names {
 public:
  WithVariables(const std::vector<std::string>& words, Names& around) : words_(words), around_(around) {}

  void set(std::vector<Value> values) { values_ = std::move(values); }

  std::optional<Value> value(const std::string& name) override {
    const auto word = std::find(words_.begin(), words_.end(), name);
    if (word == words_.end()) return around_.value(name);
    return values_.at(static_cast<std::size_t>(word - words_.begin()));
  }
  Names* space(const std::string& name) override {
    return std::find(words_.begin(), words_.end(), name) == words_.end() ? around_.space(name) : nullptr;
  }
  void list(std::vector<std::string>& names) const override {
    names.insert(names.end(), words_.begin(), words_.end());
    around_.list(names);
  }

 private:
  const std::vector<std::string>& words_;
  Names& around_;
  std::vector<Value> values_{};
};

class Evaluator {
 public:
  explicit Evaluator(Host& host) : host_(host), budget_(host.budget()) {}

  Value run(const Expression& e, Names& names) {
    budget_.add_steps(1);
    try {
      return value_of(e, names);
    } catch (Problem& problem) {
      if (problem.column == 0 && !problem.is_placed) problem.column = e.column;
      throw;
    }
  }

 private:
  Value value_of(const Expression& e, Names& names) {
    const auto child = [&](std::size_t i) { return run(*e.children[i], names); };
    switch (e.kind) {
      case Kind::constant:
        return e.value;
      case Kind::name:
        return named(e, names);
      case Kind::list:
      case Kind::tuple:
        return list(e, names);
      case Kind::unary:
        return unary(e.operations[0], child(0));
      case Kind::binary:
        return operation(e, names);
      case Kind::comparison:
        return comparison(e, names);
      case Kind::conditional:
        return child(truth(child(0)) ? 1 : 2);
      case Kind::attribute:
        return attribute(e, names);
      case Kind::item:
        return item(child(0), child(1), budget_);
      case Kind::slice:
        return part(e, names);
      case Kind::call:
        return call_of(e, names);
      case Kind::comprehension:
        return comprehension(e, names);
    }
    return {};
  }

  [[noreturn]] static void unknown(const char* kind, const std::string& name, const Names& names) {
    std::vector<std::string> known;
    names.list(known);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    throw Problem{unknown_name(kind, name, known)};
  }

  static Value named(const Expression& e, Names& names) {
    if (auto value = names.value(e.word)) return std::move(*value);
    if (names.space(e.word)) throw Problem{"'" + e.word + "' is a namespace; expected " + e.word + ".NAME"};
    unknown("name", e.word, names);
  }

  Value list(const Expression& e, Names& names) {
    std::vector<Value> items;
    for (const auto& child : e.children) items.push_back(run(*child, names));
    return make_list(std::move(items), budget_, e.kind == Kind::tuple);
  }

  Value operation(const Expression& e, Names& names) {
    const Operation which = e.operations[0];
    Value left = run(*e.children[0], names);
    if (which == Operation::conjunction) return truth(left) ? run(*e.children[1], names) : left;
    if (which == Operation::disjunction) return truth(left) ? left : run(*e.children[1], names);
    return binary(which, left, run(*e.children[1], names), budget_);
  }

  Value comparison(const Expression& e, Names& names) {
    Value left = run(*e.children[0], names);
    for (std::size_t i = 0; i < e.operations.size(); ++i) {
      Value right = run(*e.children[i + 1], names);
      if (!compare(e.operations[i], left, right, budget_)) return false;
      left = std::move(right);
    }
    return true;
  }

  // Returns the namespace that an expression names, or null: `ns` or `outer.inner`.
  static Names* space_of(const Expression& e, Names& names) {
    if (e.kind == Kind::name) return names.space(e.word);
    if (e.kind != Kind::attribute) return nullptr;
    Names* const outer = space_of(*e.children[0], names);
    return outer ? outer->space(e.word) : nullptr;
  }

  Value attribute(const Expression& e, Names& names) {
    if (Names* const space = space_of(*e.children[0], names)) {
      if (auto value = space->value(e.word)) return std::move(*value);
      unknown("name", e.word, *space);
    }
    const Value object = run(*e.children[0], names);
    if (object.dictionary()) {
      if (const Value* const value = object.dictionary()->find(e.word, budget_)) return *value;
      std::vector<std::string> keys;
      for (const auto& entry : object.dictionary()->entries) keys.push_back(str(entry.first, budget_));
      throw Problem{unknown_name("key", e.word, keys)};
    }
    throw Problem{std::string("a ") + type_name(object) + " has no part '" + e.word + "'"};
  }

  Value part(const Expression& e, Names& names) {
    const Value whole = run(*e.children[0], names);
    std::optional<Value> bounds[3];
    const Value* given[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      if (!e.children[i + 1]) continue;
      bounds[i] = run(*e.children[i + 1], names);
      given[i] = &*bounds[i];
    }
    return slice(whole, given[0], given[1], given[2], budget_);
  }

  Value call_of(const Expression& e, Names& names) {
    const Expression& called = *e.children[0];
    if (called.kind == Kind::attribute && !space_of(*called.children[0], names)) {
      const Value object = run(*called.children[0], names);
      if (has_method(object, called.word))
        return call_method(object, called.word, arguments_of(e, names), host_);
    }
    const Value function = run(called, names);
    const auto* const pointer = function.get<const Function*>();
    if (!pointer) throw Problem{std::string("a ") + type_name(function) + " is called like a function"};
    return call(**pointer, arguments_of(e, names), host_);
  }

  Arguments arguments_of(const Expression& e, Names& names) {
    Arguments arguments;
    const std::size_t unnamed = e.children.size() - e.words.size();
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      Value value = run(*e.children[i], names);
      if (i < unnamed) {
        arguments.values.push_back(std::move(value));
      } else {
        arguments.named.emplace_back(e.words[i - unnamed], std::move(value));
      }
    }
    return arguments;
  }

  Value comprehension(const Expression& e, Names& names) {
    WithVariables inside(e.words, names);
    std::vector<Value> items;
    for (const Value& each : items_of(run(*e.children[1], names), "'for'", budget_)) {
      inside.set(e.words.size() == 1 ? std::vector{each} : unpacked(each, e.words.size()));
      const bool keeps = std::all_of(e.children.begin() + 2, e.children.end(),
                                     [&](const auto& condition) { return truth(run(*condition, inside)); });
      if (keeps) items.push_back(run(*e.children[0], inside));
    }
    return make_list(std::move(items), budget_);
  }

  std::vector<Value> unpacked(const Value& value, std::size_t count) const {
    std::vector<Value> parts = items_of(value, "'for'", budget_);
    if (parts.size() != count)
      throw Problem{"'for' has " + std::to_string(count) + " names for " + std::to_string(parts.size()) +
                    " values"};
    return parts;
  }

  Host& host_;
  Budget& budget_;
};

}  // namespace

Value evaluate(const Expression& expression, Names& names, Host& host) {
  return Evaluator(host).run(expression, names);
}

}  // namespace sinew::xacro
