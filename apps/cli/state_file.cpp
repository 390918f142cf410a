#include "apps/cli/state_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "apps/cli/errors.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::cli {
namespace {

nlohmann::json parse(const std::string& text, const std::string& file) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    std::string message = error.what();  // "[json.exception.parse_error.101] parse error at line 1, ..."
    message.erase(0, message.find(']') == std::string::npos ? 0 : message.find(']') + 2);
    throw RequestError(fmt::format("{}: {}", file, message));
  }
}

std::vector<double> numbers_of(const nlohmann::json& entry, const std::string& where) {
  const bool all_numbers =
      entry.is_array() && std::all_of(entry.begin(), entry.end(), [](const nlohmann::json& item) {
        return item.is_number() && std::isfinite(item.get<double>());
      });
  if (!all_numbers) throw RequestError(fmt::format("{}: expected an array of finite numbers", where));
  return entry.get<std::vector<double>>();
}

}  // namespace

StateFile read_state_file(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw RequestError(fmt::format("{}: the state file cannot be opened", file));
  std::ostringstream text;
  text << stream.rdbuf();
  if (text.bad()) throw RequestError(fmt::format("{}: the state file cannot be read", file));
  return read_state_text(text.str(), file);
}

StateFile read_state_text(const std::string& text, const std::string& file) {
  const nlohmann::json root = parse(text, file);
  if (!root.is_object()) {
    throw RequestError(
        fmt::format("{}: expected an object with q, v, tau, a, controls, base, gravity", file));
  }
  StateFile state;
  const std::vector<std::pair<std::string, std::optional<std::vector<double>>*>> lists = {
      {"q", &state.q},
      {"v", &state.v},
      {"tau", &state.tau},
      {"a", &state.a},
      {"controls", &state.controls},
      {"gravity", &state.gravity}};
  for (const auto& item : root.items()) {
    const std::string& key = item.key();
    const nlohmann::json& entry = item.value();
    const std::string where = fmt::format("{}: \"{}\"", file, key);
    const auto list =
        std::find_if(lists.begin(), lists.end(), [&](const auto& known) { return known.first == key; });
    if (list != lists.end()) {
      *list->second = numbers_of(entry, where);
    } else if (key == "base") {
      if (!entry.is_string()) throw RequestError(where + ": expected \"fixed\" or \"floating\"");
      state.base = entry.get<std::string>();
    } else {
      throw RequestError(file + ": " +
                         unknown_name("entry", key, {"q", "v", "tau", "a", "controls", "base", "gravity"}));
    }
  }
  return state;
}

}  // namespace sinew::cli
