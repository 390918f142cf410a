#include "robot.hpp"

#include <pthread.h>

#include <thread>

#include "many_states.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::python {
namespace {
int threads = 0;
bool forked = false;
}  // namespace

void set_threads(int count) {
  if (count < 0)
    throw std::invalid_argument("the number of threads is " + std::to_string(count) + ", expected 0 or more");
  threads = count;
}
int threads_setting() {
  return threads;
}
bool was_forked() {
  return forked;
}
void watch_forks() {
  pthread_atfork(nullptr, nullptr, [] { forked = true; });
}

// Waking other threads takes longer than computing a few hundred states.
int threads_for(std::size_t states) {
  if (forked || states < 256) return 1;
  if (threads > 0) return threads;
  return std::max(1, int(std::thread::hardware_concurrency()));
}

int Robot::n_u() {
  if (n_u_ < 0) n_u_ = is_tree_ ? n_v() : int((*batch<double>(Layout::by_state, 1)).independent().size());
  return n_u_;
}

FrameIndex Robot::frame(nb::handle name) const {
  if (PyLong_Check(name.ptr())) {
    const long index = PyLong_AsLong(name.ptr());
    if (index < 0 || index >= long(model_.frames().size()))
      throw std::invalid_argument("there is no frame number " + std::to_string(index) + ", expected 0 to " +
                                  std::to_string(model_.frames().size() - 1));
    return {int(index)};
  }
  if (!PyUnicode_Check(name.ptr())) throw nb::type_error("a frame is given by its name or its number");
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(name.ptr(), &size);
  if (!text) nb::raise_python_error();
  return model_.frame(std::string_view(text, std::size_t(size)));
}

void Robot::conclude(const char* function, const Arguments& arguments, const BatchReport& report) {
  warn_of_failures(function, arguments.states(), report, arguments.is_single());
}

std::vector<FrameIndex> Robot::frames(nb::handle names) const {
  if (PyUnicode_Check(names.ptr()) || PyLong_Check(names.ptr())) return {frame(names)};
  std::vector<FrameIndex> found;
  for (const nb::handle name : nb::iter(names)) found.push_back(frame(name));
  return found;
}

Reference reference_named(std::string_view name) {
  if (name == "body") return Reference::body;
  if (name == "world") return Reference::world;
  if (name == "aligned") return Reference::aligned;
  throw std::invalid_argument(unknown_name("reference", std::string(name), {"body", "world", "aligned"}));
}

Followers followers_named(std::string_view name) {
  if (name == "embedded") return Followers::embedded;
  if (name == "free") return Followers::free;
  throw std::invalid_argument(unknown_name("followers", std::string(name), {"embedded", "free"}));
}

}  // namespace sinew::python
