#include "apps/cli/convert.hpp"

#include <fmt/format.h>

#include <fstream>

#include "apps/cli/errors.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/output_check.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/files/output_file.hpp"
#include "sinew/io/write.hpp"

namespace sinew::cli {
namespace {

constexpr const char* conversion_mark = "Converted by sinew from ";

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// Returns the format that --to names, or that the name of the new file ends in.
RobotFormat format_of(const ConvertRequest& request) {
  if (request.format) {
    for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::mjcf, RobotFormat::sdf}) {
      if (*request.format == lower_case(name_of(format))) return format;
    }
    throw RequestError(unknown_name("format", *request.format, {"urdf", "mjcf", "sdf"}));
  }
  if (request.output == "-")
    throw RequestError("standard output needs a format; expected --to urdf, mjcf or sdf");
  const std::string ending = lower_case(std::filesystem::path(request.output).extension().string());
  if (ending == ".urdf") return RobotFormat::urdf;
  if (ending == ".xml" || ending == ".mjcf") return RobotFormat::mjcf;
  if (ending == ".sdf" || ending == ".world") return RobotFormat::sdf;
  throw RequestError(
      fmt::format("{}: the format of the new file is unknown; expected a name that ends in .urdf, .xml (or "
                  ".mjcf) or .sdf "
                  "(or .world), or --to urdf, mjcf or sdf",
                  request.output));
}

std::string counted(std::size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// Reads the new file, so that nothing is written that cannot be used.
Model read_back(const std::string& text, const std::string& file) {
  try {
    return load_text(text, file);
  } catch (const InvalidModel& error) {
    throw RequestError(fmt::format("nothing was written: the new file cannot be read: {}", error.what()));
  }
}

}  // namespace

bool is_written_robot(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return std::getline(stream, line) && line.starts_with(std::string("<!-- ") + conversion_mark);
}

Converted convert(const ConvertRequest& request) {
  const RobotFormat format = format_of(request);
  const bool to_stdout = request.output == "-";
  if (request.srdf && format != RobotFormat::urdf)
    throw RequestError(fmt::format("--write-srdf: {} has no SRDF; expected URDF", name_of(format)));
  std::vector<Output> outputs;
  if (!to_stdout) outputs.push_back({"OUT", request.output, OutputKind::robot});
  if (request.srdf) outputs.push_back({"--write-srdf", *request.srdf, OutputKind::robot});
  check_outputs(outputs, std::vector{request.model.file});
  Converted result;
  const Model model = read_model(request.model, result.notes);
  const std::filesystem::path out = to_stdout ? "robot" : request.output;
  const WriteOptions options{.folder = out.has_parent_path() ? out.parent_path() : ".",
                             .comment = conversion_mark + request.model.file,
                             .srdf = request.srdf.has_value()};
  WrittenRobot written = write_description(model.description(), format, options);
  const std::size_t remarks = written.findings.list.size();
  if (remarks > 0) result.notes += written.findings.to_string();
  if (!result.notes.empty() && result.notes.back() != '\n') result.notes += '\n';
  if (request.strict && remarks > 0) {
    result.refused = true;
    result.notes += fmt::format("sinew: nothing was written: {} cannot express {} (--strict)\n",
                                name_of(format), counted(remarks, "feature"));
    return result;
  }
  if (request.srdf && written.srdf.empty())
    throw RequestError(fmt::format("--write-srdf: {} has no named positions", model.name()));
  const Model again = read_back(written.text, (options.folder / out.filename()).string());
  if (request.srdf) write_whole_file(*request.srdf, written.srdf);
  if (to_stdout) {
    result.text = std::move(written.text);
    return result;
  }
  write_whole_file(request.output, written.text);
  result.report = fmt::format("{}: {}, {}, {}\n", request.output, name_of(format),
                              counted(std::size_t(again.velocity_size()), "DOF"),
                              remarks == 0 ? "nothing left out or replaced" : counted(remarks, "warning"));
  return result;
}

}  // namespace sinew::cli
