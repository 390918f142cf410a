#include "bench/contest.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/examples.hpp"

namespace bench {
namespace {

sinew::Description read(const std::string& file, sinew::Base base) {
  const std::string path = std::string(SINEW_SOURCE_DIR) + "/models/" + file;
  sinew::ReadResult result = sinew::read_urdf(path, {.base = base, .package_folders = {}});
  if (result.findings.has_errors()) throw sinew::InvalidModel(result.findings);
  return result.description;
}

}  // namespace

std::vector<Entrant> entrants() {
  std::vector<Entrant> all{
      {.name = "arm7", .description = [] { return read("arm7.urdf", sinew::Base::fixed); }},
      {.name = "humanoid", .description = [] { return read("humanoid.urdf", sinew::Base::floating); }}};
  const int lengths[] = {10, 30, 100, 300, 1000, 3000};
  for (const int links : lengths) {
    all.push_back({.name = "chain" + std::to_string(links), .chain_links = links, .description = [links] {
                     return sinew::random_chain(links, 1);
                   }});
  }
  for (const int links : lengths) {
    all.push_back({.name = "planar" + std::to_string(links),
                   .chain_links = links,
                   .planar = true,
                   .description = [links] { return sinew::planar_chain(links); }});
  }
  return all;
}

}  // namespace bench
