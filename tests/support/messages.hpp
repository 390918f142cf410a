// Checks messages: of exceptions, and within a text.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace sinew::test {

// The message of the Error that the call throws.
template <class Error = std::invalid_argument, class Call>
std::string complaint(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no complaint";
}

inline testing::AssertionResult starts_with(const std::string& text, const std::string& start) {
  if (text.starts_with(start)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected to start with:\n" << start << "\nbut is:\n" << text;
}

inline testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "expected to contain:\n" << part << "\nbut is:\n" << text;
}

}  // namespace sinew::test
