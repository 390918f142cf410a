// Writes a simulation to an HDF5 file while it runs (docs/results.md, docs/decisions/0012).
//
// During the run, `run.h5` is called `run.partial.h5`. The file is created with space for some records; when it is
// full, a file with half as much space again replaces it. Rows are written first, then the number of rows; the
// structure of the file does not change. A program that opens the file, even after this one was killed, therefore finds
// `rows` valid rows. At the end the file is packed into a smaller one. A run that finished replaces an older result; a
// run that failed or was interrupted leaves the older result in place and gets another name.
//
// Cost: a copy of each row; a write for every array, twice a second or when 256 rows are buffered; on average, each row
// is copied about twice more as the file grows.
#pragma once

#include "sinew/io/files/output_file.hpp"
#include "sinew/io/files/pending_file.hpp"
#include "sinew/io/results/result_layout.hpp"

namespace sinew {

class ResultRecorder : public Recorder {
 public:
  // Throws OutputError if the file cannot be written. In that case, or if nothing was recorded, no file is left behind.
  ResultRecorder(const std::filesystem::path& file, const Model& model, const SimulationOptions& options,
                 ResultOrigin origin, std::span<const TargetColumn> targets = {});
  ~ResultRecorder() override;

  void record(const Sample& sample) override;
  // Records numbers that were filled in before (ResultArrays::fill).
  void record_row(std::span<const double> row);
  void event(const EventRecord& event) override;
  void progress(double t) override;
  void flush();

  // Writes how the run ended, packs the file and moves it to its final path (put_in_place). Returns a warning if the
  // file could not be packed; the result is complete in that case, but larger.
  std::string finish(const SimulationReport& report);

  const detail::PendingFile& output() const { return pending_; }  // where the result is now

 private:
  struct Places {
    std::vector<std::uint64_t> arrays{};
    std::uint64_t rows = 0, status = 0, event_count = 0, event_time = 0, event_name = 0, event_note = 0;
  };
  // The file being filled, and how many rows it has space for.
  struct Live {
    hdf5::Size room;
    Places places;
    detail::OutputFile file;
  };
  hdf5::Size first_room() const;
  Live lay_out_live(hdf5::Size room);
  Live make_live(const std::filesystem::path& name, hdf5::Size room);
  void fill_with_nothing(Live& live) const;  // writes NaN to the rows that are still empty
  void grow();
  std::span<double> next_row();
  void row_is_filled(double t);
  void copy_rows(Live& to) const;
  void copy_rows(hdf5::File& to) const;
  // Calls work(array, first row, values) for blocks that cover all rows in the file.
  template <class Work>
  void for_rows(Work&& work) const;
  void put_event(Live& live, hdf5::Size index) const;
  void pack(const SimulationReport& report);
  void write(std::uint64_t place, std::span<const std::byte> bytes) { live_.file.write_at(place, bytes); }

  detail::PendingFile pending_;
  ResultArrays arrays_;
  SimulationOptions options_;
  ResultOrigin origin_;
  hdf5::Size capacity_;
  std::vector<EventRecord> events_;
  hdf5::Size written_ = 0;         // rows in the file
  std::size_t gathered_rows_ = 0;  // rows buffered in memory
  Live live_;
  bool is_begun_ = false;
  std::vector<double> gathered_, columns_;
  detail::FlushClock clock_;
};

}  // namespace sinew
