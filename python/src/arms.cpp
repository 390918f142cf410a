// Binds several arms that hold one object: kinematics, sharing of a load, influence of torques, prediction and correction,
// objects, and the merged model.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "constrained_system.hpp"
#include "module.hpp"
#include "parts.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/chains/arms/load_sharing.hpp"
#include "sinew/chains/arms/multi_arm_influence.hpp"
#include "sinew/chains/arms/predictor_corrector.hpp"
#include "workspace.hpp"

namespace sinew::python {
namespace {

// The arms that compute the dynamics of a system.
MultiArm<double>& arms_of(System& system) {
  if (MultiArm<double>* const arms = system.system.arms()) return *arms;
  throw std::invalid_argument(
      "the system is not one of arms that only grasps connect: make it from "
      "sinew.ArmsAndObject");
}

// The arms of a system in working memory of their own, so that the results of the system stay valid. Python keeps the
// system alive.
class OwnArms {
 public:
  explicit OwnArms(System& system) : arms(made(system)), system_(system) {}
  OwnArms(const OwnArms&) = delete;  // the library's objects refer to the arms

  // Holds the grasps that the system holds.
  void hold_as_the_system() {
    const int first = system_.system.loop_count() - arms.grasp_count();
    for (int grasp = 0; grasp < arms.grasp_count(); ++grasp) {
      if (const bool held = system_.system.is_loop_closed(first + grasp); held != arms.is_held(grasp))
        held ? arms.hold(grasp) : arms.release(grasp);
    }
  }

  MultiArm<double> arms;

 private:
  static MultiArm<double> made(System& system) {
    arms_of(system);
    return {system.arms->arms, system.arms->object, system.arms->grasps};
  }
  System& system_;
};

struct ArmKinematics {
  explicit ArmKinematics(System& system) : own(system), library(own.arms) {}
  void update(nb::handle q, nb::handle v) {
    own.hold_as_the_system();
    const Vector position("q", q, own.arms.position_size());
    if (v.is_none())
      library.update(position);
    else
      library.update(position, Vector("v", v, own.arms.velocity_size()));
  }
  OwnArms own;
  MultiArmKinematics<double> library;
};

struct Influences {
  explicit Influences(System& system) : own(system), library(own.arms) {}
  void update(nb::handle q) {
    own.hold_as_the_system();
    library.update(Vector("q", q, own.arms.position_size()));
    is_updated = true;
  }
  const MultiArmInfluence<double>& results() const {
    if (!is_updated) throw std::logic_error("MultiArmInfluence has no position: call update first");
    return library;
  }
  OwnArms own;
  MultiArmInfluence<double> library;
  bool is_updated = false;
};

struct Corrector {
  explicit Corrector(System& of) : system(of), library(arms_of(of)) {}
  void update() {
    is_updated = false;
    library.update(arms_of(system));
    is_updated = true;
  }
  const PredictorCorrector<double>& results() const {
    if (!is_updated) throw std::logic_error("PredictorCorrector has no state: call update first");
    return library;
  }
  System& system;  // Python keeps it alive
  PredictorCorrector<double> library;
  bool is_updated = false;
};

Projection projection_named(const std::string& name) {
  if (name == "nearest") return Projection::nearest;
  if (name == "least_norm") return Projection::least_norm;
  throw std::invalid_argument(unknown_name("projection", name, {"nearest", "least_norm"}));
}

// Calls `compute` with a copy of the velocities or accelerations x, which it changes.
template <class Compute>
nb::object changed(ArmKinematics& self, const char* name, nb::handle x, Compute&& compute) {
  std::vector<double> numbers = double_vector(name, x, self.own.arms.velocity_size());
  compute(self.library, Out<double>(numbers));
  return copied<double>(numbers);
}

#define SINEW_ARRAY "numpy.typing.ArrayLike"

void bind_kinematics(nb::module_& module) {
  using Library = MultiArmKinematics<double>;
  nb::class_<ArmKinematics> kinematics(
      module, "MultiArmKinematics",
      "Velocities and accelerations of several arms and the object they hold. Vectors stack those of the\n"
      "arms, then that of the object. Results are for the state of the last update.");
  kinematics.def(nb::init<System&>(), nb::arg("system"), nb::keep_alive<1, 2>())
      .def("update", &ArmKinematics::update, nb::arg("q"), nb::arg("v") = nb::none(),
           nb::sig("def update(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY " | None = None) -> None"),
           "Sets the position, and the velocity, which accelerations need. Grasps are held as in the system.")
      .def_prop_ro(
          "rows", [](ArmKinematics& self) { return self.library.rows(); },
          "The number of rows of the grasps that are held.")
      .def_prop_ro(
          "object_map", [](ArmKinematics& self) { return copied(self.library.object_map()); },
          nb::sig("def object_map(self) -> numpy.ndarray"),
          "A (the object's degrees of freedom, rows): forces along the rows act on the object by A f.");
  const auto along_rows = [&](const char* name, const char* argument,
                              void (Library::*compute)(In<double>, Out<double>), const char* doc) {
    const std::string signature =
        "def " + std::string(name) + "(self, " + argument + ": " SINEW_ARRAY ") -> numpy.ndarray";
    kinematics.def(
        name,
        [=](ArmKinematics& self, nb::handle x) {
          Result result(nb::none(), self.library.rows());
          (self.library.*compute)(Vector(argument, x, self.own.arms.velocity_size()), result);
          return result.array();
        },
        nb::arg(argument), nb::sig(signature.c_str()), doc);
  };
  along_rows("relative_velocity", "v", &Library::relative_velocity,
             "Returns the relative velocities along the rows (rows), zero if v is consistent.");
  along_rows("relative_acceleration", "a", &Library::relative_acceleration,
             "Returns the relative accelerations along the rows (rows), zero if a is consistent.");
  const auto change = [&](const char* name, const char* argument, auto compute, const char* doc) {
    const std::string signature =
        "def " + std::string(name) + "(self, " + argument + ": " SINEW_ARRAY ") -> numpy.ndarray";
    kinematics.def(
        name, [=](ArmKinematics& self, nb::handle x) { return changed(self, argument, x, compute); },
        nb::arg(argument), nb::sig(signature.c_str()), doc);
  };
  change(
      "object_velocity", "v", [](Library& all, Out<double> v) { all.object_velocity(v); },
      "Returns v (n_v) with the object's part, of least squares, from that of the arms.");
  change(
      "object_acceleration", "a", [](Library& all, Out<double> a) { all.object_acceleration(a); },
      "Returns a (n_v) with the object's part, of least squares, from that of the arms.");
  change(
      "joint_velocities", "v", [](Library& all, Out<double> v) { all.joint_velocities(v); },
      "Returns v (n_v) with the arms' parts, of least norm, from that of the object. Raises SingularPosition "
      "if\n"
      "an arm cannot follow.");
  change(
      "joint_accelerations", "a", [](Library& all, Out<double> a) { all.joint_accelerations(a); },
      "Returns a (n_v) with the arms' parts, of least norm, from that of the object.");
  const auto project = [&](const char* name, const char* argument,
                           void (Library::*compute)(Out<double>, Projection), const char* doc) {
    const std::string signature = "def " + std::string(name) + "(self, " + argument +
                                  ": " SINEW_ARRAY ", projection: str = 'nearest') -> numpy.ndarray";
    kinematics.def(
        name,
        [=](ArmKinematics& self, nb::handle x, const std::string& projection) {
          return changed(self, argument, x, [&](Library& all, Out<double> motion) {
            (all.*compute)(motion, projection_named(projection));
          });
        },
        nb::arg(argument), nb::arg("projection") = "nearest", nb::sig(signature.c_str()), doc);
  };
  project("project_velocity", "v", &Library::project_velocity,
          "Returns consistent velocities (n_v): those nearest to v, or those of 'least_norm'.");
  project("project_acceleration", "a", &Library::project_acceleration,
          "Returns consistent accelerations (n_v): those nearest to a, or those of 'least_norm'.");
}

void bind_load_sharing(nb::module_& module) {
  using Sharing = LoadSharing<double>;
  const auto forces_of = [](ArmKinematics& kinematics, nb::handle forces) {
    return Vector("forces", forces, kinematics.library.rows());
  };
  struct Shared {
    ArmKinematics& kinematics;  // Python keeps it alive
    Sharing sharing;
  };
  nb::class_<Shared> sharing(
      module, "LoadSharing",
      "Shares a load among arms, and splits contact forces into a part that moves the object and one that\n"
      "only squeezes it. Forces are along the rows of all grasps that are held, arm by arm. Results are for\n"
      "the state of the kinematics.");
  sharing
      .def(
          "__init__",
          [](Shared* self, ArmKinematics& kinematics, nb::handle shares, double length) {
            Sharing made(kinematics.library);
            if (!shares.is_none()) made.set_shares(Vector("shares", shares, kinematics.own.arms.arm_count()));
            made.set_length(length);
            new (self) Shared{kinematics, std::move(made)};
          },
          nb::arg("kinematics"), nb::arg("shares") = nb::none(), nb::arg("length") = 1.0,
          nb::keep_alive<1, 2>(),
          nb::sig("def __init__(self, kinematics: MultiArmKinematics, shares: " SINEW_ARRAY
                  " | None = None, length: float = 1.0) -> None"),
          "shares (arms): an arm with twice the share carries twice the load; None: all are one. length [m]: "
          "a\n"
          "moment counts as the force that produces it at this lever arm.")
      .def(
          "share",
          [](Shared& self, nb::handle load) {
            const int dofs = self.kinematics.own.arms.object().velocity_size();
            Result forces(nb::none(), self.kinematics.library.rows());
            self.sharing.share(Vector("load", load, dofs), forces);
            return forces.array();
          },
          nb::arg("load"), nb::sig("def share(self, load: " SINEW_ARRAY ") -> numpy.ndarray"),
          "Returns forces along the rows (rows) that act on the object as the load does: one number per "
          "degree of\n"
          "freedom, for a rigid object moment and force in its frame (6).");
  const auto part = [&](const char* name, int (Sharing::*compute)(In<double>, Out<double>), const char* doc) {
    const std::string signature =
        "def " + std::string(name) + "(self, forces: " SINEW_ARRAY ") -> numpy.ndarray";
    sharing.def(
        name,
        [=](Shared& self, nb::handle forces) {
          Result result(nb::none(), self.kinematics.library.rows());
          (self.sharing.*compute)(forces_of(self.kinematics, forces), result);
          return result.array();
        },
        nb::arg("forces"), nb::sig(signature.c_str()), doc);
  };
  part("motion_part", &Sharing::motion_part, "Returns the part of the forces (rows) that moves the object.");
  part("squeeze_part", &Sharing::squeeze_part,
       "Returns the part of the forces (rows) that only squeezes it.");
}

void bind_influence(nb::module_& module) {
  using Library = MultiArmInfluence<double>;
  nb::class_<Influences> influence(
      module, "MultiArmInfluence",
      "The matrices that map joint torques (n_v) to joint and object accelerations and contact forces, at\n"
      "the position of the last update.");
  influence.def(nb::init<System&>(), nb::arg("system"), nb::keep_alive<1, 2>())
      .def("update", &Influences::update, nb::arg("q"),
           nb::sig("def update(self, q: " SINEW_ARRAY ") -> None"),
           "Sets the position. Grasps are held as in the system.")
      .def_prop_ro(
          "rank", [](const Influences& self) { return self.results().rank(); }, "Of the rows of all grasps.");
  const auto result = [&](const char* name, const Matrix<double>& (Library::*get)() const, const char* doc) {
    const std::string signature = "def " + std::string(name) + "(self) -> numpy.ndarray";
    influence.def_prop_ro(
        name, [get](const Influences& self) { return copied((self.results().*get)()); },
        nb::sig(signature.c_str()), doc);
  };
  result("free_accelerations", &Library::free_accelerations,
         "(n_v, n_v), of arms and object without grasps: the inverse mass matrices.");
  result("accelerations", &Library::accelerations, "(n_v, n_v), of the arms that hold the object.");
  result("contact_forces", &Library::contact_forces,
         "(rows, n_v), along the rows of all grasps, arm by arm.");
  result("constraint_response", &Library::constraint_response,
         "(n_v, rows): accelerations of arms and object per unit of force along the rows.");
}

void bind_corrector(nb::module_& module) {
  nb::class_<Corrector>(
      module, "PredictorCorrector",
      "The contact forces and the object's acceleration as a prediction, with an object that does\n"
      "not move or is free, and its correction by a Kalman gain. Accelerations include that of the\n"
      "ground, which represents gravity. Only for rigid objects.")
      .def(nb::init<System&>(), nb::arg("system"), nb::keep_alive<1, 2>())
      .def("update", &Corrector::update, nb::sig("def update(self) -> None"),
           "Takes the results of the system's last forward_dynamics.")
      .def_prop_ro(
          "free_forces", [](const Corrector& self) { return copied<double>(self.results().free_forces()); },
          nb::sig("def free_forces(self) -> numpy.ndarray"),
          "Forces along the rows (rows) on an object that does not move.")
      .def_prop_ro(
          "gain", [](const Corrector& self) { return copied(self.results().gain()); },
          nb::sig("def gain(self) -> numpy.ndarray"), "The Kalman gain (rows, 6).")
      .def_prop_ro(
          "bias_acceleration", [](const Corrector& self) { return six(self.results().bias_acceleration()); },
          nb::sig("def bias_acceleration(self) -> numpy.ndarray"),
          "The object's acceleration without grasps (6), in its frame.")
      .def(
          "contact_forces",
          [](const Corrector& self) {
            Result forces(nb::none(), int(self.results().free_forces().size()));
            self.results().contact_forces(forces);
            return forces.array();
          },
          nb::sig("def contact_forces(self) -> numpy.ndarray"), "Returns the forces along the rows (rows).")
      .def(
          "object_acceleration",
          [](const Corrector& self) { return six(self.results().object_acceleration()); },
          nb::sig("def object_acceleration(self) -> numpy.ndarray"),
          "Returns the object's acceleration (6), in its frame.");
}

}  // namespace

void bind_arms(nb::module_& module) {
  bind_kinematics(module);
  bind_load_sharing(module);
  bind_influence(module);
  bind_corrector(module);
  auto system = nb::borrow<nb::class_<System>>(nb::type<System>());
  system.def(
      "row_forces",
      [](System& self) {
        const MultiArm<double>& arms = arms_of(self);
        Result forces(nb::none(), arms.rows());
        arms.row_forces(forces);
        return forces.array();
      },
      nb::sig("def row_forces(self) -> numpy.ndarray"),
      "Returns the forces of the arms along the rows of all grasps that are held (rows), arm by arm, after\n"
      "forward_dynamics; for sinew.LoadSharing.");
  module.def(
      "rigid_object",
      [](nb::handle inertial, nb::handle gravity, const std::string& name) {
        Inertial read_inertial;
        read("inertial", inertial, read_inertial);
        return Robot(rigid_object(read_inertial, vector3_of("gravity", gravity), name));
      },
      nb::arg("inertial"), nb::arg("gravity") = nb::make_tuple(0, 0, -9.81), nb::arg("name") = "object",
      nb::sig("def rigid_object(inertial: sinew.description.Inertial, gravity: " SINEW_ARRAY
              " = (0, 0, -9.81), name: str = 'object') -> Model"),
      "Returns an object of one floating rigid body, which arms hold.");
  module.def(
      "merge_arms",
      [](nb::handle arms) {
        const ArmsAndObject parts = arms_and_object_of(arms);
        return Robot(merge_arms(parts.arms, parts.object, parts.grasps, parts.names));
      },
      nb::arg("arms"), nb::sig("def merge_arms(arms: sinew.description.ArmsAndObject) -> Model"),
      "Returns arms and object as one robot with loops: joint1 of the arm `left` is called left/joint1.");
#undef SINEW_ARRAY
}

}  // namespace sinew::python
