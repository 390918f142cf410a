#include "sinew/io/results/result_csv.hpp"

#include <charconv>
#include <fstream>

namespace sinew {
namespace {

constexpr std::size_t most_bytes = 65'536;

std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

std::string header(const ResultArrays& arrays) {
  std::string line;
  for (const ResultArray& array : arrays.list()) {
    for (const std::string& column : array.columns)
      line += (line.empty() ? "" : ",") + quoted(array.label.empty() ? column : array.label + ":" + column);
  }
  return line + "\n";
}

}  // namespace

bool is_result_table(const std::filesystem::path& file) {
  std::string first_line;
  std::getline(std::ifstream(file), first_line);
  return first_line.starts_with("time,") && first_line.find(",energy:kinetic,") != std::string::npos;
}

CsvRecorder::CsvRecorder(const std::filesystem::path& file, const Model& model,
                         const SimulationOptions& options, std::span<const TargetColumn> targets)
    : arrays_(model, options.frames, targets), pending_(file), file_(open()), row_(arrays_.width()) {
  lines_ = header(arrays_);
  try {
    flush();
  } catch (const OutputError&) {
    pending_.discard();
    throw;
  }
}

detail::OutputFile CsvRecorder::open() {
  if (pending_.is_special()) return {pending_.place(), detail::OutputFile::Mode::keep};
  const std::filesystem::path name = pending_.spare_name();
  detail::OutputFile file(name, detail::OutputFile::Mode::replace, pending_.place());
  pending_.put_beside(name);
  return file;
}

CsvRecorder::~CsvRecorder() {
  if (!is_begun_) pending_.discard();
  try {
    flush();
  } catch (const OutputError&) {  // call finish to see the error
  }
}

void CsvRecorder::record(const Sample& sample) {
  is_begun_ = true;
  arrays_.fill(sample, row_);
  char text[32];
  for (const double value : row_) {
    lines_.append(text, std::to_chars(text, text + sizeof text, value).ptr);
    lines_ += ',';
  }
  lines_.back() = '\n';
  if (lines_.size() > most_bytes) flush();
  progress(sample.t);
}

void CsvRecorder::progress(double) {
  if (!lines_.empty() && clock_.is_due()) flush();
}

void CsvRecorder::flush() {
  clock_.start();
  const std::string lines = std::move(lines_);
  lines_.clear();
  file_.append(lines);
}

void CsvRecorder::finish(RunEnd end) {
  is_begun_ = true;
  flush();
  file_.close();
  detail::put_in_place(pending_, end);
}

}  // namespace sinew
