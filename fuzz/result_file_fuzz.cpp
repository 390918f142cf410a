// Reads arbitrary bytes as the result of a simulation. The reader must not crash, hang or leak, and an accepted
// result has all the numbers that it lists.
//
// Input that begins like an HDF5 file is used as the file. Other input is a list of changes to the file of a run in
// progress, four bytes for the offset and one for the new byte, so that the fuzzer also reaches the parts without a
// checksum.
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sinew/io/results/result_file.hpp"
#include "sinew/io/results/result_recorder.hpp"

namespace {

using namespace sinew;

std::string bytes_of_live_result() {
  std::string folder = (std::filesystem::temp_directory_path() / "sinew-fuzz-XXXXXX").string();
  if (!mkdtemp(folder.data())) std::abort();
  Description description{.name = "slide"};
  description.bodies.push_back({.name = "mass",
                                .joint = {.name = "rail", .kind = JointKind::prismatic},
                                .inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}}});
  Simulation simulation{Model(description), {}, {.duration = 0.05, .frames = {"mass"}}};
  ResultRecorder recorder(
      folder + "/run.h5", simulation.mechanism().model(), simulation.options(),
      {.scene = "slide", .scene_file = {"slide.yaml", "model: slide.urdf"}, .edits = {.lock = {"rail"}}});
  Recorder* const recorders[] = {&recorder};
  simulation.run(recorders);
  recorder.event({0.01, "event", "note"});
  recorder.flush();
  std::ifstream stream(recorder.output().current(), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::filesystem::remove_all(folder);
  return bytes;
}

std::string changed(std::string bytes, std::string_view changes) {
  for (; changes.size() >= 5; changes.remove_prefix(5)) {
    std::uint32_t place = 0;
    std::memcpy(&place, changes.data(), sizeof place);
    bytes[place % bytes.size()] = changes[4];
  }
  return bytes;
}

void read_all(const std::string& file) {
  const ResultFile result(file);
  for (const ResultArray& array : result.arrays()) {
    if (result.read(array.path, 0, result.rows()).size() != result.rows() * array.columns.size())
      std::abort();
    for (const std::string& name : array.columns) result.column(array.path, name);
  }
  result.events();
  result.warnings();
  result.report();
  result.scene_file();
  result.models();
  result.base();
  result.edits();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string live = bytes_of_live_result();
  static const int memory = memfd_create("result.h5", MFD_CLOEXEC);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!bytes.starts_with("\x89HDF")) bytes = changed(live, bytes);
  if (memory < 0 || ftruncate(memory, 0) != 0 ||
      pwrite(memory, bytes.data(), bytes.size(), 0) != ssize_t(bytes.size()))
    std::abort();
  try {
    read_all("/proc/self/fd/" + std::to_string(memory));
  } catch (const std::runtime_error&) {
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
