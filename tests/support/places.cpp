#include "tests/support/places.hpp"

namespace sinew::test {

std::string source_folder() {
  return SINEW_SOURCE_DIR;
}
std::string program_path() {
  return SINEW_PROGRAM_PATH;
}

}  // namespace sinew::test
