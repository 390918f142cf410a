// Binds compiled robots, and code generated for a robot as text.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>

#include "module.hpp"
#include "robot.hpp"
#include "signatures.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/codegen/source/casadi_source.hpp"
#include "sinew/codegen/verify_derivatives.hpp"
#include "sinew/compile.hpp"
#include "spatial.hpp"

namespace sinew::python {
namespace {

// "forward-dynamics" or "forward_dynamics", "jacobian:tool" or ("jacobian", "tool").
QuantityRequest request_of(nb::handle item) {
  std::string frame;
  nb::object quantity = nb::borrow(item);
  if (PyTuple_Check(item.ptr())) {
    const auto pair = nb::borrow<nb::tuple>(item);
    if (pair.size() != 2) throw std::invalid_argument("a wanted quantity of a frame is (quantity, frame)");
    quantity = pair[0];
    frame = text_of(pair[1]);
  }
  if (!PyUnicode_Check(quantity.ptr()))
    throw nb::type_error("a wanted quantity is its name, or a tuple of its name and a frame");
  std::string name = text_of(quantity);
  std::replace(name.begin(), name.begin() + std::ptrdiff_t(std::min(name.find(':'), name.size())), '_', '-');
  return wanted_from(frame.empty() ? name : name + ":" + frame);
}

std::vector<QuantityRequest> requests_of(nb::handle wanted) {
  if (PyUnicode_Check(wanted.ptr())) return {request_of(wanted)};
  std::vector<QuantityRequest> list;
  for (const nb::handle item : nb::iter(wanted)) list.push_back(request_of(item));
  return list;
}

// A result in the form that either a compiled robot or a compiled batch writes.
struct Numbers {
  double* data;
  std::size_t size;
  int rows, cols;

  operator VectorView<double>() const { return {data, size}; }
  operator MatrixView<double>() const { return {data, rows, cols}; }
};

// A compiled robot and the batches that calls borrow.
class Compiled {
 public:
  Compiled(const Robot& robot, const CompiledRobot& compiled) : robot_(robot), compiled_(compiled) {}
  Compiled(const Compiled&) = delete;

  const Robot& robot() const { return robot_; }
  const CompiledRobot& compiled() const { return compiled_; }
  int n_q() const { return robot_.n_q(); }
  int n_v() const { return robot_.n_v(); }
  int n_u() const { return int(compiled_.independent().size()); }

  // The name of a frame; '' for None.
  std::string_view frame(nb::handle name) const {
    return name.is_none() ? std::string_view() : robot_.model().frame(robot_.frame(name)).name;
  }
  BatchPool<CompiledBatch>::Lease batch(Layout layout, std::size_t states) {
    return batches_.lend(layout, threads_for(states), [&](const BatchOptions& options) {
      return std::make_unique<CompiledBatch>(compiled_, options);
    });
  }

 private:
  Robot robot_;
  CompiledRobot compiled_;
  BatchPool<CompiledBatch> batches_;
};

// Parameters given by name, as an array; the others have the values of the model.
nb::object array_of_parameters(const CompiledRobot& robot, nb::handle given) {
  if (!PyDict_Check(given.ptr())) return nb::borrow(given);
  const auto names = robot.parameters();
  nb::list values;
  for (const double nominal : robot.nominal_parameters()) values.append(nominal);
  for (const auto& [key, value] : nb::borrow<nb::dict>(given)) {
    const std::string name = text_of(key);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      throw std::invalid_argument(unknown_name("parameter", name, {names.begin(), names.end()}));
    values[std::size_t(found - names.begin())] = value;
  }
  const nb::module_ numpy = nb::module_::import_("numpy");
  return numpy.attr("stack")(numpy.attr("broadcast_arrays")(*values), nb::arg("axis") = -1);
}

// The shortest path: one state in contiguous vectors of doubles. Returns an invalid object for anything else.
template <std::size_t count, class Compute>
nb::object fast(const Compiled& robot, const std::array<Argument, count>& inputs, const ResultForm& form,
                nb::handle out, Compute&& compute) {
  if (form.shape.size() != 1) return {};
  std::array<In<double>, count> views;
  for (std::size_t i = 0; i < count; ++i) {
    const int size = int(inputs[i].shape[0]);
    views[i] = {vector_of<double>(inputs[i].value, size), std::size_t(size)};
    if (!views[i].data()) return {};
  }
  const int size = int(form.shape[0]);
  nb::object result = out.is_none() ? new_vector(NPY_DOUBLE, size) : nb::borrow(out);
  double* const numbers = vector_of<double>(result, size, true);
  if (!numbers) return {};
  compute(robot.compiled(), views, Numbers{numbers, std::size_t(size), size, 1}, In<double>());
  return result;
}

// The arguments of a call: inputs of a quantity, and parameters. One set of parameters for all states is kept apart from
// the arrays that are broadcast.
class Call {
 public:
  Call(const Compiled& robot, std::vector<Argument> inputs, nb::handle parameters, bool allows_by_coordinate)
      : arguments_(with_parameters(robot.compiled(), std::move(inputs), parameters), allows_by_coordinate,
                   NPY_DOUBLE) {}

  const Arguments& arguments() const { return arguments_; }

  // Computes one state by the compiled robot, and many by a compiled batch: `compute(robot or batch, inputs, result,
  // parameters)`.
  template <std::size_t count, class Compute>
  void compute(Compiled& robot, VectorView<double> out, int rows, int cols, Compute&& compute) const {
    if (arguments_.states() == 0) return;
    std::array<In<double>, count> inputs;
    for (std::size_t i = 0; i < count; ++i) inputs[i] = arguments_.operator[]<double>(i);
    const In<double> parameters = has_each_ ? arguments_.operator[]<double>(count) : In<double>(for_all_);
    const Numbers result{out.data(), out.size(), rows, cols};
    if (arguments_.is_single()) return compute(robot.compiled(), inputs, result, parameters);
    const auto batch = robot.batch(arguments_.layout(), arguments_.states());
    const WithoutGil without(true);
    compute(*batch, inputs, result, parameters);
  }

 private:
  std::vector<Argument> with_parameters(const CompiledRobot& robot, std::vector<Argument> inputs,
                                        nb::handle parameters) {
    if (parameters.is_none()) return inputs;
    kept_ = array_of_parameters(robot, parameters);
    const int size = int(robot.parameters().size());
    has_each_ = nb::cast<int>(nb::module_::import_("numpy").attr("ndim")(kept_)) > 1;
    if (has_each_)
      inputs.push_back({"parameters", kept_, {size}});
    else
      for_all_ = double_vector("parameters", kept_, size);
    return inputs;
  }

  nb::object kept_;
  bool has_each_ = false;
  std::vector<double> for_all_;
  Arguments arguments_;
};

template <std::size_t count, class Compute>
nb::object call(Compiled& robot, const std::array<Argument, count>& inputs, const ResultForm& form,
                nb::handle parameters, nb::handle out, Compute&& compute) {
  if (parameters.is_none()) {
    nb::object result = fast(robot, inputs, form, out, compute);
    if (result.is_valid()) return result;
  }
  // Matrices of states are written state by state, which is faster whatever the order of q.
  const Call given(robot, {inputs.begin(), inputs.end()}, parameters, form.shape.size() == 1);
  Destination destination("out", out, given.arguments(), form);
  const int rows = int(form.shape[0]), cols = form.shape.size() < 2 ? 1 : int(form.shape[1]);
  given.compute<count>(robot, destination.view<double>(), rows, cols, compute);
  return destination.finish();
}

// ---- Quantities ----

nb::object forward_dynamics(Compiled& robot, nb::handle q, nb::handle v, nb::handle tau,
                            nb::handle parameters, nb::handle out) {
  const int nq = robot.n_q(), nv = robot.n_v();
  return call<3>(robot, {{{"q", q, {nq}}, {"v", v, {nv}}, {"tau", tau, {nv}}}}, {{nv}}, parameters, out,
                 [](auto& of, const auto& in, Numbers a, In<double> p) {
                   of.forward_dynamics(in[0], in[1], in[2], a, p);
                 });
}

nb::object inverse_dynamics(Compiled& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle parameters,
                            nb::handle out) {
  const int nq = robot.n_q(), nv = robot.n_v();
  return call<3>(robot, {{{"q", q, {nq}}, {"v", v, {nv}}, {"a", a, {nv}}}}, {{robot.n_u()}}, parameters, out,
                 [](auto& of, const auto& in, Numbers tau, In<double> p) {
                   of.inverse_dynamics(in[0], in[1], in[2], tau, p);
                 });
}

nb::object bias_force(Compiled& robot, nb::handle q, nb::handle v, nb::handle parameters, nb::handle out) {
  return call<2>(
      robot, {{{"q", q, {robot.n_q()}}, {"v", v, {robot.n_v()}}}}, {{robot.n_u()}}, parameters, out,
      [](auto& of, const auto& in, Numbers tau, In<double> p) { of.bias_force(in[0], in[1], tau, p); });
}

// The functions of q alone: `compute(robot or batch, q, result, parameters)`.
template <class Compute>
nb::object of_position(Compiled& robot, nb::handle q, const ResultForm& form, nb::handle parameters,
                       nb::handle out, Compute&& compute) {
  return call<1>(
      robot, {{{"q", q, {robot.n_q()}}}}, form, parameters, out,
      [&](auto& of, const auto& in, Numbers result, In<double> p) { compute(of, in[0], result, p); });
}

nb::object gravity_force(Compiled& robot, nb::handle q, nb::handle parameters, nb::handle out) {
  return of_position(
      robot, q, {{robot.n_u()}}, parameters, out,
      [](auto& of, In<double> at, Numbers tau, In<double> p) { of.gravity_force(at, tau, p); });
}

nb::object mass_matrix(Compiled& robot, nb::handle q, nb::handle parameters, nb::handle out) {
  return of_position(robot, q, {{robot.n_u(), robot.n_u()}}, parameters, out,
                     [](auto& of, In<double> at, Numbers M, In<double> p) { of.mass_matrix(at, M, p); });
}

nb::object inverse_mass_matrix(Compiled& robot, nb::handle q, nb::handle parameters, nb::handle out) {
  return of_position(
      robot, q, {{robot.n_u(), robot.n_u()}}, parameters, out,
      [](auto& of, In<double> at, Numbers inverse, In<double> p) { of.inverse_mass_matrix(at, inverse, p); });
}

nb::object omega(Compiled& robot, nb::handle q, nb::handle frame, nb::handle parameters, nb::handle out) {
  const std::string_view name = robot.frame(frame);
  return of_position(
      robot, q, {{6, 6}}, parameters, out,
      [&](auto& of, In<double> at, Numbers omega, In<double> p) { of.omega(at, omega, name, p); });
}

nb::object jacobian(Compiled& robot, nb::handle q, nb::handle frame, nb::handle parameters, nb::handle out) {
  const std::string_view name = robot.frame(frame);
  return of_position(robot, q, {{6, robot.n_u()}, true}, parameters, out,
                     [&](auto& of, In<double> at, Numbers J, In<double> p) { of.jacobian(at, J, name, p); });
}

nb::object pose(Compiled& robot, nb::handle q, nb::handle frame, nb::handle parameters, nb::handle out) {
  const std::string_view name = robot.frame(frame);
  const Call given(robot, {{"q", q, {robot.n_q()}}}, parameters, false);
  Destination destination("out", out, given.arguments(), {{4, 4}});
  std::vector<double> twelve(12 * given.arguments().states());
  given.compute<1>(robot, twelve, 12, 1, [&](auto& of, const auto& in, Numbers poses, In<double> p) {
    of.pose(in[0], poses, name, p);
  });
  for (std::size_t i = 0; i < given.arguments().states(); ++i)
    write_homogeneous(twelve.data() + 12 * i, destination.view<double>().data() + 16 * i);
  return destination.finish();
}

// ---- Derivatives ----

// A result of three parts side by side, as a tuple.
nb::object three_parts(const nb::object& whole, int size) {
  const auto part = [&](int k) {
    return whole[nb::make_tuple(nb::ellipsis(), nb::slice(k * size, (k + 1) * size, 1))];
  };
  return nb::make_tuple(part(0), part(1), part(2));
}

// q, v and tau or a, and after them n_v more numbers for each name.
template <std::size_t more>
std::array<Argument, 3 + more> arguments(const Compiled& robot, const std::array<nb::handle, 3>& given,
                                         const char* third, const std::array<const char*, more>& names,
                                         const std::array<nb::handle, more>& values) {
  const int nq = robot.n_q(), nv = robot.n_v();
  std::array<Argument, 3 + more> all{{{"q", given[0], {nq}}, {"v", given[1], {nv}}, {third, given[2], {nv}}}};
  for (std::size_t i = 0; i < more; ++i) all[3 + i] = {names[i], values[i], {nv}};
  return all;
}

nb::object forward_dynamics_derivatives(Compiled& robot, nb::handle q, nb::handle v, nb::handle tau,
                                        nb::handle parameters) {
  const int n = robot.n_v();
  return three_parts(call<3>(robot, arguments<0>(robot, {q, v, tau}, "tau", {}, {}), {{n, 3 * n}, true},
                             parameters, nb::none(),
                             [](auto& of, const auto& in, Numbers J, In<double> p) {
                               of.forward_dynamics_derivatives(in[0], in[1], in[2], J, p);
                             }),
                     n);
}

nb::object inverse_dynamics_derivatives(Compiled& robot, nb::handle q, nb::handle v, nb::handle a,
                                        nb::handle parameters) {
  const int n = robot.n_v();
  return three_parts(call<3>(robot, arguments<0>(robot, {q, v, a}, "a", {}, {}), {{robot.n_u(), 3 * n}, true},
                             parameters, nb::none(),
                             [](auto& of, const auto& in, Numbers J, In<double> p) {
                               of.inverse_dynamics_derivatives(in[0], in[1], in[2], J, p);
                             }),
                     n);
}

nb::object forward_dynamics_jvp(Compiled& robot, nb::handle q, nb::handle v, nb::handle tau, nb::handle dq,
                                nb::handle dv, nb::handle dtau, nb::handle parameters, nb::handle out) {
  const auto in = arguments<3>(robot, {q, v, tau}, "tau", {"dq", "dv", "dtau"}, {dq, dv, dtau});
  return call<6>(robot, in, {{robot.n_v()}}, parameters, out,
                 [](auto& of, const auto& x, Numbers da, In<double> p) {
                   of.forward_dynamics_jvp(x[0], x[1], x[2], x[3], x[4], x[5], da, p);
                 });
}

nb::object inverse_dynamics_jvp(Compiled& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle dq,
                                nb::handle dv, nb::handle da, nb::handle parameters, nb::handle out) {
  const auto in = arguments<3>(robot, {q, v, a}, "a", {"dq", "dv", "da"}, {dq, dv, da});
  return call<6>(robot, in, {{robot.n_u()}}, parameters, out,
                 [](auto& of, const auto& x, Numbers dtau, In<double> p) {
                   of.inverse_dynamics_jvp(x[0], x[1], x[2], x[3], x[4], x[5], dtau, p);
                 });
}

nb::object forward_dynamics_vjp(Compiled& robot, nb::handle q, nb::handle v, nb::handle tau,
                                nb::handle weights, nb::handle parameters) {
  const int n = robot.n_v();
  const auto in = arguments<1>(robot, {q, v, tau}, "tau", {"weights"}, {weights});
  return three_parts(
      call<4>(
          robot, in, {{3 * n}}, parameters, nb::none(),
          [n](auto& of, const auto& x, Numbers gradient, In<double> p) {
            of.forward_dynamics_vjp(x[0], x[1], x[2], x[3], Numbers{gradient.data, gradient.size, n, 3}, p);
          }),
      n);
}

nb::object inverse_dynamics_vjp(Compiled& robot, nb::handle q, nb::handle v, nb::handle a, nb::handle weights,
                                nb::handle parameters) {
  const int n = robot.n_v();
  auto in = arguments<1>(robot, {q, v, a}, "a", {"weights"}, {weights});
  in[3].shape = {robot.n_u()};
  return three_parts(
      call<4>(
          robot, in, {{3 * n}}, parameters, nb::none(),
          [n](auto& of, const auto& x, Numbers gradient, In<double> p) {
            of.inverse_dynamics_vjp(x[0], x[1], x[2], x[3], Numbers{gradient.data, gradient.size, n, 3}, p);
          }),
      n);
}

std::uintptr_t address(const Compiled& robot, nb::handle wanted) {
  const QuantityRequest request = request_of(wanted);
  const CompiledFunction code = robot.compiled().code(request.quantity, request.frame);
  if (!code)
    throw std::runtime_error("there is no compiled code of " + std::string(info(request.quantity).name) +
                             ": " + robot.compiled().remark());
  return reinterpret_cast<std::uintptr_t>(code);
}

// ---- Making them ----

Compiled* compile_robot(const Robot& robot, nb::handle wanted, const std::vector<std::string>& parameters,
                        const std::optional<std::filesystem::path>& cache, bool batches,
                        const std::string& compiler, double compiler_seconds, bool verify,
                        std::string_view followers) {
  const CompileOptions options{.wanted = requests_of(wanted),
                               .parameters = parameters,
                               .batches = batches,
                               .cache = cache.value_or(std::filesystem::path()),
                               .compiler = compiler,
                               .compiler_seconds = compiler_seconds,
                               .verify = verify,
                               .followers = followers_named(followers)};
  const auto compiled = [&] {
    const WithoutGil without(true);
    return compile(robot.model(), options);
  };
  return new Compiled(robot, compiled());  // Python owns it
}

Language language_named(std::string_view name) {
  if (name == "c++") return Language::cpp;
  if (name == "c") return Language::c;
  throw std::invalid_argument(unknown_name("language", std::string(name), {"c++", "c"}));
}

void throw_if_wrong(const Verification& verification) {
  if (!verification.complaint.empty()) throw std::runtime_error(verification.complaint);
}

std::string generated_code(const Robot& robot, nb::handle wanted, std::string_view language, int lanes,
                           bool single_precision, const std::string& name,
                           const std::vector<std::string>& parameters, std::string_view followers) {
  if (lanes != 1 && lanes != 2 && lanes != 4 && lanes != 8 && lanes != 16)
    throw std::invalid_argument("lanes is " + std::to_string(lanes) + ", expected 1, 2, 4, 8 or 16");
  const SourceOptions options{.language = language_named(language),
                              .lanes = lanes,
                              .single_precision = single_precision,
                              .name = name};
  const std::vector<QuantityRequest> requests = requests_of(wanted);
  const Followers how = followers_named(followers);
  const WithoutGil without(true);
  const SymbolicRobot symbolic = trace(robot.model(), requests, parameters, how);
  throw_if_wrong(verify(robot.model(), symbolic, requests, evaluated(symbolic)));
  return write_source(robot.model(), symbolic, options);
}

// The text of the functions for CasADi, and by what names CasADi finds these.
std::pair<std::string, std::vector<std::string>> generated_casadi_code(
    const Robot& robot, nb::handle wanted, const std::string& name,
    const std::vector<std::string>& parameters, std::string_view followers) {
  const std::vector<QuantityRequest> requests = requests_of(wanted);
  const Followers how = followers_named(followers);
  const WithoutGil without(true);
  const CasadiRobot symbolic = trace_for_casadi(robot.model(), requests, parameters, how);
  const CodeUnderTest code = evaluated(symbolic.robot);
  throw_if_wrong(verify(robot.model(), symbolic.robot, requests, code));
  throw_if_wrong(verify_derivatives(robot.model(), symbolic, code));
  std::vector<std::string> names;
  const std::string prefix = source_name(robot.model(), casadi_options(name));
  for (const CasadiFunction& function : symbolic.functions) {
    if (function.kind.empty()) names.push_back(casadi_name(function, prefix));
  }
  return {write_casadi_source(robot.model(), symbolic, name), names};
}

#define SINEW_OPEN "parameters: " SINEW_ARRAY " | dict[str, " SINEW_ARRAY "] | None = None, " SINEW_OUT
#define SINEW_WANTED "collections.abc.Sequence[str | tuple[str, str]]"

void bind_quantities(nb::class_<Compiled>& robot) {
  const nb::arg q("q"), v("v"), tau("tau"), a("a");
  const auto frame = nb::arg("frame") = nb::none();
  const auto parameters = nb::arg("parameters") = nb::none(), out = nb::arg("out") = nb::none();
  for (const char* name : {"forward_dynamics", "aba"}) {
    const std::string signature =
        "def " + std::string(name) + SINEW_QV ", tau: " SINEW_ARRAY ", *, " SINEW_OPEN;
    robot.def(
        name, &forward_dynamics, q, v, tau, nb::kw_only(), parameters, out, nb::sig(signature.c_str()),
        "Returns the joint accelerations (..., n_v) under the joint torques tau.\n\n"
        "parameters: values of the open parameters (..., count), or a dict of some of them; the model's\n"
        "values if not given.");
  }
  for (const char* name : {"inverse_dynamics", "rnea"}) {
    const std::string signature =
        "def " + std::string(name) + SINEW_QV ", a: " SINEW_ARRAY ", *, " SINEW_OPEN;
    robot.def(
        name, &inverse_dynamics, q, v, a, nb::kw_only(), parameters, out, nb::sig(signature.c_str()),
        "Returns the joint torques (..., n_u) that give the joint accelerations a. Loops count as open.");
  }
  robot.def("bias_force", &bias_force, q, v, nb::kw_only(), parameters, out,
            nb::sig("def bias_force" SINEW_QV ", *, " SINEW_OPEN),
            "Returns the joint torques (..., n_u) that keep all joint accelerations at zero.");
  robot.def("gravity_force", &gravity_force, q, nb::kw_only(), parameters, out,
            nb::sig("def gravity_force" SINEW_Q ", *, " SINEW_OPEN),
            "Returns the joint torques (..., n_u) that hold the robot still against gravity.");
  for (const char* name : {"mass_matrix", "crba"}) {
    const std::string signature = "def " + std::string(name) + SINEW_Q ", *, " SINEW_OPEN;
    robot.def(name, &mass_matrix, q, nb::kw_only(), parameters, out, nb::sig(signature.c_str()),
              "Returns the mass matrix (..., n_u, n_u).");
  }
  robot.def("inverse_mass_matrix", &inverse_mass_matrix, q, nb::kw_only(), parameters, out,
            nb::sig("def inverse_mass_matrix" SINEW_Q ", *, " SINEW_OPEN),
            "Returns the inverse of the mass matrix (..., n_u, n_u).");
#define SINEW_OF_FRAME ", frame: str | int | None = None, *, " SINEW_OPEN
  robot.def("omega", &omega, q, frame, nb::kw_only(), parameters, out,
            nb::sig("def omega" SINEW_Q SINEW_OF_FRAME),
            "Returns J M^-1 J^T of a frame (..., 6, 6), in world axes at the frame's origin ('aligned').\n\n"
            "frame: one that was wanted; None for the first of them.");
  robot.def(
      "jacobian", &jacobian, q, frame, nb::kw_only(), parameters, out,
      nb::sig("def jacobian" SINEW_Q SINEW_OF_FRAME),
      "Returns the Jacobian of a frame (..., 6, n_u), in world axes at the frame's origin ('aligned').");
  robot.def("pose", &pose, q, frame, nb::kw_only(), parameters, out,
            nb::sig("def pose" SINEW_Q SINEW_OF_FRAME),
            "Returns the pose of a frame in the world as a homogeneous matrix (..., 4, 4).");
}

#define SINEW_GIVEN "parameters: " SINEW_ARRAY " | dict[str, " SINEW_ARRAY "] | None = None"
#define SINEW_THREE " -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]"
void bind_compiled_derivatives(nb::class_<Compiled>& robot) {
  const nb::arg q("q"), v("v"), tau("tau"), a("a"), dq("dq"), dv("dv"), dtau("dtau"), da("da"),
      weights("weights");
  const auto parameters = nb::arg("parameters") = nb::none(), out = nb::arg("out") = nb::none();
  robot.def(
      "forward_dynamics_derivatives", &forward_dynamics_derivatives, q, v, tau, nb::kw_only(), parameters,
      nb::sig("def forward_dynamics_derivatives" SINEW_QV ", tau: " SINEW_ARRAY ", *, " SINEW_GIVEN
              ")" SINEW_THREE),
      "Returns da/dq, da/dv and da/dtau (..., n_v, n_v) of forward_dynamics; the last one is the inverse\n"
      "mass matrix. The columns of da/dq belong to velocities as for integrate.");
  robot.def(
      "inverse_dynamics_derivatives", &inverse_dynamics_derivatives, q, v, a, nb::kw_only(), parameters,
      nb::sig("def inverse_dynamics_derivatives" SINEW_QV ", a: " SINEW_ARRAY ", *, " SINEW_GIVEN
              ")" SINEW_THREE),
      "Returns dtau/dq, dtau/dv and dtau/da (..., n_u, n_v) of inverse_dynamics; the last one is the mass\n"
      "matrix. The columns of dtau/dq belong to velocities as for integrate.");
  robot.def("forward_dynamics_jvp", &forward_dynamics_jvp, q, v, tau, dq, dv, dtau, nb::kw_only(), parameters,
            out,
            nb::sig("def forward_dynamics_jvp" SINEW_QV ", tau: " SINEW_ARRAY ", dq: " SINEW_ARRAY
                    ", dv: " SINEW_ARRAY ", dtau: " SINEW_ARRAY ", *, " SINEW_OPEN),
            "Returns the change (..., n_v) of the joint accelerations while q, v and tau change by dq, dv "
            "and dtau.\n"
            "dq has n_v numbers: velocities as for integrate.");
  robot.def("inverse_dynamics_jvp", &inverse_dynamics_jvp, q, v, a, dq, dv, da, nb::kw_only(), parameters,
            out,
            nb::sig("def inverse_dynamics_jvp" SINEW_QV ", a: " SINEW_ARRAY ", dq: " SINEW_ARRAY
                    ", dv: " SINEW_ARRAY ", da: " SINEW_ARRAY ", *, " SINEW_OPEN),
            "Returns the change (..., n_u) of the joint torques while q, v and a change by dq, dv and da.");
  robot.def("forward_dynamics_vjp", &forward_dynamics_vjp, q, v, tau, weights, nb::kw_only(), parameters,
            nb::sig("def forward_dynamics_vjp" SINEW_QV ", tau: " SINEW_ARRAY ", weights: " SINEW_ARRAY
                    ", *, " SINEW_GIVEN ")" SINEW_THREE),
            "Returns the gradients (..., n_v) of weights . a by q, v and tau, where a = forward_dynamics(q, "
            "v, tau).");
  robot.def("inverse_dynamics_vjp", &inverse_dynamics_vjp, q, v, a, weights, nb::kw_only(), parameters,
            nb::sig("def inverse_dynamics_vjp" SINEW_QV ", a: " SINEW_ARRAY ", weights: " SINEW_ARRAY
                    ", *, " SINEW_GIVEN ")" SINEW_THREE),
            "Returns the gradients (..., n_v) of weights . tau by q, v and a, where tau = "
            "inverse_dynamics(q, v, a).");
}
#undef SINEW_GIVEN
#undef SINEW_THREE

}  // namespace

void bind_compiled(nb::module_& module) {
  nb::class_<CompileReport>(module, "CompileReport", "The outcome of compiling a robot.")
      .def_ro("was_cached", &CompileReport::was_cached)
      .def_ro("seconds", &CompileReport::seconds, "In total [s].")
      .def_ro("compiler", &CompileReport::compiler, "The command; '' if there is none.")
      .def_ro("verified_states", &CompileReport::verified_states,
              "The number of states at which each function was compared with the general recursions.")
      .def_ro("worst_error", &CompileReport::worst_error, "The largest relative error there.")
      .def("__repr__", [](const CompileReport& report) {
        char text[160];
        std::snprintf(text, sizeof text, "<CompileReport: %.2f s%s, %d states compared, worst error %.1e>",
                      report.seconds, report.was_cached ? " (cached)" : "", report.verified_states,
                      report.worst_error);
        return std::string(text);
      });
  nb::class_<Compiled> robot(
      module, "CompiledRobot", nb::is_weak_referenceable(),
      "A robot whose functions are straight-line machine code, made by sinew.compile.\n\n"
      "Functions have the arguments of the robot's own; leading dimensions are computed eight states at a "
      "time on\n"
      "the threads of sinew.set_threads. They compute in float64. Results of states that cannot be computed "
      "are\n"
      "not finite; for a single state they raise an exception.");
  robot
      .def_prop_ro(
          "robot", [](const Compiled& self) { return Robot(self.robot()); },
          nb::sig("def robot(self) -> Model"))
      .def_prop_ro(
          "is_compiled", [](const Compiled& self) { return self.compiled().is_compiled(); },
          "False if the general recursions compute the results; `remark` says why.")
      .def_prop_ro(
          "remark", [](const Compiled& self) { return self.compiled().remark(); }, "'' if there is nothing.")
      .def_prop_ro("report", [](const Compiled& self) { return self.compiled().report(); })
      .def_prop_ro(
          "wanted",
          [](const Compiled& self) {
            nb::list list;
            for (const QuantityRequest& request : self.compiled().wanted()) {
              const std::string name(info(request.quantity).name);
              list.append(nb::make_tuple(name, request.frame));
            }
            return list;
          },
          nb::sig("def wanted(self) -> list[tuple[str, str]]"),
          "The quantities, each with its frame; '' is the last body, or none for quantities without frames.")
      .def_prop_ro(
          "parameters",
          [](const Compiled& self) {
            const auto names = self.compiled().parameters();
            return std::vector<std::string>(names.begin(), names.end());
          },
          "The names of the open parameters.")
      .def_prop_ro(
          "nominal_parameters",
          [](const Compiled& self) { return copied<double>(self.compiled().nominal_parameters()); },
          nb::sig("def nominal_parameters(self) -> numpy.ndarray"), "The model's values of them.")
      .def_prop_ro(
          "independent",
          [](const Compiled& self) {
            const auto indices = self.compiled().independent();
            return std::vector<int>(indices.begin(), indices.end());
          },
          "The coordinates of the results as indices in v: all, unless joints follow others.")
      .def("address", &address, nb::arg("wanted"),
           nb::sig("def address(self, wanted: str | tuple[str, str]) -> int"),
           "Returns the address of a quantity's code, void (*)(const double* const* inputs, double* "
           "result).\n\n"
           "inputs: q and the other inputs in their order, open parameters last; matrices are by columns. "
           "The code\n"
           "checks nothing, and exists as long as this object. sinew.numba wraps it.")
      .def("__repr__", [](const Compiled& self) {
        const CompiledRobot& compiled = self.compiled();
        return "<sinew.CompiledRobot '" + compiled.model().name() + "'" +
               (compiled.is_compiled() ? "" : ", " + compiled.remark()) + ">";
      });
  bind_quantities(robot);
  bind_compiled_derivatives(robot);

  const std::vector<std::string> nothing;
  module.def(
      "compile", &compile_robot, nb::arg("robot"), nb::arg("wanted") = nb::make_tuple("forward-dynamics"),
      nb::kw_only(), nb::arg("parameters") = nothing, nb::arg("cache") = nb::none(),
      nb::arg("batches") = true, nb::arg("compiler") = "", nb::arg("compiler_seconds") = 300.0,
      nb::arg("verify") = true, nb::arg("followers") = "embedded",
      nb::sig(
          "def compile(robot: Model, wanted: " SINEW_WANTED
          " = ('forward-dynamics',), *, parameters: collections.abc.Sequence[str] = (), cache: str | "
          "os.PathLike | None = None, batches: bool = True, compiler: str = '', compiler_seconds: float = "
          "300.0, verify: bool = True, followers: str = 'embedded') -> CompiledRobot"),
      "Returns the robot with the wanted quantities as machine code.\n\n"
      "wanted: 'forward-dynamics', ('jacobian', 'tool'), ... parameters: constants that stay open, such as\n"
      "'payload.mass'. cache: the folder of compiled robots; the user's cache folder if None. batches: False "
      "leaves\n"
      "out the code for many states. compiler: a command; sinew looks for one if ''. verify: False leaves "
      "out the\n"
      "comparison with the general recursions. Without a compiler the general recursions compute the "
      "results.");
  module.def(
      "generate_code", &generated_code, nb::arg("robot"),
      nb::arg("wanted") = nb::make_tuple("forward-dynamics"), nb::kw_only(), nb::arg("language") = "c++",
      nb::arg("lanes") = 1, nb::arg("single_precision") = false, nb::arg("name") = "",
      nb::arg("parameters") = nothing, nb::arg("followers") = "embedded",
      nb::sig("def generate_code(robot: Model, wanted: " SINEW_WANTED
              " = ('forward-dynamics',), *, language: str = 'c++', lanes: int = 1, single_precision: bool = "
              "False, name: str = '', parameters: collections.abc.Sequence[str] = (), followers: str = "
              "'embedded') -> str"),
      "Returns the source code of a robot's quantities: a C++11 header ('c++') or C99 ('c') without "
      "dependencies.\n\n"
      "lanes: states side by side, x[lanes * i + state]. single_precision: True for float. name: the "
      "namespace or\n"
      "prefix; the robot's name if ''.");
  module.def("generate_casadi_code", &generated_casadi_code, nb::arg("robot"),
             nb::arg("wanted") = nb::make_tuple("forward-dynamics"), nb::kw_only(), nb::arg("name") = "",
             nb::arg("parameters") = nothing, nb::arg("followers") = "embedded",
             nb::sig("def generate_casadi_code(robot: Model, wanted: " SINEW_WANTED
                     " = ('forward-dynamics',), *, name: str = '', parameters: collections.abc.Sequence[str] "
                     "= (), followers: "
                     "str = 'embedded') -> tuple[str, list[str]]"),
             "Returns C99 with the interface of CasADi's external functions and with their derivatives, and "
             "the names of\n"
             "these functions. sinew.casadi compiles and loads them.");
}

#undef SINEW_OPEN
#undef SINEW_WANTED
#undef SINEW_OF_FRAME

}  // namespace sinew::python
