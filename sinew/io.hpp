// Files: robots in URDF, xacro, MJCF and SDF, what SRDF adds to them, scenes in YAML, results in HDF5 and CSV.
#pragma once

#include "sinew/io/load.hpp"                     // load, read_description
#include "sinew/io/model_edits.hpp"              // with_edits
#include "sinew/io/results/result_csv.hpp"       // results as CSV
#include "sinew/io/results/result_file.hpp"      // ResultFile
#include "sinew/io/results/result_recorder.hpp"  // records a simulation to a file
#include "sinew/io/scene.hpp"                    // load_scene
#include "sinew/io/srdf.hpp"                     // read_srdf
#include "sinew/io/write.hpp"                    // write_urdf, write_mjcf, write_sdf
