// Writes everything in a result file except the numbers of its arrays (docs/results.md): structure, events, origin,
// status, report. Internal to the recorder and the reader.
#pragma once

#include "sinew/io/results/hdf5.hpp"
#include "sinew/io/results/result_arrays.hpp"
#include "sinew/io/results/result_origin.hpp"

namespace sinew::detail {

// Events, how many of them the file has space for, and the bytes reserved for each name and note.
struct EventTable {
  std::vector<EventRecord> events{};
  hdf5::Size capacity = 0, name_room = 1, note_room = 1;
};
// Returns a table with exactly the space that these events need.
EventTable table_of(const std::vector<EventRecord>& events);

inline constexpr hdf5::Size status_room = 512;  // bytes of /status
inline constexpr const char* format_name = "sinew result 2";

// Writes everything except the numbers of the arrays. Each array gets `rows` rows; the file states that the first
// `valid` of them are filled.
void lay_out(hdf5::File& file, const ResultArrays& arrays, hdf5::Size rows, hdf5::Size valid,
             hdf5::Layout layout, const ResultOrigin& origin, const SimulationOptions& options,
             const EventTable& events, const std::string& status);
// Return the numbers of the report by name, and write them and the warnings as attributes of the file.
std::vector<std::pair<const char*, double>> report_numbers(const SimulationReport& report);
void add_report(hdf5::File& file, const SimulationReport& report);

// "finished", "stopped by event: far", "interrupted", "failed: why"
std::string status_of(const SimulationReport& report);

}  // namespace sinew::detail
