// Reads <attach>: copies a body of another model, or the whole model, with a prefix on its names. The other model is
// read with its own settings, classes and assets.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the copy to the body of index `parent`, or to the ground if it is -1.
void attach(const Placed& placed, int parent, Reading& reading, BodyTree& tree);

// Returns the name of the model in a file, empty if it has none or cannot be read. Reads the model.
std::string model_name_of(const std::string& file, Element at, Reading& reading);

}  // namespace sinew::mjcf
