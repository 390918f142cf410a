// Changes a robot as arbitrary texts say: "l", "p" or "c" and a lock, a payload or a cut on each line. The reader must not
// crash, hang or leak; it returns a robot or refuses.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

#include "sinew/io/load.hpp"
#include "sinew/io/model_edits.hpp"

namespace {

using namespace sinew;

constexpr const char* robot = R"(<robot name="r"><link name="base"/>
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="b"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="tip"/>
<joint name="j" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/></joint>
<joint name="k" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/><mimic joint="j"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="m" type="fixed"><parent link="b"/><child link="tip"/></joint>
<loop_joint name="pin" type="spherical"><link1 link="a"/><link2 link="b"/></loop_joint></robot>)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Model model = load_text(robot, "r.urdf");
  ModelEdits edits;
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('l')) edits.lock.push_back(line.substr(1));
    if (line.starts_with('p')) edits.payload.push_back(line.substr(1));
    if (line.starts_with('c')) edits.cut.push_back(line.substr(1));
  }
  try {
    with_edits(model, edits).mass();
  } catch (const std::invalid_argument&) {
  } catch (const InvalidModel&) {
  }
  return 0;
}
