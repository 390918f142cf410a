// What a result file says besides its numbers, and the making of an empty one (docs/results.md). Internal to
// the recorder and the reader.
#pragma once

#include "sinew/io/hdf5.hpp"
#include "sinew/io/result_arrays.hpp"
#include "sinew/io/result_origin.hpp"

namespace sinew {

// Events, and the room that each of their texts gets in the file.
struct EventTable {
  std::vector<EventRecord> events{};
  hdf5::Size capacity = 0, name_room = 1, note_room = 1;
};
// Just as large as these need it.
EventTable table_of(const std::vector<EventRecord>& events);

inline constexpr hdf5::Size status_room = 512;  // bytes of /status
inline constexpr const char* format_name = "sinew result 2";

// Everything but the numbers of the arrays. `rows`: of each array, of which the file says that `valid` are there.
void lay_out(hdf5::File& file, const ResultArrays& arrays, hdf5::Size rows, hdf5::Size valid,
             hdf5::Layout layout, const ResultOrigin& origin, const SimulationOptions& options,
             const EventTable& events, const std::string& status);
// How the run went, by name; and that as attributes of the file.
std::vector<std::pair<const char*, double>> report_numbers(const SimulationReport& report);
void add_report(hdf5::File& file, const SimulationReport& report);

// "finished", "stopped by event: far", "interrupted", "failed: why"
std::string status_of(const SimulationReport& report);

}  // namespace sinew
