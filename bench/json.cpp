#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/results.hpp"

namespace bench {

void write_json(const Results& results, const std::filesystem::path& file) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Row& row : results.rows) {
    rows.push_back({{"job", std::string(name_of(row.job))},
                    {"robot", row.robot},
                    {"library", row.library},
                    {"microseconds", row.measurement.microseconds},
                    {"spread", row.measurement.spread}});
  }
  std::ofstream out(file);
  out << rows.dump(2) << "\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace bench
