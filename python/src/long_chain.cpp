// Binds long chains: forward dynamics of one robot of many links on several threads.
#include "sinew/long_chain.hpp"

#include <nanobind/stl/string.h>

#include <mutex>

#include "module.hpp"
#include "workspace.hpp"

namespace sinew::python {
namespace {

// A chain with its workspace. Calls from several threads follow one another. A forked process has none of the threads of
// its parent and makes a chain of one thread.
class Chain {
 public:
  Chain(const Robot& robot, int threads, int blocks)
      : robot_(robot), work_(robot.model()), options_{.threads = threads, .blocks = blocks} {
    if (was_forked()) options_.threads = 1;
    make();
  }
  Chain(const Chain&) = delete;
  ~Chain() {
    if (is_of_parent()) (void)chain_.release();
  }

  const Robot& robot() const { return robot_; }
  const LongChain<double>& chain() {
    if (is_of_parent()) {
      (void)chain_.release();
      options_ = {.threads = 1, .blocks = options_.blocks};
      make();
    }
    return *chain_;
  }

  nb::object forward_dynamics(nb::handle q, nb::handle v, nb::handle tau, nb::handle out) {
    chain();
    const int n = robot_.n_v();
    const Vector given_q("q", q, robot_.n_q()), given_v("v", v, n), given_tau("tau", tau, n);
    Result result(out, n);
    {
      const WithoutGil without(true);
      const std::lock_guard alone(mutex_);
      chain_->forward_dynamics(work_, given_q, given_v, given_tau, result);
    }
    return result.array();
  }

 private:
  void make() {
    made_in_child_ = was_forked();
    chain_ = std::make_unique<LongChain<double>>(robot_.model(), options_);
  }
  bool is_of_parent() const { return was_forked() && !made_in_child_; }

  Robot robot_;
  Workspace<double> work_;
  LongChainOptions options_;
  std::unique_ptr<LongChain<double>> chain_;
  bool made_in_child_ = false;
  std::mutex mutex_;
};

}  // namespace

void bind_long_chain(nb::module_& module) {
  nb::class_<Chain>(
      module, "LongChain", nb::is_weak_referenceable(),
      "A serial chain of many links, whose forward dynamics is computed in blocks of links on several\n"
      "threads.\n\n"
      "threads: 0 for as many as the machine has. blocks: 0 for one per thread; the bits of the results\n"
      "depend on their number. A robot with branches has one block.")
      .def(nb::init<const Robot&, int, int>(), nb::arg("robot"), nb::kw_only(), nb::arg("threads") = 0,
           nb::arg("blocks") = 0)
      .def("forward_dynamics", &Chain::forward_dynamics, nb::arg("q"), nb::arg("v"), nb::arg("tau"),
           nb::kw_only(), nb::arg("out") = nb::none(),
           nb::sig("def forward_dynamics(self, q: numpy.typing.ArrayLike, v: numpy.typing.ArrayLike, tau: "
                   "numpy.typing.ArrayLike, *, out: numpy.ndarray | None = None) -> numpy.ndarray"),
           "Returns the joint accelerations (n_v) of one state, as robot.forward_dynamics does.")
      .def_prop_ro(
          "robot", [](const Chain& self) { return Robot(self.robot()); }, nb::sig("def robot(self) -> Model"))
      .def_prop_ro("threads", [](Chain& self) { return self.chain().threads(); })
      .def_prop_ro("blocks", [](Chain& self) { return self.chain().blocks(); })
      .def_prop_ro(
          "fell_back", [](Chain& self) { return self.chain().fell_back(); },
          "Whether the last call needed the serial sweeps because the borders between blocks had lost "
          "digits.")
      .def("__repr__", [](Chain& self) {
        return "<sinew.LongChain of '" + self.robot().model().name() +
               "': " + std::to_string(self.chain().blocks()) + " blocks, " +
               std::to_string(self.chain().threads()) + " threads>";
      });
}

}  // namespace sinew::python
