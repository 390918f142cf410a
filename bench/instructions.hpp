// Instructions per state, counted by callgrind: the same in every run and independent of other programs.
//
// The program must run under valgrind --tool=callgrind --instr-atstart=no (./go bench --instructions does that). The
// libraries, including sinew, must not use AVX-512, which valgrind does not support.
#pragma once

#include <filesystem>

#include "bench/results.hpp"
#include "bench/timing.hpp"

namespace bench {

bool is_under_valgrind();

// Fills in the rows' instructions; `file` is callgrind's --callgrind-out-file.
void count_instructions(std::span<const Runner> runners, std::size_t states,
                        const std::filesystem::path& file, std::vector<Row>& rows);

}  // namespace bench
