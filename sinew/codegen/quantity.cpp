#include "sinew/codegen/quantity.hpp"

#include <stdexcept>

namespace sinew {

QuantityRequest wanted_from(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string name(text.substr(0, colon));
  const QuantityInfo* const found = find_quantity(offered::by_compiled_robots, name);
  if (!found) {
    std::string message = "no quantity '" + name + "'; there are:";
    for (const Quantity& each : offered::by_compiled_robots)
      message += (&each == offered::by_compiled_robots.data() ? " " : ", ") + typed_name(each);
    throw std::invalid_argument(message);
  }
  if (colon == std::string_view::npos) return {found->quantity};
  if (found->takes(QuantityInfo::frame)) return {found->quantity, std::string(text.substr(colon + 1))};
  throw std::invalid_argument("'" + std::string(text) + "': " + name +
                              " belongs to the whole robot, not to a frame");
}

std::string typed_name(Quantity quantity) {
  return std::string(info(quantity).name) + (info(quantity).takes(QuantityInfo::frame) ? ":FRAME" : "");
}

}  // namespace sinew
