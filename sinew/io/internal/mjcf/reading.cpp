#include "sinew/io/internal/mjcf/reading.hpp"

namespace sinew::mjcf {

void Names::add(const std::string& name, Element element, Findings& findings) {
  if (name.empty()) return;
  const Source here = element.source();
  const auto [first, is_new] = first_.try_emplace(name, here);
  if (is_new) return;
  const auto& other = first->second;
  findings.error(here, std::string(kind_) + " " + xml::in_quotes(name) + ": the name is taken (" +
                           other.file + ":" + std::to_string(other.line) + ")");
}

Attributes Reading::attributes(Element element, Heir heir, const ElementRules& rules, int inherited,
                               const AttributeReader& reader) const {
  const char* const named = element.attribute("class");
  const int class_index = named != nullptr ? defaults.find(named, element, inherited, reader) : inherited;
  Attributes result = defaults.of(class_index, heir);
  result.lay(element, rules, reader);
  return result;
}

bool Reading::add_copies(std::size_t count, Element at) {
  int& copied = shared.copied_elements;
  if (count <= std::size_t(max_copied_elements - copied)) {
    copied += static_cast<int>(count);
    return true;
  }
  findings.error(at.source(), "<replicate> and <attach> make more than the " +
                                  std::to_string(max_copied_elements) +
                                  " bodies, joints, shapes and sites that are accepted");
  copied = max_copied_elements;  // the first error is enough, and no more work is done
  return false;
}

}  // namespace sinew::mjcf
