// Paths of the project's source folder and program. Only places.cpp is compiled with these paths, so that a compiler
// cache can serve the other test files to every checkout.
#pragma once

#include <string>

namespace sinew::test {

std::string source_folder();
std::string program_path();

}  // namespace sinew::test
