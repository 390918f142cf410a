// Reads arbitrary bytes as SDF. The reader must not crash, hang or leak. If it reports no error, a model can be built,
// and its loops are closed at the initial position.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/io/load.hpp"

namespace {

// Poses in a file may be as large as numbers can be, and then no loop is closed to the last digit. Mimics need not hold
// where every joint is at zero.
bool closes_its_loops(const sinew::Description& robot) {
  if (robot.loops.empty() || !robot.couplings.empty()) return false;
  for (const sinew::Loop& loop : robot.loops) {
    for (const sinew::LoopEnd* const end : {&loop.first, &loop.second}) {
      if (!(norm(end->placement.translation) < 1e3)) return false;
    }
  }
  for (const sinew::Body& body : robot.bodies) {
    if (body.joint.mimic || !(norm(body.placement.translation) < 1e3)) return false;
    for (const double x : body.joint.initial) {
      if (!(std::abs(x) < 1e3)) return false;
    }
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const Base base : {Base::as_written, Base::fixed, Base::floating}) {
    ReadResult result = read_sdf_text(text, "fuzz.sdf", {.base = base});
    if (result.findings.has_errors()) continue;
    const Model model(std::move(result.description));
    Workspace<double> work(model);
    if (!closes_its_loops(model.description())) continue;
    ClosedChain<double> chain(model);
    std::vector<double> errors(std::size_t(chain.rows()));
    chain.position_errors(work, model.initial_position(), errors);
    for (const double error : errors) {
      if (!(std::abs(error) < 1e-9)) std::abort();
    }
  }
  return 0;
}
