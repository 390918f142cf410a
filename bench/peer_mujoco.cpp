// Times MuJoCo, which gets the robot as MJCF text.
//
// The calls are exactly the stages of mj_forward and mj_inverse that these jobs need: contacts, constraints, actuators,
// sensors, passive forces and energies are skipped. This is faster than mj_forward with everything disabled. The mass
// matrix stays in MuJoCo's packed form; unpacking it (mj_fullM) is not timed. Its inverse is computed by mj_solveM from
// the columns of the identity; Omega is the square of the result of mj_solveM2 for a Jacobian, as in MuJoCo's own
// constraints.
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
      : links_(robot.links),
        coordinates_(robot, {.linear_in_world = true, .linear_first = true}),
        model_(load(robot), mj_deleteModel) {
    data_.reset(mj_makeData(model_.get()));
    if (model_->nq != robot.q_size || model_->nv != robot.v_size) {
      throw NotPossible("MuJoCo has a different number of DOFs");
    }
    const auto size = static_cast<std::size_t>(robot.v_size);
    result_.resize(size);
    matrix_.resize(size * size);
    jacobian_.resize(6 * size);
    identity_.resize(size * size);
    for (std::size_t i = 0; i < size; ++i) identity_[i * (size + 1)] = 1;
  }

  std::string version() const override { return mj_versionString(); }

  bool offers(Job job) const override {
    return is_one_of(
        job, {Job::inverse_dynamics, Job::mass_matrix, Job::forward_dynamics, Job::inverse_mass_matrix,
              Job::solve_mass_matrix, Job::omega, Job::poses, Job::jacobian});
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

  void get_ready(Job, std::size_t index) override {
    set_position(index);
    factor();
  }

  void run(Job job, std::size_t index) override {
    const Prepared& state = states_[index];
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    switch (job) {
      case Job::inverse_dynamics:
        set_position(index);
        std::copy(state.v.begin(), state.v.end(), d->qvel);
        std::copy(state.a.begin(), state.a.end(), d->qacc);
        mj_comVel(m, d);
        mj_rne(m, d, 1, result_.data());
        return;
      case Job::mass_matrix:
        set_position(index);
        mj_crb(m, d);
        return;
      case Job::forward_dynamics:
        set_position(index);
        factor();
        std::copy(state.v.begin(), state.v.end(), d->qvel);
        mj_comVel(m, d);
        mj_rne(m, d, 0, d->qfrc_bias);
        for (int i = 0; i < m->nv; ++i) d->qfrc_smooth[i] = state.tau[i] - d->qfrc_bias[i];
        mj_solveM(m, d, result_.data(), d->qfrc_smooth, 1);
        return;
      case Job::inverse_mass_matrix:
        set_position(index);
        factor();
        mj_solveM(m, d, matrix_.data(), identity_.data(), m->nv);
        return;
      case Job::solve_mass_matrix:
        mj_solveM(m, d, result_.data(), state.tau.data(), 1);
        return;
      case Job::omega:
        set_position(index);
        factor();
        take_jacobian();
        mj_solveM2(m, d, jacobian_.data(), jacobian_.data(), 6);
        mju_mulMatMatT(omega_, jacobian_.data(), jacobian_.data(), 6, m->nv, 6);
        return;
      case Job::poses:
        std::copy(state.q.begin(), state.q.end(), d->qpos);
        mj_kinematics(m, d);
        return;
      case Job::jacobian:
        set_position(index);
        take_jacobian();
        return;
      default:
        return;
    }
  }

  std::vector<double> answer(Job job, std::size_t index) override {
    const sinew::State& state = *states_[index].original;
    if (job == Job::poses) {
      std::vector<double> poses;
      for (int i = 1; i < model_->nbody; ++i) append(pose(i) * links_[i - 1].body, poses);
      return poses;
    }
    if (job == Job::omega || job == Job::jacobian) {  // in world axes at the link's origin
      const sinew::Transform<double> rotated{pose(model_->nbody - 1).rotation, {}};
      const sinew::Transform<double> tip = rotated * links_.back().body;
      if (job == Job::omega) return omega_back(tip, false, omega_);
      return coordinates_.jacobian_back(state, tip, false, columns_of(jacobian_));
    }
    if (job == Job::mass_matrix) mj_fullM(model_.get(), matrix_.data(), data_->qM);
    return coordinates_.answer_back(job, state, gives_matrix(job) ? matrix_ : result_);
  }

 private:
  struct Prepared {
    const sinew::State* original;
    std::vector<double> q, v, a, tau;
  };

  void set_position(std::size_t index) {
    const std::vector<double>& q = states_[index].q;
    std::copy(q.begin(), q.end(), data_->qpos);
    mj_kinematics(model_.get(), data_.get());
    mj_comPos(model_.get(), data_.get());
  }
  void factor() {
    mj_crb(model_.get(), data_.get());
    mj_factorM(model_.get(), data_.get());
  }

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

  // Angular rows first, then linear ones, in MuJoCo's order by rows.
  void take_jacobian() {
    double* const linear = jacobian_.data() + 3 * model_->nv;
    mj_jacBody(model_.get(), data_.get(), linear, jacobian_.data(), model_->nbody - 1);
  }
  static std::vector<double> columns_of(const std::vector<double>& rows) {
    std::vector<double> columns(rows.size());
    const std::size_t width = rows.size() / 6;
    for (std::size_t i = 0; i < rows.size(); ++i) columns[6 * (i % width) + i / width] = rows[i];
    return columns;
  }
  sinew::Transform<double> pose(int body) const {
    const double *r = data_->xmat + 9 * body, *p = data_->xpos + 3 * body;
    return {{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}}, {p[0], p[1], p[2]}};
  }

  struct DeleteData {
    void operator()(mjData* data) const { mj_deleteData(data); }
  };

  std::vector<Link> links_;
  Coordinates coordinates_;
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, DeleteData> data_;
  std::vector<Prepared> states_;
  std::vector<double> result_, matrix_, identity_, jacobian_;
  double omega_[36] = {};
};

}  // namespace

std::unique_ptr<Peer> make_mujoco(const Robot& robot) {
  return std::make_unique<Mujoco>(robot);
}

}  // namespace bench
