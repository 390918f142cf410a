// Stores the properties, blocks and macros that are visible at a place of a xacro file.
//
// Each call of a macro has a scope of its own inside the scope of the call, and each included file with a namespace one
// inside the scope of its include. A property is evaluated when it is first used.
#pragma once

#include <map>
#include <memory>

#include "sinew/base/findings.hpp"
#include "sinew/io/internal/text/xml.hpp"
#include "sinew/io/internal/xacro/names.hpp"

namespace sinew::xacro {

struct Macro {
  struct Parameter {
    std::string name;  // *name and **name are blocks
    bool forwards = false;
    std::optional<std::string> fallback{};  // the default value as written
  };
  std::string name;
  std::vector<Parameter> parameters;
  xml::Element body;
};

// An element that xacro:insert_block copies, or whose content it copies.
struct Block {
  xml::Element element{};
  bool is_content = false;
};

// Evaluates the texts of properties.
class TextEvaluator {
 public:
  virtual ~TextEvaluator() = default;
  virtual Value evaluate(const std::string& text, Names& names) = 0;
  // Are called before and after a property is evaluated that was defined at `source`.
  virtual void begin_property(const std::string& name, const Source& source) = 0;
  virtual void end_property() = 0;
};

class Scope : public Names {
 public:
  enum class Kind { global, space, call };
  Scope(Kind kind, Scope* around, TextEvaluator& texts) : kind_(kind), around_(around), texts_(texts) {}

  std::optional<Value> value(const std::string& name) override;
  Names* space(const std::string& name) override;
  void list(std::vector<std::string>& names) const override;

  // `is_lazy`: a text is evaluated at its first use; otherwise it is a value already.
  void set(const std::string& name, Value value, bool is_lazy, const Source& source);
  void set_block(const std::string& name, xml::Element element) { blocks_.insert_or_assign(name, element); }
  void set_macro(std::shared_ptr<const Macro> macro);
  Scope& add_space(const std::string& name);
  std::vector<std::string> own_names() const;  // of the properties here
  bool is_set(const std::string& name) const;  // here or in a scope around this one
  void remove(const std::string& name);        // from all of them

  Block block(const std::string& name) const;  // has no element if there is none
  void list_blocks(std::vector<std::string>& names) const;
  // Returns a macro and the scope that its calls are inside; `name` may begin with namespaces.
  std::pair<std::shared_ptr<const Macro>, Scope*> macro(const std::string& name);
  void list_macros(std::vector<std::string>& names) const;

  Scope& outermost();
  Scope* of_caller();  // for scope="parent": the scope of the call or include; null for the global scope

 private:
  struct Property {
    Value value;
    bool is_evaluated = true, is_being_evaluated = false;
    Source source;
  };
  const Value& evaluated(const std::string& name, Property& property);
  Scope* find_space(const std::string& name);

  Kind kind_;
  Scope* around_;
  TextEvaluator& texts_;
  std::map<std::string, Property> properties_{};
  std::map<std::string, xml::Element> blocks_{};
  std::map<std::string, std::shared_ptr<const Macro>> macros_{};
  std::map<std::string, Scope*> spaces_{};
  std::vector<std::unique_ptr<Scope>> owned_{};  // replaced namespaces, too: a call may still use them
};

// Converts a text that is a number, true or false, or in single quotes, as xacro does for every property.
Value literal(Value value);

}  // namespace sinew::xacro
