// Calls from programs that XLA compiled (JAX): one function that computes dynamics and products with their derivatives
// for many states. XLA calls it from threads of its own, without the GIL.
//
// A call names a robot by its number in a registry and the function by its place in a list. A robot in the registry
// has working memory of its own, which one call uses at a time.
#include <mutex>
#include <vector>

#include "module.hpp"
#include "robot.hpp"
#include "sinew/derivatives.hpp"
#include "sinew/dynamics.hpp"
#ifdef SINEW_HAS_XLA
#include "xla/ffi/api/ffi.h"
#endif

namespace sinew::python {

#ifdef SINEW_HAS_XLA
namespace {

namespace ffi = xla::ffi;

// The functions in the order of sinew/jax.py.
enum class Function { forward, inverse, forward_jvp, inverse_jvp, forward_vjp, inverse_vjp };

template <class T>
struct Memory {
  explicit Memory(const Model& model)
      : batch(model, {.followers = Followers::free}),
        work(model),
        linear(model),
        a(std::size_t(model.velocity_size())) {}
  Batch<T> batch;
  Workspace<T> work;
  LinearizedDynamics<T> linear;
  std::vector<T> a;
};

struct Registered {
  explicit Registered(const Model& model_) : model(model_), doubles(model_), floats(model_) {}
  template <class T>
  Memory<T>& memory() {
    if constexpr (std::same_as<T, double>)
      return doubles;
    else
      return floats;
  }
  std::mutex mutex;
  Model model;
  Memory<double> doubles;
  Memory<float> floats;
};

std::mutex registry_mutex;
// Never destroyed: compiled programs may call until the process ends.
std::vector<std::unique_ptr<Registered>>& registry() {
  static auto* const robots = new std::vector<std::unique_ptr<Registered>>;
  return *robots;
}

std::int64_t add_robot(const Robot& robot) {
  if (!robot.is_tree())
    throw std::invalid_argument(
        "'" + robot.model().name() +
        "' has loops, couplings or mimic joints; functions of JAX exist for trees only");
  auto made = std::make_unique<Registered>(robot.model());
  const std::lock_guard lock(registry_mutex);
  registry().push_back(std::move(made));
  return std::int64_t(registry().size()) - 1;
}

// Computes all states. `in` and `out` point to the numbers of each argument and result, state after state.
template <class T>
void compute(Registered& robot, Function function, std::size_t states, const std::vector<const T*>& in,
             const std::vector<T*>& out) {
  const auto n_q = std::size_t(robot.model.position_size()), n = std::size_t(robot.model.velocity_size());
  const std::lock_guard lock(robot.mutex);
  Memory<T>& memory = robot.memory<T>();
  const auto all = [&](std::size_t i) { return VectorView<const T>(in[i], states * (i == 0 ? n_q : n)); };
  if (function == Function::forward) {
    memory.batch.forward_dynamics(all(0), all(1), all(2), VectorView<T>(out[0], states * n));
    return;
  }
  if (function == Function::inverse) {
    memory.batch.inverse_dynamics(all(0), all(1), all(2), VectorView<T>(out[0], states * n));
    return;
  }
  const bool of_forward = function == Function::forward_jvp || function == Function::forward_vjp;
  for (std::size_t s = 0; s < states; ++s) {
    const auto given = [&](std::size_t i) {
      return VectorView<const T>(in[i] + s * (i == 0 ? n_q : n), i == 0 ? n_q : n);
    };
    const auto result = [&](std::size_t i) { return VectorView<T>(out[i] + s * n, n); };
    try {
      if (of_forward)
        forward_dynamics<T>(memory.work, given(0), given(1), given(2), memory.a);
      else
        inverse_dynamics<T>(memory.work, given(0), given(1), given(2), memory.a);
      memory.linear.update(memory.work);
      switch (function) {
        case Function::forward_jvp:
          memory.linear.forward_jvp(memory.work, given(3), given(4), given(5), result(0));
          break;
        case Function::inverse_jvp:
          memory.linear.inverse_jvp(memory.work, given(3), given(4), given(5), result(0));
          break;
        case Function::forward_vjp:
          memory.linear.forward_vjp(memory.work, given(3), result(0), result(1), result(2));
          break;
        default:
          memory.linear.inverse_vjp(memory.work, given(3), result(0), result(1), result(2));
      }
    } catch (const std::exception&) {  // as everywhere in JAX: NaN
      for (std::size_t i = 0; i < out.size(); ++i)
        std::fill_n(out[i] + s * n, n, std::numeric_limits<T>::quiet_NaN());
    }
  }
}

template <class T>
void compute(Registered& robot, Function function, std::size_t states, ffi::RemainingArgs arguments,
             ffi::RemainingRets results) {
  std::vector<const T*> in;
  std::vector<T*> out;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    in.push_back(static_cast<const T*>(arguments.get<ffi::AnyBuffer>(i)->untyped_data()));
  for (std::size_t i = 0; i < results.size(); ++i)
    out.push_back(static_cast<T*>((*results.get<ffi::AnyBuffer>(i))->untyped_data()));
  compute<T>(robot, function, states, in, out);
}

ffi::Error call(std::int64_t robot_number, std::int64_t function, ffi::RemainingArgs arguments,
                ffi::RemainingRets results) try {
  Registered* robot;
  {
    const std::lock_guard lock(registry_mutex);
    robot = registry().at(std::size_t(robot_number)).get();
  }
  const auto v = arguments.get<ffi::AnyBuffer>(1);
  if (!v) return ffi::Error::InvalidArgument("sinew: arguments are missing");
  const auto states = v->element_count() / std::size_t(robot->model.velocity_size());
  if (v->element_type() == ffi::DataType::F64) {
    compute<double>(*robot, Function(function), states, arguments, results);
  } else if (v->element_type() == ffi::DataType::F32) {
    compute<float>(*robot, Function(function), states, arguments, results);
  } else {
    return ffi::Error::InvalidArgument("sinew computes in float32 and float64");
  }
  return ffi::Error::Success();
} catch (const std::exception& error) {
  return ffi::Error::Internal(error.what());
}

XLA_FFI_DEFINE_HANDLER(handler, call,
                       ffi::Ffi::Bind()
                           .Attr<std::int64_t>("robot")
                           .Attr<std::int64_t>("function")
                           .RemainingArgs()
                           .RemainingRets());

}  // namespace

void bind_xla(nb::module_& module) {
  module.def("_xla_robot", &add_robot, nb::arg("robot"),
             "Registers a robot for calls from XLA and returns its number.");
  module.def(
      "_xla_handler", [] { return nb::capsule(reinterpret_cast<void*>(handler)); },
      nb::sig("def _xla_handler() -> object"), "Returns the function that XLA calls.");
}

#else
void bind_xla(nb::module_&) {}
#endif

}  // namespace sinew::python
