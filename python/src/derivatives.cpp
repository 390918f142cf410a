// Binds derivatives of the dynamics: products with the Jacobians and with their adjoints, and the matrices, for any
// leading dimensions.
#include <algorithm>
#include <limits>

#include "derivatives.hpp"
#include "many_states.hpp"
#include "robot.hpp"
#include "sinew/derivatives.hpp"

namespace sinew::python {
namespace {

// A result with the sizes of one state: a vector (n_v), or a matrix (n_v, n_v) that is written by rows.
struct Output {
  std::vector<npy_intp> shape;
};

// The derivatives of the dynamics that the robot's functions compute: those of the tree; of the independent coordinates
// if joints follow others; of the closed chain for forward dynamics of a robot with loops. `forward`: of forward dynamics,
// otherwise of inverse dynamics, for which loops count as open.
template <class T>
class TreeDerivatives {
 public:
  TreeDerivatives(Robot& robot, bool forward)
      : forward_(forward),
        work_(robot.workspace<T>()),
        linear_(robot.linearized<T>()),
        result_(std::size_t(robot.n_v())) {}
  void linearize(In<T> q, In<T> v, In<T> third) {
    if (forward_)
      forward_dynamics<T>(*work_, q, v, third, result_);
    else
      inverse_dynamics<T>(*work_, q, v, third, result_);
    (*linear_).update(*work_);
  }
  void jvp(In<T> dq, In<T> dv, In<T> dthird, Out<T> out) {
    if (forward_)
      (*linear_).forward_jvp(*work_, dq, dv, dthird, out);
    else
      (*linear_).inverse_jvp(*work_, dq, dv, dthird, out);
  }
  void vjp(In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_third) {
    if (forward_)
      (*linear_).forward_vjp(*work_, weights, by_q, by_v, by_third);
    else
      (*linear_).inverse_vjp(*work_, weights, by_q, by_v, by_third);
  }

 private:
  bool forward_;
  typename Pool<Workspace<T>>::Lease work_;
  typename Pool<LinearizedDynamics<T>>::Lease linear_;
  std::vector<T> result_;
};

template <class T>
class FollowerDerivatives {
 public:
  FollowerDerivatives(Robot& robot, bool forward)
      : forward_(forward),
        independent_(robot.independent<T>()),
        linear_(robot.linearized_independent<T>()),
        result_(std::size_t(forward ? robot.n_v() : robot.n_u())) {}
  void linearize(In<T> q, In<T> v, In<T> third) {
    if (forward_)
      (*linear_).linearize_forward(*independent_, q, v, third, result_);
    else
      (*linear_).linearize_inverse(*independent_, q, v, third, result_);
  }
  void jvp(In<T> dq, In<T> dv, In<T> dthird, Out<T> out) {
    if (forward_)
      (*linear_).forward_jvp(*independent_, dq, dv, dthird, out);
    else
      (*linear_).inverse_jvp(*independent_, dq, dv, dthird, out);
  }
  void vjp(In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_third) {
    if (forward_)
      (*linear_).forward_vjp(*independent_, weights, by_q, by_v, by_third);
    else
      (*linear_).inverse_vjp(*independent_, weights, by_q, by_v, by_third);
  }

 private:
  bool forward_;
  typename Pool<IndependentDynamics<T>>::Lease independent_;
  typename Pool<LinearizedIndependentDynamics<T>>::Lease linear_;
  std::vector<T> result_;
};

// Computes in double precision, as forward_dynamics of such a robot does.
template <class T>
class ClosedDerivatives {
 public:
  explicit ClosedDerivatives(Robot& robot)
      : system_(robot.system()),
        in_{std::vector<double>(std::size_t(robot.n_q())), of_joints(robot), of_joints(robot)},
        out_{of_joints(robot), of_joints(robot), of_joints(robot)} {}
  void linearize(In<T> q, In<T> v, In<T> tau) {
    (*system_).linearize(read(0, q), read(1, v), read(2, tau), out_[0]);
  }
  void jvp(In<T> dq, In<T> dv, In<T> dtau, Out<T> out) {
    (*system_).forward_jvp(read(0, dq), read(1, dv), read(2, dtau), out_[0]);
    write(0, out);
  }
  void vjp(In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_tau) {
    (*system_).forward_vjp(read(0, weights), {}, out_[0], out_[1], out_[2]);
    write(0, by_q), write(1, by_v), write(2, by_tau);
  }

 private:
  static std::vector<double> of_joints(const Robot& robot) {
    return std::vector<double>(std::size_t(robot.n_v()));
  }
  const std::vector<double>& read(std::size_t i, In<T> from) {
    in_[i].assign(from.data(), from.data() + from.size());
    return in_[i];
  }
  void write(std::size_t i, Out<T> to) const {
    std::transform(out_[i].begin(), out_[i].end(), to.data(), [](double x) { return T(x); });
  }

  Pool<ConstrainedSystem>::Lease system_;
  std::vector<double> in_[3], out_[3];
};

// Linearises each state and calls `compute(derivatives, in, out)`, where `in` are the arguments after the first three
// and `out` the results, both for one state. `forward`: the third argument is tau and the state that of forward
// dynamics; otherwise it is a, and the state that of inverse dynamics.
template <class Compute>
nb::object linearised(Robot& robot, const char* function, bool forward, std::vector<Argument> given,
                      const std::vector<Output>& outputs, Compute&& compute) {
  std::vector<std::size_t> sizes;  // of the arguments after the first three
  for (std::size_t k = 3; k < given.size(); ++k) sizes.push_back(std::size_t(given[k].shape.at(0)));
  const Arguments arguments(std::move(given), false);
  const auto count = arguments.count() - 3;
  std::vector<Destination> destinations;
  for (const Output& output : outputs)
    destinations.emplace_back("out", nb::none(), arguments, ResultForm{output.shape});
  const auto run_with = [&]<class T>(auto& derivatives) {
    const auto n = std::size_t(robot.n_v()), n_q = std::size_t(robot.n_q());
    std::vector<VectorView<const T>> in(count);
    std::vector<VectorView<T>> out(outputs.size()), all;
    for (const Destination& destination : destinations) all.push_back(destination.view<T>());
    std::size_t failed = 0, first_failed = 0;
    {
      const WithoutGil without(arguments.states() > 1 || robot.is_long());
      for (std::size_t i = 0; i < arguments.states(); ++i) {
        for (std::size_t k = 0; k < count; ++k) in[k] = {arguments.of<T>(3 + k) + i * sizes[k], sizes[k]};
        for (std::size_t k = 0; k < all.size(); ++k) {
          const std::size_t size = all[k].size() / arguments.states();
          out[k] = {all[k].data() + i * size, size};
        }
        const In<T> q(arguments.of<T>(0) + i * n_q, n_q), v(arguments.of<T>(1) + i * n, n),
            third(arguments.of<T>(2) + i * n, n);
        try {
          derivatives.linearize(q, v, third);
          compute(derivatives, in, out);
        } catch (const std::exception&) {
          if (arguments.is_single()) throw;
          for (const VectorView<T>& view : out)
            std::fill_n(view.data(), view.size(), std::numeric_limits<T>::quiet_NaN());
          if (failed++ == 0) first_failed = i;
        }
      }
    }
    if (failed > 0) {
      const std::string text = std::string(function) + ": " + std::to_string(failed) + " of " +
                               std::to_string(arguments.states()) +
                               " states have no result (NaN); the first is state " +
                               std::to_string(first_failed);
      if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) < 0) nb::raise_python_error();
    }
  };
  const auto run = [&]<class T>() {
    if (forward && !robot.model().description().loops.empty()) {
      ClosedDerivatives<T> derivatives(robot);
      run_with.template operator()<T>(derivatives);
    } else if (robot.has_followers()) {
      FollowerDerivatives<T> derivatives(robot, forward);
      run_with.template operator()<T>(derivatives);
    } else {
      TreeDerivatives<T> derivatives(robot, forward);
      run_with.template operator()<T>(derivatives);
    }
  };
  if (arguments.is_float())
    run.template operator()<float>();
  else
    run.template operator()<double>();
  if (destinations.size() == 1) return destinations[0].finish();
  nb::list results;
  for (Destination& destination : destinations) results.append(destination.finish());
  return nb::tuple(results);
}

constexpr auto product = [](auto& derivatives, const auto& in, const auto& out) {
  derivatives.jvp(in[0], in[1], in[2], out[0]);
};
constexpr auto adjoint = [](auto& derivatives, const auto& in, const auto& out) {
  derivatives.vjp(in[0], out[0], out[1], out[2]);
};
// Computes the three matrices of derivatives of the tree for each state. `forward`: of forward dynamics; the third argument is tau.
nb::object tree_matrices(Robot& robot, const char* function, bool forward, std::vector<Argument> given) {
  const int nq = robot.n_q(), nv = robot.n_v();
  const Arguments arguments(std::move(given), false);
  const ResultForm form{{nv, nv}, true};
  Destination by_q("out", nb::none(), arguments, form), by_v("out", nb::none(), arguments, form),
      by_third("out", nb::none(), arguments, form);
  in_type_of(arguments, [&]<class T>() {
    const VectorView<T> all[] = {by_q.view<T>(), by_v.view<T>(), by_third.view<T>()};
    const auto derivatives = robot.derivatives<T>();
    std::vector<T> acceleration(static_cast<std::size_t>(nv));
    each_state<T>(function, arguments, all, [&](std::size_t i) {
      const auto into = [&](int k) {
        return MatrixView<T>(all[k].data() + i * std::size_t(nv) * std::size_t(nv), nv, nv);
      };
      const In<T> q = part<T>(arguments, 0, i, nq), v = part<T>(arguments, 1, i, nv),
                  third = part<T>(arguments, 2, i, nv);
      if (forward)
        (*derivatives).forward_dynamics(q, v, third, into(0), into(1), into(2), acceleration);
      else
        (*derivatives).inverse_dynamics(q, v, third, into(0), into(1), into(2));
    });
  });
  return nb::make_tuple(by_q.finish(), by_v.finish(), by_third.finish());
}

// Computes the three matrices of derivatives of each state. If the robot is no tree, their rows are the products of the
// adjoint with unit vectors.
nb::object matrices(Robot& robot, const char* function, bool forward, std::vector<Argument> given) {
  if (robot.is_tree() || (!forward && !robot.has_followers()))
    return tree_matrices(robot, function, forward, std::move(given));
  const auto n = std::size_t(robot.n_v()), rows = forward ? n : std::size_t(robot.n_u());
  const std::vector<Output> three(3, {{npy_intp(rows), npy_intp(n)}});
  return linearised(robot, function, forward, std::move(given), three,
                    [=](auto& derivatives, const auto&, const auto& out) {
                      using T = std::remove_reference_t<decltype(out[0][0])>;
                      std::vector<T> unit(rows, T(0));
                      for (std::size_t i = 0; i < rows; ++i) {
                        unit[i] = T(1);
                        const auto row = [&](std::size_t k) {
                          return VectorView<T>(out[k].data() + i * n, n);
                        };
                        derivatives.vjp(unit, row(0), row(1), row(2));
                        unit[i] = T(0);
                      }
                    });
}

}  // namespace

void bind_derivatives(nb::class_<Robot>& robot) {
  const nb::arg q("q"), v("v"), a("a"), tau("tau"), dq("dq"), dv("dv"), da("da"), dtau("dtau"),
      weights("weights");
#define SINEW_A "numpy.typing.ArrayLike"
#define SINEW_ID "(self, q: " SINEW_A ", v: " SINEW_A ", a: " SINEW_A
#define SINEW_FD "(self, q: " SINEW_A ", v: " SINEW_A ", tau: " SINEW_A
#define SINEW_THREE "tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]"
  const auto state = [](Robot& self, nb::handle q_, nb::handle v_, const char* name, nb::handle third) {
    return std::vector<Argument>{
        {"q", q_, {self.n_q()}}, {"v", v_, {self.n_v()}}, {name, third, {self.n_v()}}};
  };
  const auto with = [](std::vector<Argument> all, Robot& self,
                       std::initializer_list<std::pair<const char*, nb::handle>> more, int size = -1) {
    for (const auto& [name, value] : more) all.push_back({name, value, {size < 0 ? self.n_v() : size}});
    return all;
  };
  robot.def(
      "inverse_dynamics_jvp",
      [=](Robot& self, nb::handle q_, nb::handle v_, nb::handle a_, nb::handle dq_, nb::handle dv_,
          nb::handle da_) {
        return linearised(self, "inverse_dynamics_jvp", false,
                          with(state(self, q_, v_, "a", a_), self, {{"dq", dq_}, {"dv", dv_}, {"da", da_}}),
                          {{{self.n_u()}}}, product);
      },
      q, v, a, dq, dv, da,
      nb::sig("def inverse_dynamics_jvp" SINEW_ID ", dq: " SINEW_A ", dv: " SINEW_A ", da: " SINEW_A
              ") -> numpy.ndarray"),
      "Returns the change (..., n_v) of the joint torques of inverse_dynamics while q, v and a change by dq, "
      "dv and da,\n"
      "in O(n). dq has n_v numbers: velocities as for integrate.");
  robot.def(
      "inverse_dynamics_vjp",
      [=](Robot& self, nb::handle q_, nb::handle v_, nb::handle a_, nb::handle weights_) {
        const std::vector<Output> three(3, {{self.n_v()}});
        return linearised(self, "inverse_dynamics_vjp", false,
                          with(state(self, q_, v_, "a", a_), self, {{"weights", weights_}}, self.n_u()),
                          three, adjoint);
      },
      q, v, a, weights,
      nb::sig("def inverse_dynamics_vjp" SINEW_ID ", weights: " SINEW_A ") -> " SINEW_THREE),
      "Returns the gradients (..., n_v) of weights . tau by q, v and a, where tau = inverse_dynamics(q, v, "
      "a), in O(n).");
  robot.def(
      "forward_dynamics_jvp",
      [=](Robot& self, nb::handle q_, nb::handle v_, nb::handle tau_, nb::handle dq_, nb::handle dv_,
          nb::handle dtau_) {
        return linearised(
            self, "forward_dynamics_jvp", true,
            with(state(self, q_, v_, "tau", tau_), self, {{"dq", dq_}, {"dv", dv_}, {"dtau", dtau_}}),
            {{{self.n_v()}}}, product);
      },
      q, v, tau, dq, dv, dtau,
      nb::sig("def forward_dynamics_jvp" SINEW_FD ", dq: " SINEW_A ", dv: " SINEW_A ", dtau: " SINEW_A
              ") -> numpy.ndarray"),
      "Returns the change (..., n_v) of the joint accelerations of forward_dynamics while q, v and tau "
      "change by dq, dv\n"
      "and dtau, in O(n).");
  robot.def(
      "forward_dynamics_vjp",
      [=](Robot& self, nb::handle q_, nb::handle v_, nb::handle tau_, nb::handle weights_) {
        const std::vector<Output> three(3, {{self.n_v()}});
        return linearised(self, "forward_dynamics_vjp", true,
                          with(state(self, q_, v_, "tau", tau_), self, {{"weights", weights_}}), three,
                          adjoint);
      },
      q, v, tau, weights,
      nb::sig("def forward_dynamics_vjp" SINEW_FD ", weights: " SINEW_A ") -> " SINEW_THREE),
      "Returns the gradients (..., n_v) of weights . a by q, v and tau, where a = forward_dynamics(q, v, "
      "tau), in O(n).");
  robot.def(
      "inverse_dynamics_derivatives",
      [=](Robot& self, nb::handle q_, nb::handle v_, nb::handle a_) {
        return matrices(self, "inverse_dynamics_derivatives", false, state(self, q_, v_, "a", a_));
      },
      q, v, a, nb::sig("def inverse_dynamics_derivatives" SINEW_ID ") -> " SINEW_THREE),
      "Returns dtau/dq, dtau/dv and dtau/da (..., n_v, n_v) of inverse_dynamics; the last one is the mass "
      "matrix. The\n"
      "columns of dtau/dq belong to velocities as for integrate.");
  robot.def(
      "forward_dynamics_derivatives",
      [=](Robot& self, nb::handle q_, nb::handle v_, nb::handle tau_) {
        return matrices(self, "forward_dynamics_derivatives", true, state(self, q_, v_, "tau", tau_));
      },
      q, v, tau, nb::sig("def forward_dynamics_derivatives" SINEW_FD ") -> " SINEW_THREE),
      "Returns da/dq, da/dv and da/dtau (..., n_v, n_v) of forward_dynamics; the last one is the inverse "
      "mass matrix.\n"
      "The columns of da/dq belong to velocities as for integrate.");
#undef SINEW_A
#undef SINEW_ID
#undef SINEW_FD
#undef SINEW_THREE
}

}  // namespace sinew::python
