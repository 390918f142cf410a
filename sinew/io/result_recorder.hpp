// Writes a simulation into an HDF5 file as it runs (docs/results.md, docs/decisions/0012).
//
// The file is laid out in full before the run, beside its place, which finds a full disk then; with the first record it takes
// its place. While the run goes on rows are put into their
// places, then the count of rows; the structure of the file does not change any more. Whoever opens it, also after the
// program was killed, finds `rows` rows that are right. At the end it is packed into a smaller file that takes its place.
//
// Cost: a copy of each row; a write for every array, twice a second or when 256 rows have gathered.
#pragma once

#include "sinew/io/output_file.hpp"
#include "sinew/io/result_layout.hpp"

namespace sinew {

class ResultRecorder : public Recorder {
 public:
  // Throws OutputError where the file cannot be written. Nothing is left behind then, or where no record was made; a
  // file that was there before stays as it was.
  ResultRecorder(const std::filesystem::path& file, const Model& model, const SimulationOptions& options,
                 ResultOrigin origin);
  ~ResultRecorder() override;

  void record(const Sample& sample) override;
  void event(const EventRecord& event) override;
  void progress(double t) override;
  void flush();

  // Says how the run ended and packs the file. Returns a warning where it stays unpacked, which harms nobody.
  std::string finish(const SimulationReport& report);

 private:
  struct Places {
    std::vector<std::uint64_t> arrays{};
    std::uint64_t rows = 0, status = 0, event_count = 0, event_time = 0, event_name = 0, event_note = 0;
  };
  OutputFile lay_out_live();
  std::string name_beside() const;
  void take_place();  // of what was there before
  void pack(const SimulationReport& report);
  void copy_rows(hdf5::File& to) const;
  void write(std::uint64_t place, std::span<const std::byte> bytes) { live_.write_at(place, bytes); }

  std::filesystem::path path_;
  ResultArrays arrays_;
  SimulationOptions options_;
  ResultOrigin origin_;
  hdf5::Size capacity_;
  EventTable room_;
  std::vector<EventRecord> events_;
  Places places_;
  OutputFile live_;
  bool is_in_place_ = false;
  std::vector<double> gathered_, columns_;
  hdf5::Size written_ = 0;         // rows in the file
  std::size_t gathered_rows_ = 0;  // and behind them here
  FlushClock clock_;
};

}  // namespace sinew
