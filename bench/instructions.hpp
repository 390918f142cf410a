// Instructions per state, counted by callgrind: the same in every run, however busy the machine.
//
// The program must be running under valgrind --tool=callgrind --instr-atstart=no (./go bench --instructions does that). The
// libraries, sinew among them, must do without AVX-512, which valgrind does not know.
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
