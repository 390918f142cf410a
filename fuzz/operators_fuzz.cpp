// Parses arbitrary bytes as an operator expression. The result is an expression that can be printed and parsed again,
// or a ParseError with a position.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sinew/operators/text/parse.hpp"
#include "sinew/operators/text/print.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew::operators;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const Expression x = parse(text);
    if (~~x != x || to_text(x, Notation::latex).empty()) std::abort();
    if (x.kind() == Expression::Kind::zero) return 0;  // does not tell its spaces
    for (const Notation notation : {Notation::ascii, Notation::unicode}) {
      const std::string printed = to_text(x, notation);  // may be longer than what is read
      if (printed.size() <= longest_expression && parse(printed) != x) std::abort();
    }
  } catch (const ParseError& error) {
    if (error.position < 1 || error.position > size + 1) std::abort();
  }
  return 0;
}
