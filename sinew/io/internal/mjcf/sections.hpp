// Reads the sections of a model in the order in which they depend on each other.
#pragma once

#include <string>

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Reads all sections and adds what they describe to the tree. Returns the name of the model.
std::string read_sections(Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
