#include "bench/machine.hpp"

#include <sys/utsname.h>

#include <ctime>
#include <fstream>
#include <map>
#include <thread>

namespace bench {
namespace {

// The first processor of /proc/cpuinfo, by the names of the lines.
std::map<std::string, std::string> cpu_info() {
  std::map<std::string, std::string> info;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t end = line.find_last_not_of(" \t", colon - 1);
    info[line.substr(0, end + 1)] = line.substr(std::min(colon + 2, line.size()));
  }
  return info;
}

}  // namespace

Machine this_machine() {
  auto info = cpu_info();
  utsname names{};
  uname(&names);
  char date[16] = "";
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  return {info["model name"] + " (family " + info["cpu family"] + ", model " + info["model"] + ")",
          std::thread::hardware_concurrency(), std::string(names.sysname) + " " + names.machine, date};
}

}  // namespace bench
