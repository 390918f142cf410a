// Binds robots with closed loops and couplings, and several arms that hold an object: ConstrainedSystem with its results,
// consistent states, and the parts of scenes.
#include "constrained_system.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "module.hpp"
#include "parts.hpp"
#include "scene.hpp"
#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/chains/loops/closed_kinematics.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/chains/loops/well_posedness.hpp"
#include "workspace.hpp"

namespace sinew::python {

ArmsAndObject arms_and_object_of(nb::handle python) {
  const auto model_of = [](const std::string& path, nb::handle robot) {
    if (!nb::isinstance<Robot>(robot)) wrong_type(path, robot, "a sinew.Model");
    return nb::cast<const Robot&>(robot).model();
  };
  std::vector<Model> arms;
  for (const nb::object& arm : elements_of("arms", python.attr("arms")))
    arms.push_back(model_of("arms[" + std::to_string(arms.size()) + "]", arm));
  if (arms.empty()) throw std::invalid_argument("arms is empty, expected at least one sinew.Model");
  const nb::object object = python.attr("object");
  // Without an object, the arms hold the ground.
  const Model held = object.is_none() ? Model(Description{.name = "nothing", .gravity = arms[0].gravity()})
                                      : model_of("object", object);
  ArmsAndObject parts{.arms = std::move(arms), .object = held};
  read("grasps", python.attr("grasps"), parts.grasps);
  read("names", python.attr("names"), parts.names);
  return parts;
}

namespace {

nb::object python_of(const ArmsAndObject& parts) {
  nb::list arms;
  for (const Model& arm : parts.arms) arms.append(Robot(arm));
  return class_named("ArmsAndObject")(nb::arg("arms") = arms, nb::arg("object") = Robot(parts.object),
                                      nb::arg("grasps") = to_python(parts.grasps),
                                      nb::arg("names") = to_python(parts.names));
}

Strategy strategy_named(const std::string& name) {
  std::vector<std::string> known;
  for (const Strategy strategy :
       {Strategy::automatic, Strategy::block_omega, Strategy::embedding, Strategy::dense}) {
    if (name == name_of(strategy)) return strategy;
    known.emplace_back(name_of(strategy));
  }
  throw std::invalid_argument(unknown_name("strategy", name, known));
}

// Makes the system in the memory that Python has allocated for it.
void construct(System* self, nb::handle robot, const std::string& strategy, nb::handle actuated) {
  ConstrainedSystemOptions options{.strategy = strategy_named(strategy)};
  std::optional<Model> model;
  if (nb::isinstance<Robot>(robot)) {
    model = nb::cast<const Robot&>(robot).model();
  } else if (nb::isinstance(robot, class_named("ArmsAndObject"))) {
    options.arms = arms_and_object_of(robot);
    model = merge_arms(options.arms->arms, options.arms->object, options.arms->grasps, options.arms->names);
  } else {
    wrong_type("robot", robot, "a sinew.Model or sinew.ArmsAndObject");
  }
  options.actuated = dofs_of(Robot(*model), "actuated", actuated);
  new (self) System(*model, options);
}

// ---- Results ----

// Copies of the library's results, which refer to the system.
struct Loops {
  std::string name;
  bool is_closed;
  Force<double> force;
};
struct Couplings {
  std::string name;
  double torque;
};
struct Parts {
  explicit Parts(const PartResult& part)
      : name(part.name),
        q(part.position.begin(), part.position.end()),
        v(part.velocity.begin(), part.velocity.end()),
        tau(part.torque.begin(), part.torque.end()),
        a(part.acceleration.begin(), part.acceleration.end()) {}
  std::string name;
  std::vector<double> q, v, tau, a;
};
// The position that assembly has found.
struct Assembled {
  std::vector<double> q;
  Assembly assembly{};
};
// The kinematics of the closed loops at one position, independent of the system.
struct KinematicsAt {
  Robot robot;
  std::vector<double> q;
  ClosedKinematics<double> kinematics;
};

// Returns call(which) for a name or a number. `what`: "a loop".
template <class Call>
auto by_name_or_number(const char* what, nb::handle which, Call&& call) {
  if (PyLong_Check(which.ptr())) {
    int number = 0;
    read(what, which, number);
    return call(number);
  }
  if (!PyUnicode_Check(which.ptr()))
    throw nb::type_error((std::string(what) + " is given by its name or its number").c_str());
  return call(std::string_view(text_of(which)));
}
int coupling_index(const ConstrainedSystem& system, nb::handle coupling) {
  return by_name_or_number("a coupling", coupling, [&](auto which) {
    if constexpr (std::same_as<decltype(which), int>)
      return which;
    else
      return system.coupling_index(which);
  });
}
int loop_index(const ConstrainedSystem& system, nb::handle loop) {
  return by_name_or_number("a loop", loop, [&](auto which) {
    if constexpr (std::same_as<decltype(which), int>)
      return which;
    else
      return system.loop_index(which);
  });
}

// Reads q, and v if there are velocities: copies that the library may change.
std::vector<double> position_of(const Robot& robot, nb::handle q) {
  return double_vector("q", q, robot.n_q());
}
std::vector<double> velocity_of(const Robot& robot, nb::handle v) {
  return v.is_none() ? std::vector<double>(std::size_t(robot.n_v())) : double_vector("v", v, robot.n_v());
}

Assembled assemble(System& self, nb::handle q, nb::handle held, nb::handle weights, double tolerance,
                   int max_steps, double longest_step) {
  Assembled result{.q = position_of(self.robot, q)};
  std::vector<double> given = weights.is_none() ? std::vector<double>(std::size_t(self.robot.n_v()), 1.0)
                                                : double_vector("weights", weights, self.robot.n_v());
  for (const int dof : dofs_of(self.robot, "held", held)) given[std::size_t(dof)] = 0;
  result.assembly = self.system.assemble(
      result.q,
      {.tolerance = tolerance, .max_steps = max_steps, .longest_step = longest_step, .weights = given});
  return result;
}

nb::object joint_forces_of(System& self) {
  std::vector<JointForce<double>> forces(self.robot.model().joints().size());
  if (MultiArm<double>* const arms = self.system.arms()) {
    std::span<JointForce<double>> rest = forces;
    for (int part = 0; part <= arms->arm_count(); ++part) {
      const std::size_t joints = arms->model(part).joints().size();
      joint_forces(arms->workspace(part), rest.first(joints));
      rest = rest.subspan(joints);
    }
  } else {
    joint_forces(self.system.workspace(), forces);
  }
  return copied_rows(forces, [](const auto& force) { return force.whole; });
}

// Bodies of a part are called PART/BODY in the whole.
nb::object fixed_joint_forces_of(System& self) {
  const std::span<const FixedJointInfo> joints = self.robot.model().fixed_joints();
  std::vector<Force<double>> forces(joints.size());
  if (MultiArm<double>* const arms = self.system.arms()) {
    for (int part = 0; part <= arms->arm_count(); ++part) {
      const std::string_view name =
          part < arms->arm_count() ? self.system.arm(part).name : self.system.object().name;
      const std::span<const FixedJointInfo> own = arms->model(part).fixed_joints();
      std::vector<Force<double>> found(own.size());
      fixed_joint_forces(arms->workspace(part), found);
      for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string body = std::string(name) + "/" + own[i].body;
        const auto at = std::ranges::find(joints, body, &FixedJointInfo::body);
        forces[std::size_t(at - joints.begin())] = found[i];
      }
    }
  } else {
    fixed_joint_forces(self.system.workspace(), forces);
  }
  return copied_rows(forces, [](const auto& force) { return force; });
}

nb::object closed_jacobian(KinematicsAt& self, nb::handle frame, std::string_view reference) {
  const auto work = self.robot.workspace<double>();
  const int n = self.robot.n_v();
  Matrix<double> J(6, n);
  set_position<double>(*work, self.q);
  jacobian<double>(*work, self.robot.frame(frame), reference_named(reference), J);
  const Matrix<double>& S = self.kinematics.independent_motions();
  return matrix(6, S.cols(), [&](MatrixView<double> out) {
    for (int c = 0; c < S.cols(); ++c) {
      for (int r = 0; r < 6; ++r) {
        out(r, c) = 0;
        for (int i = 0; i < n; ++i) out(r, c) += J(r, i) * S(i, c);
      }
    }
  });
}

#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_FORCES \
  ", *, forces: dict[str, " SINEW_ARRAY "] | None = None, base_acceleration: " SINEW_ARRAY " | None = None"
#define SINEW_JOINTS "collections.abc.Sequence[str | int]"

void bind_results_of_systems(nb::module_& module) {
  nb::class_<Loops>(module, "LoopResult", "The force in a loop or grasp.")
      .def_ro("name", &Loops::name)
      .def_ro("is_closed", &Loops::is_closed)
      .def_prop_ro(
          "force", [](const Loops& self) { return six(self.force); },
          nb::sig("def force(self) -> numpy.ndarray"),
          "Moment [N m] and force [N] on the second end by the first (6), in the second end's axes; an\n"
          "impulse after ConstrainedSystem.impulse. Zero if the loop is open.");
  nb::class_<Couplings>(module, "CouplingResult", "The torque in a coupling or mimic joint.")
      .def_ro("name", &Couplings::name)
      .def_ro("torque", &Couplings::torque, "On the joint that follows.");
  nb::class_<Parts> part(module, "PartResult", "The part of one arm, or of the object, in q, v, tau and a.");
  part.def_ro("name", &Parts::name);
  const auto vector = [&](const char* name, std::vector<double> Parts::*member) {
    const std::string signature = "def " + std::string(name) + "(self) -> numpy.ndarray";
    part.def_prop_ro(
        name, [member](const Parts& self) { return copied<double>(self.*member); },
        nb::sig(signature.c_str()));
  };
  vector("position", &Parts::q);
  vector("velocity", &Parts::v);
  vector("torque", &Parts::tau);
  vector("acceleration", &Parts::a);

  nb::class_<Assembled>(module, "Assembly", "A position at which the loops are closed.")
      .def_prop_ro(
          "q", [](const Assembled& self) { return copied<double>(self.q); },
          nb::sig("def q(self) -> numpy.ndarray"), "The best position found (n_q).")
      .def_prop_ro("closed", [](const Assembled& self) { return self.assembly.closed; })
      .def_prop_ro("steps", [](const Assembled& self) { return self.assembly.steps; })
      .def_prop_ro(
          "error", [](const Assembled& self) { return self.assembly.error; },
          "The constraint error of the worst row [m or rad].")
      .def_prop_ro(
          "worst_row", [](const Assembled& self) { return self.assembly.worst_row; },
          "\"loop 'knee', row 2\"")
      .def("__repr__", [](const Assembled& self) {
        return std::string("<Assembly: ") + (self.assembly.closed ? "closed" : "not closed") + " after " +
               std::to_string(self.assembly.steps) + " steps>";
      });

  nb::class_<WellPosedness>(module, "WellPosedness",
                            "Whether accelerations and constraint forces are unique at a position.")
      .def_ro("rows", &WellPosedness::rows, "The number of constraint rows.")
      .def_ro("rank", &WellPosedness::rank, "How many of them are linearly independent.")
      .def_ro("dofs", &WellPosedness::dofs, "Degrees of freedom at this position.")
      .def_prop_ro("forces_are_unique", &WellPosedness::forces_are_unique)
      .def_prop_ro("accelerations_are_unique", &WellPosedness::accelerations_are_unique)
      .def_prop_ro(
          "open_forces", [](const WellPosedness& self) { return copied(self.open_forces); },
          nb::sig("def open_forces(self) -> numpy.ndarray"),
          "Orthonormal columns (rows, n): forces along the rows that cancel.")
      .def_prop_ro(
          "open_accelerations", [](const WellPosedness& self) { return copied(self.open_accelerations); },
          nb::sig("def open_accelerations(self) -> numpy.ndarray"),
          "Orthonormal columns (n_v, n): accelerations that move no mass.");

  nb::class_<ConstraintError>(module, "ConstraintError", "The largest error of the constraints.")
      .def_ro("size", &ConstraintError::size, "[m or rad], for velocities per second.")
      .def_ro("row", &ConstraintError::row, "The row that has it: \"loop 'knee', row 2\".")
      .def_prop_ro("fits", &ConstraintError::fits, "Whether it is no more than rounding.");
  nb::class_<ConstraintErrors>(module, "ConstraintErrors", "The largest errors of a position and a velocity.")
      .def_ro("position", &ConstraintErrors::position)
      .def_ro("velocity", &ConstraintErrors::velocity)
      .def_prop_ro("fit", &ConstraintErrors::fit, "Whether both are no more than rounding.");

  nb::class_<KinematicsAt>(module, "ClosedKinematics",
                           "The velocities that closed loops allow at one position: v = S u.")
      .def_prop_ro("dofs", [](const KinematicsAt& self) { return self.kinematics.dofs(); })
      .def_prop_ro(
          "rank", [](const KinematicsAt& self) { return self.kinematics.rank(); },
          "Of the constraint Jacobian.")
      .def_prop_ro(
          "independent",
          [](const KinematicsAt& self) {
            const auto independent = self.kinematics.independent();
            return std::vector<int>(independent.begin(), independent.end());
          },
          "Indices into v of the independent velocities u.")
      .def_prop_ro(
          "independent_motions",
          [](const KinematicsAt& self) { return copied(self.kinematics.independent_motions()); },
          nb::sig("def independent_motions(self) -> numpy.ndarray"), "S (n_v, dofs).")
      .def_prop_ro(
          "constraint_jacobian",
          [](const KinematicsAt& self) { return copied(self.kinematics.constraint_jacobian()); },
          nb::sig("def constraint_jacobian(self) -> numpy.ndarray"),
          "J (rows, n_v): J v = 0 for velocities that keep the loops closed.")
      .def(
          "expand",
          [](const KinematicsAt& self, nb::handle u) {
            Result v(nb::none(), self.robot.n_v());
            self.kinematics.expand(Vector("u", u, self.kinematics.dofs()), v);
            return v.array();
          },
          nb::arg("u"), nb::sig("def expand(self, u: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns the velocities of all joints (n_v) from the independent ones (dofs).")
      .def(
          "project",
          [](KinematicsAt& self, nb::handle v) {
            Result nearest(nb::none(), self.robot.n_v());
            self.kinematics.project(Vector("v", v, self.robot.n_v()), nearest);
            return nearest.array();
          },
          nb::arg("v"), nb::sig("def project(self, v: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns the velocities (n_v) nearest to v that keep the loops closed.")
      .def("jacobian", &closed_jacobian, nb::arg("frame"), nb::arg("reference") = "body",
           nb::sig("def jacobian(self, frame: str | int, reference: str = 'body') -> numpy.ndarray"),
           "Returns the Jacobian of a frame (6, dofs) with respect to the independent velocities.");
}

void bind_system(nb::module_& module) {
  const nb::arg q("q"), v("v"), tau("tau"), a("a"), loop("loop");
  const auto nothing = [](const char* name) { return nb::arg(name) = nb::none(); };
  nb::class_<System> system(
      module, "ConstrainedSystem", nb::is_weak_referenceable(),
      "The dynamics of any robot: a tree, a mechanism with closed loops and couplings, or several arms\n"
      "that hold an object. It keeps working memory and the results of its last call. Coordinates of\n"
      "several arms are stacked: those of the arms one after another, then those of the object.");
  system
      .def("__init__", &construct, nb::arg("robot"), nb::kw_only(), nb::arg("strategy") = "automatic",
           nb::arg("actuated") = nb::make_tuple(),
           nb::sig("def __init__(self, robot: Model | sinew.description.ArmsAndObject, *, strategy: str = "
                   "'automatic', actuated: " SINEW_JOINTS " = ()) -> None"),
           "strategy: 'automatic', 'block_omega', 'embedding' or 'dense', which give the same results. "
           "actuated:\n"
           "joints with motors, for inverse_dynamics; empty: all joints have motors.")
      .def_prop_ro(
          "model", [](const System& self) { return Robot(self.robot); }, nb::sig("def model(self) -> Model"),
          "The whole system as one robot.")
      .def_prop_ro(
          "is_constrained", [](const System& self) { return self.system.is_constrained(); },
          "Whether a constraint is active.")
      .def_prop_ro(
          "method", [](const System& self) { return std::string(self.system.method()); },
          "How accelerations are computed: 'tree', the name of a strategy, or 'multi_arm'.")
      .def_prop_ro(
          "rows", [](const System& self) { return self.system.rows(); }, "The number of constraint rows.")
      .def_prop_ro(
          "loop_names",
          [](const System& self) {
            std::vector<std::string> names;
            for (const Loop& one : self.robot.model().description().loops) names.push_back(one.name);
            return names;
          },
          "Loops in the order of the description, then grasps.")
      .def_prop_ro(
          "coupling_names",
          [](const System& self) {
            std::vector<std::string> names;
            for (const auto& one : self.system.chain().constraints().couplings())
              names.emplace_back(one.name);
            return names;
          },
          "Couplings in the order of the description, then mimic joints.")
      .def("__repr__", [](const System& self) {
        return "<sinew.ConstrainedSystem of '" + self.robot.model().name() +
               "': " + std::to_string(self.system.rows()) + " rows, " + self.system.method() + ">";
      });

  // ---- Dynamics ----
  system
      .def(
          "forward_dynamics",
          [](System& self, nb::handle q_, nb::handle v_, nb::handle tau_, nb::handle forces, nb::handle base,
             nb::handle out) {
            const int n = self.robot.n_v();
            Influence influence(self.robot, forces, base);
            Result result(out, n);
            self.system.forward_dynamics(Vector("q", q_, self.robot.n_q()), Vector("v", v_, n),
                                         Vector("tau", tau_, n), result, influence);
            return result.array();
          },
          q, v, tau, nb::kw_only(), nothing("forces"), nothing("base_acceleration"), nothing("out"),
          nb::sig("def forward_dynamics(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY
                  ", tau: " SINEW_ARRAY SINEW_FORCES ", out: numpy.ndarray | None = None) -> numpy.ndarray"),
          "Returns the joint accelerations (n_v) [rad/s^2, m/s^2] under the joint torques tau (n_v).\n\n"
          "q (n_q) closes the loops and v (n_v) keeps them closed. For forces and base_acceleration see\n"
          "Model.forward_dynamics. Afterwards loop, coupling, arm and object have the results.")
      .def(
          "inverse_dynamics",
          [](System& self, nb::handle q_, nb::handle v_, nb::handle a_, nb::handle forces, nb::handle base) {
            const int n = self.robot.n_v();
            Influence influence(self.robot, forces, base);
            Result result(nb::none(), n);
            const double residual = self.system.inverse_dynamics(
                Vector("q", q_, self.robot.n_q()), Vector("v", v_, n), Vector("a", a_, n), result, influence);
            return nb::make_tuple(result.array(), residual);
          },
          q, v, a, nb::kw_only(), nothing("forces"), nothing("base_acceleration"),
          nb::sig("def inverse_dynamics(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY
                  ", a: " SINEW_ARRAY SINEW_FORCES ") -> tuple[numpy.ndarray, float]"),
          "Returns the motor torques of least norm (n_v) for accelerations that keep the loops closed, and "
          "the\n"
          "residual: the torque that the motors cannot produce.")
      .def(
          "impulse",
          [](System& self, nb::handle q_, nb::handle rows) {
            Result change(nb::none(), self.robot.n_v());
            self.system.impulse(Vector("q", q_, self.robot.n_q()), Vector("rows", rows, self.system.rows()),
                                change);
            return change.array();
          },
          q, nb::arg("rows"),
          nb::sig("def impulse(self, q: " SINEW_ARRAY ", rows: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns the change of v (n_v), of least kinetic energy, that changes the velocities along the\n"
          "constraint rows by `rows` (rows). The forces of loops are then impulses.")
      .def(
          "rank", [](const System& self) { return self.system.rank(); },
          "Returns the rank of the active rows, after forward_dynamics or impulse.")
      .def("joint_forces", &joint_forces_of, nb::sig("def joint_forces(self) -> numpy.ndarray"),
           "Returns the force across every joint (joints, 6) of the closed mechanism, after "
           "forward_dynamics; as\n"
           "Workspace.joint_forces.")
      .def("fixed_joint_forces", &fixed_joint_forces_of,
           nb::sig("def fixed_joint_forces(self) -> numpy.ndarray"),
           "Returns the force across every fixed joint (fixed joints, 6), after forward_dynamics; in the "
           "order of\n"
           "model.fixed_joints.");

  // ---- Positions and velocities ----
  system
      .def(
          "position_errors",
          [](System& self, nb::handle q_) {
            Result errors(nb::none(), self.system.rows());
            self.system.position_errors(Vector("q", q_, self.robot.n_q()), errors);
            return errors.array();
          },
          q, nb::sig("def position_errors(self, q: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns the constraint errors of a position (rows) [m or rad].")
      .def(
          "velocity_errors",
          [](System& self, nb::handle q_, nb::handle v_) {
            Result errors(nb::none(), self.system.rows());
            self.system.velocity_errors(Vector("q", q_, self.robot.n_q()), Vector("v", v_, self.robot.n_v()),
                                        errors);
            return errors.array();
          },
          q, v, nb::sig("def velocity_errors(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns the velocities along the constraint rows (rows), zero if v keeps the loops closed.")
      .def(
          "kinematics",
          [](System& self, nb::handle q_) {
            std::vector<double> at = position_of(self.robot, q_);
            const ClosedKinematics<double>& found = self.system.kinematics(at);
            return KinematicsAt{self.robot, std::move(at), found};
          },
          q, nb::sig("def kinematics(self, q: " SINEW_ARRAY ") -> ClosedKinematics"),
          "Returns the degrees of freedom, independent motions and Jacobians at a position.")
      .def(
          "well_posedness",
          [](System& self, nb::handle q_) {
            ClosedChain<double> chain = self.system.chain();
            const auto work = self.robot.workspace<double>();
            return well_posedness(*work, chain, Vector("q", q_, self.robot.n_q()));
          },
          q, nb::sig("def well_posedness(self, q: " SINEW_ARRAY ") -> WellPosedness"),
          "Returns whether accelerations and constraint forces are unique at a position.")
      .def("assemble", &assemble, q, nb::kw_only(), nb::arg("held") = nb::make_tuple(), nothing("weights"),
           nb::arg("tolerance") = 1e-12, nb::arg("max_steps") = 100, nb::arg("longest_step") = 0.5,
           nb::sig(
               "def assemble(self, q: " SINEW_ARRAY ", *, held: " SINEW_JOINTS " = (), weights: " SINEW_ARRAY
               " | None = None, tolerance: float = 1e-12, max_steps: int = 100, longest_step: float = 0.5) "
               "-> Assembly"),
           "Returns a position near q at which all loops are closed. Joints in held do not move. weights "
           "(n_v): a\n"
           "degree of freedom with twice the weight moves twice as much.");

  // ---- Loops, couplings and parts ----
  system
      .def(
          "loop",
          [](const System& self, nb::handle which) {
            const LoopResult found = self.system.loop(loop_index(self.system, which));
            return Loops{std::string(found.name), found.is_closed, found.force};
          },
          loop, nb::sig("def loop(self, loop: str | int) -> LoopResult"),
          "Returns the force in a loop or grasp, after forward_dynamics or impulse.")
      .def(
          "is_loop_closed",
          [](const System& self, nb::handle which) {
            return self.system.is_loop_closed(loop_index(self.system, which));
          },
          loop, nb::sig("def is_loop_closed(self, loop: str | int) -> bool"))
      .def(
          "set_loop_closed",
          [](System& self, nb::handle which, bool closed) {
            self.system.set_loop_closed(loop_index(self.system, which), closed);
          },
          loop, nb::arg("closed"),
          nb::sig("def set_loop_closed(self, loop: str | int, closed: bool) -> None"),
          "Opens or closes a loop or grasp, such as that of a foot that is lifted.")
      .def(
          "coupling",
          [](const System& self, nb::handle which) {
            const CouplingResult found =
                by_name_or_number("a coupling", which, [&](auto key) { return self.system.coupling(key); });
            return Couplings{std::string(found.name), found.torque};
          },
          nb::arg("coupling"), nb::sig("def coupling(self, coupling: str | int) -> CouplingResult"),
          "Returns the torque of a coupling, or of a mimic joint by the joint's name, after "
          "forward_dynamics.")
      .def(
          "set_coupling_active",
          [](System& self, nb::handle which, bool active) {
            self.system.chain().set_coupling_active(coupling_index(self.system, which), active);
          },
          nb::arg("coupling"), nb::arg("active"),
          nb::sig("def set_coupling_active(self, coupling: str | int, active: bool) -> None"),
          "Releases or restores a coupling or mimic joint, such as a brake that locks a joint.")
      .def(
          "arm",
          [](const System& self, nb::handle which) {
            return Parts(by_name_or_number("an arm", which, [&](auto key) { return self.system.arm(key); }));
          },
          nb::arg("arm"), nb::sig("def arm(self, arm: str | int) -> PartResult"),
          "Returns the part of one arm in the last forward_dynamics.")
      .def_prop_ro(
          "object", [](const System& self) { return Parts(self.system.object()); },
          "The part of the object in the last forward_dynamics.");

  bind_system_derivatives(system);

  auto model = nb::borrow<nb::class_<Robot>>(nb::type<Robot>());
  model
      .def_prop_ro(
          "independent", [](const Robot& self) { return IndependentIndices(self.model()).velocities; },
          "Indices into v of the n_u independent velocities: all but those of joints that follow others.")
      .def(
          "follow",
          [](const Robot& self, nb::handle q_) {
            std::vector<double> position = position_of(self, q_);
            IndependentCoordinates<double>(self.model()).follow(position);
            return copied<double>(position);
          },
          q, nb::sig("def follow(self, q: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns q (n_q) with mimic and coupled joints where their leaders put them.")
      .def(
          "expand",
          [](const Robot& self, nb::handle q_, nb::handle u) {
            IndependentCoordinates<double> coordinates(self.model());
            coordinates.update(Vector("q", q_, self.n_q()));
            Result velocity(nb::none(), self.n_v());
            coordinates.expand(Vector("u", u, coordinates.size()), velocity);
            return velocity.array();
          },
          q, nb::arg("u"),
          nb::sig("def expand(self, q: " SINEW_ARRAY ", u: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns the velocities of all joints (n_v) from the independent ones (n_u) at q.")
      .def(
          "constraint_errors",
          [](const Robot& self, nb::handle q_, nb::handle v_) {
            return constraint_errors(self.model(), position_of(self, q_), velocity_of(self, v_));
          },
          q, nothing("v"),
          nb::sig("def constraint_errors(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY
                  " | None = None) -> ConstraintErrors"),
          "Returns the largest errors of loops, couplings and mimic joints at a position and a velocity.")
      .def(
          "make_consistent",
          [](const Robot& self, nb::handle q_, nb::handle v_, nb::handle held) {
            std::vector<double> position = position_of(self, q_), velocity = velocity_of(self, v_);
            const std::vector<int> dofs = dofs_of(self, "held", held);
            ConstraintErrors errors = make_consistent(self.model(), position, velocity, dofs);
            return nb::make_tuple(copied<double>(position), copied<double>(velocity), std::move(errors));
          },
          q, nothing("v"), nb::kw_only(), nb::arg("held") = nb::make_tuple(),
          nb::sig("def make_consistent(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY
                  " | None = None, *, held: " SINEW_JOINTS
                  " = ()) -> tuple[numpy.ndarray, numpy.ndarray, ConstraintErrors]"),
          "Returns the position (n_q) and velocity (n_v) near the given ones that satisfy loops, couplings "
          "and\n"
          "mimic joints, and the errors that remain. Joints in held stay as given.");
}

void bind_parts_of_scenes(nb::module_& module) {
  nb::class_<SceneRobot>(module, "SceneRobot", "A robot or object of a scene, where the scene places it.")
      .def_ro("name", &SceneRobot::name)
      .def_prop_ro("model", [](const SceneRobot& self) { return Robot(self.model); })
      .def_ro("state", &SceneRobot::state, "q, v and tau at the start.")
      .def("__repr__", [](const SceneRobot& self) { return "<SceneRobot '" + self.name + "'>"; });
  auto scene = nb::borrow<nb::class_<LoadedScene>>(nb::type<LoadedScene>());
  scene
      .def_prop_ro(
          "robots", [](const LoadedScene& self) { return self.scene.robots; },
          "The arms, or the one mechanism.")
      .def_prop_ro(
          "object",
          [](const LoadedScene& self) {
            return self.scene.object ? nb::cast(*self.scene.object) : nb::none();
          },
          nb::sig("def object(self) -> SceneRobot | None"), "What the arms hold; None if there is nothing.")
      .def_prop_ro(
          "arms_and_object",
          [](const LoadedScene& self) {
            if (!self.scene.has_arms)
              throw std::invalid_argument("the scene '" + self.scene.name +
                                          "' has no arms: it is one mechanism");
            return python_of(arms_and_object(self.scene));
          },
          nb::sig("def arms_and_object(self) -> sinew.description.ArmsAndObject"),
          "The parts of a scene with arms, with their grasps.")
      .def(
          "system",
          [](const LoadedScene& self) {
            ConstrainedSystemOptions options;
            if (self.scene.has_arms) options.arms = arms_and_object(self.scene);
            return std::make_unique<System>(as_one_model(self.scene), options);
          },
          nb::sig("def system(self) -> ConstrainedSystem"), "Returns the dynamics of the whole scene.");
}

#undef SINEW_ARRAY
#undef SINEW_FORCES
#undef SINEW_JOINTS

}  // namespace

void bind_constrained_system(nb::module_& module) {
  bind_results_of_systems(module);
  bind_system(module);
  bind_parts_of_scenes(module);
}

}  // namespace sinew::python
