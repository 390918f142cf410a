#include "sinew/io/results/seal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>
#include <stdexcept>

#include "sinew/io/files/output_file.hpp"

namespace sinew::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored in the file as in memory");

using Bytes = std::span<const std::byte>;

constexpr std::size_t most_at_once = 1 << 20;

// CRC-64 of ECMA-182 with reflected bits, as in xz.
constexpr auto crc_table = [] {
  constexpr std::uint64_t polynomial = 0xc96c5795d7870f42;
  std::array<std::uint64_t, 256> table{};
  for (std::uint64_t i = 0; i < 256; ++i) {
    std::uint64_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ (value & 1 ? polynomial : 0);
    table[i] = value;
  }
  return table;
}();

class Checksum {
 public:
  void add(Bytes bytes) {
    for (const std::byte b : bytes) value_ = crc_table[(value_ ^ std::uint64_t(b)) & 0xff] ^ (value_ >> 8);
  }
  std::uint64_t value() const { return ~value_; }

 private:
  std::uint64_t value_ = ~std::uint64_t(0);
};

// The last bytes of the file; the list of open ranges comes before them.
struct Foot {
  std::array<char, 16> mark;
  std::uint64_t content = 0;  // bytes before the seal
  std::uint64_t stretches = 0;
  std::uint64_t checksum =
      0;  // of the content except the open ranges, of the list of ranges, and of the foot up to here
};
static_assert(sizeof(Foot) == 40 && sizeof(Stretch) == 16);
constexpr std::array<char, 16> mark{'s', 'i', 'n', 'e', 'w', ' ',  's',  'e',
                                    'a', 'l', ' ', '1', 0,   '\r', '\n', 0};

class Input {
 public:
  explicit Input(const std::filesystem::path& file) : name_(file.string()) {
    std::error_code failure;
    if (std::filesystem::exists(file, failure) && !std::filesystem::is_regular_file(file, failure))
      throw std::runtime_error(name_ + ": is not a regular file");
    stream_.open(file, std::ios::binary);
    if (!stream_) fail();
    size_ = std::filesystem::file_size(file, failure);
    if (failure) throw std::runtime_error(name_ + ": " + failure.message());
  }
  std::uint64_t size() const { return size_; }
  void read(std::uint64_t offset, std::span<std::byte> bytes) {
    stream_.seekg(std::streamoff(offset));
    stream_.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(bytes.size()));
    if (!stream_) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw std::runtime_error(name_ + ": cannot be read" +
                             (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
  }
  std::string name_;
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

// Adds the content except the open ranges, which are sorted, to the checksum.
void add_content(Input& input, std::uint64_t content, std::span<const Stretch> open, Checksum& sum) {
  std::vector<std::byte> piece(most_at_once);
  std::uint64_t at = 0;
  const auto add_until = [&](std::uint64_t end) {
    while (at < end) {
      const auto some = std::span(piece).first(std::size_t(std::min<std::uint64_t>(end - at, most_at_once)));
      input.read(at, some);
      sum.add(some);
      at += some.size();
    }
  };
  for (const Stretch& stretch : open) {
    add_until(stretch.offset);
    at = stretch.offset + stretch.bytes;
  }
  add_until(content);
}

std::uint64_t checksum_of(Input& input, std::span<const Stretch> open, const Foot& foot) {
  Checksum sum;
  add_content(input, foot.content, open, sum);
  sum.add(std::as_bytes(open));
  sum.add(std::as_bytes(std::span(&foot, 1)).first(offsetof(Foot, checksum)));
  return sum.value();
}

bool are_in_order(std::span<const Stretch> open, std::uint64_t content) {
  std::uint64_t end = 0;
  for (const Stretch& stretch : open) {
    if (stretch.offset < end || stretch.offset > content || stretch.bytes > content - stretch.offset)
      return false;
    end = stretch.offset + stretch.bytes;
  }
  return true;
}

// Sorts the ranges, merges adjacent ones and drops empty ones.
std::vector<Stretch> joined(std::vector<Stretch> open) {
  std::erase_if(open, [](const Stretch& stretch) { return stretch.bytes == 0; });
  std::sort(open.begin(), open.end(), [](const Stretch& a, const Stretch& b) { return a.offset < b.offset; });
  std::vector<Stretch> list;
  for (const Stretch& stretch : open) {
    if (!list.empty() && list.back().offset + list.back().bytes == stretch.offset) {
      list.back().bytes += stretch.bytes;
    } else {
      list.push_back(stretch);
    }
  }
  return list;
}

}  // namespace

void add_seal(const std::filesystem::path& file, std::vector<Stretch> open) {
  const std::vector<Stretch> stretches = joined(std::move(open));
  Input input(file);
  Foot foot{.mark = mark, .content = input.size(), .stretches = stretches.size()};
  if (!are_in_order(stretches, foot.content)) refuse_output(file, "the open byte ranges exceed the file");
  foot.checksum = checksum_of(input, stretches, foot);
  OutputFile output(file, OutputFile::Mode::keep);
  const Bytes list = std::as_bytes(std::span(stretches));
  output.write_at(foot.content, list);
  output.write_at(foot.content + list.size(), std::as_bytes(std::span(&foot, 1)));
}

Seal seal_of(const std::filesystem::path& file) {
  Input input(file);
  const std::uint64_t size = input.size();
  Foot foot{};
  if (size < sizeof foot) return Seal::none;
  const std::uint64_t before = size - sizeof foot;
  input.read(before, std::as_writable_bytes(std::span(&foot, 1)));
  if (foot.mark != mark) return Seal::none;
  if (foot.content > before || foot.stretches != (before - foot.content) / sizeof(Stretch) ||
      (before - foot.content) % sizeof(Stretch) != 0)
    return Seal::broken;
  std::vector<Stretch> open(foot.stretches);
  input.read(foot.content, std::as_writable_bytes(std::span(open)));
  const bool holds = are_in_order(open, foot.content) && checksum_of(input, open, foot) == foot.checksum;
  return holds ? Seal::whole : Seal::broken;
}

}  // namespace sinew::detail
