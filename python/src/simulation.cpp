// Binds simulations. sinew/simulation.py derives the class that users see and gives it its keywords.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <optional>

#include "callbacks.hpp"
#include "module.hpp"
#include "plans.hpp"
#include "results.hpp"
#include "scene.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/results/result_csv.hpp"
#include "sinew/simulate/controllers/actuator_control.hpp"

namespace sinew::python {
namespace {

namespace fs = std::filesystem;

// Lets Python handle signals while a simulation runs, and reports its progress.
class Watch : public Recorder {
 public:
  Watch(Callbacks& calls, nb::handle progress) : calls_(calls), progress_(progress) {}
  void record(const Sample&) override {}
  void progress(double t) override {
    const Clock::time_point now = Clock::now();
    if (now - last_ < pause) return;
    last_ = now;
    tell(t);
  }
  void tell(double t) {
    calls_.call([&] {
      if (PyErr_CheckSignals() != 0) nb::raise_python_error();
      if (!progress_.is_none()) progress_(t);
    });
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause{50};
  Callbacks& calls_;
  nb::handle progress_;
  Clock::time_point last_ = Clock::now();
};

struct Parts {
  SimulatedScene scene;
  SimulationPlan plan{};
  ResultOrigin origin{};
};

Parts parts_of(const nb::handle source) {
  if (nb::isinstance<LoadedScene>(source)) {
    const LoadedScene& loaded = nb::cast<const LoadedScene&>(source);
    return {simulated(loaded.scene), loaded.scene.simulation, origin_of(loaded.file, loaded.scene)};
  }
  if (!nb::isinstance<Robot>(source))
    throw nb::type_error("a simulation is made of a sinew.Model or a sinew.Scene");
  const Robot& robot = nb::cast<const Robot&>(source);
  const std::vector<double> zeros(std::size_t(robot.n_v()));
  return {.scene = {.whole = robot.model(),
                    .state = {.q = robot.model().initial_position(), .v = zeros, .tau = zeros}},
          .origin = origin_of_robot(robot)};
}

class PySimulation {
 private:
  // Calls f(simulation), and raises what a Python function raised meanwhile. Refuses calls from other threads, and from
  // the simulation's own functions, while one is going on.
  template <class F>
  auto use(F&& f) {
    if (is_used_)
      throw std::logic_error(
          "the simulation is running: its functions cannot be called from its own controllers, forces and "
          "events, or from another thread");
    struct Used {
      bool& flag;
      explicit Used(bool& own) : flag(own) { flag = true; }
      ~Used() { flag = false; }
    } const used(is_used_);
    try {
      if constexpr (std::is_void_v<decltype(f(simulation_))>) {
        f(simulation_);
        calls_->rethrow();
      } else {
        auto result = f(simulation_);
        calls_->rethrow();
        return result;
      }
    } catch (...) {
      calls_->rethrow();
      throw;
    }
  }
  // The same without the GIL.
  template <class F>
  auto steps(F&& f) {
    return use([&](Simulation& simulation) {
      const WithoutGil without(true);
      return f(simulation);
    });
  }

 public:
  PySimulation(nb::handle source, const nb::dict& options, nb::handle q, nb::handle v, nb::handle tau,
               const nb::list& controllers, const nb::list& forces, const nb::list& events)
      : parts_(parts_of(source)), simulation_(make(options, q, v, tau, controllers, forces, events)) {}

  const std::vector<nb::object>& callbacks() const { return calls_->objects(); }
  void forget_callbacks() { calls_->clear(); }

  // ---- Parts ----
  void add_controller(nb::handle controller, double period) {
    use([&](Simulation& simulation) { simulation.add(python_controller(calls_, controller), period); });
  }
  void add_controller_plan(nb::handle controller) {
    const ControllerPlan plan = controller_plan(parts_.scene, controller);
    use([&](Simulation& simulation) {
      const Resistance acting{.damping = parts_.plan.joint_damping, .dry_friction = parts_.plan.dry_friction};
      sinew::add_controller(simulation, parts_.scene, plan, acting);
      simulation.reset(simulation.state());
    });
  }
  void add_force(nb::handle function, nb::handle energy, std::string_view reference) {
    use([&](Simulation& simulation) {
      simulation.add(python_force(calls_, function, energy, reference_named(reference)));
    });
  }
  void add_force_plan(nb::handle force) {
    use([&](Simulation& simulation) { simulation.add(make_force(parts_.scene.whole, force_plan(force))); });
  }
  void add_event(const std::string& name, nb::handle value, nb::handle action) {
    use([&](Simulation& simulation) { simulation.add(python_event(calls_, name, value, action)); });
  }
  void add_timed_event(const std::string& name, double time, nb::handle action) {
    use([&](Simulation& simulation) {
      simulation.add(TimedEvent{time, name, python_action(calls_, action)});
    });
  }
  void add_event_plan(nb::handle event) {
    use([&](Simulation& simulation) { sinew::add_event(simulation, event_plan(event)); });
  }
  void set_controls(nb::handle controls) {
    use([&](Simulation& simulation) { set_controls_of(simulation, controls); });
  }

  // ---- Runs ----
  std::shared_ptr<RecordedRun> run(const std::optional<fs::path>& output,
                                   const std::optional<fs::path>& table, nb::handle progress) {
    return use([&](Simulation& simulation) {
      interrupted_ = false;
      const Model& model = simulation.mechanism().model();
      const SimulationOptions& options = simulation.options();
      const std::vector<TargetColumn> targets = simulation.target_columns();
      ResultOrigin origin = parts_.origin;
      origin.integrator = parts_.plan.integrator;
      const auto recorded = std::make_shared<RecordedRun>(model, options, origin, targets);
      Watch watch(*calls_, progress);
      std::optional<ResultRecorder> file;
      std::optional<CsvRecorder> csv;
      std::vector<Recorder*> recorders{recorded.get()};
      if (output) recorders.push_back(&file.emplace(*output, model, options, origin, targets));
      if (table) recorders.push_back(&csv.emplace(*table, model, options, targets));
      recorders.push_back(&watch);
      SimulationReport report;
      try {
        const WithoutGil without(true);
        report = simulation.run(recorders, &interrupted_);
        watch.tell(report.t);
      } catch (const std::exception& problem) {
        report = {.end = RunEnd::failed, .why = calls_->problem_text(problem.what())};
      }
      if (calls_->has_problem()) report.end = RunEnd::failed, report.why = calls_->problem_text(report.why);
      {
        const WithoutGil without(true);
        if (csv) csv->finish(report.end);
        if (file) {
          if (std::string warning = file->finish(report); !warning.empty())
            report.warnings.push_back(warning);
        }
      }
      recorded->set_report(std::move(report));
      return recorded;
    });
  }
  void interrupt() { interrupted_ = true; }

  bool step() {
    return steps([](Simulation& simulation) { return simulation.step(); });
  }
  bool advance_by(double dt) {
    return steps([&](Simulation& simulation) { return simulation.advance_by(dt); });
  }
  bool advance_to(double t) {
    return steps([&](Simulation& simulation) { return simulation.advance_to(t); });
  }
  nb::dict report() {
    return report_dict(steps([](Simulation& simulation) { return simulation.report(); }));
  }
  SavedSimulation save() {
    return use([](Simulation& simulation) { return simulation.save(); });
  }
  void restore(const SavedSimulation& saved) {
    use([&](Simulation& simulation) { simulation.restore(saved); });
  }

  // ---- State ----
  SimulationState state() {
    return use([](Simulation& simulation) { return simulation.state(); });
  }
  double time() {
    return use([](Simulation& simulation) { return simulation.time(); });
  }
  nb::object q() {
    return use([](Simulation& simulation) { return constant(simulation.state().q); });
  }
  nb::object v() {
    return use([](Simulation& simulation) { return constant(simulation.state().v); });
  }
  void set_q(nb::handle q) {
    use([&](Simulation& simulation) { simulation.state().q = double_vector("q", q, n_q()); });
  }
  void set_v(nb::handle v) {
    use([&](Simulation& simulation) { simulation.state().v = double_vector("v", v, n_v()); });
  }
  void reset(SimulationState state) {
    use([&](Simulation& simulation) { simulation.reset(std::move(state)); });
  }
  void set_torques(nb::handle tau) {
    const std::vector<double> given = double_vector("tau", tau, n_v());
    steps([&](Simulation& simulation) { simulation.set_torques(given); });
  }
  Robot robot() const { return Robot(parts_.scene.whole); }
  double duration() const { return parts_.plan.options.duration; }
  double record_interval() const { return parts_.plan.options.record_interval; }
  std::string integrator() const { return name_of(parts_.plan.integrator.kind); }

  // An array that cannot be written to, so that `simulation.v[0] = 1` is an error instead of having no effect.
  static nb::object constant(const std::vector<double>& numbers) {
    nb::object made = copied<double>(numbers);
    PyArray_CLEARFLAGS(array_of(made), NPY_ARRAY_WRITEABLE);
    return made;
  }

 private:
  Simulation make(const nb::dict& options, nb::handle q, nb::handle v, nb::handle tau,
                  const nb::list& controllers, const nb::list& forces, const nb::list& events) {
    State& state = parts_.scene.state;
    if (!q.is_none()) state.q = double_vector("q", q, n_q());
    if (!v.is_none()) state.v = double_vector("v", v, n_v());
    if (!tau.is_none()) state.tau = double_vector("tau", tau, n_v());
    SimulationPlan& plan = parts_.plan;
    set_options(options, plan);
    for (const nb::handle controller : controllers)
      plan.controllers.push_back(controller_plan(parts_.scene, controller));
    for (const nb::handle force : forces) plan.forces.push_back(force_plan(force));
    for (const nb::handle event : events) plan.events.push_back(event_plan(event));
    return make_simulation(parts_.scene, plan);
  }
  int n_q() const { return parts_.scene.whole.position_size(); }
  int n_v() const { return parts_.scene.whole.velocity_size(); }

  static void set_controls_of(Simulation& simulation, nb::handle controls) {
    ActuatorControl* driving = nullptr;
    for (Controller* const controller : simulation.dynamics().controllers()) {
      auto* const found = dynamic_cast<ActuatorControl*>(controller);
      if (found && driving)
        throw std::logic_error("several controllers drive actuators; set_controls serves one");
      if (found) driving = found;
    }
    if (!driving)
      throw std::logic_error("no controller drives actuators: add sinew.ActuatorControl to the simulation");
    const auto& actuators = simulation.mechanism().model().description().actuators;
    std::vector<double> values(driving->actuators().controls.begin(), driving->actuators().controls.end());
    if (PyDict_Check(controls.ptr())) {
      std::vector<std::string> names;
      for (const Actuator& actuator : actuators) names.push_back(actuator.name);
      for (const auto& [name, value] : nb::cast<nb::dict>(controls)) {
        const auto found = std::find(names.begin(), names.end(), text_of(name));
        if (found == names.end()) throw std::invalid_argument(unknown_name("actuator", text_of(name), names));
        values.at(std::size_t(found - names.begin())) = nb::cast<double>(value);
      }
    } else {
      values = double_vector("controls", controls, int(values.size()));
    }
    driving->set_controls(simulation.time(), values);
    simulation.forces_changed();
  }

  Parts parts_;
  std::shared_ptr<Callbacks> calls_ = std::make_shared<Callbacks>();
  std::atomic<bool> interrupted_ = false;
  bool is_used_ = false;
  Simulation simulation_;
};

// Shows the garbage collector the Python functions that a simulation keeps, because they often refer to it.
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  for (const nb::object& object : nb::inst_ptr<PySimulation>(self)->callbacks()) Py_VISIT(object.ptr());
  return 0;
}
int clear(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<PySimulation>(self)->forget_callbacks();
  return 0;
}

}  // namespace

void bind_simulation(nb::module_& module) {
  using nb::arg;
  const auto none = nb::none();
  nb::class_<SimulationState>(
      module, "SimulationState",
      "The state of a simulation: time t [s], positions q, velocities v, and the work [J] "
      "done since the start.")
      .def(
          "__init__",
          [](SimulationState* self, nb::handle q, nb::handle v, double t, double work) {
            new (self) SimulationState{t, double_vector("q", q), double_vector("v", v), work};
          },
          arg("q"), arg("v"), arg("t") = 0.0, arg("work") = 0.0,
          nb::sig("def __init__(self, q: numpy.typing.ArrayLike, v: numpy.typing.ArrayLike, t: float = 0.0, "
                  "work: float = 0.0) -> None"))
      .def_ro("t", &SimulationState::t)
      .def_prop_ro(
          "q", [](const SimulationState& self) { return PySimulation::constant(self.q); },
          nb::sig("def q(self) -> numpy.ndarray"))
      .def_prop_ro(
          "v", [](const SimulationState& self) { return PySimulation::constant(self.v); },
          nb::sig("def v(self) -> numpy.ndarray"))
      .def_ro("work", &SimulationState::work)
      .def(
          "__eq__", [](const SimulationState& a, const SimulationState& b) { return a == b; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object) -> bool"))
      .def("__repr__", [](const SimulationState& self) {
        return "<sinew.SimulationState at t = " + text_of(nb::float_(self.t)) + " s>";
      });
  nb::class_<SavedSimulation>(
      module, "SavedSimulation",
      "Everything that later steps of a simulation depend on. It can be restored any number "
      "of times.")
      .def_prop_ro("time", [](const SavedSimulation& self) { return self.time(); })
      .def_prop_ro("state", [](const SavedSimulation& self) { return self.state(); });

  PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                         {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                         {0, nullptr}};
  nb::class_<PySimulation>(module, "SimulationBase", nb::type_slots(slots), nb::is_weak_referenceable(),
                           "What sinew.Simulation is made of.")
      .def(nb::init<nb::handle, const nb::dict&, nb::handle, nb::handle, nb::handle, const nb::list&,
                    const nb::list&, const nb::list&>(),
           arg("source"), arg("options"), arg("q").none(), arg("v").none(), arg("tau").none(),
           arg("controllers"), arg("forces"), arg("events"))
      .def("_add_controller", &PySimulation::add_controller)
      .def("_add_controller_plan", &PySimulation::add_controller_plan)
      .def("_add_force", &PySimulation::add_force, arg("function"), arg("energy").none(), arg("reference"))
      .def("_add_force_plan", &PySimulation::add_force_plan)
      .def("_add_event", &PySimulation::add_event, arg("name"), arg("value"), arg("action").none())
      .def("_add_timed_event", &PySimulation::add_timed_event)
      .def("_add_event_plan", &PySimulation::add_event_plan)
      .def("_run", &PySimulation::run, arg("output").none(), arg("csv").none(), arg("progress").none())
      .def("_report", &PySimulation::report)
      .def("set_controls", &PySimulation::set_controls, arg("controls"),
           nb::sig("def set_controls(self, controls: collections.abc.Mapping[str, float] | "
                   "numpy.typing.ArrayLike) -> None"),
           "Changes the controls of an ActuatorControl: a dict of actuators, or one number for each. With a "
           "period, the torques change at the next sample.")
      .def("interrupt", &PySimulation::interrupt,
           "Ends a run after its current step. It may be called from every thread and from the simulation's "
           "own "
           "functions.")
      .def("step", &PySimulation::step,
           "Takes one step of the integrator. Returns False if an event stopped the simulation.")
      .def(
          "advance_by", &PySimulation::advance_by, arg("dt"),
          "Advances by a time [s], and ends exactly there. Returns False if an event stopped the simulation.")
      .def(
          "advance_to", &PySimulation::advance_to, arg("t"),
          "Advances to a time [s], and ends exactly there. Returns False if an event stopped the simulation.")
      .def("set_torques", &PySimulation::set_torques, arg("tau"),
           nb::sig("def set_torques(self, tau: numpy.typing.ArrayLike) -> None"),
           "Sets joint torques (n_v) in addition to those of controllers, constant until the next call.")
      .def("save", &PySimulation::save,
           "Returns everything that later steps depend on. The steps after restore() are those after save(), "
           "bit "
           "for bit.")
      .def("restore", &PySimulation::restore, arg("saved"),
           "Continues where this simulation, or another one that was made in the same way, was saved.")
      .def_prop_ro("state", &PySimulation::state, "A copy of the current state.")
      .def_prop_ro("time", &PySimulation::time, "The current time [s].")
      .def_prop_rw("q", &PySimulation::q, &PySimulation::set_q,
                   nb::for_getter(nb::sig("def q(self) -> numpy.ndarray")),
                   nb::for_setter(nb::sig("def q(self, q: numpy.typing.ArrayLike) -> None")),
                   "The positions (n_q). Assign a whole array: simulation.q = q.")
      .def_prop_rw("v", &PySimulation::v, &PySimulation::set_v,
                   nb::for_getter(nb::sig("def v(self) -> numpy.ndarray")),
                   nb::for_setter(nb::sig("def v(self, v: numpy.typing.ArrayLike) -> None")),
                   "The velocities (n_v). Assign a whole array: simulation.v = v.")
      .def("_reset", &PySimulation::reset, arg("state"))
      .def_prop_ro("model", &PySimulation::robot, "The robot, or the whole scene as one robot.")
      .def_prop_ro("duration", &PySimulation::duration, "When run() ends [s].")
      .def_prop_ro("record_interval", &PySimulation::record_interval, "The time between two records [s].")
      .def_prop_ro("integrator", &PySimulation::integrator, "The name of the integrator.");
}

}  // namespace sinew::python
