// Converts twists and wrenches.
#include "sinew/interop/converter.hpp"
#include "sinew/interop/internal/joint_entries.hpp"

namespace sinew::interop {
namespace {

template <class Six>
Six six_to_sinew(const char* what, Halves halves, In<double> peer) {
  edge::check_input(what, peer, 6);
  const Vector3<double> first = vector_at(peer.data(), 1), second = vector_at(peer.data() + 3, 1);
  return halves == Halves::angular_first ? Six{first, second} : Six{second, first};
}

}  // namespace

Motion<double> Converter::twist_to_sinew(In<double> peer) const {
  return six_to_sinew<Motion<double>>("the peer's twist", convention_.twist, peer);
}
std::array<double, 6> Converter::twist_from_sinew(const Motion<double>& twist) const {
  return in_order(convention_.twist, twist.angular, twist.linear);
}
Force<double> Converter::wrench_to_sinew(In<double> peer) const {
  return six_to_sinew<Force<double>>("the peer's wrench", convention_.wrench, peer);
}
std::array<double, 6> Converter::wrench_from_sinew(const Force<double>& wrench) const {
  return in_order(convention_.wrench, wrench.angular, wrench.linear);
}

}  // namespace sinew::interop
