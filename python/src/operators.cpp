// Binds operator expressions (sinew/operators.hpp) as the submodule `operators`: formulas of spatial operators that are
// simplified, evaluated at states of a robot, and explained.
#include "sinew/operators.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "many_states.hpp"
#include "module.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::python {
namespace {

using namespace operators;

// ---- Arguments ----

Notation notation_named(std::string_view name) {
  if (name == "ascii") return Notation::ascii;
  if (name == "unicode") return Notation::unicode;
  if (name == "latex") return Notation::latex;
  throw std::invalid_argument(unknown_name("notation", std::string(name), {"ascii", "unicode", "latex"}));
}

Purpose purpose_named(std::string_view name) {
  if (name == "vector") return Purpose::product_with_vector;
  if (name == "matrix") return Purpose::matrix;
  throw std::invalid_argument(unknown_name("purpose", std::string(name), {"vector", "matrix"}));
}

// A space by its name, or one of the user's own.
Space space_of(nb::handle value) {
  if (nb::isinstance<Space>(value)) return nb::cast<Space>(value);
  if (!PyUnicode_Check(value.ptr())) throw nb::type_error("a space is a Space or the name of one");
  const std::string name = text_of(value);
  for (const Space& space : {joint_space, body_space, frame_space, number_space})
    if (space.name == name) return space;
  throw std::invalid_argument(unknown_name("space", name, {"joint", "body", "frame", "number"}) +
                              "; for a space of your own give Space(name, size)");
}

Expression constant_of(const std::string& name, nb::handle to_value, nb::handle from_value,
                       nb::handle matrix) {
  const Space to = space_of(to_value), from = space_of(from_value);
  const auto size = [](const Space& space) { return npy_intp(space.size > 0 ? space.size : -1); };
  const bool is_vector = from == number_space &&
                         PyArray_NDIM(array_of(nb::module_::import_("numpy").attr("asarray")(matrix))) == 1;
  nb::object array =
      is_vector ? doubles("matrix", matrix, {size(to)}) : doubles("matrix", matrix, {size(to), size(from)});
  return constant(name, to, from, double_vector("matrix", array.attr("ravel")("F")));
}

// Puts the text with a mark below the mistake into the message.
Expression parsed(const std::string& text, const std::vector<Expression>& own) {
  try {
    return parse(text, own);
  } catch (const ParseError& error) {
    if (text.size() > longest_expression) throw;
    throw std::invalid_argument(std::string(error.what()) + "\n  " + text + "\n  " +
                                std::string(error.position - 1, ' ') + "^");
  }
}

bool mentions_frames(const Expression& x) {
  if (x.to() == frame_space || x.from() == frame_space) return true;
  switch (x.kind()) {
    case Expression::Kind::inverse:
      return mentions_frames(x.argument());
    case Expression::Kind::sum:
      return std::ranges::any_of(x.terms(),
                                 [](const auto& term) { return mentions_frames(term.expression); });
    case Expression::Kind::product:
      return std::ranges::any_of(x.factors(), mentions_frames);
    default:
      return false;
  }
}

Configuration configuration(const Expression& x, const Robot& robot, nb::handle frames) {
  std::vector<FrameIndex> found = robot.frames(frames);
  if (found.empty() && mentions_frames(x))
    throw std::invalid_argument(short_text(x) +
                                " refers to frames (by B, J or Omega), expected frames=[...]");
  return Configuration(robot.model(), std::move(found));
}

// ---- Evaluation at many states ----

// q, v and tau of each state; v and tau are zero if they are not given.
class States {
 public:
  States(const Robot& robot, nb::handle q, nb::handle v, nb::handle tau, std::vector<Argument> others = {})
      : n_q_(robot.n_q()),
        n_v_(robot.n_v()),
        moves_(!v.is_none() || !tau.is_none()),
        first_(others.size()),
        arguments_(all_of(std::move(others), q, v, tau), false, NPY_DOUBLE) {}

  const Arguments& arguments() const { return arguments_; }
  void set(Configuration& at, std::size_t state) const {
    const In<double> q = part<double>(arguments_, first_, state, n_q_);
    if (moves_)
      at.set(q, part<double>(arguments_, first_ + 1, state, n_v_),
             part<double>(arguments_, first_ + 2, state, n_v_));
    else
      at.set(q);
  }

 private:
  std::vector<Argument> all_of(std::vector<Argument> all, nb::handle q, nb::handle v, nb::handle tau) {
    all.push_back({"q", q, {n_q_}});
    if (!moves_) return all;
    zero_ = copied<double>(std::vector<double>(std::size_t(n_v_)));
    all.push_back({"v", v.is_none() ? zero_ : v, {n_v_}});
    all.push_back({"tau", tau.is_none() ? zero_ : tau, {n_v_}});
    return all;
  }

  int n_q_, n_v_;
  bool moves_;
  std::size_t first_;
  nb::object zero_;
  Arguments arguments_;
};

// Writes a matrix for each state: `compute(out)`.
template <class Compute>
nb::object matrices(const char* function, Configuration& at, const States& states, const Expression& x,
                    Compute&& compute) {
  const int rows = at.size_of(x.to()), cols = at.size_of(x.from());
  Destination destination("out", nb::none(), states.arguments(), {{rows, cols}, true});
  const VectorView<double> all = destination.view<double>();
  each_state<double>(function, states.arguments(), {&all, 1}, [&](std::size_t i) {
    states.set(at, i);
    compute(MatrixView<double>(all.data() + i * std::size_t(rows) * std::size_t(cols), rows, cols));
  });
  return destination.finish();
}

nb::object matrix_of(const Expression& x, const Robot& robot, nb::handle q, nb::handle v, nb::handle tau,
                     nb::handle frames) {
  Configuration at = configuration(x, robot, frames);
  Prepared prepared(x, at, Purpose::matrix);
  return matrices("matrix", at, States(robot, q, v, tau), x, [&](auto out) { prepared.matrix(out); });
}

nb::object dense_of(const Expression& x, const Robot& robot, nb::handle q, nb::handle v, nb::handle tau,
                    nb::handle frames) {
  Configuration at = configuration(x, robot, frames);
  return matrices("dense", at, States(robot, q, v, tau), x, [&](MatrixView<double> out) {
    const Matrix<double> found = dense(x, at);
    std::copy_n(found.data(), found.rows() * found.cols(), out.data());
  });
}

nb::object apply_to(const Expression& x, const Robot& robot, nb::handle vector, nb::handle q, nb::handle v,
                    nb::handle tau, nb::handle frames) {
  Configuration at = configuration(x, robot, frames);
  Prepared prepared(x, at);
  const int rows = at.size_of(x.to()), cols = at.size_of(x.from());
  std::vector<Argument> given;
  if (!vector.is_none()) given.push_back({"x", vector, {cols}});
  const bool has_input = !given.empty();
  const States states(robot, q, v, tau, std::move(given));
  Destination destination("out", nb::none(), states.arguments(), {{rows}});
  const VectorView<double> all = destination.view<double>();
  each_state<double>("apply", states.arguments(), {&all, 1}, [&](std::size_t i) {
    states.set(at, i);
    const In<double> input = has_input ? part<double>(states.arguments(), 0, i, cols) : In<double>();
    const MatrixView<double> out(all.data() + i * std::size_t(rows), rows, 1);
    if (has_input)
      prepared.apply(MatrixView<const double>(input.data(), cols, 1), out);
    else
      prepared.apply(input, VectorView<double>(out.data(), std::size_t(rows)));
  });
  return destination.finish();
}

// ---- Explanations ----

struct Explanation {
  std::string text, markdown;
};

Explanation explanation_of(const Prepared& prepared, std::string_view notation, std::optional<Times> times) {
  return {.text = explain(prepared, {.notation = notation_named(notation), .times = times}),
          .markdown = explain(prepared, {.markdown = true, .times = times})};
}

// Times are measured at a random state, with a configuration of their own.
Times measured(const Expression& x, const Model& model, const std::vector<FrameIndex>& frames,
               Purpose wanted) {
  const State state = random_state(model, 1);
  const WithoutGil without(true);
  Configuration at(model, frames);
  Prepared prepared(x, at, wanted);
  return measure(prepared, at, state.q, state.v, state.tau);
}

// The LaTeX of a derivation: one line for each step.
std::string latex_of(const Derivation& derivation) {
  std::string text = "$$\\begin{aligned}& " + to_text(derivation.start, Notation::latex);
  for (const DerivationStep& step : derivation.steps)
    text += " \\\\ =\\;& " + to_text(step.result, Notation::latex) + " && \\text{" + step.rule + "}";
  return text + "\\end{aligned}$$";
}

std::string text_of_derivation(const Derivation& derivation) {
  std::string text = to_text(derivation.start);
  for (const DerivationStep& step : derivation.steps) {
    text += "\n  = " + to_text(step.result) + "    " + step.rule;
    if (!step.citation.empty()) text += ", " + step.citation;
  }
  return text;
}

// ---- Prepared expressions ----

// A prepared expression with its configuration and its robot. Calls from several threads follow one another, because
// none of them releases the GIL.
class PreparedExpression {
 public:
  PreparedExpression(const Expression& x, const Robot& robot, nb::handle frames, std::string_view purpose)
      : expression_(x),
        robot_(robot),
        frames_(robot.frames(frames)),
        at_(configuration(x, robot, frames)),
        prepared_(x, at_, purpose_named(purpose)) {}

  const Expression& expression() const { return expression_; }
  const Robot& robot() const { return robot_; }
  const Derivation& derivation() const { return prepared_.derivation(); }

  void set(nb::handle q, nb::handle v, nb::handle tau) {
    const States states(robot_, q, v, tau);
    if (!states.arguments().is_single())
      throw std::invalid_argument("set takes one state, expected vectors without leading dimensions");
    states.set(at_, 0);
  }

  nb::object matrix(nb::handle out) {
    const Arguments none({}, false, NPY_DOUBLE);
    Destination destination("out", out, none, {{rows(), cols()}, true});
    prepared_.matrix(MatrixView<double>(destination.view<double>().data(), rows(), cols()));
    return destination.finish();
  }

  nb::object apply(nb::handle x, nb::handle out) {
    std::vector<Argument> given;
    if (!x.is_none()) given.push_back({"x", x, {cols()}});
    const Arguments arguments(std::move(given), false, NPY_DOUBLE);
    Destination destination("out", out, arguments, {{rows()}});
    const VectorView<double> to = destination.view<double>();
    if (x.is_none())
      prepared_.apply(In<double>(), to);
    else
      prepared_.apply(MatrixView<const double>(arguments.of<double>(0), cols(), int(arguments.states())),
                      MatrixView<double>(to.data(), rows(), int(arguments.states())));
    return destination.finish();
  }

  Explanation explain(std::string_view notation, bool times) const {
    std::optional<Times> found;
    if (times) found = measured(expression_, robot_.model(), frames_, prepared_.wanted());
    return explanation_of(prepared_, notation, found);
  }

 private:
  int rows() const { return at_.size_of(expression_.to()); }
  int cols() const { return at_.size_of(expression_.from()); }

  Expression expression_;
  Robot robot_;
  std::vector<FrameIndex> frames_;
  Configuration at_;
  Prepared prepared_;
};

Verification verification_of(const Expression& x, const Robot& robot, nb::handle frames, int configurations,
                             unsigned seed) {
  const VerifyOptions options{.configurations = configurations, .seed = seed, .frames = robot.frames(frames)};
  configuration(x, robot, frames);  // checks the frames
  const WithoutGil without(true);
  return verify(x, robot.model(), options);
}

// ---- Binding ----

#define SINEW_ARRAY "numpy.typing.ArrayLike"
#define SINEW_FRAMES "frames: str | int | collections.abc.Sequence[str | int] = ()"
#define SINEW_STATE                                                                                         \
  "q: " SINEW_ARRAY ", v: " SINEW_ARRAY " | None = None, tau: " SINEW_ARRAY " | None = None, " SINEW_FRAMES \
  ") -> numpy.ndarray"

void bind_expression(nb::module_& module) {
  nb::class_<Space>(
      module, "Space",
      "A space that operators map between: 'joint' has a number per degree of freedom, 'body' a\n"
      "spatial vector per link, 'frame' one per chosen frame, 'number' is plain numbers. Operators of\n"
      "your own may have spaces of their own, Space('loop', 6).")
      .def(nb::init<std::string, int>(), nb::arg("name"), nb::arg("size") = 0)
      .def_ro("name", &Space::name)
      .def_ro("size", &Space::size, "The number of entries; 0 if robot and frames determine it.")
      .def(
          "__eq__", [](const Space& x, const Space& y) { return x == y; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Space& x) { return std::hash<std::string>()(x.name); })
      .def("__repr__",
           [](const Space& x) { return "Space('" + x.name + "', " + std::to_string(x.size) + ")"; });

  nb::class_<Unit> unit(module, "Identity",
                        "The identity I; it takes its space from the operand next to it.");
  nb::class_<Expression> expression(
      module, "Expression",
      "A formula of spatial operators: products (@ or *), sums, adjoints (~), inverses (inv), numbers.\n\n"
      "    omega = ~B @ ~psi @ ~H @ inv(D) @ H @ psi @ B\n\n"
      "It is simplified by the algebra's identities and evaluated by sweeps over the links.");
  expression.attr("__array_ufunc__") =
      nb::none();  // numbers of NumPy leave the operators below to this class
  for (const char* name : {"__matmul__", "__mul__"})
    expression.def(
        name, [](const Expression& x, const Expression& y) { return x * y; }, nb::is_operator());
  expression.def(nb::self + nb::self)
      .def(nb::self - nb::self)
      .def(-nb::self)
      .def(nb::self * double())
      .def(double() * nb::self)
      .def(nb::self / double())
      .def(
          "__add__", [](const Expression& x, Unit i) { return x + i; }, nb::is_operator())
      .def(
          "__sub__", [](const Expression& x, Unit i) { return x - i; }, nb::is_operator())
      .def(
          "__radd__", [](const Expression& x, Unit i) { return i + x; }, nb::is_operator())
      .def(
          "__rsub__", [](const Expression& x, Unit i) { return i - x; }, nb::is_operator())
      .def(
          "__invert__", [](const Expression& x) { return ~x; }, "The adjoint.")
      .def(
          "__eq__", [](const Expression& x, const Expression& y) { return x == y; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"),
          "True for formulas of equal structure: brackets and the order of terms do not count, identities "
          "do.")
      .def("__hash__", &Expression::hash)
      .def("__str__", [](const Expression& x) { return to_text(x); })
      .def("__repr__", [](const Expression& x) { return to_text(x); })
      .def("_repr_latex_",
           [](const Expression& x) { return "$\\displaystyle " + to_text(x, Notation::latex) + "$"; })
      .def("__copy__", [](const Expression& x) { return x; })
      .def(
          "__deepcopy__", [](const Expression& x, nb::handle) { return x; }, nb::arg("memo"))
      .def_prop_ro("to", &Expression::to, "The space of the results.")
      .def_prop_ro("from_", &Expression::from, "The space of the vectors that it takes.")
      .def(
          "to_text",
          [](const Expression& x, std::string_view notation) { return to_text(x, notation_named(notation)); },
          nb::arg("notation") = "unicode", nb::sig("def to_text(self, notation: str = 'unicode') -> str"),
          "Returns the formula as text: 'unicode' as the papers print it, 'ascii' or 'latex'.")
      .def("matrix", &matrix_of, nb::arg("robot"), nb::arg("q"), nb::arg("v") = nb::none(),
           nb::arg("tau") = nb::none(), nb::arg("frames") = nb::tuple(),
           nb::sig("def matrix(self, robot: sinew._sinew.Model, " SINEW_STATE),
           "Returns the matrix (..., rows, columns) of the operator at the states q, v, tau.\n\n"
           "q: (..., n_q), v and tau: (..., n_v), zero if not given. frames: those of B, J and Omega. A "
           "vector\n"
           "such as inv(Mass) @ (T - C) has one column. The formula is simplified in every call; use "
           "Prepared to\n"
           "evaluate it again and again.")
      .def("apply", &apply_to, nb::arg("robot"), nb::arg("x").none(), nb::arg("q"), nb::arg("v") = nb::none(),
           nb::arg("tau") = nb::none(), nb::arg("frames") = nb::tuple(),
           nb::sig("def apply(self, robot: sinew._sinew.Model, x: " SINEW_ARRAY " | None, " SINEW_STATE),
           "Returns the product (..., rows) with the vectors x (..., columns), without forming a matrix.\n\n"
           "x: None for an expression that is a vector itself, such as inv(Mass) @ (T - C). For the other\n"
           "arguments see matrix.")
      .def(
          "explain",
          [](const Expression& x, const Robot& robot, nb::handle frames, std::string_view purpose,
             std::string_view notation,
             bool times) { return PreparedExpression(x, robot, frames, purpose).explain(notation, times); },
          nb::arg("robot"), nb::arg("frames") = nb::tuple(), nb::arg("purpose") = "matrix",
          nb::arg("notation") = "unicode", nb::arg("times") = false,
          nb::sig(
              "def explain(self, robot: sinew._sinew.Model, " SINEW_FRAMES
              ", purpose: str = 'matrix', notation: str = 'unicode', times: bool = False) -> Explanation"),
          "Returns how the formula is simplified and evaluated for this robot: derivation, sweeps, "
          "operations.\n\n"
          "purpose: 'matrix', or 'vector' for products with vectors. times: True measures run times, too.");
  unit.def(
          "__add__", [](Unit i, const Expression& x) { return i + x; }, nb::is_operator())
      .def(
          "__sub__", [](Unit i, const Expression& x) { return i - x; }, nb::is_operator())
      .def("__repr__", [](Unit) { return "I"; });
}

void bind_prepared(nb::module_& module) {
  nb::class_<Explanation>(module, "Explanation",
                          "How a formula is simplified and evaluated; print it, or let a notebook show it.")
      .def_ro("text", &Explanation::text)
      .def_ro("markdown", &Explanation::markdown, "The same as Markdown with formulas in LaTeX.")
      .def("__str__", [](const Explanation& x) { return x.text; })
      .def("__repr__", [](const Explanation& x) { return x.text; })
      .def("_repr_markdown_", [](const Explanation& x) { return x.markdown; });
  nb::class_<DerivationStep>(module, "DerivationStep",
                             "A step of a derivation: an identity and what it gives.")
      .def_ro("rule", &DerivationStep::rule, "The name of the identity.")
      .def_ro("citation", &DerivationStep::citation, "Where the papers have it; '' for plain algebra.")
      .def_ro("result", &DerivationStep::result, "The whole expression after the step.")
      .def("__repr__",
           [](const DerivationStep& x) { return "<" + to_text(x.result) + ", by " + x.rule + ">"; });
  nb::class_<Derivation>(module, "Derivation", "The steps by which a formula is simplified.")
      .def_ro("start", &Derivation::start)
      .def_ro("steps", &Derivation::steps)
      .def_prop_ro("result", &Derivation::result, "The expression that is evaluated.")
      .def("__len__", [](const Derivation& x) { return x.steps.size(); })
      .def("__str__", &text_of_derivation)
      .def("__repr__", &text_of_derivation)
      .def("_repr_latex_", &latex_of);
  nb::class_<PreparedExpression>(
      module, "Prepared", nb::is_weak_referenceable(),
      "An expression that is simplified and lowered to sweeps once, and evaluated at many states.\n\n"
      "    omega = Prepared(J @ inv(Mass) @ ~J, robot, frames=['tool'], purpose='matrix')\n"
      "    omega.set(q)\n"
      "    omega.matrix()\n\n"
      "purpose: what the cheapest form is chosen for, 'vector' (apply) or 'matrix'; both calls work with "
      "either.")
      .def(nb::init<const Expression&, const Robot&, nb::handle, std::string_view>(), nb::arg("x"),
           nb::arg("robot"), nb::arg("frames") = nb::tuple(), nb::arg("purpose") = "vector",
           nb::sig("def __init__(self, x: Expression, robot: sinew._sinew.Model, " SINEW_FRAMES
                   ", purpose: str = 'vector') -> None"))
      .def("set", &PreparedExpression::set, nb::arg("q"), nb::arg("v") = nb::none(),
           nb::arg("tau") = nb::none(),
           nb::sig("def set(self, q: " SINEW_ARRAY ", v: " SINEW_ARRAY " | None = None, tau: " SINEW_ARRAY
                   " | None = None) -> None"),
           "Sets the state at which the expression is evaluated; v and tau are zero if not given.")
      .def("matrix", &PreparedExpression::matrix, nb::kw_only(), nb::arg("out") = nb::none(),
           nb::sig("def matrix(self, *, out: numpy.ndarray | None = None) -> numpy.ndarray"),
           "Returns the matrix (rows, columns) at the state that was set.")
      .def(
          "apply", &PreparedExpression::apply, nb::arg("x") = nb::none(), nb::kw_only(),
          nb::arg("out") = nb::none(),
          nb::sig("def apply(self, x: " SINEW_ARRAY
                  " | None = None, *, out: numpy.ndarray | None = None) -> numpy.ndarray"),
          "Returns the products (..., rows) with the vectors x (..., columns) at the state that was set. An\n"
          "expression that is a vector itself takes no x.")
      .def_prop_ro("expression", &PreparedExpression::expression)
      .def_prop_ro(
          "robot", [](const PreparedExpression& self) { return Robot(self.robot()); },
          nb::sig("def robot(self) -> sinew._sinew.Model"))
      .def_prop_ro(
          "derivation", [](const PreparedExpression& self) { return self.derivation(); },
          "How the expression was simplified.")
      .def("explain", &PreparedExpression::explain, nb::arg("notation") = "unicode", nb::arg("times") = false,
           nb::sig("def explain(self, notation: str = 'unicode', times: bool = False) -> Explanation"),
           "Returns derivation, sweeps and operations. times: True measures run times, too.")
      .def("__repr__",
           [](const PreparedExpression& self) {
             return "<sinew.operators.Prepared: " + to_text(self.derivation().result()) + ">";
           })
      .def("_repr_latex_", [](const PreparedExpression& self) { return latex_of(self.derivation()); });
}

}  // namespace

void bind_operators(nb::module_& parent) {
  nb::module_ module = parent.def_submodule(
      "operators", "Formulas of spatial operators: write, simplify, evaluate and explain them.");
  bind_expression(module);
  bind_prepared(module);
  nb::class_<Verification>(module, "Verification", "The comparison of an expression with dense matrices.")
      .def_ro("error", &Verification::error,
              "The worst difference between sweeps and dense matrices, relative to the size of the terms.")
      .def_ro("value", &Verification::value, "The largest entry, relative to the size of the terms.")
      .def_prop_ro("is_zero", &Verification::is_zero, "Whether the expression is zero up to rounding.")
      .def("__repr__", [](const Verification& x) {
        char text[120];
        std::snprintf(text, sizeof text, "<Verification: error %.2g, value %.2g>", x.error, x.value);
        return std::string(text);
      });
  module.def("inv", &inv, nb::arg("x"), "Returns the inverse of an operator that maps a space to itself.");
  module.def("d", nb::overload_cast<const Expression&>(&d), nb::arg("x"),
             "Returns the derivative of an expression along the joint velocities v, with v itself constant.");
  module.def("d", nb::overload_cast<const Expression&, const Expression&>(&d), nb::arg("x"), nb::arg("along"),
             "Returns the derivative along a vector of joint space, with v constant: constant('x', 'joint', "
             "'number',\n"
             "[...]), or a formula such as inv(Mass) @ T.");
  module.def("rate", &rate, nb::arg("x"),
             "Returns the time derivative of an expression while the joints move with velocity v.");
  module.def("cross", &operators::cross, nb::arg("motion"),
             "Returns the cross product of forces with a motion of every link, a vector of body space.");
  module.def("parse", &parsed, nb::arg("text"), nb::arg("own") = std::vector<Expression>(),
             nb::sig("def parse(text: str, own: collections.abc.Sequence[Expression] = ()) -> Expression"),
             "Returns the expression of a text such as 'J Mass^-1 J*' (docs: operators).\n\n"
             "own: your own constants that the text may name. Raises ValueError that marks a mistake.");
  module.def("constant", &constant_of, nb::arg("name"), nb::arg("to"), nb::arg("from_"), nb::arg("matrix"),
             nb::sig("def constant(name: str, to: str | Space, from_: str | Space, matrix: " SINEW_ARRAY
                     ") -> Expression"),
             "Returns an operator with a matrix of your own, or a vector if from_ is 'number'.\n\n"
             "to, from_: 'joint', 'body', 'frame', 'number' or Space(name, size).");
  module.def(
      "dense", &dense_of, nb::arg("x"), nb::arg("robot"), nb::arg("q"), nb::arg("v") = nb::none(),
      nb::arg("tau") = nb::none(), nb::arg("frames") = nb::tuple(),
      nb::sig("def dense(x: Expression, robot: sinew._sinew.Model, " SINEW_STATE),
      "Returns what x.matrix returns, computed from dense matrices of all operators: a slow reference.");
  module.def(
      "verify", &verification_of, nb::arg("x"), nb::arg("robot"), nb::arg("frames") = nb::tuple(),
      nb::kw_only(), nb::arg("configurations") = 10, nb::arg("seed") = 1,
      nb::sig("def verify(x: Expression, robot: sinew._sinew.Model, " SINEW_FRAMES
              ", *, configurations: int = 10, seed: int = 1) -> Verification"),
      "Compares the sweeps of an expression with dense matrices at random states. verify(left - right,\n"
      "robot).is_zero tells whether an identity holds.");
  module.attr("I") = Unit{};
  for (const char* name :
       {"H",     "phi",    "E_phi", "M", "R",       "P",   "D",    "G",       "K",     "psi",
        "E_psi", "taubar", "Pplus", "r", "Upsilon", "B",   "Mass", "J",       "Omega", "a",
        "b",     "g",      "T",     "v", "C",       "dVx", "nu",   "epsilon", "mu"})
    module.attr(name) = names::named(name);
  module.attr("D_half") = names::D_half;
}

#undef SINEW_ARRAY
#undef SINEW_FRAMES
#undef SINEW_STATE

}  // namespace sinew::python
