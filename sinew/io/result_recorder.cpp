#include "sinew/io/result_recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>

namespace sinew {
namespace {

using hdf5::Size;
static_assert(std::endian::native == std::endian::little, "numbers lie in the file as they do in memory");

constexpr std::size_t most_gathered = 256;
// Of a file whose run goes on; at the end all events are there, with all of their texts.
constexpr Size live_events = 1000, live_name = 64, live_note = 128;

// A link is followed: what it points to is replaced, not the link.
std::filesystem::path place_of(const std::filesystem::path& file) {
  std::error_code ignored;
  check_output_place(file);
  if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored))
    refuse_output(file, "it is no plain file");
  return std::filesystem::is_symlink(file, ignored) ? std::filesystem::weakly_canonical(file) : file;
}

// Filled up with zeros, or cut between two letters of UTF-8.
std::string cut_to(Size room, std::string text) {
  Size end = std::min<Size>(room, text.size());
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  text.resize(end);
  text.resize(room);
  return text;
}

}  // namespace

ResultRecorder::ResultRecorder(const std::filesystem::path& file, const Model& model,
                               const SimulationOptions& options, ResultOrigin origin)
    : path_(place_of(file)),
      arrays_(model, options.frames),
      options_(options),
      origin_(std::move(origin)),
      capacity_(RecordTimes(options).size()),
      room_{.events = {}, .capacity = live_events, .name_room = live_name, .note_room = live_note},
      live_(lay_out_live()),
      gathered_(most_gathered * arrays_.width()) {
  std::size_t widest = 1;
  for (const ResultArray& array : arrays_.list()) widest = std::max(widest, array.columns.size());
  columns_.resize(most_gathered * widest);
}

ResultRecorder::~ResultRecorder() {
  std::error_code ignored;
  if (!is_in_place_) std::filesystem::remove(name_beside(), ignored);
  try {
    flush();
  } catch (const OutputError&) {  // what is in the file is right all the same
  }
}

// Of its own for each program, so that two that write to one place do not meet before they get there.
std::string ResultRecorder::name_beside() const {
  return path_.string() + "." + std::to_string(getpid()) + ".partial";
}

OutputFile ResultRecorder::lay_out_live() {
  const std::string name = name_beside();
  // The numbers, the texts, and what describes them.
  Size bytes = capacity_ * arrays_.width() * sizeof(double) + origin_.scene_file.text.size() + 100'000 +
               arrays_.width() * 200;
  for (const auto& model : origin_.models) bytes += model.text.size();
  try {
    OutputFile room(name, OutputFile::Mode::replace, path_);
    room.reserve(bytes + live_events * (live_name + live_note + sizeof(double)));
    room.close();
    hdf5::File file = hdf5::File::create(name);
    lay_out(file, arrays_, capacity_, 0, hdf5::Layout::one_piece, origin_, options_, room_, "running");
    for (const ResultArray& array : arrays_.list())
      places_.arrays.push_back(array.columns.empty() ? 0 : file.offset_of("/" + array.path));
    places_.rows = file.offset_of("/rows");
    places_.status = file.offset_of("/status");
    places_.event_count = file.offset_of("/events/count");
    places_.event_time = file.offset_of("/events/time");
    places_.event_name = file.offset_of("/events/name");
    places_.event_note = file.offset_of("/events/note");
    file.close();
    return {name, OutputFile::Mode::keep, path_};
  } catch (const std::exception& problem) {
    std::error_code ignored;
    std::filesystem::remove(name, ignored);
    if (dynamic_cast<const OutputError*>(&problem)) throw;
    refuse_output(path_, problem.what());
  }
}

void ResultRecorder::take_place() {
  if (is_in_place_) return;
  std::error_code failure;
  std::filesystem::rename(name_beside(), path_, failure);
  if (failure) refuse_output(path_, failure.message());
  is_in_place_ = true;
}

void ResultRecorder::record(const Sample& sample) {
  take_place();
  if (written_ + gathered_rows_ == capacity_)
    refuse_output(path_, "more than the " + std::to_string(capacity_) + " records it was made for");
  arrays_.fill(sample, std::span(gathered_).subspan(gathered_rows_ * arrays_.width(), arrays_.width()));
  ++gathered_rows_;
  if (gathered_rows_ == most_gathered) flush();
  progress(sample.t);
}

void ResultRecorder::progress(double) {
  if (gathered_rows_ > 0 && clock_.is_due()) flush();
}

void ResultRecorder::event(const EventRecord& event) {
  take_place();
  const Size i = events_.size();
  events_.push_back(event);
  if (i >= live_events) return;
  const Size count = i + 1;
  write(places_.event_time + i * sizeof(double), std::as_bytes(std::span(&event.t, 1)));
  write(places_.event_name + i * live_name,
        std::as_bytes(std::span<const char>(cut_to(live_name, event.name))));
  write(places_.event_note + i * live_note,
        std::as_bytes(std::span<const char>(cut_to(live_note, event.note))));
  write(places_.event_count, std::as_bytes(std::span(&count, 1)));
}

void ResultRecorder::flush() {
  clock_.start();
  if (gathered_rows_ == 0) return;
  const std::size_t width = arrays_.width();
  for (std::size_t i = 0, begin = 0; i < places_.arrays.size(); ++i) {
    const std::size_t columns = arrays_.list()[i].columns.size();
    for (std::size_t row = 0; row < gathered_rows_; ++row)
      std::copy_n(&gathered_[row * width + begin], columns, &columns_[row * columns]);
    write(places_.arrays[i] + written_ * columns * sizeof(double),
          std::as_bytes(std::span(columns_).first(gathered_rows_ * columns)));
    begin += columns;
  }
  // Only when they are all there do the rows count.
  written_ += gathered_rows_;
  gathered_rows_ = 0;
  write(places_.rows, std::as_bytes(std::span(&written_, 1)));
}

std::string ResultRecorder::finish(const SimulationReport& report) {
  take_place();
  flush();
  write(places_.status, std::as_bytes(std::span<const char>(cut_to(status_room, status_of(report)))));
  try {
    pack(report);
    return {};
  } catch (const std::exception& problem) {
    std::error_code ignored;
    std::filesystem::remove(name_beside(), ignored);
    return "the result is whole, but larger than it need be: " + std::string(problem.what());
  }
}

void ResultRecorder::pack(const SimulationReport& report) {
  const std::string name = name_beside();
  {
    // The room for the numbers as they are, so that the library does not run out of it in the middle.
    OutputFile room(name, OutputFile::Mode::replace, path_);
    room.reserve(written_ * arrays_.width() * sizeof(double) + 100'000);
  }
  hdf5::File file = hdf5::File::create(name);
  lay_out(file, arrays_, written_, written_, hdf5::Layout::packed, origin_, options_, table_of(events_),
          status_of(report));
  add_report(file, report);
  copy_rows(file);
  file.close();
  std::filesystem::rename(name, path_);
}

void ResultRecorder::copy_rows(hdf5::File& to) const {
  std::vector<double> piece;
  for (std::size_t i = 0; i < places_.arrays.size(); ++i) {
    const ResultArray& array = arrays_.list()[i];
    const Size columns = array.columns.size();
    const Size most = hdf5::rows_per_piece(columns);
    for (Size row = 0; row < written_ && columns > 0; row += most) {
      const Size count = std::min(most, written_ - row);
      piece.resize(count * columns);
      live_.read_at(places_.arrays[i] + row * columns * sizeof(double),
                    std::as_writable_bytes(std::span(piece)));
      to.write_rows("/" + array.path, row, count, piece);
    }
  }
}

}  // namespace sinew
