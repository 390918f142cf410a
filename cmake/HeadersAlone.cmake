# Target headers_alone: compiles every header in a file that includes nothing else. Headers with a .cpp file of the same name
# are left out: that file includes its header first (tools/check_layers.py), which proves the same.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/sinew/*.hpp)
set(units)
foreach(header ${headers})
  string(REGEX REPLACE "hpp$" "cpp" source ${header})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${source})
    continue()
  endif()
  string(REPLACE "/" "." unit ${header})
  set(unit ${PROJECT_BINARY_DIR}/headers_alone/${unit}.cpp)
  # Included twice, so that a missing include guard is found too.
  file(CONFIGURE OUTPUT ${unit} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND units ${unit})
endforeach()
add_library(headers_alone OBJECT ${units})
target_link_libraries(headers_alone PRIVATE sinew::sinew sinew_flags)
target_compile_options(headers_alone PRIVATE -O0 -g0)
