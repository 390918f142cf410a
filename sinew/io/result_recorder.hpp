// Writes a simulation into an HDF5 file as it runs (docs/results.md, docs/decisions/0012).
//
// While the run goes on the file is `run.partial.h5` for `run.h5`. It is laid out with room for some records; when
// they are used up, a file with half as much room again takes its place. Rows are put into their places, then the count of
// rows; the structure of a file does not change any more. Whoever opens it, also after the program was killed,
// finds `rows` rows that are right. At the end it is packed into a smaller file. What finished replaces an
// older result; what failed or was interrupted stays beside it.
//
// Cost: a copy of each row; a write for every array, twice a second or when 256 rows have gathered; every row is copied
// twice more as the file grows.
#pragma once

#include "sinew/io/output_file.hpp"
#include "sinew/io/pending_file.hpp"
#include "sinew/io/result_layout.hpp"

namespace sinew {

class ResultRecorder : public Recorder {
 public:
  // Throws OutputError where the file cannot be written. Nothing is left behind then, or where no record was made.
  ResultRecorder(const std::filesystem::path& file, const Model& model, const SimulationOptions& options,
                 ResultOrigin origin);
  ~ResultRecorder() override;

  void record(const Sample& sample) override;
  void event(const EventRecord& event) override;
  void progress(double t) override;
  void flush();

  // Says how the run ended, packs the file and puts it in its place (put_in_place). Returns a warning where it stays
  // unpacked, which harms nobody.
  std::string finish(const SimulationReport& report);

  const PendingFile& output() const { return pending_; }  // where the result is now

 private:
  struct Places {
    std::vector<std::uint64_t> arrays{};
    std::uint64_t rows = 0, status = 0, event_count = 0, event_time = 0, event_name = 0, event_note = 0;
  };
  // A file that is filled, and how many rows it has room for.
  struct Live {
    hdf5::Size room;
    Places places;
    OutputFile file;
  };
  hdf5::Size first_room() const;
  Live lay_out_live(hdf5::Size room);
  Live make_live(const std::filesystem::path& name, hdf5::Size room);
  void fill_with_nothing(Live& live) const;  // the rows that are not there yet
  void grow();
  void copy_rows(Live& to) const;
  void copy_rows(hdf5::File& to) const;
  // Calls work(array, first row, values) for pieces of all rows in the file.
  template <class Work>
  void for_rows(Work&& work) const;
  void put_event(Live& live, hdf5::Size index) const;
  void pack(const SimulationReport& report);
  void write(std::uint64_t place, std::span<const std::byte> bytes) { live_.file.write_at(place, bytes); }

  PendingFile pending_;
  ResultArrays arrays_;
  SimulationOptions options_;
  ResultOrigin origin_;
  hdf5::Size capacity_;
  std::vector<EventRecord> events_;
  hdf5::Size written_ = 0;         // rows in the file
  std::size_t gathered_rows_ = 0;  // and behind them here
  Live live_;
  bool is_begun_ = false;
  std::vector<double> gathered_, columns_;
  FlushClock clock_;
};

}  // namespace sinew
