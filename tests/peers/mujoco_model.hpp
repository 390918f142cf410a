// Loads an MJCF file with MuJoCo, the reference of the MJCF tests.
#pragma once

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "sinew/spatial/transform.hpp"

namespace sinew::test {

struct DeleteMujoco {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using MujocoModel = std::unique_ptr<mjModel, DeleteMujoco>;
using MujocoData = std::unique_ptr<mjData, DeleteMujoco>;

// Null, and a test failure with MuJoCo's message, if it refuses the file.
inline MujocoModel mujoco_from_file(const std::string& file) {
  char error[1000] = "";
  MujocoModel model(mj_loadXML(file.c_str(), nullptr, error, sizeof error));
  if (!model) ADD_FAILURE() << "MuJoCo refuses " << file << ": " << error;
  return model;
}

inline MujocoModel mujoco_from_text(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), "text.xml", static_cast<int>(text.size())) != 0) {
    ADD_FAILURE() << "MuJoCo has no room for the text";
    return nullptr;
  }
  std::memcpy(files->filedata[0], text.data(), text.size());
  char error[1000] = "";
  MujocoModel model(mj_loadXML("text.xml", files.get(), error, sizeof error));
  mj_deleteVFS(files.get());
  if (!model) ADD_FAILURE() << "MuJoCo refuses: " << error << "\n" << text;
  return model;
}

inline Vector3<double> vector_at(const mjtNum* numbers, int index) {
  return {numbers[3 * index], numbers[3 * index + 1], numbers[3 * index + 2]};
}
inline Rotation<double> rotation_at(const mjtNum* quaternions, int index) {
  const mjtNum* const q = quaternions + 4 * index;
  return rotation_from_quaternion(q[0], q[1], q[2], q[3]);
}

}  // namespace sinew::test
