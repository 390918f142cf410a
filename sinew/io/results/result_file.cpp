#include "sinew/io/results/result_file.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "sinew/base/unknown_name.hpp"

namespace sinew {
namespace {

constexpr std::string_view format_of_any_version = "sinew result ", format_of_0_1 = "sinew result 1";

// Reads the beginning of a file. A result's format attribute is among the first things written to it.
std::string first_megabytes(const std::filesystem::path& file) {
  constexpr std::size_t most = 4 << 20;
  std::string bytes(most, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), most);
  bytes.resize(std::size_t(std::max<std::streamsize>(stream.gcount(), 0)));
  return bytes;
}

bool is_hdf5(std::string_view bytes) {
  return bytes.starts_with("\x89HDF\r\n\x1a\n");
}

hdf5::File open_sealed(const std::filesystem::path& file) {
  const detail::Seal seal = detail::seal_of(file);
  if (seal == detail::Seal::whole) return hdf5::File::open(file);
  const std::string name = file.string(), bytes = first_megabytes(file);
  if (seal == detail::Seal::broken)
    throw std::runtime_error(name + " is damaged: its checksum does not match");
  if (!is_hdf5(bytes) || bytes.find(format_of_any_version) == std::string::npos)
    throw std::runtime_error(name + " is not a simulation result");
  if (bytes.find(format_of_0_1) != std::string::npos)
    throw std::runtime_error(name +
                             " was written by sinew 0.1, whose results have no checksums and cannot be "
                             "read; simulate its scene again (docs/results.md)");
  throw std::runtime_error(
      name + " is damaged or was changed by another program: the checksum at its end is missing");
}

}  // namespace

bool is_result(const std::filesystem::path& file) {
  try {
    if (detail::seal_of(file) != detail::Seal::none) return true;
  } catch (const std::runtime_error&) {
    return false;
  }
  const std::string bytes = first_megabytes(file);
  return is_hdf5(bytes) && bytes.find(format_of_any_version) != std::string::npos;
}

ResultFile::ResultFile(const std::filesystem::path& file) : file_(open_sealed(file)) {
  std::string format = "nothing";
  try {
    format = file_.described("/", "format");
  } catch (const std::runtime_error&) {  // an HDF5 file written by another program
  }
  if (format != detail::format_name)
    throw std::runtime_error(file.string() + " is not a simulation result: its format is '" + format +
                             "'; expected '" + detail::format_name + "'");
  rows_ = std::size_t(file_.whole_number("/rows"));
  status_ = file_.text("/status");
  for (const char* name : {"time", "q", "v", "a", "actuation", "energy", "constraints"}) add_array(name);
  for (const char* name : {"target", "controls", "actuator_forces"}) {
    if (file_.has(std::string("/") + name)) add_array(name);
  }
  for (const std::string group : {"loops", "frames", "sensors"}) {
    if (!file_.has("/" + group)) continue;
    for (const std::string& name : file_.names_in("/" + group)) add_array(group + "/" + name);
  }
}

void ResultFile::add_array(const std::string& path) {
  const std::string full = "/" + path;
  const std::vector<hdf5::Size> shape = file_.dimensions(full);
  if (shape.empty() || shape[0] < rows_)
    throw std::runtime_error(full + " has fewer than the " + std::to_string(rows_) + " rows of the result");
  arrays_.push_back({.path = path,
                     .label = file_.described(full, "label"),
                     .description = file_.described(full, "description"),
                     .columns = file_.descriptions(full, "columns"),
                     .units = file_.descriptions(full, "units"),
                     .is_list = shape.size() == 1});
  const ResultArray& array = arrays_.back();
  const std::size_t width = shape.size() == 1 ? 1 : std::size_t(shape[1]);
  if (shape.size() > 2 || array.columns.size() != width || array.units.size() != width)
    throw std::runtime_error(full + " has " + std::to_string(width) + " columns but " +
                             std::to_string(array.columns.size()) + " names and " +
                             std::to_string(array.units.size()) + " units");
}

const ResultArray& ResultFile::array(std::string_view path) const {
  std::vector<std::string> known;
  for (const ResultArray& array : arrays_) {
    if (array.path == path) return array;
    known.push_back(array.path);
  }
  throw std::invalid_argument(unknown_name("array", path, known));
}

std::vector<double> ResultFile::read(std::string_view path, std::size_t first, std::size_t count,
                                     std::size_t stride) const {
  const ResultArray& what = array(path);
  const bool are_there = stride > 0 && first <= rows_ &&
                         (count == 0 || (first < rows_ && (rows_ - 1 - first) / stride >= count - 1));
  if (!are_there)
    throw std::invalid_argument(std::to_string(count) + " rows from " + std::to_string(first) +
                                " on, every " + std::to_string(stride) + ", of '" + what.path +
                                "' were requested; there are " + std::to_string(rows_));
  return file_.read_rows("/" + what.path, first, count, stride);
}

std::vector<double> ResultFile::column(std::string_view path, std::string_view column) const {
  const ResultArray& what = array(path);
  const auto found = std::find(what.columns.begin(), what.columns.end(), column);
  if (found == what.columns.end())
    throw std::invalid_argument(unknown_name("column of '" + what.path + "'", column, what.columns));
  const std::size_t place = std::size_t(found - what.columns.begin()), width = what.columns.size();
  const std::size_t most = std::size_t(hdf5::rows_per_piece(width));
  std::vector<double> values;
  values.reserve(rows_);
  for (std::size_t row = 0; row < rows_; row += most) {
    const std::vector<double> piece = read(path, row, std::min(most, rows_ - row));
    for (std::size_t i = place; i < piece.size(); i += width) values.push_back(piece[i]);
  }
  return values;
}

std::vector<EventRecord> ResultFile::events() const {
  const hdf5::Size count = file_.whole_number("/events/count");
  const std::vector<double> times = file_.read_rows("/events/time", 0, count);
  const std::vector<std::string> names = file_.texts("/events/name", count),
                                 notes = file_.texts("/events/note", count);
  std::vector<EventRecord> list;
  for (std::size_t i = 0; i < times.size(); ++i) list.push_back({times[i], names[i], notes[i]});
  return list;
}

ResultOrigin::TextFile ResultFile::text_at(const std::string& path) const {
  return {.file = file_.described(path, "file"), .text = file_.text(path)};
}

std::vector<std::pair<std::string, std::string>> ResultFile::xacro_arguments() const {
  std::vector<std::pair<std::string, std::string>> arguments;
  if (!file_.is_described("/scene/text", "xacro_arguments")) return arguments;
  std::istringstream lines(file_.described("/scene/text", "xacro_arguments"));
  for (std::string line; std::getline(lines, line);) {
    const auto sign = std::min(line.find(":="), line.size());
    arguments.emplace_back(line.substr(0, sign), line.substr(std::min(sign + 2, line.size())));
  }
  return arguments;
}

ModelEdits ResultFile::edits() const {
  const auto edits_of = [this](const char* kind) {
    return file_.is_described("/scene/text", kind) ? file_.descriptions("/scene/text", kind)
                                                   : std::vector<std::string>{};
  };
  return {.lock = edits_of("lock"), .payload = edits_of("payload"), .cut = edits_of("cut")};
}

Base ResultFile::base() const {
  if (!file_.is_described("/scene/text", "base")) return Base::as_written;  // written by an older version
  const std::string name = file_.described("/scene/text", "base");
  for (const Base base : {Base::as_written, Base::fixed, Base::floating}) {
    if (name == name_of(base)) return base;
  }
  throw std::runtime_error("the base of the model is '" + name + "'; expected as_written, fixed or floating");
}

Repair ResultFile::repair() const {
  if (!file_.is_described("/scene/text", "repair")) return Repair::none;  // written by an older version
  const std::string name = file_.described("/scene/text", "repair");
  for (const Repair repair : {Repair::none, Repair::inertia}) {
    if (name == name_of(repair)) return repair;
  }
  throw std::runtime_error("the repair of the model is '" + name + "'; expected none or inertia");
}

std::vector<std::pair<std::string, double>> ResultFile::report() const {
  std::vector<std::pair<std::string, double>> numbers;
  for (const auto& [name, value] : detail::report_numbers({})) {
    if (file_.is_described("/", name)) numbers.emplace_back(name, file_.described_number("/", name));
  }
  return numbers;
}

std::vector<std::string> ResultFile::texts_at(const std::string& attribute) const {
  if (!file_.is_described("/", attribute)) return {};
  return file_.descriptions("/", attribute);
}

std::vector<ResultOrigin::TextFile> ResultFile::models() const {
  std::vector<ResultOrigin::TextFile> list;
  for (std::size_t i = 1; file_.has("/scene/models/" + std::to_string(i)); ++i)
    list.push_back(text_at("/scene/models/" + std::to_string(i)));
  return list;
}

}  // namespace sinew
