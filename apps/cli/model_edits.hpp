// Changes a robot as the command line says: locks joints, adds payloads and removes constraints.
#pragma once

#include "apps/cli/request.hpp"
#include "sinew/model/model.hpp"

namespace sinew::cli {

// Returns the robot with the locked joints (--lock) and the payloads (--payload) of the request, and without the loops,
// couplings and mimics that it cuts (--cut). Throws RequestError for texts that cannot be understood and names that the
// robot does not have.
Model with_edits(const Model& model, const ModelRequest& request);

// Throws RequestError if the request changes the robot of a scene, which has keys for that.
void refuse_edits_of_scenes(const ModelRequest& request);

}  // namespace sinew::cli
