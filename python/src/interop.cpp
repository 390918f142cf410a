// Binds the converter between sinew's coordinates and those of other libraries (sinew/interop.hpp).
#include "sinew/interop.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <concepts>

#include "arrays.hpp"
#include "module.hpp"
#include "robot.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::python {
namespace {

using interop::Convention;
using interop::Converter;

const Convention& convention_named(std::string_view name) {
  if (name == "pinocchio") return Convention::pinocchio;
  if (name == "mujoco") return Convention::mujoco;
  if (name == "drake") return Convention::drake;
  if (name == "kdl") return Convention::kdl;
  throw std::invalid_argument(
      unknown_name("convention", std::string(name), {"pinocchio", "mujoco", "drake", "kdl"}));
}

// `joints`: None for the usual order, or names, or pairs of a name and the number of positions.
Converter converter(const Robot& robot, std::string_view convention, nb::handle joints) {
  if (joints.is_none()) return {robot.model(), convention_named(convention)};
  std::vector<interop::PeerJoint> listed;
  for (const nb::handle joint : joints) {
    if (PyUnicode_Check(joint.ptr())) {
      listed.push_back({nb::cast<std::string>(joint)});
    } else {
      listed.push_back({nb::cast<std::string>(joint[0]), nb::cast<int>(joint[1])});
    }
  }
  return {robot.model(), convention_named(convention), listed};
}

// Converts all states: `call(in, out)` has the numbers of one state's arguments, and where its result goes. The numbers of
// float32 arguments are converted as doubles.
template <class Call>
nb::object for_each_state(std::vector<Argument> given, const ResultForm& form, nb::handle out, Call&& call) {
  std::vector<std::size_t> sizes;
  for (const Argument& argument : given) {
    std::size_t size = 1;
    for (const npy_intp n : argument.shape) size *= std::size_t(n);
    sizes.push_back(size);
  }
  std::size_t result_size = 1;
  for (const npy_intp n : form.shape) result_size *= std::size_t(n);
  const Arguments arguments(std::move(given), false);
  Destination destination("out", out, arguments, form);
  // Results are copied to their place, because `out` may be one of the arguments.
  std::vector<std::vector<double>> copies(sizes.size());
  std::vector<double> result(result_size);
  std::vector<const double*> in(sizes.size());
  const auto convert = [&]<class T>(T* to) {
    const WithoutGil without(arguments.states() > 100);
    for (std::size_t i = 0; i < arguments.states(); ++i) {
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        const T* const first = arguments.of<T>(k) + i * sizes[k];
        if constexpr (std::same_as<T, double>) {
          in[k] = first;
        } else {
          copies[k].assign(first, first + sizes[k]);
          in[k] = copies[k].data();
        }
      }
      call(in, result.data());
      std::transform(result.begin(), result.end(), to + i * result_size, [](double x) { return T(x); });
    }
  };
  if (arguments.is_float()) {
    convert(destination.view<float>().data());
  } else {
    convert(destination.view<double>().data());
  }
  return destination.finish();
}

VectorView<const double> view(const double* numbers, int size) {
  return {numbers, std::size_t(size)};
}
VectorView<double> view(double* numbers, int size) {
  return {numbers, std::size_t(size)};
}

// A vector that depends on q and becomes another one.
template <void (Converter::*convert)(In<double>, In<double>, Out<double>) const>
nb::object vector(const Converter& self, const char* name, nb::handle q, nb::handle x, nb::handle out) {
  const int n_q = self.model().position_size(), n = self.velocity_size();
  return for_each_state({{"q", q, {n_q}}, {name, x, {n}}}, {{n}}, out, [&](const auto& in, double* to) {
    (self.*convert)(view(in[0], n_q), view(in[1], n), view(to, n));
  });
}
template <void (Converter::*convert)(In<double>, In<double>, In<double>, Out<double>) const>
nb::object acceleration(const Converter& self, nb::handle q, nb::handle v, nb::handle a, nb::handle out) {
  const int n_q = self.model().position_size(), n = self.velocity_size();
  return for_each_state({{"q", q, {n_q}}, {"v", v, {n}}, {"a", a, {n}}}, {{n}}, out,
                        [&](const auto& in, double* to) {
                          (self.*convert)(view(in[0], n_q), view(in[1], n), view(in[2], n), view(to, n));
                        });
}
// NumPy's matrices are written by rows, sinew's by columns. T M T^* of a transposed matrix is the transposed result.
template <void (Converter::*convert)(In<double>, MatrixIn<double>, MatrixOut<double>) const>
nb::object square(const Converter& self, nb::handle q, nb::handle M, nb::handle out) {
  const int n_q = self.model().position_size(), n = self.velocity_size();
  return for_each_state({{"q", q, {n_q}}, {"M", M, {n, n}}}, {{n, n}}, out, [&](const auto& in, double* to) {
    (self.*convert)(view(in[0], n_q), MatrixView<const double>(in[1], n, n), MatrixView<double>(to, n, n));
  });
}
template <void (Converter::*convert)(In<double>, MatrixIn<double>, MatrixOut<double>) const>
nb::object jacobian(const Converter& self, nb::handle q, nb::handle J, nb::handle out) {
  const int n_q = self.model().position_size(), n = self.velocity_size();
  Matrix<double> by_columns(6, n);
  return for_each_state({{"q", q, {n_q}}, {"J", J, {6, n}}}, {{6, n}, true}, out,
                        [&](const auto& in, double* to) {
                          for (int i = 0; i < 6; ++i) {
                            for (int j = 0; j < n; ++j) by_columns(i, j) = in[1][i * n + j];
                          }
                          (self.*convert)(view(in[0], n_q), by_columns, MatrixView<double>(to, 6, n));
                        });
}
template <class Convert>
nb::object six_numbers(const char* name, nb::handle six, nb::handle out, Convert&& convert) {
  return for_each_state({{name, six, {6}}}, {{6}}, out, [&](const auto& in, double* to) {
    const auto result = convert(in[0]);
    std::copy_n(result.data(), 6, to);
  });
}
template <class Six>
Six six_at(const double* x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_OUT "out: numpy.ndarray | None = None) -> numpy.ndarray"

void bind_vectors(nb::class_<Converter>& peer) {
  const auto out = nb::arg("out") = nb::none();
  peer.def(
          "q_from_sinew",
          [](const Converter& self, nb::handle q, nb::handle result) {
            const int n = self.model().position_size(), m = self.position_size();
            return for_each_state({{"q", q, {n}}}, {{m}}, result, [&](const auto& in, double* to) {
              self.q_from_sinew(view(in[0], n), view(to, m));
            });
          },
          nb::arg("q"), nb::kw_only(), out,
          nb::sig("def q_from_sinew(self, q: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts positions (..., n_q) of sinew to the peer's.")
      .def(
          "q_to_sinew",
          [](const Converter& self, nb::handle q, nb::handle result) {
            const int n = self.model().position_size(), m = self.position_size();
            return for_each_state({{"q", q, {m}}}, {{n}}, result, [&](const auto& in, double* to) {
              self.q_to_sinew(view(in[0], m), view(to, n));
            });
          },
          nb::arg("q"), nb::kw_only(), out, nb::sig("def q_to_sinew(self, q: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts positions of the peer to sinew's, (..., n_q).")
      .def(
          "v_from_sinew",
          [](const Converter& self, nb::handle q, nb::handle v, nb::handle result) {
            return vector<&Converter::v_from_sinew>(self, "v", q, v, result);
          },
          nb::arg("q"), nb::arg("v"), nb::kw_only(), out,
          nb::sig("def v_from_sinew(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts velocities (..., n_v) of sinew to the peer's; q is sinew's.")
      .def(
          "v_to_sinew",
          [](const Converter& self, nb::handle q, nb::handle v, nb::handle result) {
            return vector<&Converter::v_to_sinew>(self, "v", q, v, result);
          },
          nb::arg("q"), nb::arg("v"), nb::kw_only(), out,
          nb::sig("def v_to_sinew(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts velocities (..., n_v) of the peer to sinew's; q is sinew's.")
      .def("a_from_sinew", &acceleration<&Converter::a_from_sinew>, nb::arg("q"), nb::arg("v"), nb::arg("a"),
           nb::kw_only(), out,
           nb::sig("def a_from_sinew(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ", a: " SINEW_ARRAY
                   ", *, " SINEW_OUT),
           "Converts accelerations (..., n_v) of sinew to the peer's; q and v are sinew's.")
      .def("a_to_sinew", &acceleration<&Converter::a_to_sinew>, nb::arg("q"), nb::arg("v"), nb::arg("a"),
           nb::kw_only(), out,
           nb::sig("def a_to_sinew(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ", a: " SINEW_ARRAY
                   ", *, " SINEW_OUT),
           "Converts accelerations (..., n_v) of the peer to sinew's; q and v are sinew's.")
      .def(
          "tau_from_sinew",
          [](const Converter& self, nb::handle q, nb::handle tau, nb::handle result) {
            return vector<&Converter::tau_from_sinew>(self, "tau", q, tau, result);
          },
          nb::arg("q"), nb::arg("tau"), nb::kw_only(), out,
          nb::sig("def tau_from_sinew(self, q: " SINEW_ARRAY ", tau: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts joint torques (..., n_v) of sinew to the peer's; q is sinew's.")
      .def(
          "tau_to_sinew",
          [](const Converter& self, nb::handle q, nb::handle tau, nb::handle result) {
            return vector<&Converter::tau_to_sinew>(self, "tau", q, tau, result);
          },
          nb::arg("q"), nb::arg("tau"), nb::kw_only(), out,
          nb::sig("def tau_to_sinew(self, q: " SINEW_ARRAY ", tau: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts joint torques (..., n_v) of the peer to sinew's; q is sinew's.");
}

void bind_matrices(nb::class_<Converter>& peer) {
  const auto out = nb::arg("out") = nb::none();
  peer.def("mass_matrix_from_sinew", &square<&Converter::mass_matrix_from_sinew>, nb::arg("q"), nb::arg("M"),
           nb::kw_only(), out,
           nb::sig("def mass_matrix_from_sinew(self, q: " SINEW_ARRAY ", M: " SINEW_ARRAY ", *, " SINEW_OUT),
           "Converts mass matrices, or their inverses, (..., n_v, n_v) of sinew to the peer's; q is sinew's.")
      .def("mass_matrix_to_sinew", &square<&Converter::mass_matrix_to_sinew>, nb::arg("q"), nb::arg("M"),
           nb::kw_only(), out,
           nb::sig("def mass_matrix_to_sinew(self, q: " SINEW_ARRAY ", M: " SINEW_ARRAY ", *, " SINEW_OUT),
           "Converts mass matrices, or their inverses, (..., n_v, n_v) of the peer to sinew's; q is sinew's.")
      .def("jacobian_from_sinew", &jacobian<&Converter::jacobian_from_sinew>, nb::arg("q"), nb::arg("J"),
           nb::kw_only(), out,
           nb::sig("def jacobian_from_sinew(self, q: " SINEW_ARRAY ", J: " SINEW_ARRAY ", *, " SINEW_OUT),
           "Converts Jacobians (..., 6, n_v) of sinew to the peer's, for the same reference; q is sinew's.")
      .def("jacobian_to_sinew", &jacobian<&Converter::jacobian_to_sinew>, nb::arg("q"), nb::arg("J"),
           nb::kw_only(), out,
           nb::sig("def jacobian_to_sinew(self, q: " SINEW_ARRAY ", J: " SINEW_ARRAY ", *, " SINEW_OUT),
           "Converts Jacobians (..., 6, n_v) of the peer to sinew's, for the same reference; q is sinew's.")
      .def(
          "twist_from_sinew",
          [](const Converter& self, nb::handle twist, nb::handle result) {
            return six_numbers("twist", twist, result, [&](const double* x) {
              return self.twist_from_sinew(six_at<Motion<double>>(x));
            });
          },
          nb::arg("twist"), nb::kw_only(), out,
          nb::sig("def twist_from_sinew(self, twist: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts twists (..., 6) of sinew to the peer's, about the same point in the same axes.")
      .def(
          "twist_to_sinew",
          [](const Converter& self, nb::handle twist, nb::handle result) {
            return six_numbers("twist", twist, result,
                               [&](const double* x) { return self.twist_to_sinew(view(x, 6)); });
          },
          nb::arg("twist"), nb::kw_only(), out,
          nb::sig("def twist_to_sinew(self, twist: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts twists (..., 6) of the peer to sinew's, about the same point in the same axes.")
      .def(
          "wrench_from_sinew",
          [](const Converter& self, nb::handle wrench, nb::handle result) {
            return six_numbers("wrench", wrench, result, [&](const double* x) {
              return self.wrench_from_sinew(six_at<Force<double>>(x));
            });
          },
          nb::arg("wrench"), nb::kw_only(), out,
          nb::sig("def wrench_from_sinew(self, wrench: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts wrenches (..., 6) of sinew to the peer's, about the same point in the same axes.")
      .def(
          "wrench_to_sinew",
          [](const Converter& self, nb::handle wrench, nb::handle result) {
            return six_numbers("wrench", wrench, result,
                               [&](const double* x) { return self.wrench_to_sinew(view(x, 6)); });
          },
          nb::arg("wrench"), nb::kw_only(), out,
          nb::sig("def wrench_to_sinew(self, wrench: " SINEW_ARRAY ", *, " SINEW_OUT),
          "Converts wrenches (..., 6) of the peer to sinew's, about the same point in the same axes.");
}

}  // namespace

void bind_interop(nb::module_& module) {
  nb::class_<Converter> peer(
      module, "Converter",
      "Converts positions, velocities, accelerations, joint torques, matrices and six-vectors of one robot "
      "between sinew and another library, the peer. sinew.interop makes converters from models of the "
      "peers.");
  peer.def(
          "__init__",
          [](Converter* self, const Robot& robot, std::string_view convention, nb::handle joints) {
            new (self) Converter(converter(robot, convention, joints));
          },
          nb::arg("robot"), nb::arg("convention"), nb::arg("joints") = nb::none(),
          nb::sig("def __init__(self, robot: Model, convention: str, "
                  "joints: collections.abc.Iterable[str | tuple[str, int]] | None = None) -> None"),
          "convention: 'pinocchio', 'mujoco', 'drake' or 'kdl'. joints: the names of the peer's joints in "
          "its "
          "order, or pairs of a name and the number of positions of the joint; None for the usual order of "
          "the "
          "convention.")
      .def_prop_ro(
          "convention", [](const Converter& self) { return std::string(self.convention().name); },
          "The name of the peer.")
      .def_prop_ro("position_size", &Converter::position_size, "The size of the peer's q.")
      .def_prop_ro("velocity_size", &Converter::velocity_size, "The size of the peer's v.")
      .def_prop_ro(
          "joint_names",
          [](const Converter& self) {
            nb::list names;
            for (const interop::JointMap& joint : self.joints()) names.append(nb::str(joint.name.c_str()));
            return names;
          },
          nb::sig("def joint_names(self, /) -> list[str]"),
          "The names of the robot's moving joints in the order of the peer.")
      .def("__repr__", [](const Converter& self) {
        return "<sinew.Converter: " + self.model().name() + " and " + std::string(self.convention().name) +
               ", " + std::to_string(self.position_size()) + " positions, " +
               std::to_string(self.velocity_size()) + " velocities>";
      });
  bind_vectors(peer);
  bind_matrices(peer);
}

}  // namespace sinew::python
