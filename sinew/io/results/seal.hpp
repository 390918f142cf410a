// Adds a seal to the end of a file, and checks whether the bytes before it are unchanged.
//
// The seal has a checksum (CRC-64) of the file except some byte ranges that are left open: those that change while the
// file is filled, and those that have their own checksums. HDF5 readers ignore bytes after the end of an HDF5 file, and
// a program that changes the file removes them.
//
// Cost: the sealed bytes are read once, at about 0.4 GB/s.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace sinew::detail {

struct Stretch {
  std::uint64_t offset = 0, bytes = 0;
};

// Adds the seal to a file that has none. `open`: byte ranges that the checksum leaves out, in any order, not
// overlapping. Throws OutputError.
void add_seal(const std::filesystem::path& file, std::vector<Stretch> open);

enum class Seal { none, broken, whole };
// Checks the seal of a file. Throws std::runtime_error if the file cannot be read.
Seal seal_of(const std::filesystem::path& file);

}  // namespace sinew::detail
