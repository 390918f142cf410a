// Stores a description together with everything that was found in it, so that it is validated only once on its path
// from a file to a Model.
#pragma once

#include <utility>

#include "sinew/model/description/named_positions.hpp"
#include "sinew/model/description/repaired.hpp"

namespace sinew {

// If the findings contain no errors (physical errors do not count), `validate` has accepted the description. Only named
// positions can be added to the description.
class CheckedDescription {
 public:
  // Validates the description. `found`: findings of its reader; those of the validation are appended. With
  // Repair::inertia, physical errors are repaired, and the changes reported as warnings.
  explicit CheckedDescription(Description description, Findings found = {}, Repair repair = Repair::none)
      : description_(std::move(description)), findings_(std::move(found)) {
    Findings validation = validate(description_);
    const bool repairs = repair == Repair::inertia && !validation.has_errors();
    if (repairs && validation.has_physical_errors()) {
      Findings changes;
      description_ = with_repaired_inertias(std::move(description_), changes);
      add(std::move(changes));
      validation = validate(description_);
    }
    add(std::move(validation));
  }
  // Returns a description that its reader has refused, for the errors in `found`, and does not validate it. If there
  // are no errors in `found`, the description is validated nevertheless.
  static CheckedDescription refused(Description description, Findings found) {
    if (!found.has_errors()) return CheckedDescription(std::move(description), std::move(found));
    CheckedDescription result;
    result.description_ = std::move(description);
    result.findings_ = std::move(found);
    return result;
  }

  const Description& description() const { return description_; }
  const Findings& findings() const { return findings_; }
  bool has_errors() const { return findings_.has_errors(); }

  // Appends findings that the reader reports after the validation.
  void add(Findings more) {
    for (Finding& finding : more.list) findings_.list.push_back(std::move(finding));
  }
  // Appends named positions and the findings about them. Does nothing if there are errors.
  void add_named_positions(std::vector<NamedPosition> positions) {
    if (has_errors() || positions.empty()) return;
    for (NamedPosition& position : positions) description_.named_positions.push_back(std::move(position));
    detail::check_named_positions(description_, findings_);
  }
  // Hands over both parts; this object is empty afterwards.
  std::pair<Description, Findings> take() && {
    return {std::exchange(description_, {}), std::exchange(findings_, {})};
  }

 private:
  CheckedDescription() = default;

  Description description_;
  Findings findings_;
};

}  // namespace sinew
