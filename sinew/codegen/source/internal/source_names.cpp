#include "sinew/codegen/source/internal/source_names.hpp"

namespace sinew {
namespace {

// Names that cannot be used: the keywords of C++20 and C, and names that every program has.
constexpr std::string_view taken =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t "
    "class "
    "co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue "
    "decltype default "
    "delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline "
    "int long main "
    "mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast std "
    "struct switch "
    "template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual "
    "void volatile "
    "wchar_t while xor xor_eq NULL cos linux sin sqrt unix ";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string identifier(std::string_view name) {
  std::string out;
  bool gap = false;
  for (const char c : name) {
    const bool keeps = is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (keeps && gap && !out.empty()) out += '_';
    if (keeps) out += c;
    gap = !keeps;
  }
  return out;
}

std::string identifier_alone(std::string_view name) {
  const std::string out = identifier(name);
  if (out.empty()) return "robot";
  const bool is_taken = taken.find(" " + out + " ") != std::string_view::npos;
  return is_digit(out[0]) || is_taken ? "robot_" + out : out;
}

std::string in_comment(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    const auto code = static_cast<unsigned char>(c);
    if (code < ' ' || code == 127) c = ' ';
  }
  return out;
}

}  // namespace sinew
