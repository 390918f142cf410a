#include "batch.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cctype>
#include <thread>

#include "module.hpp"
#include "quantities.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::python {
namespace {

// The name in lower case and without punctuation: "avx512".
std::string plain_name(InstructionSet instructions) {
  std::string name;
  for (const char c : name_of(instructions))
    if (c != '-') name += char(std::tolower(c));
  return name;
}

InstructionSet instructions_named(std::string_view name) {
  std::vector<std::string> known;
  for (const InstructionSet each : all_instruction_sets) {
    if (plain_name(each) == name) return each;
    known.push_back(plain_name(each));
  }
  throw std::invalid_argument(unknown_name("instruction set", std::string(name), known));
}

// float32 or float64, from anything that NumPy reads as a type.
int number_type(nb::handle dtype) {
  PyArray_Descr* found = nullptr;
  if (PyArray_DescrConverter(dtype.ptr(), &found) == NPY_FAIL) nb::raise_python_error();
  const int type = found->type_num;
  Py_DECREF(found);
  if (type != NPY_FLOAT && type != NPY_DOUBLE)
    throw std::invalid_argument("dtype is " + text_of(dtype) + ", expected float32 or float64");
  return type;
}

}  // namespace

BatchOfRobot::BatchOfRobot(const Robot& robot, const BatchOptions& options, int type)
    : robot_(robot), options_(options), type_(type) {
  if (options.threads < 0)
    throw std::invalid_argument("threads is " + std::to_string(options.threads) + ", expected 0 or more");
  const auto describe = [&](const auto& batch) {
    lanes_ = batch.lanes();
    instructions_ = batch.instructions();
    independent_.assign(batch.independent().begin(), batch.independent().end());
  };
  if (type == NPY_FLOAT)
    describe(*this->batch<float>(Layout::by_state, 0));
  else
    describe(*this->batch<double>(Layout::by_state, 0));
}

int BatchOfRobot::threads() const {
  if (was_forked()) return 1;
  if (options_.threads > 0) return options_.threads;
  return std::max(1, int(std::thread::hardware_concurrency()));
}

void bind_batch(nb::module_& module) {
  nb::class_<BatchReport>(module, "BatchReport", "Which states of a call of a Batch have no result.")
      .def_ro("failed", &BatchReport::failed, "The number of states without a result; theirs are NaN.")
      .def_prop_ro(
          "first_failed",
          [](const BatchReport& report) {
            return report.all_computed() ? std::optional<std::size_t>() : report.first_failed;
          },
          "The index of the first of them; None if there is none.")
      .def_prop_ro("all_computed", &BatchReport::all_computed)
      .def("__repr__", [](const BatchReport& report) {
        const std::string first =
            report.all_computed() ? "" : ", first_failed = " + std::to_string(report.first_failed);
        return "<BatchReport: failed = " + std::to_string(report.failed) + first + ">";
      });
  nb::class_<BatchOfRobot> batch(
      module, "Batch", nb::is_weak_referenceable(),
      "A robot at many states, computed several per instruction on several threads.\n\n"
      "The methods of the robot do the same with default options. Here, the options are yours, and states\n"
      "that cannot be computed are NaN and counted in `report` instead of a warning.\n\n"
      "threads: 0 for as many as the machine has. instructions: 'portable', 'neon', 'avx2' or 'avx512'; the "
      "best\n"
      "that the machine has if None. reproducible: True gives the same bits as single states, on every "
      "machine.\n"
      "followers: 'embedded' lets mimic and coupled joints follow, 'free' makes them independent. dtype: "
      "float64\n"
      "or float32, of all arguments and results.");
  batch
      .def(
          "__init__",
          [](BatchOfRobot* self, const Robot& robot, int threads, std::optional<std::string> instructions,
             bool reproducible, std::string_view followers, nb::handle dtype) {
            BatchOptions options{
                .threads = threads, .reproducible = reproducible, .followers = followers_named(followers)};
            if (instructions) options.instructions = instructions_named(*instructions);
            new (self) BatchOfRobot(robot, options, number_type(dtype));
          },
          nb::arg("robot"), nb::kw_only(), nb::arg("threads") = 0, nb::arg("instructions") = nb::none(),
          nb::arg("reproducible") = false, nb::arg("followers") = "embedded", nb::arg("dtype") = "float64",
          nb::sig("def __init__(self, robot: Model, *, threads: int = 0, instructions: str | None = None, "
                  "reproducible: bool = False, followers: str = 'embedded', dtype: numpy.typing.DTypeLike = "
                  "'float64') -> None"))
      .def_prop_ro(
          "robot", [](const BatchOfRobot& self) { return Robot(self.robot()); },
          nb::sig("def robot(self) -> Model"))
      .def_prop_ro("lanes", &BatchOfRobot::lanes, "The number of states in one register.")
      .def_prop_ro("threads", &BatchOfRobot::threads)
      .def_prop_ro(
          "instructions", [](const BatchOfRobot& self) { return plain_name(self.instructions()); },
          "The instruction set: 'portable', 'neon', 'avx2' or 'avx512'.")
      .def_prop_ro("is_reproducible", [](const BatchOfRobot& self) { return self.options().reproducible; })
      .def_prop_ro(
          "independent",
          [](const BatchOfRobot& self) {
            nb::list indices;
            for (const int index : self.independent()) indices.append(index);
            return indices;
          },
          nb::sig("def independent(self) -> list[int]"),
          "The coordinates of the results as indices in v: all, unless joints follow others.")
      .def_prop_ro(
          "report", [](const BatchOfRobot& self) { return self.report(); }, "The report of the last call.")
      .def("__repr__", [](const BatchOfRobot& self) {
        return "<sinew.Batch of '" + self.robot().model().name() + "': " + std::to_string(self.lanes()) +
               " lanes (" + plain_name(self.instructions()) + "), " + std::to_string(self.threads()) +
               " threads>";
      });
  bind_quantities(batch);
}

}  // namespace sinew::python
