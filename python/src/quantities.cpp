// Binds the quantities that batches compute as functions of arrays: methods of the robot and of the batch that take any
// leading dimensions. `Owner` is the class of either.
//
// A robot computes one state by the recursions for single states, unless it has loops or joints that follow others.
// Everything else is computed by batches.
#include "quantities.hpp"

#include <nanobind/stl/string_view.h>

#include <array>
#include <concepts>

#include "batch.hpp"
#include "many_states.hpp"
#include "signatures.hpp"
#include "sinew/dynamics.hpp"
#include "sinew/kinematics.hpp"
#include "sinew/mass_matrix.hpp"
#include "spatial.hpp"

namespace sinew::python {
namespace {

// External forces and the acceleration of the base, as further arguments of a call.
struct Influences {
  std::vector<FrameIndex> frames;
  std::vector<Argument> arguments;
  nb::object forces;  // keeps the stacked forces alive
  bool has_base = false;

  template <class Owner>
  Influences(const Owner& owner, nb::handle on_frames, nb::handle base) {
    if (!on_frames.is_none()) {
      if (!PyDict_Check(on_frames.ptr()))
        throw nb::type_error("forces is a dict of frames and their six numbers: moment, force");
      nb::list list;
      const nb::module_ numpy = nb::module_::import_("numpy");
      for (const auto& [frame, force] : nb::borrow<nb::dict>(on_frames)) {
        frames.push_back(owner.frame(frame));
        const nb::object array = numpy.attr("asarray")(force);
        if (PyArray_NDIM(array_of(array)) < 1 ||
            PyArray_DIM(array_of(array), PyArray_NDIM(array_of(array)) - 1) != 6)
          throw std::invalid_argument(
              "a force has the shape " +
              shape_text({PyArray_DIMS(array_of(array)), std::size_t(PyArray_NDIM(array_of(array)))}) +
              ", expected (..., 6): moment, force");
        list.append(array);
      }
      if (!frames.empty()) {
        forces = numpy.attr("stack")(numpy.attr("broadcast_arrays")(*list), nb::arg("axis") = -2);
        arguments.push_back({"forces", forces, {npy_intp(frames.size()), 6}});
      }
    }
    if (!base.is_none()) {
      has_base = true;
      arguments.push_back({"base_acceleration", base, {6}});
    }
  }

  bool is_empty() const { return arguments.empty(); }
  // `first`: the position of these arguments among all.
  template <class T>
  BatchEnvironment<T> of_batch(const Arguments& all, std::size_t first) const {
    BatchEnvironment<T> environment;
    if (!frames.empty()) environment.frames = frames, environment.forces = all.operator[]<T>(first);
    if (has_base) environment.base_acceleration = all.operator[]<T>(first + (frames.empty() ? 0 : 1));
    return environment;
  }
  template <class T>
  Environment<T> of_single(const Arguments& all, std::size_t first,
                           std::vector<ExternalForce<T>>& list) const {
    Environment<T> environment;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      ExternalForce<T> force{.frame = frames[i]};
      std::copy_n(all.of<T>(first) + 6 * i, 6, force.force.data());
      list.push_back(force);
    }
    environment.forces = list;
    if (has_base)
      std::copy_n(all.of<T>(first + (frames.empty() ? 0 : 1)), 6, environment.base_acceleration.data());
    return environment;
  }
};

// The shortest path, for one state of a robot in contiguous vectors of doubles: `call(workspace, in..., out)`. Returns an
// invalid object if the arguments are something else.
template <std::size_t count, class Call>
nb::object fast(Robot& robot, const std::array<nb::handle, count>& arguments,
                const std::array<int, count>& sizes, nb::handle out, int size, Call&& call) {
  std::array<const double*, count> in;
  for (std::size_t i = 0; i < count; ++i) {
    in[i] = vector_of<double>(arguments[i], sizes[i]);
    if (!in[i]) return {};
  }
  nb::object result;
  double* numbers;
  if (out.is_none()) {
    result = new_vector(NPY_DOUBLE, size);
    numbers = data_of<double>(result);
  } else {
    numbers = vector_of<double>(out, size, true);
    if (!numbers) return {};
    result = nb::borrow(out);
  }
  const auto work = robot.workspace<double>();
  const WithoutGil without(robot.is_long());
  call(*work, in, VectorView<double>(numbers, std::size_t(size)));
  return result;
}

template <std::size_t count, class Call>
nb::object fast(BatchOfRobot&, const std::array<nb::handle, count>&, const std::array<int, count>&,
                nb::handle, int, Call&&) {
  return {};
}

// Converts the arguments and computes all states: by `single` if a robot computes one state and `is_simple`, by `many`
// otherwise.
template <class Owner, class Single, class Many>
nb::object general(Owner& owner, const char* function, std::vector<Argument> given, const ResultForm& form,
                   nb::handle out, bool is_simple, Single&& single, Many&& many,
                   bool allows_by_coordinate = true) {
  // Matrices of states are written state by state, which is faster whatever the order of q.
  const Arguments arguments(std::move(given), allows_by_coordinate && form.shape.size() == 1, owner.type());
  Destination destination("out", out, arguments, form);
  in_type_of(arguments, [&]<class T>() {
    if constexpr (std::same_as<Owner, Robot>) {
      if (arguments.is_single() && is_simple) {
        const auto work = owner.template workspace<T>();
        const WithoutGil without(owner.is_long());
        single(*work, arguments, destination.view<T>());
        return;
      }
    }
    BatchReport report;
    if (arguments.states() > 0) {
      const auto batch = owner.template batch<T>(arguments.layout(), arguments.states());
      const WithoutGil without(true);
      report = many(*batch, arguments, destination.view<T>());
    }
    owner.conclude(function, arguments, report);
  });
  return destination.finish();
}

// ---- Dynamics ----

template <class Owner>
nb::object forward_dynamics(Owner& owner, nb::handle q, nb::handle v, nb::handle tau, nb::handle forces,
                            nb::handle base, nb::handle out) {
  const int nq = owner.n_q(), nv = owner.n_v();
  if (forces.is_none() && base.is_none() && owner.is_tree()) {
    nb::object result =
        fast<3>(owner, {q, v, tau}, {nq, nv, nv}, out, nv, [=](auto& work, const auto& in, auto a) {
          const auto n = std::size_t(nv);
          sinew::forward_dynamics<double>(work, {in[0], std::size_t(nq)}, {in[1], n}, {in[2], n}, a);
        });
    if (result.is_valid()) return result;
  }
  const Influences influences(owner, forces, base);
  std::vector<Argument> given{{"q", q, {nq}}, {"v", v, {nv}}, {"tau", tau, {nv}}};
  given.insert(given.end(), influences.arguments.begin(), influences.arguments.end());
  return general(
      owner, "forward_dynamics", std::move(given), {{nv}}, out, owner.is_tree(),
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> a) {
        std::vector<ExternalForce<T>> list;
        sinew::forward_dynamics(work, in.operator[]<T>(0), in.operator[]<T>(1), in.operator[]<T>(2), a,
                                influences.of_single<T>(in, 3, list));
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> a) {
        return batch.forward_dynamics(in.operator[]<T>(0), in.operator[]<T>(1), in.operator[]<T>(2), a,
                                      influences.of_batch<T>(in, 3));
      });
}

template <class Owner>
nb::object inverse_dynamics(Owner& owner, nb::handle q, nb::handle v, nb::handle a, nb::handle forces,
                            nb::handle base, nb::handle out) {
  const int nq = owner.n_q(), nv = owner.n_v();
  const bool simple = !owner.has_followers();
  if (forces.is_none() && base.is_none() && simple) {
    nb::object result =
        fast<3>(owner, {q, v, a}, {nq, nv, nv}, out, nv, [=](auto& work, const auto& in, auto tau) {
          const auto n = std::size_t(nv);
          sinew::inverse_dynamics<double>(work, {in[0], std::size_t(nq)}, {in[1], n}, {in[2], n}, tau);
        });
    if (result.is_valid()) return result;
  }
  const Influences influences(owner, forces, base);
  std::vector<Argument> given{{"q", q, {nq}}, {"v", v, {nv}}, {"a", a, {nv}}};
  given.insert(given.end(), influences.arguments.begin(), influences.arguments.end());
  return general(
      owner, "inverse_dynamics", std::move(given), {{owner.n_u()}}, out, simple,
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> tau) {
        std::vector<ExternalForce<T>> list;
        sinew::inverse_dynamics(work, in.operator[]<T>(0), in.operator[]<T>(1), in.operator[]<T>(2), tau,
                                influences.of_single<T>(in, 3, list));
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> tau) {
        return batch.inverse_dynamics(in.operator[]<T>(0), in.operator[]<T>(1), in.operator[]<T>(2), tau,
                                      influences.of_batch<T>(in, 3));
      });
}

template <class Owner>
nb::object bias_force(Owner& owner, nb::handle q, nb::handle v, nb::handle forces, nb::handle base,
                      nb::handle out) {
  const int nq = owner.n_q(), nv = owner.n_v();
  const bool simple = !owner.has_followers();
  if (forces.is_none() && base.is_none() && simple) {
    nb::object result = fast<2>(owner, {q, v}, {nq, nv}, out, nv, [=](auto& work, const auto& in, auto bias) {
      sinew::bias_force<double>(work, {in[0], std::size_t(nq)}, {in[1], std::size_t(nv)}, bias);
    });
    if (result.is_valid()) return result;
  }
  const Influences influences(owner, forces, base);
  std::vector<Argument> given{{"q", q, {nq}}, {"v", v, {nv}}};
  given.insert(given.end(), influences.arguments.begin(), influences.arguments.end());
  return general(
      owner, "bias_force", std::move(given), {{owner.n_u()}}, out, simple,
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> bias) {
        std::vector<ExternalForce<T>> list;
        sinew::bias_force(work, in.operator[]<T>(0), in.operator[]<T>(1), bias,
                          influences.of_single<T>(in, 2, list));
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> bias) {
        return batch.bias_force(in.operator[]<T>(0), in.operator[]<T>(1), bias,
                                influences.of_batch<T>(in, 2));
      });
}

template <class Owner>
nb::object gravity_force(Owner& owner, nb::handle q, nb::handle out) {
  const int nq = owner.n_q(), nv = owner.n_v();
  const bool simple = !owner.has_followers();
  if (simple) {
    nb::object result = fast<1>(owner, {q}, {nq}, out, nv, [=](auto& work, const auto& in, auto gravity) {
      sinew::gravity_force<double>(work, {in[0], std::size_t(nq)}, gravity);
    });
    if (result.is_valid()) return result;
  }
  return general(
      owner, "gravity_force", {{"q", q, {nq}}}, {{owner.n_u()}}, out, simple,
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> gravity) {
        sinew::gravity_force(work, in.operator[]<T>(0), gravity);
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> gravity) {
        return batch.gravity_force(in.operator[]<T>(0), gravity);
      });
}

// ---- Matrices ----

template <class Owner>
nb::object mass_matrix(Owner& owner, nb::handle q, nb::handle out) {
  const int nq = owner.n_q(), nu = owner.n_u();
  return general(
      owner, "mass_matrix", {{"q", q, {nq}}}, {{nu, nu}}, out, !owner.has_followers(),
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> M) {
        sinew::mass_matrix(work, in.operator[]<T>(0), MatrixView<T>(M.data(), nu, nu));
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> M) {
        return batch.mass_matrix(in.operator[]<T>(0), M);
      });
}

template <class Owner>
nb::object inverse_mass_matrix(Owner& owner, nb::handle q, nb::handle out) {
  const int nq = owner.n_q(), nu = owner.n_u();
  return general(
      owner, "inverse_mass_matrix", {{"q", q, {nq}}}, {{nu, nu}}, out, !owner.has_followers(),
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> inverse) {
        sinew::inverse_mass_matrix(work, in.operator[]<T>(0), MatrixView<T>(inverse.data(), nu, nu));
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> inverse) {
        return batch.inverse_mass_matrix(in.operator[]<T>(0), inverse);
      });
}

template <class Owner>
nb::object jacobian(Owner& owner, nb::handle q, nb::handle frame_name, std::string_view reference_name,
                    nb::handle out) {
  const FrameIndex frame = owner.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  const int nq = owner.n_q(), nu = owner.n_u();
  return general(
      owner, "jacobian", {{"q", q, {nq}}}, {{6, nu}, true}, out, !owner.has_followers(),
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> J) {
        set_position(work, in.operator[]<T>(0));
        sinew::jacobian(work, frame, reference, MatrixView<T>(J.data(), 6, nu));
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> J) {
        return batch.jacobian(in.operator[]<T>(0), frame, reference, J);
      });
}

template <class Owner>
nb::object omega(Owner& owner, nb::handle q, nb::handle frame_name, std::string_view reference_name,
                 nb::handle out) {
  const FrameIndex frame = owner.frame(frame_name);
  const Reference reference = reference_named(reference_name);
  return general(
      owner, "omega", {{"q", q, {owner.n_q()}}}, {{6, 6}}, out, false, [](auto&, const Arguments&, auto) {},
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> omega) {
        return batch.omega(in.operator[]<T>(0), frame, reference, omega);
      });
}

// ---- Kinematics ----

// `is_one`: for one frame, whose results have no dimension of frames.
template <class Owner>
nb::object poses(Owner& owner, nb::handle q, const std::vector<FrameIndex>& frames, nb::handle out,
                 bool is_one) {
  const auto count = npy_intp(frames.size());
  const ResultForm form{is_one ? std::vector<npy_intp>{4, 4} : std::vector<npy_intp>{count, 4, 4}};
  return general(
      owner, "pose", {{"q", q, {owner.n_q()}}}, form, out, true,
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> all) {
        set_position(work, in.operator[]<T>(0));
        for (std::size_t i = 0; i < frames.size(); ++i)
          write_homogeneous(sinew::pose(work, frames[i]), all.data() + 16 * i);
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> all) {
        std::vector<T> twelve(all.size() / 16 * 12);
        const BatchReport report = batch.poses(in.operator[]<T>(0), frames, twelve);
        for (std::size_t i = 0; i < all.size() / 16; ++i)
          write_homogeneous(twelve.data() + 12 * i, all.data() + 16 * i);
        return report;
      },
      false);
}
template <class Owner>
nb::object pose(Owner& owner, nb::handle q, nb::handle frame, nb::handle out) {
  return poses(owner, q, {owner.frame(frame)}, out, true);
}
template <class Owner>
nb::object poses_of_frames(Owner& owner, nb::handle q, nb::handle frames, nb::handle out) {
  return poses(owner, q, owner.frames(frames), out, false);
}

template <class Owner>
nb::object velocities(Owner& owner, nb::handle q, nb::handle v, const std::vector<FrameIndex>& frames,
                      std::string_view reference_name, nb::handle out, bool is_one) {
  const Reference reference = reference_named(reference_name);
  const auto count = npy_intp(frames.size());
  const ResultForm form{is_one ? std::vector<npy_intp>{6} : std::vector<npy_intp>{count, 6}};
  return general(
      owner, "velocity", {{"q", q, {owner.n_q()}}, {"v", v, {owner.n_v()}}}, form, out, true,
      [&]<class T>(Workspace<T>& work, const Arguments& in, VectorView<T> twists) {
        set_state(work, in.operator[]<T>(0), in.operator[]<T>(1));
        for (std::size_t i = 0; i < frames.size(); ++i) {
          const Motion<T> found = sinew::velocity(work, frames[i], reference);
          std::copy_n(found.data(), 6, twists.data() + 6 * i);
        }
      },
      [&]<class T>(Batch<T>& batch, const Arguments& in, VectorView<T> twists) {
        return batch.velocities(in.operator[]<T>(0), in.operator[]<T>(1), frames, reference, twists);
      },
      is_one);
}
template <class Owner>
nb::object velocity(Owner& owner, nb::handle q, nb::handle v, nb::handle frame, std::string_view reference,
                    nb::handle out) {
  return velocities(owner, q, v, {owner.frame(frame)}, reference, out, true);
}
template <class Owner>
nb::object velocities_of_frames(Owner& owner, nb::handle q, nb::handle v, nb::handle frames,
                                std::string_view reference, nb::handle out) {
  return velocities(owner, q, v, owner.frames(frames), reference, out, false);
}

template <class Owner>
void bind(nb::class_<Owner>& owner) {
  const nb::arg q("q"), v("v"), tau("tau"), a("a"), frame("frame");
  const auto nothing = [](const char* name) { return nb::arg(name) = nb::none(); };
  const auto body = nb::arg("reference") = "body";

  for (const char* name : {"forward_dynamics", "aba"}) {
    const std::string signature =
        "def " + std::string(name) + SINEW_QV ", tau: " SINEW_ARRAY ", " SINEW_FORCES;
    owner.def(
        name, &forward_dynamics<Owner>, q, v, tau, nb::kw_only(), nothing("forces"),
        nothing("base_acceleration"), nothing("out"), nb::sig(signature.c_str()),
        "Returns the joint accelerations (..., n_v) [rad/s^2, m/s^2] under the joint torques tau.\n\n"
        "The articulated-body algorithm (ABA), O(n). Loops, couplings and mimic joints are kept closed.\n"
        "q: (..., n_q), v and tau: (..., n_v). forces: external forces by frame, six numbers (moment [N m],\n"
        "force [N]) in the frame's axes about its origin. base_acceleration: (..., 6), prescribed for the\n"
        "ground. out: array that receives the result.");
  }
  for (const char* name : {"inverse_dynamics", "rnea"}) {
    const std::string signature = "def " + std::string(name) + SINEW_QV ", a: " SINEW_ARRAY ", " SINEW_FORCES;
    owner.def(
        name, &inverse_dynamics<Owner>, q, v, a, nb::kw_only(), nothing("forces"),
        nothing("base_acceleration"), nothing("out"), nb::sig(signature.c_str()),
        "Returns the joint torques (..., n_u) [N m, N] that give the joint accelerations a (..., n_v).\n\n"
        "The recursive Newton-Euler algorithm (RNEA), O(n). Loops count as open. For the arguments see\n"
        "forward_dynamics. n_u is n_v unless joints follow others.");
  }
  owner.def("bias_force", &bias_force<Owner>, q, v, nb::kw_only(), nothing("forces"),
            nothing("base_acceleration"), nothing("out"),
            nb::sig("def bias_force" SINEW_QV ", " SINEW_FORCES),
            "Returns the joint torques (..., n_u) that keep all joint accelerations at zero: Coriolis, "
            "centrifugal,\n"
            "gravity and external forces.");
  owner.def("gravity_force", &gravity_force<Owner>, q, nb::kw_only(), nothing("out"),
            nb::sig("def gravity_force" SINEW_Q ", *, " SINEW_OUT),
            "Returns the joint torques (..., n_u) that hold the robot still against gravity.");
  for (const char* name : {"mass_matrix", "crba"}) {
    const std::string signature = "def " + std::string(name) + SINEW_Q ", *, " SINEW_OUT;
    owner.def(name, &mass_matrix<Owner>, q, nb::kw_only(), nothing("out"), nb::sig(signature.c_str()),
              "Returns the mass matrix (..., n_u, n_u), by the composite-rigid-body algorithm (CRBA).");
  }
  owner.def("inverse_mass_matrix", &inverse_mass_matrix<Owner>, q, nb::kw_only(), nothing("out"),
            nb::sig("def inverse_mass_matrix" SINEW_Q ", *, " SINEW_OUT),
            "Returns the inverse of the mass matrix (..., n_u, n_u), without forming the mass matrix.");
  owner.def("omega", &omega<Owner>, q, frame, body, nb::kw_only(), nothing("out"),
            nb::sig("def omega" SINEW_Q ", " SINEW_REFERENCE),
            "Returns J M^-1 J^T of a frame (..., 6, 6), the inverse of its operational-space inertia (the "
            "Delassus\n"
            "matrix), angular part first. reference: 'body' (the frame's axes), 'world' (world axes at the "
            "world's\n"
            "origin) or 'aligned' (world axes at the frame's origin).");
  owner.def(
      "jacobian", &jacobian<Owner>, q, frame, body, nb::kw_only(), nothing("out"),
      nb::sig("def jacobian" SINEW_Q ", " SINEW_REFERENCE),
      "Returns the Jacobian of a frame (..., 6, n_u): its twist, angular part first, per unit of each joint\n"
      "velocity. reference: 'body', 'world' or 'aligned', as for omega.");
  owner.def("pose", &pose<Owner>, q, frame, nb::kw_only(), nothing("out"),
            nb::sig("def pose" SINEW_Q ", " SINEW_FRAME ", *, " SINEW_OUT),
            "Returns the pose of a frame in the world as a homogeneous matrix (..., 4, 4).");
  owner.def("velocity", &velocity<Owner>, q, v, frame, body, nb::kw_only(), nothing("out"),
            nb::sig("def velocity" SINEW_QV ", " SINEW_REFERENCE),
            "Returns the twist of a frame (..., 6): angular [rad/s], linear [m/s].");
  owner.def("poses", &poses_of_frames<Owner>, q, nb::arg("frames"), nb::kw_only(), nothing("out"),
            nb::sig("def poses" SINEW_Q ", " SINEW_FRAMES ", *, " SINEW_OUT),
            "Returns the poses of several frames in the world as homogeneous matrices (..., frames, 4, 4).");
  owner.def("velocities", &velocities_of_frames<Owner>, q, v, nb::arg("frames"), body, nb::kw_only(),
            nothing("out"),
            nb::sig("def velocities" SINEW_QV ", " SINEW_FRAMES ", reference: str = 'body', *, " SINEW_OUT),
            "Returns the twists of several frames (..., frames, 6): angular [rad/s], linear [m/s].");
}

}  // namespace

void bind_quantities(nb::class_<Robot>& robot) {
  bind(robot);
}
void bind_quantities(nb::class_<BatchOfRobot>& batch) {
  bind(batch);
}

}  // namespace sinew::python
