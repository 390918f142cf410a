#include "callbacks.hpp"

#include <nanobind/stl/string.h>

#include "module.hpp"
#include "robot.hpp"
#include "sinew/base/unknown_name.hpp"
#include "spatial.hpp"

namespace sinew::python {
namespace {

bool has(nb::handle object, const char* attribute) {
  return PyObject_HasAttrString(object.ptr(), attribute) != 0;
}

double number_of(const char* what, nb::handle value) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw std::invalid_argument(std::string(what) + " returned " + text_of(nb::repr(value)) +
                                ", expected a number");
  }
  return number;
}

nb::object vector(In<double> numbers) {
  return copied<double>(std::span<const double>(numbers.data(), numbers.size()));
}

// Adds what a Python function returned to joint torques; None adds nothing.
void add_torques(const char* what, nb::handle returned, Out<double> tau) {
  if (returned.is_none()) return;
  if (const double* const numbers = vector_of<double>(returned, int(tau.size()))) {
    for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += numbers[i];
    return;
  }
  const std::vector<double> numbers = double_vector(what, returned, int(tau.size()));
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += numbers[i];
}

class PythonController : public Controller {
 public:
  PythonController(std::shared_ptr<Callbacks> calls, nb::handle object)
      : calls_(std::move(calls)), object_(calls_->add(object)) {
    const nb::handle made = (*calls_)[object_];
    is_object_ = has(made, "torques");
    if (!is_object_ && !PyCallable_Check(made.ptr()))
      throw std::invalid_argument(
          "a controller is " + text_of(nb::repr(made)) +
          ", expected a function f(t, q, v) or an object with a method torques(t, q, v)");
    sees_grasps_ = has(made, "grasp_changed");
    has_memory_ = has(made, "save") && has(made, "restore");
  }
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override {
    calls_->call([&] {
      const nb::handle object = (*calls_)[object_];
      const nb::object function = is_object_ ? nb::object(object.attr("torques")) : nb::borrow(object);
      const nb::object returned = function(t, vector(q), vector(v));
      std::fill(tau.data(), tau.data() + tau.size(), 0.0);
      add_torques("the result of a controller", returned, tau);
    });
  }
  void grasp_changed(const std::string& name, bool held) override {
    if (sees_grasps_) calls_->call([&] { (*calls_)[object_].attr("grasp_changed")(name, held); });
  }
  void save(StateWriter& out) const override {
    if (!has_memory_) return;
    calls_->call(
        [&] { out.write_list(double_vector("the result of save()", (*calls_)[object_].attr("save")())); });
  }
  void restore(StateReader& in) override {
    if (!has_memory_) return;
    const std::vector<double> numbers = in.read_list();
    calls_->call([&] { (*calls_)[object_].attr("restore")(copied<double>(numbers)); });
  }

 private:
  std::shared_ptr<Callbacks> calls_;
  std::size_t object_;
  bool is_object_ = false, sees_grasps_ = false, has_memory_ = false;
};

class PythonForce : public ForceElement {
 public:
  PythonForce(std::shared_ptr<Callbacks> calls, nb::handle function, nb::handle energy, Reference reference)
      : calls_(std::move(calls)),
        function_(calls_->add(function)),
        energy_(calls_->add(energy)),
        stores_(!energy.is_none()),
        reference_(reference) {}

  double apply(const Instant& now, Loads& loads) override {
    double power = 0;
    calls_->call([&] {
      nb::object torques = (*calls_)[function_](now.t, vector(now.q), vector(now.v)), on_bodies = nb::none();
      if (PyDict_Check(torques.ptr())) {
        std::swap(torques, on_bodies);
      } else if (PyTuple_Check(torques.ptr()) && nb::len(torques) == 2 &&
                 PyDict_Check(nb::object(torques[1]).ptr())) {
        on_bodies = torques[1];
        torques = torques[0];
      }
      own_.assign(loads.tau.size(), 0.0);
      add_torques("the result of a force", torques, own_);
      for (std::size_t i = 0; i < own_.size(); ++i) {
        loads.tau[i] += own_[i];
        power += own_[i] * now.v[i];
      }
      if (!on_bodies.is_none()) power += add_wrenches(now, nb::cast<nb::dict>(on_bodies), loads);
    });
    return stores_ ? 0 : power;
  }
  double energy(const Instant& now) const override {
    if (!stores_) return 0;
    return calls_->call([&] {
      return number_of("the energy of a force", (*calls_)[energy_](now.t, vector(now.q), vector(now.v)));
    });
  }

 private:
  // Returns the power of the wrenches.
  double add_wrenches(const Instant& now, const nb::dict& wrenches, Loads& loads) const {
    double power = 0;
    for (const auto& [name, wrench] : wrenches) {
      const FrameIndex frame = now.model.frame(nb::cast<std::string>(name));
      Force<double> force = force_of(text_of(name).c_str(), wrench);
      Transform<double> placement = pose(now.work, frame);
      if (reference_ == Reference::aligned) placement.translation = {};
      if (reference_ != Reference::body) force = placement.force_to_child(force);
      const Motion<double> twist = velocity(now.work, frame);
      for (int i = 0; i < 6; ++i) power += force[i] * twist[i];
      loads.on_bodies.push_back({frame, force});
    }
    return power;
  }

  std::shared_ptr<Callbacks> calls_;
  std::size_t function_, energy_;
  bool stores_;
  Reference reference_;
  std::vector<double> own_;
};

// What an action sees of a simulation, while it runs. The arrays q and v are copied back when it returns.
class PythonContext {
 public:
  explicit PythonContext(EventContext& context)
      : context_(&context), q_(copied<double>(context.state.q)), v_(copied<double>(context.state.v)) {}
  EventContext& context() const {
    if (!context_) throw std::logic_error("the context of an event exists only while its action runs");
    return *context_;
  }
  nb::object q() const { return context(), q_; }
  nb::object v() const { return context(), v_; }
  void set_q(nb::handle q) { q_ = doubles("q", q, {npy_intp(context().state.q.size())}); }
  void set_v(nb::handle v) { v_ = doubles("v", v, {npy_intp(context().state.v.size())}); }
  // Copies q and v to the simulation.
  void write() {
    put(q_, context().state.q);
    put(v_, context().state.v);
  }
  void read() {
    get(context().state.q, q_);
    get(context().state.v, v_);
  }
  void end() { context_ = nullptr; }

  void release(const std::string& name) {
    const int loop = loop_named(name);
    context().dynamics.mechanism().release(loop);
    context().dynamics.tell(name, false);
  }
  double close(const std::string& name) {
    const int loop = loop_named(name);
    write();
    EventContext& now = context();
    const double lost = now.dynamics.mechanism().close(loop, now.state.q, now.state.v);
    now.energy_lost += lost;
    now.dynamics.tell(name, true);
    read();
    return lost;
  }
  double lock(const std::string& joint) {
    const int index = lock_named(joint);
    write();
    EventContext& now = context();
    Mechanism& mechanism = now.dynamics.mechanism();
    const JointInfo& info = mechanism.model().joint(joint);
    mechanism.lock(index, now.state.q[std::size_t(info.q_index)]);
    const double lost = mechanism.impact(now.state.q, now.state.v);
    now.energy_lost += lost;
    read();
    return lost;
  }
  void unlock(const std::string& joint) { context().dynamics.mechanism().unlock(lock_named(joint)); }

 private:
  static void put(nb::handle from, std::vector<double>& to) {
    const double* const numbers = data_of<double>(from);
    std::copy(numbers, numbers + to.size(), to.begin());
  }
  static void get(const std::vector<double>& from, nb::handle to) {
    std::copy(from.begin(), from.end(), data_of<double>(to));
  }
  int loop_named(const std::string& name) const {
    std::vector<std::string> known;
    for (const Loop& loop : context().dynamics.model().description().loops) {
      if (loop.name == name) return int(known.size());
      known.push_back(loop.name);
    }
    throw std::invalid_argument(unknown_name("loop", name, known));
  }
  int lock_named(const std::string& joint) const {
    const std::vector<std::string>& known = context().dynamics.mechanism().options().lockable_joints;
    const auto found = std::find(known.begin(), known.end(), joint);
    if (found == known.end())
      throw std::invalid_argument("joint '" + joint + "' cannot be locked: name it in lockable_joints");
    return int(found - known.begin());
  }

  EventContext* context_;
  nb::object q_, v_;
};

void act(nb::handle action, EventContext& context) {
  const nb::object seen = nb::cast(PythonContext(context));
  PythonContext& own = nb::cast<PythonContext&>(seen);
  try {
    action(seen);
    own.write();
  } catch (...) {
    own.end();
    throw;
  }
  own.end();
}

class PythonEvent : public Event {
 public:
  PythonEvent(std::shared_ptr<Callbacks> calls, std::string name, nb::handle value, nb::handle action)
      : calls_(std::move(calls)),
        name_(std::move(name)),
        value_(calls_->add(value)),
        action_(calls_->add(action)) {}
  std::string name() const override { return name_; }
  double value(const SimulationState& state, Dynamics&) override {
    return calls_->call([&] {
      return number_of("the value of an event",
                       (*calls_)[value_](state.t, copied<double>(state.q), copied<double>(state.v)));
    });
  }
  void happen(EventContext& context) override {
    calls_->call([&] {
      if (!(*calls_)[action_].is_none()) act((*calls_)[action_], context);
    });
  }

 private:
  std::shared_ptr<Callbacks> calls_;
  std::string name_;
  std::size_t value_, action_;
};

}  // namespace

std::size_t Callbacks::add(nb::handle object) {
  objects_.push_back(nb::borrow(object));
  return objects_.size() - 1;
}

nb::handle Callbacks::operator[](std::size_t number) const {
  if (number >= objects_.size()) throw std::logic_error("the simulation was destroyed");
  return objects_[number];
}

void Callbacks::rethrow() {
  if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
}

std::string Callbacks::problem_text(const std::string& otherwise) const {
  if (!problem_) return otherwise;
  try {
    std::rethrow_exception(problem_);
  } catch (const nb::python_error& error) {
    return text_of(error.type().attr("__name__")) + ": " + text_of(error.value());
  } catch (const std::exception& error) {
    return error.what();
  }
}

void Callbacks::refuse_after_problem() const {
  if (problem_) throw_stopped();
}

void Callbacks::throw_stopped() {
  throw std::runtime_error("a Python function raised an exception");
}

std::unique_ptr<Controller> python_controller(const std::shared_ptr<Callbacks>& calls, nb::handle object) {
  return std::make_unique<PythonController>(calls, object);
}

std::unique_ptr<ForceElement> python_force(const std::shared_ptr<Callbacks>& calls, nb::handle function,
                                           nb::handle energy, Reference reference) {
  return std::make_unique<PythonForce>(calls, function, energy, reference);
}

std::unique_ptr<Event> python_event(const std::shared_ptr<Callbacks>& calls, std::string name,
                                    nb::handle value, nb::handle action) {
  return std::make_unique<PythonEvent>(calls, std::move(name), value, action);
}

std::function<void(EventContext&)> python_action(const std::shared_ptr<Callbacks>& calls, nb::handle action) {
  const std::size_t number = calls->add(action);
  return [calls, number](EventContext& context) { calls->call([&] { act((*calls)[number], context); }); };
}

void bind_event_context(nb::module_& module) {
  using nb::arg;
  nb::class_<PythonContext>(
      module, "EventContext",
      "What the action of an event sees and may change. It exists only while the action "
      "runs.")
      .def_prop_ro(
          "t", [](const PythonContext& self) { return self.context().state.t; }, "The time [s].")
      .def_prop_rw("q", &PythonContext::q, &PythonContext::set_q,
                   nb::for_getter(nb::sig("def q(self) -> numpy.ndarray")),
                   nb::for_setter(nb::sig("def q(self, q: numpy.typing.ArrayLike) -> None")),
                   "The positions (n_q). Entries can be assigned to.")
      .def_prop_rw("v", &PythonContext::v, &PythonContext::set_v,
                   nb::for_getter(nb::sig("def v(self) -> numpy.ndarray")),
                   nb::for_setter(nb::sig("def v(self, v: numpy.typing.ArrayLike) -> None")),
                   "The velocities (n_v). Entries can be assigned to.")
      .def_prop_rw(
          "stop", [](const PythonContext& self) { return self.context().stop; },
          [](PythonContext& self, bool stop) { self.context().stop = stop; }, "True ends the run.")
      .def_prop_rw(
          "energy_lost", [](const PythonContext& self) { return self.context().energy_lost; },
          [](PythonContext& self, double lost) { self.context().energy_lost = lost; },
          "The energy that this event takes out of the mechanism [J], for the energy balance.")
      .def_prop_rw(
          "name", [](const PythonContext& self) { return self.context().name; },
          [](PythonContext& self, const std::string& name) { self.context().name = name; },
          "The name in the record; '': the event's own name.")
      .def_prop_rw(
          "note", [](const PythonContext& self) { return self.context().note; },
          [](PythonContext& self, const std::string& note) { self.context().note = note; },
          "A remark in the record.")
      .def(
          "warn",
          [](PythonContext& self, const std::string& text) { self.context().warnings.push_back(text); },
          arg("text"), "Adds a warning to the report.")
      .def("release", &PythonContext::release, arg("loop"), "Opens a loop, or releases a grasp.")
      .def(
          "close", &PythonContext::close, arg("loop"),
          "Closes a loop or grasp whose ends are together, and returns the energy that the impact takes [J], "
          "which is added to energy_lost.")
      .def("lock", &PythonContext::lock, arg("joint"),
           "Locks a joint of lockable_joints where it is, and returns the energy that the impact takes [J], "
           "which is added to energy_lost.")
      .def("unlock", &PythonContext::unlock, arg("joint"), "Releases a locked joint.");
}

}  // namespace sinew::python
