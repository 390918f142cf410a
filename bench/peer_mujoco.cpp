// MuJoCo, given the robot as MJCF text.
//
// The calls are the stages of mj_forward and mj_inverse that these jobs need, no more: contacts, constraints,
// actuators, sensors, passive forces and energies are never visited. That is faster than mj_forward with
// everything disabled. The mass matrix stays in MuJoCo's packed form; unpacking it (mj_fullM) is not timed.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <memory>

#include "bench/coordinates.hpp"
#include "bench/mjcf_text.hpp"
#include "bench/peer.hpp"

namespace bench {
namespace {

class Mujoco : public Peer {
 public:
  explicit Mujoco(const Robot& robot)
      : coordinates_(robot, {.linear_in_world = true, .linear_first = true}),
        model_(load(robot), mj_deleteModel) {
    data_.reset(mj_makeData(model_.get()));
    if (model_->nq != robot.q_size || model_->nv != robot.v_size) {
      throw NotPossible("MuJoCo counts other freedoms");
    }
    result_.resize(robot.v_size);
  }

  void prepare(std::span<const sinew::State> states) override {
    states_.clear();
    for (const sinew::State& state : states) {
      states_.push_back({.original = &state,
                         .q = state.q,
                         .v = coordinates_.velocity(state),
                         .a = coordinates_.acceleration(state),
                         .tau = coordinates_.force(state)});
    }
  }

  void run(Job job, std::size_t index) override {
    const Prepared& state = states_[index];
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    std::copy(state.q.begin(), state.q.end(), d->qpos);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    switch (job) {
      case Job::inverse_dynamics:
        std::copy(state.v.begin(), state.v.end(), d->qvel);
        std::copy(state.a.begin(), state.a.end(), d->qacc);
        mj_comVel(m, d);
        mj_rne(m, d, 1, result_.data());
        return;
      case Job::mass_matrix:
        mj_crb(m, d);
        return;
      case Job::forward_dynamics:
        std::copy(state.v.begin(), state.v.end(), d->qvel);
        mj_crb(m, d);
        mj_factorM(m, d);
        mj_comVel(m, d);
        mj_rne(m, d, 0, d->qfrc_bias);
        for (int i = 0; i < m->nv; ++i) d->qfrc_smooth[i] = state.tau[i] - d->qfrc_bias[i];
        mj_solveM(m, d, result_.data(), d->qfrc_smooth, 1);
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    const sinew::State& state = *states_[index].original;
    if (job == Job::inverse_dynamics) return coordinates_.force_back(state, result_);
    if (job == Job::forward_dynamics) return coordinates_.acceleration_back(state, result_);
    std::vector<double> matrix(result_.size() * result_.size());
    mj_fullM(model_.get(), matrix.data(), data_->qM);
    return coordinates_.matrix_back(state, matrix);
  }

 private:
  struct Prepared {
    const sinew::State* original;
    std::vector<double> q, v, a, tau;
  };

  static mjModel* load(const Robot& robot) {
    const std::vector<MjcfFile> files = mjcf_of(robot);
    const auto folder = std::make_unique<mjVFS>();
    mj_defaultVFS(folder.get());
    for (const MjcfFile& file : files) {
      mj_makeEmptyFileVFS(folder.get(), file.name.c_str(), static_cast<int>(file.text.size()));
      const int place = mj_findFileVFS(folder.get(), file.name.c_str());
      std::copy(file.text.begin(), file.text.end(), static_cast<char*>(folder->filedata[place]));
    }
    char error[1000] = "";
    mjModel* model = mj_loadXML(files.front().name.c_str(), folder.get(), error, sizeof error);
    mj_deleteVFS(folder.get());
    if (!model) throw NotPossible(std::string("MuJoCo: ") + error);
    return model;
  }

  struct DeleteData {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  Coordinates coordinates_;
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, DeleteData> data_;
  std::vector<Prepared> states_;
  std::vector<double> result_;
};

}  // namespace

std::unique_ptr<Peer> make_mujoco(const Robot& robot) {
  return std::make_unique<Mujoco>(robot);
}

}  // namespace bench
