#include "sinew/io/results/result_recorder.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace sinew {
namespace {

using hdf5::Size;
static_assert(std::endian::native == std::endian::little, "numbers are stored in the file as in memory");

constexpr std::size_t most_rows = 256;
constexpr Size least_growth = 4'000'000;  // bytes of numbers
// Space for events in the file of a running simulation; the final file has all events with their full texts.
constexpr Size live_events = 1000, live_name = 64, live_note = 128;

detail::PendingFile plain_file(const std::filesystem::path& file) {
  detail::PendingFile pending(file);
  if (pending.is_special()) refuse_output(file, "it is not a regular file");
  return pending;
}

// Pads the text with zeros to `room` bytes, or cuts it between two UTF-8 characters.
std::string cut_to(Size room, std::string text) {
  Size end = std::min<Size>(room, text.size());
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  text.resize(room);
  return text;
}

// Calls `work` to create the file `name`. On failure, removes it and throws OutputError that names the result, `place`.
template <class Work>
auto make_file(const std::filesystem::path& name, const std::filesystem::path& place, Work&& work) {
  std::error_code ignored;
  try {
    return work();
  } catch (const OutputError&) {
    std::filesystem::remove(name, ignored);
    throw;
  } catch (const std::exception& problem) {
    std::filesystem::remove(name, ignored);
    refuse_output(place, problem.what());
  }
}

std::string full_path(const ResultArray& array) {
  return "/" + array.path;
}

}  // namespace

ResultRecorder::ResultRecorder(const std::filesystem::path& file, const Model& model,
                               const SimulationOptions& options, ResultOrigin origin,
                               std::span<const TargetColumn> targets)
    : pending_(plain_file(file)),
      arrays_(model, options.frames, targets),
      options_(options),
      origin_(std::move(origin)),
      capacity_(RecordTimes(options).size()),
      live_(lay_out_live(first_room())),
      gathered_(most_rows * arrays_.width()) {
  std::size_t widest = 1;
  for (const ResultArray& array : arrays_.list()) widest = std::max(widest, array.columns.size());
  columns_.resize(most_rows * widest);
}

ResultRecorder::~ResultRecorder() {
  if (!is_begun_) pending_.discard();
  try {
    flush();
  } catch (const OutputError&) {  // the rows in the file are valid nevertheless
  }
}

Size ResultRecorder::first_room() const {
  const Size row = arrays_.width() * sizeof(double);
  return std::min(capacity_, std::max<Size>(least_growth / row, most_rows));
}

// Creates a file with space for `room` rows, copies the rows written so far, and replaces the temporary file by it.
ResultRecorder::Live ResultRecorder::lay_out_live(Size room) {
  const std::filesystem::path name = pending_.spare_name();
  return make_file(name, pending_.place(), [&] {
    Live live = make_live(name, room);
    pending_.put_beside(name);
    return live;
  });
}

ResultRecorder::Live ResultRecorder::make_live(const std::filesystem::path& name, Size room) {
  {
    // Space for the numbers, the texts and the attributes. Detects a full disk before the HDF5 library meets it.
    detail::OutputFile space(name, detail::OutputFile::Mode::replace, pending_.place());
    Size bytes = room * arrays_.width() * sizeof(double) + origin_.scene_file.text.size() + 100'000 +
                 arrays_.width() * 200 + live_events * (live_name + live_note + sizeof(double));
    for (const auto& model : origin_.models) bytes += model.text.size();
    space.reserve(bytes);
  }
  hdf5::File file = hdf5::File::create(name);
  const detail::EventTable table{
      .events = {}, .capacity = live_events, .name_room = live_name, .note_room = live_note};
  detail::lay_out(file, arrays_, room, written_, hdf5::Layout::one_piece, origin_, options_, table,
                  "running");
  Places places;
  std::vector<detail::Stretch> open;
  for (const ResultArray& array : arrays_.list()) {
    const std::vector<detail::Stretch> stretches = file.stretches_of(full_path(array));
    places.arrays.push_back(stretches.empty() ? 0 : stretches[0].offset);
    open.insert(open.end(), stretches.begin(), stretches.end());
  }
  const std::pair<const char*, std::uint64_t*> others[] = {{"/rows", &places.rows},
                                                           {"/status", &places.status},
                                                           {"/events/count", &places.event_count},
                                                           {"/events/time", &places.event_time},
                                                           {"/events/name", &places.event_name},
                                                           {"/events/note", &places.event_note}};
  for (const auto& [path, place] : others) {
    open.push_back(file.stretches_of(path).at(0));
    *place = open.back().offset;
  }
  file.close();
  detail::add_seal(name, open);
  Live live{.room = room,
            .places = places,
            .file = detail::OutputFile(name, detail::OutputFile::Mode::keep, pending_.place())};
  live.file.reserve(std::filesystem::file_size(name));
  fill_with_nothing(live);
  copy_rows(live);
  for (Size i = 0; i < std::min<Size>(events_.size(), live_events); ++i) put_event(live, i);
  return live;
}

void ResultRecorder::fill_with_nothing(Live& live) const {
  const std::vector<double> nothing(1 << 16, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < live.places.arrays.size(); ++i) {
    const Size columns = arrays_.list()[i].columns.size();
    Size left = (live.room - written_) * columns;
    for (Size at = live.places.arrays[i] + written_ * columns * sizeof(double); left > 0;) {
      const auto some = std::span(nothing).first(std::size_t(std::min<Size>(left, nothing.size())));
      live.file.write_at(at, std::as_bytes(some));
      at += some.size_bytes();
      left -= some.size();
    }
  }
}

void ResultRecorder::grow() {
  flush();
  const Size more = std::max(live_.room / 2, first_room());
  live_ = lay_out_live(std::min(capacity_, live_.room + more));
}

void ResultRecorder::record(const Sample& sample) {
  arrays_.fill(sample, next_row());
  row_is_filled(sample.t);
}

void ResultRecorder::record_row(std::span<const double> row) {
  if (row.size() != arrays_.width())
    throw std::invalid_argument("a row has " + std::to_string(row.size()) + " numbers, expected " +
                                std::to_string(arrays_.width()));
  std::copy(row.begin(), row.end(), next_row().begin());
  row_is_filled(row[0]);
}

std::span<double> ResultRecorder::next_row() {
  is_begun_ = true;
  if (written_ + gathered_rows_ == capacity_)
    refuse_output(pending_.place(),
                  "more than the " + std::to_string(capacity_) + " records that it has room for");
  if (written_ + gathered_rows_ == live_.room) grow();
  return std::span(gathered_).subspan(gathered_rows_ * arrays_.width(), arrays_.width());
}

void ResultRecorder::row_is_filled(double t) {
  ++gathered_rows_;
  if (gathered_rows_ == most_rows) flush();
  progress(t);
}

void ResultRecorder::progress(double) {
  if (gathered_rows_ > 0 && clock_.is_due()) flush();
}

void ResultRecorder::event(const EventRecord& event) {
  is_begun_ = true;
  events_.push_back(event);
  if (events_.size() <= live_events) put_event(live_, events_.size() - 1);
}

void ResultRecorder::put_event(Live& live, Size index) const {
  const EventRecord& event = events_[index];
  const Size count = index + 1;
  const auto put = [&](std::uint64_t place, auto values) {
    live.file.write_at(place, std::as_bytes(values));
  };
  put(live.places.event_time + index * sizeof(double), std::span(&event.t, 1));
  put(live.places.event_name + index * live_name, std::span<const char>(cut_to(live_name, event.name)));
  put(live.places.event_note + index * live_note, std::span<const char>(cut_to(live_note, event.note)));
  put(live.places.event_count, std::span(&count, 1));
}

void ResultRecorder::flush() {
  clock_.start();
  if (gathered_rows_ == 0) return;
  const std::size_t width = arrays_.width();
  for (std::size_t i = 0, begin = 0; i < live_.places.arrays.size(); ++i) {
    const std::size_t columns = arrays_.list()[i].columns.size();
    for (std::size_t row = 0; row < gathered_rows_; ++row)
      std::copy_n(&gathered_[row * width + begin], columns, &columns_[row * columns]);
    write(live_.places.arrays[i] + written_ * columns * sizeof(double),
          std::as_bytes(std::span(columns_).first(gathered_rows_ * columns)));
    begin += columns;
  }
  // The number of rows is updated only after all arrays are written.
  written_ += gathered_rows_;
  gathered_rows_ = 0;
  write(live_.places.rows, std::as_bytes(std::span(&written_, 1)));
}

std::string ResultRecorder::finish(const SimulationReport& report) {
  is_begun_ = true;
  flush();
  write(live_.places.status,
        std::as_bytes(std::span<const char>(cut_to(detail::status_room, detail::status_of(report)))));
  std::string warning;
  try {
    pack(report);
  } catch (const std::exception& problem) {
    warning = "the result is complete but not compressed: " + std::string(problem.what());
  }
  detail::put_in_place(pending_, report.end);
  return warning;
}

void ResultRecorder::pack(const SimulationReport& report) {
  const std::filesystem::path name = pending_.spare_name();
  make_file(name, pending_.place(), [&] {
    {
      // Reserves the uncompressed size, so that the HDF5 library does not run out of space while it writes.
      detail::OutputFile room(name, detail::OutputFile::Mode::replace, pending_.place());
      room.reserve(written_ * arrays_.width() * sizeof(double) + 100'000);
    }
    hdf5::File file = hdf5::File::create(name);
    detail::lay_out(file, arrays_, written_, written_, hdf5::Layout::packed, origin_, options_,
                    detail::table_of(events_), detail::status_of(report));
    detail::add_report(file, report);
    copy_rows(file);
    std::vector<detail::Stretch> open;  // the numbers, whose chunks have checksums
    for (const ResultArray& array : arrays_.list()) {
      const std::vector<detail::Stretch> stretches = file.stretches_of(full_path(array));
      open.insert(open.end(), stretches.begin(), stretches.end());
    }
    file.close();
    detail::add_seal(name, open);
    pending_.put_beside(name);
  });
}

template <class Work>
void ResultRecorder::for_rows(Work&& work) const {
  std::vector<double> piece;
  for (std::size_t i = 0; i < arrays_.list().size(); ++i) {
    const Size columns = arrays_.list()[i].columns.size();
    const Size most = hdf5::rows_per_piece(columns);
    for (Size row = 0; row < written_ && columns > 0; row += most) {
      piece.resize(std::min(most, written_ - row) * columns);
      live_.file.read_at(live_.places.arrays[i] + row * columns * sizeof(double),
                         std::as_writable_bytes(std::span(piece)));
      work(i, row, piece);
    }
  }
}

void ResultRecorder::copy_rows(Live& to) const {
  for_rows([&](std::size_t array, Size row, const std::vector<double>& values) {
    const Size columns = arrays_.list()[array].columns.size();
    to.file.write_at(to.places.arrays[array] + row * columns * sizeof(double),
                     std::as_bytes(std::span(values)));
  });
}

void ResultRecorder::copy_rows(hdf5::File& to) const {
  for_rows([&](std::size_t array, Size row, const std::vector<double>& values) {
    const ResultArray& what = arrays_.list()[array];
    to.write_rows(full_path(what), row, values.size() / what.columns.size(), values);
  });
}

}  // namespace sinew
