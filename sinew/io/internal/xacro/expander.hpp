// Expands the elements of xacro files into a document without xacro.
#pragma once

#include "sinew/io/internal/text/xml.hpp"
#include "sinew/io/internal/xacro/session.hpp"

namespace sinew::xacro {

class Expander {
 public:
  Expander(Session& session, const std::string& file_name)
      : session_(session), result_(file_name), blocks_(file_name) {}

  std::unique_ptr<xml::Document> run(xml::Element root);

 private:
  using Element = xml::Element;
  // Where expanded elements are added.
  struct Place {
    xml::DocumentBuilder& document;
    Element parent;
    // Whether an xacro:attribute changes `parent`. As in xacro it does only if it is directly in that element, not in
    // an xacro:if or the body of a macro.
    bool takes_attributes;
  };
  using Rule = void (Expander::*)(Element element, Scope& scope, const Place& to);
  static Rule rule_of(std::string_view name);

  void content(Element from, Scope& scope, const Place& to);
  void element(Element element, Scope& scope, const Place& to);
  // An element that is not xacro's: copies it and expands its attributes and content.
  void plain(Element element, const std::string& name, Scope& scope, const Place& to);

  void property(Element element, Scope& scope, const Place& to);
  void macro(Element element, Scope& scope, const Place& to);
  void include(Element element, Scope& scope, const Place& to);
  void condition(Element element, Scope& scope, const Place& to);
  void argument(Element element, Scope& scope, const Place& to);
  void insert_block(Element element, Scope& scope, const Place& to);
  void renamed(Element element, Scope& scope, const Place& to);
  void attribute(Element element, Scope& scope, const Place& to);
  void dynamic_call(Element element, Scope& scope, const Place& to);

  void call(Element element, const std::string& name, Scope& scope, const Place& to);
  void give_values(Element element, const Macro& macro, Scope& caller, Scope& inside);
  void give_blocks(Element element, const Macro& macro, Scope& caller, Scope& inside);
  void give_defaults(const Macro& macro, Scope& caller, Scope& inside);
  void include_file(const std::string& file, Scope& scope, const Place& to);

  void set(const Place& place, const std::string& name, const std::string& value);
  std::string required(Element element, const char* name) const;
  void check_attributes(Element element, std::initializer_list<std::string_view> known);

  Session& session_;
  xml::DocumentBuilder result_;
  xml::DocumentBuilder blocks_;  // the expanded blocks of all calls
  int nesting_ = 0, include_nesting_ = 0;
  int call_ = -1;  // the innermost call, an index of those of result_
};

}  // namespace sinew::xacro
