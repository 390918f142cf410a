// Binds the operational space of frames: over all joints of a robot, or over the independent ones if joints follow others.
#include "sinew/operational_space.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "module.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "workspace.hpp"

namespace sinew::python {
namespace {

std::vector<FrameIndex> frames_of(const Robot& robot, nb::handle names) {
  if (PyUnicode_Check(names.ptr()) || PyLong_Check(names.ptr())) return {robot.frame(names)};
  if (!PySequence_Check(names.ptr()))
    throw nb::type_error("frames is the name of a frame, or a list of names");
  std::vector<FrameIndex> frames;
  for (nb::handle name : names) frames.push_back(robot.frame(name));
  return frames;
}

// Working memory for positions that are given as arrays, and the library's operational space that belongs to it.
template <class State, class Space>
struct SpaceAt {
  SpaceAt(State state_, std::span<const FrameIndex> frames, Reference reference)
      : state(std::move(state_)), space(made(state, frames, reference)) {}
  static Space made(const State& state, std::span<const FrameIndex> frames, Reference reference) {
    if constexpr (requires { state.model(); })
      return Space(state, frames, reference);
    else
      return Space(state.model, frames, reference);
  }
  State state;
  Space space;
};
using OfTree = SpaceAt<Workspace<double>, OperationalSpace<double>>;
using OfIndependent = SpaceAt<IndependentDynamics<double>, IndependentOperationalSpace<double>>;

class FrameSpace {
 public:
  FrameSpace(const Robot& robot, nb::handle frames, std::string_view reference) : robot_(robot) {
    const std::vector<FrameIndex> found = frames_of(robot, frames);
    const Reference in = reference_named(reference);
    for (const FrameIndex frame : found) names_.push_back(robot.model().frame(frame).name);
    if (robot.has_followers())
      independent_ = std::make_unique<OfIndependent>(IndependentDynamics<double>(robot.model()), found, in);
    else
      tree_ = std::make_unique<OfTree>(Workspace<double>(robot.model()), found, in);
  }

  const Robot& robot() const { return robot_; }
  const std::vector<std::string>& names() const { return names_; }
  int size() const { return 6 * int(names_.size()); }
  int coordinates() const { return independent_ ? independent_->state.size() : robot_.n_v(); }

  // Returns compute(space, state) at a position: that of a Workspace, or q.
  template <class Compute>
  auto at(nb::handle where, Compute&& compute) {
    if (nb::isinstance<Work>(where)) {
      if (independent_)
        throw std::invalid_argument("joints of '" + robot_.model().name() +
                                    "' follow others, which a Workspace does not know: give q instead");
      return compute(tree_->space, nb::cast<Work&>(where).work);
    }
    const Vector given("q", where, robot_.n_q());
    const VectorView<const double> q = given;
    const bool is_there = std::equal(q_.begin(), q_.end(), q.data(), q.data() + q.size());
    if (!is_there) q_.clear();
    if (independent_) {
      if (!is_there) independent_->state.set_position(q);
    } else {
      if (!is_there) set_position<double>(tree_->state, q);
    }
    if (!is_there) q_.assign(q.data(), q.data() + q.size());
    return independent_ ? compute(independent_->space, independent_->state)
                        : compute(tree_->space, tree_->state);
  }

  nb::object bias(nb::handle q_, nb::handle v_, nb::handle forces, nb::handle base) {
    const Vector q("q", q_, robot_.n_q()), v("v", v_, robot_.n_v());
    Influence influence(robot_, forces, base);
    Result result(nb::none(), size());
    this->q_.clear();
    if (independent_)
      independent_->space.bias(independent_->state, q, v, result, influence);
    else
      tree_->space.bias(tree_->state, q, v, result, influence);
    return result.array();
  }

 private:
  Robot robot_;
  std::vector<std::string> names_;
  std::unique_ptr<OfTree> tree_;
  std::unique_ptr<OfIndependent> independent_;
  std::vector<double> q_;  // where the working memory is; empty if unknown
};

}  // namespace

void bind_operational_space(nb::module_& module) {
#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_AT "(self, at: Workspace | " SINEW_ARRAY
  const nb::arg at("at");
  nb::class_<FrameSpace> space(
      module, "OperationalSpace",
      "The operational space of one or several frames: Omega = J M^-1 J^T, its inverse Lambda, bias and\n"
      "null space. Twists of the frames are stacked (6 for each, angular part first). `at` is a Workspace "
      "of\n"
      "the same robot, or q. If joints follow others, velocities and torques are those of the n_u "
      "independent\n"
      "joints.");
  space
      .def(
          nb::init<const Robot&, nb::handle, std::string_view>(), nb::arg("robot"), nb::arg("frames"),
          nb::arg("reference") = "body",
          nb::sig("def __init__(self, robot: Model, frames: str | int | collections.abc.Sequence[str | int], "
                  "reference: str = 'body') -> None"),
          "reference: 'body' (a frame's axes), 'world' (world axes at the world's origin) or 'aligned' "
          "(world\n"
          "axes at the frame's origin).")
      .def_prop_ro("frames", &FrameSpace::names)
      .def_prop_ro(
          "size", [](const FrameSpace& self) { return self.size(); }, "Six for each frame.")
      .def("__repr__",
           [](const FrameSpace& self) {
             std::string names;
             for (const std::string& name : self.names()) names += (names.empty() ? "'" : ", '") + name + "'";
             return "<sinew.OperationalSpace of " + names + ">";
           })
      .def(
          "omega",
          [](FrameSpace& self, nb::handle where) {
            return self.at(where, [](auto& library, auto& state) { return copied(library.omega(state)); });
          },
          at, nb::sig("def omega" SINEW_AT ") -> numpy.ndarray"), "Returns Omega = J M^-1 J^T (size, size).")
      .def(
          "rank",
          [](FrameSpace& self, nb::handle where) {
            return self.at(where, [](auto& library, auto& state) { return library.rank(state); });
          },
          at, nb::sig("def rank" SINEW_AT ") -> int"),
          "Returns the rank of Omega, less than size at singular positions.")
      .def(
          "is_regular",
          [](FrameSpace& self, nb::handle where) {
            return self.at(where, [](auto& library, auto& state) { return library.is_regular(state); });
          },
          at, nb::sig("def is_regular" SINEW_AT ") -> bool"), "Returns whether Omega has an inverse.")
      .def(
          "lambda_",
          [](FrameSpace& self, nb::handle where) {
            return self.at(where, [&](auto& library, auto& state) {
              return matrix(self.size(), self.size(),
                            [&](MatrixView<double> out) { library.lambda(state, out); });
            });
          },
          at, nb::sig("def lambda_" SINEW_AT ") -> numpy.ndarray"),
          "Returns the operational-space inertia Lambda, the inverse of Omega (size, size). Raises\n"
          "SingularPosition where there is none, as do bias, pseudo_inverse and project.")
      .def(
          "pseudo_inverse",
          [](FrameSpace& self, nb::handle where) {
            return self.at(where, [&](auto& library, auto& state) {
              return matrix(self.coordinates(), self.size(),
                            [&](MatrixView<double> out) { library.pseudo_inverse(state, out); });
            });
          },
          at, nb::sig("def pseudo_inverse" SINEW_AT ") -> numpy.ndarray"),
          "Returns M^-1 J^T Lambda (n_u, size), the dynamically consistent pseudo-inverse of J.")
      .def("bias", &FrameSpace::bias, nb::arg("q"), nb::arg("v"), nb::kw_only(),
           nb::arg("forces") = nb::none(), nb::arg("base_acceleration") = nb::none(),
           nb::sig("def bias(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ", *, forces: dict[str, " SINEW_ARRAY
                   "] | None = None, base_acceleration: " SINEW_ARRAY " | None = None) -> numpy.ndarray"),
           "Returns the forces on the frames (size) that keep them from accelerating under gravity, "
           "velocities\n"
           "and external forces.");
  const auto product = [&](const char* name, const char* argument, auto size_of_x, auto size_of_result,
                           auto compute, const char* doc) {
    const std::string signature =
        "def " + std::string(name) + SINEW_AT ", " + argument + ": " SINEW_ARRAY ") -> numpy.ndarray";
    space.def(
        name,
        [=](FrameSpace& self, nb::handle where, nb::handle x) {
          const Vector given(argument, x, (self.*size_of_x)());
          Result result(nb::none(), (self.*size_of_result)());
          self.at(where, [&](auto& library, auto& state) { compute(library, state, given, result); });
          return result.array();
        },
        at, nb::arg(argument), nb::sig(signature.c_str()), doc);
  };
  const auto size = &FrameSpace::size, coordinates = &FrameSpace::coordinates;
  product(
      "jacobian_times", "v", coordinates, size,
      [](auto& library, auto& state, auto& x, auto& out) { library.jacobian_times(state, x, out); },
      "Returns J v (size), the twists of the frames.");
  product(
      "jacobian_adjoint_times", "forces", size, coordinates,
      [](auto& library, auto& state, auto& x, auto& out) { library.jacobian_adjoint_times(state, x, out); },
      "Returns J^T f (n_u), the joint torques that are equivalent to forces on the frames.");
  product(
      "project", "tau", coordinates, coordinates,
      [](auto& library, auto& state, auto& x, auto& out) { library.project(state, x, out); },
      "Returns the part of the joint torques (n_u) that does not accelerate the frames.");
#undef SINEW_ARRAY
#undef SINEW_AT
}

}  // namespace sinew::python
